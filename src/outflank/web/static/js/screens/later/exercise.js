// A question about a position, on its own board with words beside it.

import { Board } from "../../board/board.js";
import { announce } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { moveForm } from "../../core/fields.js";
import { cellOf } from "../../core/protocol.js";
import { t } from "../../core/words.js";

/** @typedef {import("../../core/protocol.js").View} View */

const LOOK_MS = 1100; // pause between two positions

/** The base of puzzles, endgames and the opening drill. */
export class Exercise {
  /** @param {import("./practice.js").Practice} practice */
  constructor(practice) {
    this.practice = practice;
    this.app = practice.app;
    this.boardHost = h("div", { class: "board" });
    this.board = new Board((name) => this.choose(name), this.boardHost);
    this.number = 0; // number of the current activity; older ones are over
    this.isLaid = false; // true after the first layout
    /** @type {View | null} */
    this.view = null;
    this.isBusy = true;
    /** @type {Promise<void> | null} */
    this.showing = null; // the part of an answer on screen
    this.isHurried = false; // true while moves are shown without pauses
    this.wake = () => {};
    this.isOver = false;
    this.isHinted = false;
    this.hints = 0;
    /** @type {any} */
    this.told = null; // the server's question
    /** @type {string[]} */
    this.moves = []; // moves so far
    this.question = "";
    this.answer = { words: "", isGood: false };
  }

  /** Ask the next question. @returns {Promise<void> | void} */
  next() {}

  /** Continue the exercise of this tab, or ask the next question by default. @returns {Promise<void> | void} */
  resume() {
    return this.next();
  }

  /** Show the words and buttons again. */
  redo() {}

  /** Judge a legal move; without one, show the answer. @param {string | null} _move @returns {Promise<void>} */
  async judge(_move) {}

  /** Show words about the question. @returns {Promise<void> | void} */
  hint() {}

  /** End the activity, because another part is shown. */
  end() {
    this.number++;
  }

  /** Lay out the board, with choices below the words. @param {string} title @param {...any} choices */
  lay(title, ...choices) {
    this.words = h("div", { class: "lesson-words" });
    this.actions = h("div", { class: "actions" });
    this.beside = h("span", { class: "muted small" });
    fill(this.practice.screen.host,
      h("div", { class: "lesson practice" },
        h("div", { class: "lesson-top" }, h("a", { href: "#/practice" }, t("Practice")), h("h2", {}, title),
          this.beside), this.boardHost,
        h("div", { class: "lesson-beside" }, this.words,
          h("div", { class: "lesson-under" }, this.actions, moveForm("practice-text", (move) => this.choose(move))),
          choices.length ? h("div", { class: "fields" }, ...choices) : null)));
    this.boardHost.classList.toggle("waiting", !this.view);
  }

  /** @param {View} view @param {string | null} [last] @param {number[]} [flips] */
  draw(view, last = null, flips = []) {
    this.view = view;
    this.boardHost.classList.remove("waiting");
    this.board.show(view, { kind: "othello", last: last === "pass" ? null : last, flips,
      open: !this.isBusy && !this.isOver });
  }

  /** Show moves one after another; false if another activity has begun meanwhile.
   * @param {View[]} views @param {string[]} moves @param {number} most */
  async walk(views, moves, most = moves.length) {
    const { number } = this;
    for (let i = 0; i < Math.min(most, moves.length); i++) {
      if (i) await this.pause();
      if (number !== this.number) return false;
      this.draw(views[i + 1], moves[i], views[i].legal[moves[i]] ?? []);
    }
    return true;
  }

  async pause() {
    if (this.isHurried) return;
    await new Promise((resolve) => {
      this.wake = () => resolve(undefined);
      setTimeout(resolve, LOOK_MS);
    });
  }

  /** Wait for an answer that shows moves, so that `hurry` can skip to its end. @param {Promise<void>} answered */
  async shown(answered) {
    this.showing = answered;
    await answered;
    if (this.showing === answered) this.showing = null;
  }

  /** Skip to the end of the moves on the board, so that no click is lost. */
  async hurry() {
    this.isHurried = true;
    this.wake();
    await this.showing;
    this.isHurried = false;
  }

  /** Show the question, the answer and the buttons. @param {...any} actions */
  tell(...actions) {
    const { words, isGood } = this.answer;
    fill(this.words, h("p", {}, this.question),
      words ? h("p", { class: `lesson-answer ${isGood ? "right" : "wrong"}` }, words) : null);
    fill(this.actions, ...actions);
  }

  /** @param {string} words @param {boolean} isGood */
  say(words, isGood) {
    this.answer = { words, isGood };
    announce(words);
  }

  get side() {
    return this.view?.turn === 1 ? t("White") : t("Black");
  }

  /** Answer a click on a square or a typed move. @param {string} move */
  async choose(move) {
    if (this.isBusy) await this.hurry(); // the move was meant for another position
    else if (!this.isOver && this.view) await this.shown(this.answered(move, this.view));
  }

  /** @param {string} move @param {View} view */
  async answered(move, view) {
    if (!(move in view.legal)) {
      const isEmpty = view.cells[cellOf(move, view.width, view.height)] === "-";
      this.say(
        isEmpty
          ? t("No disc would turn over on {square}.", { square: move })
          : t("{side} cannot move to {square}.", { side: this.side, square: move }),
        false,
      );
      this.redo();
      return;
    }
    await this.judge(move);
  }

  /**
   * Ask the server; block other answers meanwhile.
   * @template {import("../../core/protocol.js").MessageType} T
   * @param {T} type
   * @param {import("../../core/connection.js").Asked<T>} asked
   * @returns {Promise<any>}
   */
  async ask(type, ...asked) {
    const { number } = this;
    this.isBusy = true;
    const found = await this.app.ask(type, ...asked);
    if (number !== this.number) return null;
    this.isBusy = false;
    return found;
  }

  /** Focus the board if the new layout has removed the focused element; the first layout removes none. */
  refocus() {
    if (this.isLaid && document.activeElement === document.body) this.board.focus();
    this.isLaid = true;
  }

  /** Ask the same question again, from a position. @param {View} from */
  again(from) {
    this.number++;
    Object.assign(this, { isOver: false, isBusy: false, isHurried: false, hints: 0,
      answer: { words: "", isGood: false } });
    this.draw(from);
    this.redo();
    this.board.focus();
  }

  /** Buttons after the last answer about a position. @param {View} from */
  afterwards(from) {
    return [button(t("Try again"), () => this.again(from)), button(t("Analyse this"), () => this.analyse(from.text))];
  }

  /** @param {string} start */
  async analyse(start) {
    await this.app.turnTo("analyse", { takes: false });
    await this.app.examined.load({ kind: "othello", start });
  }

  /** @param {() => any} begin */
  follow(begin) {
    this.number++;
    return begin();
  }

  /** The button for the next question.
   * @param {string} last  Its label after the last answer. @param {string} other  Its label before. */
  nextButton(last, other) {
    return button(this.isOver ? last : other, () => this.follow(() => this.next()), {
      class: this.isOver ? "primary practice-next" : "practice-next",
    });
  }

  /** The buttons for a hint and for the answer. @param {() => void} answer */
  helps(answer) {
    return [button(t("Hint"), () => this.hint(), { class: "practice-hint" }), button(t("Show the answer"), answer)];
  }
}
