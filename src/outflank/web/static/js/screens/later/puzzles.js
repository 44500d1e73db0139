// Puzzles: positions with one clearly best move.

import { announce } from "../../core/announce.js";
import { choice } from "../../core/fields.js";
import { signed } from "../../board/values.js";
import { keepSolving, solvingOf } from "../../core/solving.js";
import { n, sentences, t } from "../../core/words.js";
import { Exercise } from "./exercise.js";
import { isProvisional, personRating, shownRating } from "../../core/ratings.js";

/** @typedef {import("../../core/protocol.js").View} View */

const SHOWN = 4; // moves shown after a wrong answer
const KEY = /^[0-9a-f]{32}$/; // of a puzzle

/** Bands of archive ratings, from which puzzles can be chosen; a fifth to a third of the puzzles lie in each.
 * @type {{limits: {lowest?: number, highest?: number}, words: string}[]} */
const BANDS = [
  { limits: { highest: -600 }, words: t("very easy") },
  { limits: { lowest: -600, highest: -400 }, words: t("easy") },
  { limits: { lowest: -400, highest: -200 }, words: t("medium") },
  { limits: { lowest: -200, highest: 0 }, words: t("hard") },
  { limits: { lowest: 0 }, words: t("very hard") },
];

/** The words for the difficulty of a puzzle. @param {number} rating  On the archive's scale. */
function difficulty(rating) {
  const { words } = BANDS.find(({ limits }) => rating <= (limits.highest ?? Infinity)) ?? BANDS[0];
  return t("Difficulty: {words}", { words });
}

export class Puzzles extends Exercise {
  /** @param {import("./practice.js").Practice} practice */
  constructor(practice) {
    super(practice);
    /** @type {View | null} */
    this.first = null; // the first position of the puzzle
    this.isFirst = true; // true if the next answer is the first to this puzzle
    this.isRight = false; // true once the person has found the best move
    /** @type {string[]} */
    this.asked = []; // puzzles of this visit
    this.wanted = { theme: "", ratings: "", mine: false };
    /** The puzzle rating after this puzzle.
     * @type {{rating: number, error_95: number, results: number, change: number} | null} */
    this.rated = null;
  }

  /** @override @param {string} [wantedKey]  Of the puzzle to ask; without it, the server chooses one. */
  async next(wantedKey = "") {
    const { number, wanted } = this;
    const key = KEY.test(wantedKey) ? wantedKey : "";
    if (wantedKey && !key) this.app.places.miss(`practice/puzzles/${wantedKey}`);
    const { themes, own } = /** @type {import("./practice.js").Overview} */ (this.practice.overview);
    const again = () => this.follow(() => this.next());
    const called = themeNames();
    this.lay(t("Puzzles"),
      choice(t("Theme"), [["", t("any theme")], ...themes.map((name) => [name, called[name] ?? name])], wanted.theme,
        (value) => ((wanted.theme = value), again())),
      choice(t("Difficulty"), [["", t("just hard enough")], ...BANDS.map(({ words }) => [words, words])],
        wanted.ratings, (value) => ((wanted.ratings = value), again())),
      own
        ? choice(t("Puzzles from"), [["", t("all games")], ["mine", t("your own games")]], wanted.mine ? "mine" : "",
          (value) => ((wanted.mine = value === "mine"), again()))
        : null);
    this.answer = { words: "", isGood: false };
    this.question = "";
    this.rated = null;
    const band = BANDS.find(({ words }) => words === wanted.ratings);
    const found = await this.ask("puzzle",
      key ? { key } : { theme: wanted.theme, mine: wanted.mine, ...band?.limits, without: this.asked.slice(-200) });
    if (number !== this.number) return;
    if (!found) {
      if (key) await this.next(); // an error is on screen
      return;
    }
    if (found.puzzle) {
      const { key: asked, due } = found.puzzle;
      this.asked.push(asked);
      this.app.places.write(`#/practice/puzzles/${asked}`); // a reload asks the same puzzle
      const fresh = { isFirst: !key, isHinted: false, isOver: false, isRight: false }; // an old one does not count
      await this.pose(found.puzzle, due ? t("due again") : "", (key && solvingOf(key)) || fresh);
      return;
    }
    this.view = null;
    this.boardHost.classList.add("waiting");
    this.question = t("There are no more puzzles like these for now.");
    this.tell();
    announce(this.question);
  }

  /** Show a puzzle as the person has left it.
   * @param {any} puzzle @param {string} remark  More words beside the title.
   * @param {import("../../core/solving.js").Solving} state */
  async pose(puzzle, remark, state) {
    this.told = puzzle;
    Object.assign(this, { ...state, hints: 0, isBusy: false, first: this.told.view });
    this.keep();
    this.draw(this.told.view);
    const words = difficulty(this.told.rating);
    this.beside.textContent = [words, remark].filter(Boolean).join(" · ");
    this.beside.title = t("rating {rating}", { rating: shownRating(this.told.rating, "archive") });
    this.question = t("{side} to move. Which move is clearly the best?", { side: this.side });
    this.redo();
    announce(`${words}. ${this.question}`);
    this.refocus();
    if (!state.isOver) return;
    const found = await this.ask("solve", { key: puzzle.key, move: null, first: false });
    if (found) this.reveal(found);
  }

