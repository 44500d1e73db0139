// Practice: puzzles, endgames against perfect play, and openings to learn by heart. The server judges answers.

import { fill, h } from "../../core/dom.js";
import { n, sentences, t } from "../../core/words.js";
import { Daily, dailyWords } from "./daily.js";
import { PICTURES } from "../../board/pictures.js";
import { thumbnail } from "../../board/thumbnail.js";
import { Endgames } from "./endgames.js";
import { Openings } from "./openings.js";
import { OwnPuzzles } from "./ownpuzzles.js";
import { Puzzles } from "./puzzles.js";
import { Timed } from "./timed.js";
import { isShown, personRating } from "../../core/ratings.js";

/** @typedef {{ply: number, move: string, loss: number, better: string}} Loss  A move that loses discs. */
/** @typedef {{number: number, side: "black" | "white", moves: string, name: string, opening: string, rest: string[],
 * cells: string, losses: Loss[]}} Line  `rest` are its moves after the opening. */
/**
 * @typedef {object} Overview  The results so far, and the exercises due.
 * @property {Record<string, {answers: number, right: number, lost: number}>} all
 * @property {Record<string, number>} due
 * @property {number} streak
 * @property {{rating: number, error_95: number, results: number}} rating  The puzzle rating.
 * @property {{right: boolean | null, streak: number}} daily  The puzzle of the day: the answer, and the days in a row.
 * @property {number} solved  The number of puzzles solved in a row.
 * @property {number | null} best_run  The most puzzles solved against the clock.
 * @property {number | null} best_streak  The most puzzles solved in a streak.
 * @property {Line[]} lines
 * @property {number} own  The number of puzzles from the reader's own games.
 * @property {number} unsearched  The number of own games not searched for puzzles yet.
 * @property {string[]} themes
 * @property {Gap[]} gaps
 */
/** @typedef {{side?: string, line: string, move: string, share: number, games: number}} Gap  An unanswered reply. */
/** @typedef {{name: string, language: string, moves: string, cells: string, games: number}} Opening */
/** @typedef {{openings: Opening[], from_library: boolean}} Named  `from_library`: the games are those of a library. */

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  return new Practice(screen);
}

/** The picture of each exercise. @type {Record<string, string>} */
const SHOWN = { daily: "analyse", puzzles: "review", timed: "opponents", streak: "learn", endgames: "progress",
  openings: "friend" };

export class Practice {
  /** @param {import("../../core/later.js").FetchedScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.app = screen.app;
    this.ownPuzzles = new OwnPuzzles(screen.app);
    this.parts = { daily: new Daily(this), puzzles: new Puzzles(this), timed: new Timed(this, "timed"),
      streak: new Timed(this, "streak"), endgames: new Endgames(this), openings: new Openings(this) };
    /** @type {Daily | Puzzles | Timed | Endgames | Openings | null} */
    this.part = null; // the open exercise, in place of the list
    this.asked = 0; // number of the latest request
    /** @type {Overview | null} */
    this.overview = null;
  }

  /** @param {string[]} rest */
  async enter([name = "", key = ""] = []) {
    this.end();
    const { app, parts } = this;
    const part = this.part = Object.hasOwn(parts, name) ? parts[/** @type {keyof typeof parts} */ (name)] : null;
    if (name && !part) app.places.miss(`practice/${name}`);
    else if (key && part !== parts.puzzles) app.places.miss(`practice/${name}/${key}`);
    app.places.write(part ? `#/practice/${name}` : "#/practice");
    if (!part || part === parts.openings || !this.overview) {
      const number = this.asked;
      const [overview, named] = await Promise.all([app.ask("practice"),
        part === parts.openings ? app.ask("openings") : null]);
      if (!overview || (part === parts.openings && !named) || number !== this.asked) return;
      this.overview = overview;
      parts.openings.named = named;
    }
    if (part === parts.openings) parts.openings.repertoire();
    else if (part === parts.puzzles) await parts.puzzles.next(key);
    else if (part) await part.resume();
    else this.list();
  }

  /** End the open exercise and the search for puzzles. */
  end() {
    this.asked++;
    this.part?.end();
    this.ownPuzzles.leave();
  }

  leave() {
    this.end();
    fill(this.screen.host);
  }

  show() {
    if (this.part?.view && this.screen.host.contains(this.part.boardHost)) this.part.board.redraw();
  }

  /** Handle a key; the keys of a game have no meaning here. @param {string} key */
  key(key) {
    const pressed = this.part && { n: ".practice-next", h: ".practice-hint" }[key];
    if (pressed) this.screen.host.querySelector(pressed)?.click();
    return ["a", "b", "h", "i", "l", "m", "n", "r", "z"].includes(key);
  }

  list() {
    const { due, streak, all, lines, rating, solved, daily, best_run: best, best_streak: longest } =
      /** @type {Overview} */ (this.overview);
    const state = (/** @type {string} */ kind, /** @type {number} */ count) =>
      count
        ? n("{count} due now", "{count} due now", count)
        : all[kind].answers
        ? n("{count} answer so far", "{count} answers so far", all[kind].answers)
        : "";
    const lost = all.endgame.answers
      ? t("{discs} discs given away in {count} endgames", { discs: all.endgame.lost, count: all.endgame.answers })
      : "";
    fill(this.screen.host, h("h2", { tabindex: -1 }, t("Practice")),
      h("p", { class: "muted" },
        t("What you know comes again at ever longer intervals, what you missed comes again soon.")),
      streak > 1
        ? h("p", { class: "practice-streak" }, t("You have practised on {count} days in a row.", { count: streak }))
        : null,
      rating.results
        ? h("p", {}, sentences(isShown(rating)
          ? t("Your puzzle rating is {rating}.", { rating: personRating(rating, "archive") })
          : t("Your puzzle rating appears after three puzzles."),
          solved > 1 ? t("You have solved {count} puzzles in a row.", { count: solved }) : ""))
        : null,
      h("ul", { class: "lesson-list" },
        this.door("daily", t("Puzzle of the day"), t("The same puzzle for everybody, a new one each day."),
          dailyWords(daily)),
        this.door("puzzles", t("Puzzles"), t("Find the one move that is clearly best."), state("puzzle", due.puzzle)),
        this.door("timed", t("Against the clock"),
          t("Solve as many puzzles as you can in three minutes. The third mistake ends it."),
          best === null ? "" : t("Your best: {count}", { count: best })),
        this.door("streak", t("Streak"), t("Harder and harder puzzles without a clock, until the first mistake."),
          longest === null ? "" : t("Your best: {count}", { count: longest })),
        this.door("endgames", t("Endgames"),
          t("Play the last moves against perfect play. Each disc that you give away is counted."), lost),
        this.door("openings", t("Openings"),
          lines.length
            ? n("Your repertoire has {count} line.", "Your repertoire has {count} lines.", lines.length)
            : t("Learn your own lines by heart."), state("opening", due.opening))),
      this.ownPuzzles.section(/** @type {Overview} */ (this.overview), () => {
        Object.assign(this.parts.puzzles.wanted, { mine: true, theme: "", ratings: "" });
        location.hash = "#/practice/puzzles";
      }));
  }

  /** @param {string} name @param {string} title @param {string} about @param {string} state */
  door(name, title, about, state) {
    const words = state ? h("span", { class: "lesson-state" }, state) : null;
    return h("li", {},
      h("a", { class: "door lesson-door", href: `#/practice/${name}` }, thumbnail("othello", PICTURES[SHOWN[name]], 8),
        h("span", {}, h("strong", {}, title), " ", h("span", { class: "muted" }, about), words)));
  }
}
