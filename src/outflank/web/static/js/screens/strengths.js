// The ratings of the players of a reviewed game: for players of these ratings, a review tells how hard moves are.

import { note } from "../core/announce.js";
import { fill, h } from "../core/dom.js";
import { shownRating, ZEROS } from "../core/ratings.js";
import { t } from "../core/words.js";
import { askRating } from "./ownrating.js";

// the ratings that the model of people's moves knows, as people see them
const KNOWN = [shownRating(-600, "archive"), shownRating(500, "archive")];
const [USUAL, SIZE] = ["othello", 8];

export class Strengths {
  /** @param {import("../main.js").App} app @param {() => void} onChange */
  constructor(app, onChange) {
    this.app = app;
    /** @type {import("../board/study.js").Study | null} */
    this.study = null;
    /** The archive ratings of Black and White; null is estimated from the moves. @type {(number | null)[]} */
    this.ratings = [null, null];
    this.seat = -1; // the person's seat, if their own rating is used
    this.own = -1; // the person's seat, if known
    /** @type {Promise<void | false> | null} */
    this.answer = null; // settles when the person's own rating is known
    this.words = h("p", { class: "muted small" });
    this.inputs = [0, 1].map(() =>
      h("input", { type: "number", min: KNOWN[0], max: KNOWN[1], step: 10, placeholder: t("from the moves") })
    );
    this.names = [h("span", {}), h("span", {})];
    const form = h("form", { novalidate: true, on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.read();
      onChange();
    } } },
      h("div", { class: "fields" },
        ...this.inputs.map((input, seat) => h("label", { class: "field" }, this.names[seat], input))),
      h("div", { class: "actions" }, h("button", { type: "submit" }, t("Use these strengths"))));
    this.host = h("details", { class: "card strengths", hidden: true }, h("summary", {}, t("How hard is each move?")),
      this.words, form);
  }

  /** Take the person's own rating for the examined game, unless that has been done. */
  async know() {
    const { study, source, names, kind } = this.app.examined;
    this.host.hidden = kind !== USUAL || study.root.view?.width !== SIZE || study.mainLine.length < 2;
    if (this.study !== study) {
      Object.assign(this, { study, ratings: [null, null], seat: -1, own: -1 });
      this.answer = askRating(this.app, source).then((own) => this.study === study && this.take(own));
    }
    await this.answer; // also of an earlier call
    if (this.study !== study) return;
    this.inputs.forEach((input, seat) => {
      fill(this.names[seat], names[seat]);
      const rating = this.ratings[seat];
      input.value = rating === null ? "" : String(shownRating(rating, "archive"));
    });
  }

  /** Use the person's own rating, if there is one. @param {import("./ownrating.js").OwnRating | null} own */
  take(own) {
    const { seat = null, results = 0 } = own ?? {};
    this.own = seat ?? -1;
    fill(this.words,
      t("The share of players who find a move is told for players of these ratings: 1400 is the average player "
        + "of a tournament game. Without a number, the rating is estimated from the moves of the game."));
    if (!own || seat === null || !results) return;
    const { rating } = own.archive;
    this.ratings[seat] = rating;
    this.seat = seat;
    const told = { rating: shownRating(own.rating, "ladder"), closest: shownRating(rating, "archive") };
    this.words.append(" ", t("Your ladder rating is {rating}, which counts as {closest} here.", told));
  }

  /** Read the ratings in the fields. */
  read() {
    const [low, high] = KNOWN;
    this.inputs.forEach((input, seat) => {
      const typed = input.value.trim() === "" ? null : Math.round(Number(input.value));
      const shown = typed === null ? null : Math.min(Math.max(typed, low), high);
      if (shown !== typed) {
        note(t("Ratings are known from {low} to {high}: {rating} is used.", { low, high, rating: shown ?? "" }));
      }
      const rating = shown === null ? null : shown - ZEROS.archive;
      if (rating !== this.ratings[seat] && seat === this.seat) this.seat = -1;
      this.ratings[seat] = rating;
      input.value = String(shown ?? "");
    });
  }
}
