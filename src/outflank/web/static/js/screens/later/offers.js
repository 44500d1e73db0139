// Offers to play in the lobby: common clocks to press, and a form for any other game.

import { button, fill, h, recall, remember } from "../../core/dom.js";
import { check, choice } from "../../core/fields.js";
import { t } from "../../core/words.js";
import { clockChoice } from "../../dialogs/clockchoice.js";
import { clockWords, CLUB_CLOCKS } from "../clubwords.js";

/** @typedef {{kind: string, size: number, clock: string, rated: boolean, side: string}} Offer */

const FIRST = { kind: "", size: 0, clock: "300+5", rated: true, side: "any" };
const USUAL = { kind: "othello", size: 8, side: "any" };

/** The clocks to press, in digits, with their pace. */
const QUICK = [
  ["60", "1+0", t("Bullet")],
  ["180+2", "3+2", t("Blitz")],
  ["300+5", "5+5", t("Blitz")],
  ["600+5", "10+5", t("Rapid")],
  ["900+10", "15+10", t("Classical")],
  ["86400/move", t("1 day"), t("a move")],
  ["259200/move", t("3 days"), t("a move")],
];

export class Offers {
  /** @param {import("../../main.js").App} app @param {(offer: Offer) => void} play  Offers a game, or accepts one.
   * @param {(offer: Offer) => boolean} isOpen  True if the person's own offer is open. */
  constructor(app, play, isOpen) {
    this.app = app;
    this.play = play;
    this.isOpen = isOpen;
    /** @type {Offer} */
    this.setup = { ...FIRST, ...recall("challenge", {}) };
    this.chips = QUICK.map(([clock, digits, pace]) => this.chip(clock, digits, pace));
    this.fields = h("div", { class: "fields" });
    this.form = h("form", { "aria-label": t("Challenge"), hidden: true, on: { submit: (event) => this.submit(event) } },
      this.fields,
      h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("Offer this game"))));
    this.opener = button(t("Other …"), () => this.toggle(), { class: "chip", "aria-expanded": "false" });
    const rated = check(t("Rated"), this.setup.rated, (on) => this.change({ rated: on }));
    this.element = h("section", { class: "card", "aria-label": t("Play somebody") },
      h("div", { class: "club-title" }, h("h3", {}, t("Play somebody")), rated),
      h("div", { class: "chips", role: "group", "aria-label": t("Offer a game") },
        ...this.chips.map(({ element }) => element), this.opener), this.form);
  }

  /** A clock to press. @param {string} clock @param {string} digits @param {string} pace */
  chip(clock, digits, pace) {
    const words = h("span", { class: "small" }, pace);
    const offer = () => ({ ...USUAL, clock, rated: this.setup.rated });
    const element = button("", () => this.play(offer()), { class: "chip", title: clockWords(clock) });
    element.append(h("b", {}, digits), " ", words);
    return { element, show: () => {
      const isOpen = this.isOpen(offer());
      element.setAttribute("aria-pressed", String(isOpen));
      words.textContent = isOpen ? t("waiting …") : pace;
    } };
  }

  /** Show which of the person's offers are open. */
  show() {
    for (const chip of this.chips) chip.show();
  }

  toggle() {
    this.form.hidden = !this.form.hidden;
    this.opener.setAttribute("aria-expanded", String(!this.form.hidden));
    if (!this.form.hidden) this.fillForm();
  }

  /** @param {Partial<Offer>} changed */
  change(changed) {
    Object.assign(this.setup, changed);
    if (!this.form.hidden) this.fillForm();
    this.show();
  }

  fillForm() {
    const { app, setup } = this;
    if (!(setup.kind in app.kinds)) setup.kind = Object.keys(app.kinds)[0];
    const info = app.kinds[setup.kind];
    if (!info.sizes.includes(setup.size)) setup.size = info.sizes[0] ?? 0;
    const sides = [["any", t("At random")], ...info.names.map((name, seat) => [String(seat), name])];
    if (!sides.some(([side]) => side === setup.side)) setup.side = "any";
    fill(this.fields,
      choice(t("Game"), Object.keys(app.kinds).map((kind) => [kind, app.titleOf(kind)]), setup.kind,
        (kind) => this.change({ kind })),
      info.sizes.length > 1
        ? choice(t("Board"), info.sizes.map((size) => [size, `${size}×${size}`]), setup.size, (size) =>
          this.change({ size: Number(size) }))
        : null,
      clockChoice(setup.clock, (clock) => Object.assign(setup, { clock }), [...CLUB_CLOCKS, ["", t("No clock")]]),
      choice(t("You play"), sides, setup.side, (side) => this.change({ side })));
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    remember("challenge", this.setup);
    this.play({ ...this.setup, rated: Boolean(this.setup.clock && this.setup.rated) });
  }
}
