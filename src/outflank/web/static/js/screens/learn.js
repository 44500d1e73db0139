// "Learn from your mistakes": the person tries each bad move of a side again.

import { announce } from "../core/announce.js";
import { button, fill, h } from "../core/dom.js";
import { signed, tenths } from "../board/values.js";
import { t } from "../core/words.js";

/** @typedef {import("../board/study.js").Node} Node */

const GOOD_ENOUGH = 2; // a loss below this many discs counts as correct

export class Learn {
  /** @param {import("./review.js").Review} review */
  constructor(review) {
    this.review = review;
    this.active = false;
    /** @type {string | null} */
    this.ring = null;
    /** @type {Node[]} */
    this.mistakes = [];
    this.at = 0;
    this.seat = 0;
    this.words = "";
    this.solved = false;
  }

  /** @param {number} seat */
  mistakesOf(seat) {
    return this.review.examined.study.mainLine.filter((node) => node.judged?.badge && node.seat === seat);
  }

  /** Begin with a mistake of a side, or with its first one. @param {number} seat @param {Node} [from] */
  begin(seat, from) {
    this.mistakes = this.mistakesOf(seat);
    this.seat = seat;
    this.active = this.mistakes.length > 0;
    this.at = (from ? this.mistakes.indexOf(from) : 0) - 1;
    this.next();
  }

  end() {
    this.active = false;
    this.ring = null;
  }

  get node() {
    return this.mistakes[this.at];
  }

  async next() {
    this.at++;
    this.ring = null;
    this.solved = false;
    if (this.at >= this.mistakes.length) {
      const last = this.mistakes.at(-1);
      this.end();
      if (last) await this.review.examined.go(last);
      announce(t("That was the last one."));
      return;
    }
    const { judged, move, parent } = this.node;
    this.words = t("You played {move}, which lost {lost}. What is better?", { move, lost: tenths(judged.loss) });
    if (parent) await this.review.examined.go(parent, { quiet: true });
    announce(t("{title}. {words}", { title: this.title, words: this.words }));
    this.review.app.board.focus();
  }

  get title() {
    const { examined } = this.review;
    return t("{name}’s move {number}, {at} of {count}", { name: examined.names[this.seat],
      number: examined.number(this.node), at: this.at + 1, count: this.mistakes.length });
  }

  /** Judge an attempt. @param {string} move */
  async choose(move) {
    const { judged, parent } = this.node;
    const view = parent?.view;
    if (this.solved || !view || !(move in view.legal)) return;
    const best = signed(judged.best.value);
    if (move === judged.best.move) {
      this.say(t("Yes: {move} is the best move, {value}.", { move, value: best }), move, true);
    } else if (move === judged.move) {
      this.say(t("{move} was the move in the game. Look for something else.", { move }), null, false);
    } else {
      this.say(t("Looking at {move} …", { move }), null, false);
      const value = await this.value(view, move);
      if (value === null) this.say(t("{move} could not be judged. Try another.", { move }), null, false);
      else if (judged.best.value - value < GOOD_ENOUGH) {
        this.say(t("Good: {move} is worth {value}, the best move {best}.", { move, value: signed(value), best }), move,
          true);
      } else {
        this.say(
          t("{move} is only worth {value}; another move is worth {best}. Try again.", { move, value: signed(value),
            best }),
          null,
          false,
        );
      }
    }
  }

  /** @param {string} words @param {string | null} ring @param {boolean} solved */
  say(words, ring, solved) {
    this.words = words;
    this.ring = ring;
    this.solved = solved;
    this.review.show();
    announce(words);
  }

  /** The value of a move: known already, or from a short analysis of all moves.
   * @param {import("../core/protocol.js").View} view @param {string} move @returns {Promise<number | null>} */
  value(view, move) {
    const { examined } = this.review;
    const known = () =>
      examined.known(view)?.moves.find((found) => found.move === move && found.bound === "exact")?.value ?? null;
    if (known() !== null) return Promise.resolve(known());
    return new Promise((resolve) => {
      examined.analyse(view, { top: 60, seconds: 1.5 }, (event) => {
        if (event.done || event.stopped || event.type === "error") resolve(known());
      });
    });
  }

  /** @param {HTMLElement} host */
  draw(host) {
    if (!this.active) {
      fill(host);
      return;
    }
    const best = this.node.judged.best;
    fill(host,
      h("div", { class: "card learn" }, h("h2", {}, this.title),
        h("p", { class: this.solved ? "good" : "" }, this.words),
        h("div", { class: "actions" },
          this.solved
            ? null
            : button(t("Show the best move"), () =>
              this.say(t("The best move was {move}, {value}.", { move: best.move, value: signed(best.value) }),
                best.move, true)),
          button(this.at + 1 < this.mistakes.length ? t("Next") : t("Finish"), () => this.next(), { class: "primary" }),
          button(t("Leave"), () => {
            this.end();
            this.review.show();
          }))));
  }
}
