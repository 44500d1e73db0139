// Runs of puzzles: against the clock, or until the first mistake. The server poses the puzzles, judges the answers and
// measures the time.

import { announce } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { n, sentences, t } from "../../core/words.js";
import { trendPicture } from "../../board/trend.js";
import { signed } from "../../board/values.js";
import { Exercise } from "./exercise.js";
import { thumbnail } from "../../board/thumbnail.js";
import { keepSolving } from "../../core/solving.js";
import { isProvisional, isShown, personRating, rounded, shownRating } from "../../core/ratings.js";

/** @typedef {import("../../core/protocol.js").View} View */
/** @typedef {{rating: number, error_95: number, results: number}} Rating */

const TICK_MS = 250;

export class Timed extends Exercise {
  /** @param {import("./practice.js").Practice} practice @param {"timed" | "streak"} kind */
  constructor(practice, kind) {
    super(practice);
    this.kind = kind;
    this.until = 0; // when the time is up, in milliseconds of `performance.now`
    this.ticking = 0;
    this.isRunning = false;
    /** @type {{right: number, wrong: number, mistakes: number, skip: boolean}} */
    this.state = { right: 0, wrong: 0, mistakes: 0, skip: false }; // as the server sent it last
    this.results = h("div", { class: "run-results" });
  }

  /** The largest number of puzzles so far. */
  get best() {
    const overview = /** @type {import("./practice.js").Overview} */ (this.practice.overview);
    return this.kind === "timed" ? overview.best_run : overview.best_streak;
  }

  set best(best) {
    const overview = /** @type {import("./practice.js").Overview} */ (this.practice.overview);
    overview[this.kind === "timed" ? "best_run" : "best_streak"] = best;
  }

  /** Show the rules and the button that begins a run. */
  next() {
    this.stop();
    this.view = null;
    this.isOver = true;
    this.lay(this.kind === "timed" ? t("Against the clock") : t("Streak"), this.results);
    this.question = sentences(
      this.kind === "timed"
        ? t("You have three minutes. Puzzles become harder, and the third mistake ends the run.")
        : t("Puzzles become harder, and the first mistake ends the streak. There is no clock, and you can skip once."),
    );
    this.answer = { words: "", isGood: false };
    this.redo();
    this.actions.querySelector(".practice-next")?.focus({ preventScroll: true });
    this.showResults();
  }

  /** Show the rating of such runs, its history, and the best runs of the day. */
  async showResults() {
    const { number } = this;
    fill(this.results);
    const found = await this.app.ask("runs", { kind: this.kind });
    if (!found || number !== this.number) return;
    if (found.running) {
      this.goOn(found.running);
      return;
    }
    const { rating, history, table, sample, missed } = found;
    if (!this.view) this.lookAt(sample);
    const label = n("Your rating after the last {count} run.", "Your rating after each of the last {count} runs.",
      history.length);
    const shown = shownRating(rating.rating, "archive");
    const inShort = isProvisional(rating) ? `≈ ${rounded(shown)}` : shown;
    const numbers = [[found.best, t("Your best")], [isShown(rating) ? inShort : null, t("Your rating")]];
    fill(this.results, missed.length ? missedPuzzles(missed) : null,
      h("dl", { class: "run-numbers" },
        ...numbers.map(([value, words]) => h("div", {}, h("dt", {}, words), h("dd", {}, String(value ?? "–"))))),
      rating.results ? h("p", { class: "muted small" }, this.ratingWords(rating)) : null,
      ...(history.length > 1 ? [trendPicture(history, label), h("p", { class: "muted small" }, label)] : []),
      this.app.hasClub || table.length
        ? h("section", { class: "card", "aria-label": t("Best today") }, h("h3", {}, t("Best today")), table.length
          ? h("ol", { class: "run-table" }, ...table.map((/** @type {{name: string, solved: number}} */ each) =>
            h("li", {}, h("bdi", {}, each.name), " ", h("b", {}, String(each.solved)))
          ))
          : h("p", { class: "muted" }, t("Nobody yet: the first run takes the lead.")))
        : null);
  }

  /** Show a position like those of a run, which does not count. @param {View} view */
  lookAt(view) {
    this.boardHost.classList.remove("waiting");
    this.board.show(view, { kind: "othello", open: false });
  }

  /** @param {Rating} rating */
  ratingWords(rating) {
    if (!isShown(rating)) return t("Your rating appears after three puzzles.");
    const values = { rating: personRating(rating, "archive") };
    return this.kind === "timed"
      ? t("Your rating against the clock is {rating}: you solve half of the puzzles with this rating.", values)
      : t("Your rating in streaks is {rating}: you solve half of the puzzles with this rating.", values);
  }

  async begin() {
    const { number } = this;
    const found = await this.ask("timed", { kind: this.kind });
    if (!found || number !== this.number) return;
    this.run(found);
  }

