// The dialog for a game with a friend: game, side and time. It ends in a link.

import { fill, h, recall, remember } from "../core/dom.js";
import { choice } from "../core/fields.js";
import { clockChoice } from "./clockchoice.js";
import { lastSetup } from "./newgame.js";
import { once } from "../core/once.js";
import { reachWarning } from "../core/reach.js";
import { t } from "../core/words.js";

const LONGEST_NAME = 24;

/** The initial choices; an empty kind means the first one. */
const FIRST = { kind: "", side: "any", with: "friends", clock: "" };

export class Friend {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {{kind: string, side: string, with: string, clock: string}} */
    this.setup = FIRST;
    this.fields = h("div", { class: "fields" });
    this.words = h("div", { class: "muted" });
    this.name = h("div", { class: "fields" }); // keeps its text when another game is chosen
    this.form = h("form", { on: { submit: (event) => {
      event.preventDefault();
      once("friend", () => this.submitted());
    } } }, h("h2", { id: "friend-title" }, t("Play a friend")), this.words, this.fields, this.name,
      h("div", { class: "actions end" }, h("button", { type: "button", "data-close": true }, t("Cancel")),
        h("button", { type: "submit", class: "primary" }, t("Get the link"))));
    this.dialog = h("dialog", { id: "friend", "aria-labelledby": "friend-title" }, this.form);
    document.body.append(this.dialog);
  }

  open() {
    this.setup = { ...FIRST, ...recall("friend", {}) };
    if (!(this.setup.kind in this.app.kinds)) this.setup.kind = Object.keys(this.app.kinds)[0];
    fill(this.words,
      reachWarning(this.app)
        ?? t("You get a link. Your friend opens it on any phone or computer, and the game begins."));
    fill(this.name, nameField(t("Your name, if you like")));
    this.fill();
    this.dialog.showModal();
  }

  fill() {
    const { setup } = this;
    const { names } = this.app.kinds[setup.kind];
    const change = (/** @type {"side" | "with" | "clock"} */ name) => (/** @type {string} */ value) => {
      setup[name] = value;
    };
    const kinds = Object.keys(this.app.kinds).map((name) => [name, this.app.titleOf(name)]);
    const sides = [["any", t("At random")], ...names.map((name, seat) => [String(seat), name])];
    if (!sides.some(([side]) => side === setup.side)) setup.side = "any";
    fill(this.fields, choice(t("Game"), kinds, setup.kind, (value) => this.turnTo(value)),
      choice(t("You play"), sides, setup.side, change("side")),
      names.length > 2
        ? choice(t("With"), [["friends", t("two friends")], ["computer", t("a friend and a computer")]], setup.with,
          change("with"))
        : null, clockChoice(setup.clock, change("clock")));
  }

  /** @param {string} kind */
  turnTo(kind) {
    this.setup.kind = kind;
    this.fill();
    this.fields.querySelector("select").focus();
  }

  async submitted() {
    const { setup } = this;
    const { names } = this.app.kinds[setup.kind];
    const own = setup.side === "any" ? Math.floor(Math.random() * names.length) : Number(setup.side);
    /** @type {string[]} */
    const seats = names.map((_, seat) => (seat === own ? "human" : "friend"));
    if (names.length > 2 && setup.with === "computer") {
      seats[(own + 1) % names.length] = this.app.kinds[setup.kind].opponents[1];
    }
    const { size, pace } = lastSetup(this.app.kinds, setup.kind);
    const fields = { kind: setup.kind, seats, size, clock: setup.clock, pace };
    if (!(await this.app.replaceGame("new", { setup: fields, name: nameIn(this.form) }))) return;
    remember("friend", setup);
    this.dialog.close();
    await this.app.turnTo("play");
    this.app.modes.play.together.host.scrollIntoView({ block: "nearest" });
  }
}

/** A field for a name, filled from the browser's storage. @param {string} label */
export function nameField(label) {
  return h("label", { class: "field" }, h("span", {}, label),
    h("input", { name: "name", value: recall("name", ""), maxlength: LONGEST_NAME, autocomplete: "nickname",
      dir: "auto" }));
}

/** Read the name from a form, and store it in the browser. @param {HTMLElement} form */
export function nameIn(form) {
  const { value } = /** @type {HTMLInputElement} */ (form.querySelector("[name=name]"));
  remember("name", value.trim());
  return value;
}
