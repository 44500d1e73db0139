// Puzzles against the clock: the server poses them, judges the answers and measures the time.

import { announce } from "../../core/announce.js";
import { button } from "../../core/dom.js";
import { n, sentences, t } from "../../core/words.js";
import { Exercise } from "./exercise.js";

/** @typedef {import("../../core/protocol.js").View} View */

const TICK_MS = 250;

export class Timed extends Exercise {
  /** @param {import("./practice.js").Practice} practice */
  constructor(practice) {
    super(practice);
    this.until = 0; // when the time is up, in milliseconds of `performance.now`
    this.ticking = 0;
    this.isRunning = false;
    this.state = { right: 0, wrong: 0, mistakes: 0 }; // as the server sent it last
  }

  /** Show the rules and the button that begins a run. */
  next() {
    const { best_run: best } = /** @type {import("./practice.js").Overview} */ (this.practice.overview);
    this.stop();
    this.view = null;
    this.isOver = true;
    this.lay(t("Against the clock"));
    this.boardHost.classList.add("waiting");
    this.question = sentences(t("You have three minutes. Puzzles become harder, and the third mistake ends the run."),
      best === null ? "" : t("Your best: {count}.", { count: best }));
    this.answer = { words: "", isGood: false };
    this.redo();
    this.actions.querySelector(".practice-next")?.focus({ preventScroll: true });
  }

  async begin() {
    const { number } = this;
    const found = await this.ask("timed");
    if (!found || number !== this.number) return;
    this.isRunning = true;
    this.answer = { words: "", isGood: false };
    this.take(found);
    this.ticking = setInterval(() => this.tick(), TICK_MS);
  }

  /** Show the state that the server sent. @param {any} found */
  take(found) {
    this.state = found;
    this.until = performance.now() + 1000 * found.left;
    this.isOver = !found.puzzle;
    this.isBusy = false;
    if (found.puzzle) {
      this.draw(found.puzzle.view);
      this.question = t("{side} to move. Which move is clearly the best?", { side: this.side });
      announce(this.question);
    } else this.finish(found);
    this.tick();
    this.redo();
  }

  /** @param {any} found */
  finish(found) {
    this.stop();
    const overview = /** @type {import("./practice.js").Overview} */ (this.practice.overview);
    overview.best_run = found.best;
    this.question = sentences(n("You have solved {count} puzzle.", "You have solved {count} puzzles.", found.right),
      found.record
        ? t("That is your best run.")
        : found.best === null
        ? ""
        : t("Your best: {count}.", { count: found.best }));
    announce(this.question);
    if (this.view) this.draw(this.view);
  }

  tick() {
    const left = Math.max(0, Math.ceil((this.until - performance.now()) / 1000));
    const { right, wrong, mistakes } = this.state;
    this.beside.textContent = [
      this.isRunning ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "",
      t("{count} solved", { count: right }),
      t("{count} of {most} mistakes", { count: wrong, most: mistakes }),
    ].filter(Boolean).join(" · ");
    if (this.isRunning && !left && !this.isBusy) {
      this.say(t("The time is up."), false);
      this.judge(null, true);
    }
  }

  redo() {
    const { number } = this;
    const act = (/** @type {() => any} */ begin) => () => number === this.number && begin();
    if (this.isRunning) {
      this.tell(button(t("Skip (a mistake)"), act(() => this.judge(null)), { class: "practice-next" }),
        button(t("End the run"), act(() => this.judge(null, true))));
    } else {
      this.tell(button(this.view ? t("Play again") : t("Begin"), act(() => this.begin()), {
        class: "primary practice-next",
      }));
    }
  }

  /** @param {string | null} move @param {boolean} [ends] */
  async judge(move, ends = false) {
    if (!this.isRunning) return;
    const { number } = this;
    const found = await this.ask("timed_answer", { move, ends });
    if (!found) {
      if (ends && number === this.number) this.drop();
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

  end() {
    if (this.isRunning) this.app.ask("timed_answer", { ends: true });
    this.stop();
    super.end();
  }
}