  /** Go on with the run that was left; end it if its time is up. @param {any} found */
  goOn(found) {
    this.run(found);
    if (found.left !== 0) this.say(t("Your run goes on."), true);
  }

  /** @param {any} found */
  run(found) {
    this.isRunning = true;
    fill(this.results);
    this.answer = { words: "", isGood: false };
    if (this.kind === "timed") this.ticking = setInterval(() => this.tick(), TICK_MS);
    this.take(found);
  }

  /** Show the state that the server sent. @param {any} found */
  take(found) {
    this.state = found;
    this.until = performance.now() + 1000 * (found.left ?? 0);
    this.isOver = !found.puzzle;
    this.isBusy = false;
    if (found.puzzle) {
      const { words } = this.answer;
      this.answer = { words: "", isGood: false }; // it is about another board
      this.draw(found.puzzle.view);
      this.question = t("{side} to move. Which move is clearly the best?", { side: this.side });
      announce(sentences(words, this.question));
    } else this.finish(found);
    this.tick();
    this.redo();
  }

  /** @param {any} found */
  finish(found) {
    this.stop();
    this.best = found.best;
    const change = found.rating && !isProvisional(found.rating) ? found.rating.rating - found.before.rating : 0;
    this.question = sentences(solvedIn(found),
      found.record
        ? t("That is your best run.")
        : found.best === null
        ? ""
        : t("Your best: {count}.", { count: found.best }),
      change ? t("Your rating has changed by {change}.", { change: signed(change) }) : "");
    announce(this.question);
    if (this.view) this.draw(this.view);
    this.showResults();
  }

  tick() {
    const left = Math.max(0, Math.ceil((this.until - performance.now()) / 1000));
    const { right, wrong, mistakes } = this.state;
    const isTimed = this.kind === "timed";
    this.beside.textContent = [
      this.isRunning && isTimed ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "",
      t("{count} solved", { count: right }),
      isTimed ? t("{count} of {most} mistakes", { count: wrong, most: mistakes }) : "",
    ].filter(Boolean).join(" · ");
    if (this.isRunning && isTimed && !left && !this.isBusy) {
      this.say(t("The time is up."), false);
      this.judge(null, { ends: true });
    }
  }

  redo() {
    const { number } = this;
    const act = (/** @type {() => any} */ begin) => () => number === this.number && begin();
    if (this.isRunning) {
      const skip = this.kind === "timed"
        ? button(t("Skip (a mistake)"), act(() => this.judge(null)), { class: "practice-next" })
        : this.state.skip
        ? button(t("Skip this puzzle (once)"), act(() => this.judge(null, { skips: true })), { class: "practice-next" })
        : null;
      this.tell(skip, button(t("End the run"), act(() => this.judge(null, { ends: true }))));
    } else {
      this.tell(button(this.view ? t("Play again") : t("Begin"), act(() => this.begin()), {
        class: "primary practice-next",
      }));
    }
  }

  /** @param {string | null} move @param {{ends?: boolean, skips?: boolean}} [how] */
  async judge(move, how = {}) {
    if (!this.isRunning) return;
    const { number } = this;
    const found = await this.ask("timed_answer", { move, ...how });
    if (!found) {
      if (how.ends && number === this.number) this.drop();
      return;
    }
    const { answer } = found;
    if (answer && !answer.counts) this.say(t("The time is up."), false);
    else if (answer?.right) this.say(t("Right."), true);
    else if (answer) this.say(t("The best move was {move}.", { move: answer.move }), false);
    this.take(found);
  }

  /** Leave a run that the server no longer knows. */
  drop() {
    this.stop();
    this.isOver = true;
    this.redo();
  }

  stop() {
    clearInterval(this.ticking);
    this.isRunning = false;
  }

  /** Leave the screen. The run waits at the server, while its clock goes on. */
  end() {
    this.stop();
    super.end();
  }
}

/** @param {{right: number}} run */
function solvedIn({ right }) {
  return n("You have solved {count} puzzle.", "You have solved {count} puzzles.", right);
}

/** Links to the missed puzzles of the latest run, to solve them again. @param {{key: string, view: View}[]} missed */
function missedPuzzles(missed) {
  const fresh = { isFirst: false, isHinted: false, isOver: false, isRight: false };
  return h("section", { class: "card", "aria-label": t("Missed puzzles") }, h("h3", {}, t("Missed puzzles")),
    h("p", { class: "muted small" }, t("Solve them again, without a clock.")),
    h("ul", { class: "run-missed" },
      ...missed.map(({ key, view }) =>
        h("li", {}, h("a", { href: `#/practice/puzzles/${key}`, on: { click: () =>
          keepSolving(key, fresh) } }, thumbnail("othello", view.cells, view.width),
          h("span", {}, t("{name} to move", { name: view.turn ? t("White") : t("Black") }))))
      )));
}
