// The dialog for a new game: kind, players, board and time.

import { button, by, fill, h, recall, remember } from "../core/dom.js";
import { check, choice, pills } from "../core/fields.js";
import { clockChoice } from "./clockchoice.js";
import { available, calledIn, playersFor, Seats } from "./seats.js";
import { LANGUAGE, listed, openingName, restOfWords, t } from "../core/words.js";

const WITH_OPENINGS = "othello"; // the kind of game whose openings have names
const LONGEST_NAME = 100; // characters of an opening's name

/** Time controls with their words. @type {[string, string][]} */
export const CLOCKS = [
  ["", t("No clock")],
  ["60", t("1 minute a player")],
  ["300", t("5 minutes")],
  ["300+5", t("5 minutes, plus 5 s a move")],
  ["900", t("15 minutes")],
  ["10/move", t("10 s a move")],
];

/** The words for a time control. @param {string} control @param {[string, string][]} [clocks]  The common ones. */
export function clockInWords(control, clocks = CLOCKS) {
  const known = clocks.find(([value]) => value === control || `${value}+0` === control);
  return known ? known[1] : t("{control} seconds", { control });
}

/** @type {[number, string][]} */
const PACES = [
  [0, t("at once")],
  [0.6, t("after a moment")],
  [1.2, t("after a second")],
];

/** @typedef {import("../core/protocol.js").KindInfo} KindInfo */

/** The set-up of the last game, or the default one; of one kind if given.
 * @param {Record<string, KindInfo>} kinds @param {string} [kind] @returns {any} */
export function lastSetup(kinds, kind = recall("kind", "")) {
  if (!(kind in kinds)) kind = Object.keys(kinds)[0];
  const info = kinds[kind];
  const setup = { size: 8, mirrored: false, clock: "", pace: 0.6, alone: 0, ...recall("setup", {}) };
  if (info.sizes.length && !info.sizes.includes(setup.size)) setup.size = info.sizes[0];
  return { ...setup, kind, seats: available(info, setup.size, recall("seats", {})[kind]) };
}

/** The minimum seconds for a computer's move; `alone` applies to games without a person, if given.
 * @param {{seats: string[], pace?: number, alone?: number}} setup */
export function paceOf({ seats, pace = 0, alone = pace }) {
  return seats.some((seat) => seat === "human" || seat === "friend") ? pace : alone;
}

/** Store this set-up for the next game.
 * @param {{kind: string, seats: string[], size: number, mirrored: boolean, clock: string, pace: number, alone:
 * number}} setup */
export function rememberSetup({ kind, seats, size, mirrored, clock, pace, alone }) {
  remember("kind", kind);
  remember("seats", { ...recall("seats", {}), [kind]: seats });
  remember("setup", { size, mirrored, clock, pace, alone });
}

