// A question about a position, on a board of its own with words beside it.

import { Board } from "../../board/board.js";
import { announce } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { moveForm } from "../../core/fields.js";
import { t } from "../../core/words.js";

/** @typedef {import("../../core/protocol.js").View} View */

const LOOK_MS = 1100; // for which a position is shown that the next one follows

/** The ground of puzzles, endgames and the drill of openings. */
export class Exercise {
  /** @param {import("./practice.js").Practice} practice */
  constructor(practice) {
    this.practice = practice;
    this.app = practice.app;
    this.boardHost = h("div", { class: "board" });
    this.board = new Board((name) => this.choose(name), this.boardHost);
    this.number = 0; // number of the current activity; older ones are over
    /** @type {View | null} */
    this.view = null;
    this.isBusy = true;
    /** @type {Promise<void> | null} */
    this.showing = null; // the part of an answer on screen
    this.isHurried = false; // whether it is shown without pauses
    this.wake = () => {};
    this.isOver = false;
    this.isHinted = false;
    this.hints = 0;
    /** @type {any} */
    this.told = null; // the server's question
    /** @type {string[]} */
    this.moves = []; // that were made
    this.question = "";
    this.answer = { words: "", isGood: false };
  }

  /** Ask the next thing. @returns {Promise<void> | void} */
  next() {}

  /** Show the words again, with what can be done now. */
  redo() {}

  /** Judge a legal move; without one, show the answer. @param {string | null} _move @returns {Promise<void>} */
  async judge(_move) {}

  /** Show words about the question. @returns {Promise<void> | void} */
  hint() {}

  /** End what goes on here: something else is shown. */
  end() {
    this.number++;
  }

  /** Lay out the board, with what can be chosen below the words. @param {string} title @param {...any} choices */
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

  /** Show moves one after the other; false if something else has begun meanwhile.
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

  /** Answer a move, and show what comes of it. @param {Promise<void>} answered */
  async shown(answered) {
    this.showing = answered;
    await answered;
    if (this.showing === answered) this.showing = null;
  }

  /** Skip to the end of the moves being shown, so that no click is lost. */
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

  /** A square was touched, or a move typed. @param {string} move */
  async choose(move) {
    if (this.isBusy) await this.hurry(); // the board showed another position: the move was not meant for this one
    else if (!this.isOver && this.view) await this.shown(this.answered(move, this.view));
  }

  /** @param {string} move @param {View} view */
  async answered(move, view) {
    if (!(move in view.legal)) {
      this.say(t("{side} cannot move to {square}.", { side: this.side, square: move }), false);
      this.redo();
      return;
    }
    await this.judge(move);
  }

  /**
   * Ask the server while nothing else can be done.
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

  /** Look for the focus where it was before the page was laid out anew. */
  refocus() {
    if (document.activeElement === document.body) this.board.focus();
  }

  /** Ask the same once more, from a position. @param {View} from */
  again(from) {
    this.number++;
    Object.assign(this, { isOver: false, isBusy: false, isHurried: false, hints: 0,
      answer: { words: "", isGood: false } });
    this.draw(from);
    this.redo();
    this.board.focus();
  }

  /** Buttons for a position when all of it is answered. @param {View} from */
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

  /** The button that leads on. @param {string} last  When all is answered. @param {string} other */
  nextButton(last, other) {
    return button(this.isOver ? last : other, () => this.follow(() => this.next()), {
      class: this.isOver ? "primary practice-next" : "practice-next",
    });
  }

  /** Buttons that help: a hint, and the answer. @param {() => void} answer */
  helps(answer) {
    return [button(t("Hint"), () => this.hint(), { class: "practice-hint" }), button(t("Show the answer"), answer)];
  }
}
