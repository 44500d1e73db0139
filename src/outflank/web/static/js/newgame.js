// The dialog that begins a game: which one, who plays, on what board, with how much time.

import { button, by, fill, h, recall, remember } from "./dom.js";
import { Seats } from "./seats.js";

const SIZES = [
  [8, "8 × 8"],
  [10, "10 × 10"],
  [6, "6 × 6"],
  [4, "4 × 4"],
];
const CLOCKS = [
  ["", "No clock"],
  ["60", "1 minute a player"],
  ["300", "5 minutes"],
  ["300+5", "5 minutes, 5 s more a move"],
  ["900", "15 minutes"],
  ["10/move", "10 s a move"],
];
const PACES = [
  [0, "at once"],
  [0.6, "after a moment"],
  [1.2, "after a second"],
];

const SEATS = { othello: ["human", "level2"], tribolo: ["human", "tribolo", "tribolo"] };

/** The set-up of the last game, or of a first one. */
export function lastSetup(kind = recall("kind", "othello")) {
  const seats = recall("seats", {})[kind] ?? SEATS[kind];
  return { kind, size: 8, mirrored: false, start: "", moves: [], clock: "", pace: 0.6, ...recall("setup", {}), seats };
}

export class NewGame {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.dialog = by("new-game");
    this.form = by("new-game-form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
  }

  open(given = {}) {
    const kinds = this.app.kinds;
    this.setup = { ...lastSetup(given.kind), ...given };
    if (!kinds[this.setup.kind]) this.setup = lastSetup("othello");
    this.fill();
    this.dialog.showModal();
  }

  fill() {
    const { setup } = this;
    const kind = this.app.kinds[setup.kind];
    const change = (name, value) => {
      setup[name] = value;
    };
    const seats = h("div", { class: "seats" });
    this.seats = new Seats(seats, setup.kind, kind.names, kind.players, setup.seats);
    const games = Object.entries(this.app.kinds);
    fill(
      by("new-game-fields"),
      games.length > 1
        ? h(
            "fieldset",
            { class: "choice" },
            h("legend", {}, "Game"),
            ...games.map(([name, info]) =>
              h(
                "label",
                { class: "pill" },
                h("input", { type: "radio", name: "kind", value: name, checked: name === setup.kind, on: { change: () => this.turnTo(name) } }),
                h("span", {}, info.title + (info.names.length === 3 ? ", for three" : "")),
              ),
            ),
          )
        : null,
      seats,
      setup.kind === "othello"
        ? h("div", { class: "actions" }, button("Swap sides", () => this.swap(), { class: "link" }))
        : null,
      h(
        "div",
        { class: "fields" },
        setup.kind === "othello" && !setup.start ? choice("Board", SIZES, setup.size, (value) => change("size", Number(value))) : null,
        choice("Clock", CLOCKS, setup.clock, (value) => change("clock", value)),
        choice("A computer moves", PACES, setup.pace, (value) => change("pace", Number(value))),
        setup.kind === "tribolo"
          ? h(
              "label",
              { class: "field" },
              h("span", {}, "Board number (empty: any)"),
              h("input", { type: "number", min: 0, value: setup.seed ?? "", on: { change: (event) => change("seed", event.target.value === "" ? null : Number(event.target.value)) } }),
            )
          : null,
      ),
      setup.kind === "othello" && !setup.start
        ? h(
            "label",
            { class: "check" },
            h("input", { type: "checkbox", checked: setup.mirrored, on: { change: (event) => change("mirrored", event.target.checked) } }),
            h("span", {}, "Mirrored start: Black on d4 and e5"),
          )
        : null,
      setup.start ? h("p", { class: "muted" }, "The game begins with the position on the board.") : null,
    );
  }

  turnTo(kind) {
    this.setup = { ...this.setup, kind, seats: lastSetup(kind).seats };
    this.fill();
    by("new-game-fields").querySelector("input:checked")?.focus();
  }

  swap() {
    this.setup.seats = [...this.seats.chosen].reverse();
    this.fill();
  }

  async begin() {
    const setup = { ...this.setup, seats: this.seats.chosen };
    if (setup.seed === null) delete setup.seed;
    const done = await this.app.begin(setup);
    if (!done) return;
    this.dialog.close();
    remember("kind", setup.kind);
    remember("seats", { ...recall("seats", {}), [setup.kind]: setup.seats });
    const { size, mirrored, clock, pace } = setup;
    remember("setup", { size, mirrored, clock, pace });
  }
}

function choice(label, choices, chosen, onChange) {
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h(
      "select",
      { on: { change: (event) => onChange(event.target.value) } },
      ...choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
    ),
  );
}
