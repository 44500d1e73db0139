// The course: the list of lessons in chapters, the reader's progress, and the open lesson.

import { note } from "../../core/announce.js";
import { Board } from "../../board/board.js";
import { thumbnail } from "../../board/thumbnail.js";
import { fill, h, recall, remember } from "../../core/dom.js";
import { fetched } from "../../core/later.js";
import { t } from "../../core/words.js";
import { course } from "./course.js";
import { Lesson } from "./lesson.js";

/** @typedef {import("./course.js").Offered} Offered */

/** The storage key for progress in each lesson: the current board and the solved ones. */
const KEPT = "lessons";

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  return new Lessons(screen);
}

export class Lessons {
  /** @param {import("../../core/later.js").FetchedScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.app = screen.app;
    this.boardHost = h("div", { class: "board" });
    this.board = new Board((name) => this.choose(name), this.boardHost);
    /** @type {Lesson | null} */
    this.lesson = null;
    this.chapters = course();
    /** The lessons in the recommended order. @type {Offered[]} */
    this.offered = this.chapters.flatMap(({ lessons }) => lessons);
  }

  get host() {
    return this.screen.host;
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
    await this.begin(found, isThere ? at : 1);
  }

  /** Open a lesson at a board; one board beyond the last is its end. @param {Offered} found @param {number} at */
  async begin(found, at) {
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

  /** The numbers of a lesson's boards that are not solved yet. @param {Offered} each */
  open({ name, boards }) {
    const { solved = [] } = this.known(name);
    return Array.from({ length: boards }, (_, i) => i + 1).filter((at) => !solved.includes(at));
  }

  /** True if all boards of a lesson are solved. @param {Offered} each */
  isDone(each) {
    return !this.open(each).length;
  }

  /** The first lesson with a board to solve; none if all are done. */
  get next() {
    return this.offered.find((each) => !this.isDone(each));
  }

  // --- the list -----------------------------------------------------------------------------------------------------

  list() {
    const at = document.activeElement;
    const isMet = at !== this.host && this.host.contains(at);
    const heading = h("h2", { tabindex: -1 }, t("Learn"));
    const done = this.offered.filter((each) => this.isDone(each)).length;
    fill(this.host, heading,
      h("p", { class: "muted" },
        t("Short lessons on a board. You always have the black discs. Take your time: nothing can go wrong here.")),
      done
        ? h("p", { class: "course-done" },
          h("span", {}, t("{count} of {all} lessons done", { count: done, all: this.offered.length })),
          h("progress", { max: this.offered.length, value: done, "aria-label": t("Progress in the course") }))
        : null,
      ...this.chapters.flatMap((
        { title, lessons },
      ) => [h("h3", { class: "chapter" }, title),
        h("ol", { class: "lesson-list course-list", start: this.offered.indexOf(lessons[0]) + 1 },
          ...lessons.map((each) => h("li", {}, this.door(each))))]
      ),
      h("p", {}, h("a", { href: "#/rules" }, t("The rules in full")), " · ",
        h("a", { href: "#/help" }, t("Help with this page"))));
    if (isMet) heading.focus({ preventScroll: true }); // the focused element is gone
  }

  /** The card of a lesson in the list. @param {Offered} found */
  door(found) {
    const { name, title, about, boards, cells } = found;
    const { at = 1 } = this.known(name);
    const solved = boards - this.open(found).length;
    const isNext = found === this.next;
    const state = solved >= boards
      ? t("Done")
      : solved > 0 || at > 1
      ? t("{count} of {all} boards", { count: solved, all: boards })
      : "";
    return h("a", {
      class: `door lesson-door${solved >= boards ? " done" : ""}${isNext ? " next" : ""}`,
      href: `#/learn/${name}`,
    }, thumbnail("othello", cells, Math.sqrt(cells.length)),
      h("span", { class: "lesson-about" },
        h("strong", {}, h("span", { class: "lesson-number" }, `${this.offered.indexOf(found) + 1}`), " ", title),
        h("span", { class: "muted" }, about),
        isNext || state
          ? h("span", { class: "lesson-state" }, [isNext ? t("Next") : "", state].filter(Boolean).join(" · "))
          : null));
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
