// Today's tasks at home: exercises due, the person's rating, the next lesson, the latest game to review.

import { fill, h, recall, s } from "../core/dom.js";
import { outcomeInWords } from "../board/kept.js";
import { thumbnail } from "../board/thumbnail.js";
import { n, t } from "../core/words.js";
import { isProvisional, isShown, rounded, shownRating } from "../core/ratings.js";

/** @typedef {import("../core/protocol.js").KeptGame} KeptGame */

export class Today {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {any} */
    this.overview = null; // of the exercises
    /** @type {import("./ownrating.js").OwnRating | null} */
    this.rating = null;
    /** @type {KeptGame | null} */
    this.last = null; // the person's latest game
    this.host = h("div", { class: "tiles" });
  }

  /** Ask the server for the numbers; the tiles appear without them, too. */
  async ask() {
    this.draw();
    const { connection } = this.app;
    const none = () => null;
    [this.overview, this.rating] = await Promise.all([connection.request("practice").catch(none),
      connection.request("rating").catch(none)]);
    this.draw();
  }

  draw() {
    fill(this.host, this.practice(), this.ownRating(), this.lessons(), this.review());
  }

  practice() {
    const due = this.overview ? this.overview.due.puzzle + this.overview.due.opening : 0;
    const streak = this.overview?.streak ?? 0;
    const words = streak > 1
      ? n("{count} day in a row", "{count} days in a row", streak)
      : due
      ? t("Exercises for today")
      : t("A puzzle that fits you");
    return tile("#/practice/puzzles",
      due ? String(due) : sign("M12 3l2.6 5.6 6.1.7-4.5 4.2 1.2 6L12 16.5 6.6 19.5l1.2-6L3.3 9.3l6.1-.7z"),
      due ? n("Exercise due", "Exercises due", due) : t("Puzzles"), words);
  }

  ownRating() {
    if (!this.rating || !isShown(this.rating)) {
      return tile("#/opponents", sign("M6 20v-6M12 20V4M18 20V9"), t("Your rating"), t("After three games"));
    }
    const rating = shownRating(this.rating.rating, "ladder");
    return isProvisional(this.rating)
      ? tile("#/progress", `≈ ${rounded(rating)}`, t("Your rating"), t("still finding out"))
      : tile("#/progress", String(rating), t("Your rating"), t("± {error}", { error: this.rating.error_95 }));
  }

  lessons() {
    const solved = boardsSolved();
    return tile("#/learn",
      solved ? String(solved) : sign("M12 6v14M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1"),
      solved ? n("Board solved", "Boards solved", solved) : t("Lessons"),
      solved ? t("Lessons") : t("From the rules on"));
  }

  review() {
    const { last, app } = this;
    if (!last?.result || !app.isAnalysed(last.kind) || !last.n_moves) {
      return tile("#/games", sign("M4 5h16M4 12h16M4 19h10"), t("Your games"),
        last ? t("Find, review and keep them") : t("None finished yet"));
    }
    return h("button", { type: "button", class: "tile", on: { click: () => app.examine(last, "review") } },
      thumbnail(last.kind, last.cells, last.width),
      h("span", {}, h("strong", {}, t("Review your last game")), " ",
        h("span", { class: "muted small" }, outcomeInWords(last))));
  }
}

/** The number of solved boards in all lessons. */
export function boardsSolved() {
  return Object.values(recall("lessons", {})).reduce((sum, each) => sum + (each?.solved?.length ?? 0), 0);
}

/** @param {string} href @param {any} value @param {string} title @param {string} words */
function tile(href, value, title, words) {
  return h("a", { class: "tile", href }, h("span", { class: "tile-value" }, value),
    h("span", {}, h("strong", {}, title), " ", h("span", { class: "muted small" }, words)));
}

/** @param {string} path */
function sign(path) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));
}