  /** Store the state of this puzzle. */
  keep() {
    const { isFirst, isHinted, isOver, isRight } = this;
    keepSolving(this.told.key, { isFirst, isHinted, isOver, isRight });
  }

  /** The person's puzzle rating, if this puzzle has changed it; empty while each puzzle changes it much. */
  ratingWords() {
    if (!this.rated || isProvisional(this.rated)) return "";
    return t("Your puzzle rating: {rating} ({change}).", { rating: personRating(this.rated, "archive"),
      change: signed(this.rated.change) });
  }

  redo() {
    const next = this.nextButton(t("Next puzzle"), t("Skip"));
    if (this.isOver) this.tell(next, ...this.afterwards(/** @type {View} */ (this.first)));
    else this.tell(...this.helps(() => this.follow(() => this.judge(null))), next);
  }

  async hint() {
    if (this.isBusy) await this.hurry();
    if (this.isBusy || this.isOver) return;
    const found = await this.ask("puzzle_hint", { key: this.told.key });
    if (!found) return;
    this.isHinted = true;
    this.keep();
    const about = themeWords()[found.theme];
    const worth = t("It gives {side} a value of {value}.", { side: this.side, value: signed(found.value) });
    const hints = [...(about ? [about] : []), worth, t("It is in column {column}.", { column: found.column })];
    this.say(hints[Math.min(this.hints++, hints.length - 1)], true);
    this.redo();
  }

  /** Judge a move; null shows the answer. @param {string | null} move */
  async judge(move) {
    const found = await this.ask("solve", { key: this.told.key, move, first: this.isFirst, hinted: this.isHinted });
    if (!found) return;
    const wasFirst = this.isFirst;
    this.isFirst = false;
    if (found.rating) this.rated = found.rating;
    Object.assign(this, { isRight: found.right, isOver: "margin" in found });
    this.keep();
    if (!("margin" in found)) {
      const [, ...line] = found.line;
      const lost = n("{move} loses {count} disc.", "{move} loses {count} discs.", found.loss, { move: found.line[0] });
      this.say(
        sentences(lost, line.length ? t("The line goes on {line}.", { line: line.slice(0, SHOWN).join(" ") }) : "",
          t("Try again.")),
        false,
      );
      this.isBusy = true;
      this.redo();
      const { number } = this;
      if (!(await this.walk(found.views, found.line, 1 + SHOWN))) return;
      await this.pause();
      if (number !== this.number) return;
      this.isBusy = false;
      this.draw(/** @type {View} */ (this.first));
      return;
    }
    this.reveal(found, wasFirst);
    this.actions.querySelector(".practice-next")?.focus({ preventScroll: true });
  }

  /** Show the best move and its line. @param {any} found @param {boolean} [wasFirst]  True for the first answer. */
  reveal(found, wasFirst = false) {
    const [best, ...line] = found.line;
    const called = themeNames();
    const head = this.isRight
      ? (wasFirst && !this.isHinted ? t("Right at once.") : t("Right."))
      : t("The best move is {move}.", { move: best });
    const margin = found.proven
      ? n("{move} is {count} disc better than {second}, proven.",
        "{move} is {count} discs better than {second}, proven.", found.margin, { move: best, second: found.second })
      : n("{move} is about {count} disc better than {second}.", "{move} is about {count} discs better than {second}.",
        found.margin, { move: best, second: found.second });
    const themes = found.themes.length
      ? t("Themes: {themes}.", {
        themes: found.themes.map((/** @type {string} */ name) => called[name] ?? name).join(", "),
      })
      : "";
    this.draw(found.views[0]);
    this.say(
      sentences(head, margin, t("Value: {value}.", { value: signed(found.value) }),
        line.length ? t("The line goes on {line}.", { line: line.join(" ") }) : "", themes, this.ratingWords()),
      this.isRight,
    );
    this.draw(found.views[1], best, found.views[0].legal[best] ?? []);
    this.redo();
  }
}

/** The titles of themes. @returns {Record<string, string>} */
function themeNames() {
  return { "wipe-out": t("wipe-out"), pass: t("pass"), "x-square": t("X-square"), "c-square": t("C-square"),
    sacrifice: t("sacrifice of a corner"), corner: t("corner"), defence: t("defence of a corner"), parity: t("parity"),
    quiet: t("quiet move"), mobility: t("mobility"), win: t("the only win"), endgame: t("endgame") };
}

/** Descriptions of the best move, by theme. @returns {Record<string, string>} */
function themeWords() {
  return { "wipe-out": t("The best move leads to a wipe-out of the other side."),
    pass: t("The best move leaves the other side without a move."),
    "x-square": t("The best move is on the X-square of an empty corner."),
    "c-square": t("The best move is on the C-square of an empty corner."),
    sacrifice: t("The best move lets the other side take a corner."), corner: t("The best move takes a corner."),
    defence: t("The best move keeps the other side from a corner."),
    parity: t("The best move enters an odd region of empty squares."),
    quiet: t("The best move turns over only discs that touch no empty square."),
    mobility: t("The best move leaves the other side the fewest moves."), win: t("Only the best move wins."),
    endgame: t("This can be counted to the end.") };
}
