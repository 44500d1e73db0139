// Lessons: the list, the reader's progress, and the open lesson.

import { note } from "../core/announce.js";
import { Board } from "../board/board.js";
import { fill, h, recall, remember } from "../core/dom.js";
import { Lesson } from "./lesson.js";
import { fetched } from "../core/later.js";
import { Screen } from "../core/screen.js";
import { t } from "../core/words.js";

/** The storage key for progress in each lesson: the current board and the solved ones. */
const KEPT = "lessons";

/**
 * @typedef {object} Offered  A lesson in the list.
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {() => Promise<{lesson(words: typeof t): import("./lesson.js").Told}>} load
 * @property {number} boards  The number of its boards.
 */

export class Lessons extends Screen {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "learn", t("Lessons"));
    this.boardHost = h("div", { class: "board" });
    this.board = new Board((name) => this.choose(name), this.boardHost);
    /** @type {Lesson | null} */
    this.lesson = null;
  }

  /** Show the list, or a lesson at one of its boards or at the latest one. @param {string[]} rest */
  async enter([name = "", place = ""] = []) {
    this.end();
    const found = this.offered.find((each) => each.name === name);
    if (!found) {
      if (name) note(t("There is no lesson “{name}”.", { name: name.slice(0, 40) }), "error");
      this.app.places.write("#/learn");
      this.list();
      return;
    }
    const at = place === "end" ? found.boards + 1 : Number(place || (this.known(name).at ?? 1));
    const isThere = Number.isInteger(at) && at >= 1 && at <= found.boards + 1;
    if (!isThere) note(t("This lesson has {count} boards.", { count: found.boards }), "error");
    await this.open(found, isThere ? at : 1);
  }

  /** Open a lesson at a board; one board beyond the last is its end. @param {Offered} found @param {number} at */
  async open(found, at) {
    const isEnd = at > found.boards;
    this.app.places.write(`#/learn/${found.name}/${isEnd ? "end" : at}`);
    const lesson = new Lesson(this, found, at);
    this.lesson = lesson;
    try {
      lesson.told = (await fetched(found.load, `lessons/${found.name}.js`)).lesson(t);
    } catch {
      note(t("The lesson could not be loaded. Is the server running?"), "error");
      return;
    }
    if (this.lesson !== lesson) return;
    this.keep(found.name, { at: isEnd ? 1 : at });
    await lesson.begin();
  }

  /** The lessons in the recommended order. @returns {Offered[]} */
  get offered() {
    return [
      { name: "rules", title: t("The rules"), about: t("Eight boards, and you can play."),
        load: () => import("../lessons/rules.js"), boards: 8 },
      { name: "corners", title: t("Corners"),
        about: t("The four squares that decide many games, and those beside them."),
        load: () => import("../lessons/corners.js"), boards: 5 },
      { name: "greedy", title: t("Fewer is more"), about: t("Why it is good to have few discs, until the end."),
        load: () => import("../lessons/greedy.js"), boards: 4 },
      { name: "mobility", title: t("Choices"),
        about: t("Keep moves for yourself, and leave the other side no good ones."),
        load: () => import("../lessons/mobility.js"), boards: 5 },
      { name: "edges", title: t("Discs that stay"),
        about: t("Discs that can never be turned over, and ways to get more of them."),
        load: () => import("../lessons/edges.js"), boards: 4 },
      { name: "parity", title: t("The last move"), about: t("How to count the empty squares at the end."),
        load: () => import("../lessons/parity.js"), boards: 5 },
    ];
  }

  leave() {
    this.end();
    fill(this.host);
  }

  /** Close the open lesson. */
  end() {
    this.lesson?.end();
    this.lesson = null;
  }

  show() {
    this.lesson?.redraw();
  }

  // --- progress -----------------------------------------------------------------------------------------------------

  /** @param {string} name @returns {{at?: number, solved?: number[]}} */
  known(name) {
    return recall(KEPT, {})[name] ?? {};
  }

  /** @param {string} name @param {object} more */
  keep(name, more) {
    remember(KEPT, { ...recall(KEPT, {}), [name]: { ...this.known(name), ...more } });
  }

  /** @param {string} name @param {number} at */
  solve(name, at) {
    this.keep(name, { solved: [...new Set([...(this.known(name).solved ?? []), at])] });
  }

  list() {
    const isMet = this.host.contains(document.activeElement);
    const heading = h("h2", { tabindex: -1 }, t("Learn"));
    fill(this.host, heading,
      h("p", { class: "muted" },
        t("Short lessons on a board. You always have the black discs. Take your time: nothing can go wrong here.")),
      h("ol", { class: "lesson-list" }, ...this.offered.map((each) => h("li", {}, this.door(each)))),
      h("p", {}, h("a", { href: "#/rules" }, t("The rules in full")), " · ",
        h("a", { href: "#/help" }, t("Help with this page"))));
    if (isMet) heading.focus({ preventScroll: true }); // the focused element is gone
  }

  /** The card of a lesson in the list. @param {Offered} found */
  door({ name, title, about, boards }) {
    const { at = 1, solved = [] } = this.known(name);
    const isBegun = solved.length > 0 || at > 1;
    const state = solved.length >= boards
      ? t("Done")
      : isBegun
      ? t("{count} of {all} boards", { count: solved.length, all: boards })
      : "";
    return h("a", { class: `door lesson-door${solved.length >= boards ? " done" : ""}`, href: `#/learn/${name}` },
      h("strong", {}, title), h("span", { class: "muted" }, about),
      state ? h("span", { class: "lesson-state" }, state) : null);
  }

  // --- a person's actions ------------------------------------------------------------------------------------------

  /** @param {string} move */
  choose(move) {
    this.lesson?.choose(move);
  }

  /** Go to the next or the previous board. @param {number} by */
  step(by) {
    this.lesson?.step(by);
  }

  /** Ignore the keys of a game. @param {string} key */
  key(key) {
    return ["a", "b", "i", "l", "m", "r", "z"].includes(key);
  }
}