export class NewGame {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.dialog = by("new-game");
    this.form = by("new-game-form");
    /** @type {any} */
    this.setup = null;
    /** @type {any} */
    this.seatsHost = null;
    this.opening = h("input", { type: "search", list: "new-game-openings", maxlength: LONGEST_NAME, autocomplete: "off",
      spellcheck: "false" });
    this.openings = h("datalist", { id: "new-game-openings" });
    this.openingField = h("label", { class: "field" }, h("span", {}, t("Opening (empty: none)")), this.opening,
      this.openings);
    this.form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.begin();
    });
  }

  /** @param {any} [given] */
  open(given = {}) {
    const kinds = this.app.kinds;
    this.setup = { ...lastSetup(kinds, given.kind), ...given };
    this.opening.value = "";
    this.fill();
    this.dialog.showModal();
    this.offerOpenings();
  }

  /** Offer the names of the openings, once. */
  async offerOpenings() {
    if (this.openings.children.length) return;
    try {
      const [{ openings }] = await Promise.all([this.app.connection.request("opening_names"), restOfWords()]);
      const named = openings.filter((/** @type {any} */ each) => each.language === "en" || each.language === LANGUAGE);
      fill(this.openings, ...named.map((/** @type {any} */ { name }) => h("option", { value: openingName(name) })));
    } catch {
      // names can be typed without the list
    }
  }

  fill() {
    const { setup } = this;
    const kind = this.app.kinds[setup.kind];
    const change = (/** @type {string} */ name, /** @type {any} */ value) => {
      setup[name] = value;
    };
    this.seatsHost = h("div", { class: "seats" });
    this.left = h("p", { class: "muted small", role: "status" });
    this.fillSeats(setup.seats);
    /** @type {[number, string][]} */
    const sizes = [...kind.sizes].sort((a, b) => Number(b === 8) - Number(a === 8) || b - a).map((
      size,
    ) => [size, `${size} × ${size}`]);
    const games = Object.keys(this.app.kinds);
    const more = h("details", { open: recall("new-game", false) || setup.kind !== games[0],
      on: { toggle: () => remember("new-game", more.open) } }, h("summary", {}, t("More choices")),
      games.length > 1
        ? pills(t("Game"), "kind", games.map((name) => [name, this.app.titleOf(name)]), setup.kind, (name) =>
          this.turnTo(name))
        : null,
      h("div", { class: "fields" },
        sizes.length ? choice(t("Board"), sizes, setup.size, (value) => this.resize(Number(value))) : null,
        this.openingField, choice(t("A computer moves"), PACES, setup.pace, (value) => change("pace", Number(value))),
        choice(t("Computers alone move"), PACES, setup.alone, (value) => change("alone", Number(value))),
        !sizes.length
          ? h("label", { class: "field" }, h("span", {}, t("Board number (empty: any)")),
            h("input", { type: "number", min: 0, value: setup.seed ?? "", on: { change: (event) =>
              change("seed", event.target.value === "" ? null : Number(event.target.value)) } }))
          : null), sizes.length ? check(t("Mirrored start"), setup.mirrored, (on) => change("mirrored", on)) : null);
    fill(by("new-game-fields"), this.seatsHost, this.left,
      h("div", { class: "actions" }, button(t("Play a friend by a link"), () => this.turnToFriend(), { class: "link" }),
        kind.names.length === 2 ? button(t("Swap sides"), () => this.swap(), { class: "link" }) : null),
      h("div", { class: "fields" }, clockChoice(setup.clock, (value) => change("clock", value))), more);
    this.openingField.hidden = !this.hasOpenings;
  }

  /** True if the chosen game can begin from a named opening. */
  get hasOpenings() {
    return this.setup.kind === WITH_OPENINGS && this.setup.size === 8;
  }

  /** Offer the players for the chosen kind and size. @param {string[]} chosen */
  fillSeats(chosen) {
    const { kind, size } = this.setup;
    const info = this.app.kinds[kind];
    this.seats = new Seats(this.seatsHost, kind, info.names, playersFor(info, size), available(info, size, chosen),
      info.characters);
  }

  /** @param {number} size */
  resize(size) {
    this.setup.size = size;
    this.openingField.hidden = !this.hasOpenings;
    const { chosen } = this;
    this.fillSeats(chosen);
    const info = this.app.kinds[this.setup.kind];
    const left = chosen.filter((name, seat) => name !== this.chosen[seat]);
    this.left.textContent = left.length
      ? t("{player} does not play on this board.", { player: listed(left.map((name) => calledIn(info, name))) })
      : "";
  }

  /** @param {string} kind */
  turnTo(kind) {
    const { size, seats } = lastSetup(this.app.kinds, kind);
    this.setup = { ...this.setup, kind, size, seats };
    this.fill();
    by("new-game-fields").querySelector("input:checked")?.focus();
  }

  turnToFriend() {
    this.dialog.close();
    this.app.dialogs.friend();
  }

  /** The chosen players. */
  get chosen() {
    return this.seats?.chosen ?? [];
  }

  swap() {
    this.setup.seats = [...this.chosen].reverse();
    this.fill();
  }

  async begin() {
    const setup = { ...this.setup, seats: this.chosen };
    if (setup.seed === null) delete setup.seed;
    const name = this.hasOpenings ? this.opening.value.trim() : "";
    if (name) {
      const found = await this.app.ask("find_opening", { name });
      if (!found) return;
      Object.assign(setup, { start: "", moves: found.moves, mirrored: false });
    }
    const done = await this.app.begin(setup);
    if (!done) return;
    this.dialog.close();
    rememberSetup({ ...setup, mirrored: this.setup.mirrored });
  }
}
