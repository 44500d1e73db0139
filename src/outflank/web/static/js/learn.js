// "Learn from your mistakes": each bad move of a side once more, to find something better.

import { announce } from "./announce.js";
import { button, fill, h } from "./dom.js";
import { signed } from "./values.js";

const GOOD_ENOUGH = 2; // discs less than the best that are no mistake

export class Learn {
  /** @param {any} review */
  constructor(review) {
    this.review = review;
    this.active = false;
    this.ring = null;
    this.mistakes = [];
    this.at = 0;
    this.words = "";
    this.solved = false;
  }

  mistakesOf(seat) {
    return this.review.examined.study.mainLine.filter((node) => node.judged?.badge && node.seat === seat);
  }

  begin(seat) {
    this.mistakes = this.mistakesOf(seat);
    this.seat = seat;
    this.active = this.mistakes.length > 0;
    this.at = -1;
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
      await this.review.examined.go(last);
      announce("That was the last one.");
      return;
    }
    const { judged, move, parent } = this.node;
    this.words = `You played ${move}, which lost ${Math.round(judged.loss * 10) / 10}. What is better?`;
    await this.review.examined.go(parent, { quiet: true });
    announce(`${this.title}. ${this.words}`);
    this.review.app.board.focus();
  }

  get title() {
    return `${this.review.examined.names[this.seat]}’s move ${this.review.examined.number(this.node)}, ${this.at + 1} of ${this.mistakes.length}`;
  }

  /** A try. */
  async choose(move) {
    const { judged, parent } = this.node;
    if (this.solved || !(move in parent.view.legal)) return;
    if (move === judged.best.move) {
      this.say(`Yes: ${move} is the best move, ${signed(judged.best.value)}.`, move, true);
    } else if (move === judged.move) {
      this.say(`${move} is what was played. Look for something else.`, null, false);
    } else {
      this.say(`Looking at ${move} …`, null, false);
      const value = await this.value(parent.view, move);
      if (value === null) this.say(`${move} could not be judged. Try another.`, null, false);
      else if (judged.best.value - value < GOOD_ENOUGH) this.say(`Good: ${move} is worth ${signed(value)}, the best move ${signed(judged.best.value)}.`, move, true);
      else this.say(`${move} is worth ${signed(value)} only; there is something worth ${signed(judged.best.value)}. Try again.`, null, false);
    }
  }

  say(words, ring, solved) {
    this.words = words;
    this.ring = ring;
    this.solved = solved;
    this.review.show();
    announce(words);
  }

  /** What a move is worth: from what is known, or by a short analysis of all moves. */
  value(view, move) {
    const { app, examined } = this.review;
    const { kind } = examined;
    const known = () => examined.known(view)?.moves.find((found) => found.move === move && found.bound === "exact")?.value ?? null;
    if (known() !== null) return Promise.resolve(known());
    return new Promise((resolve) => {
      app.connection.stream("analyse", { kind, position: view.text, top: 60, seconds: 1.5 }, (event) => {
        const found = event.done ?? event.found;
        if (found?.moves) examined.take(kind, view.text, found);
        if (event.done || event.stopped || event.type === "error") resolve(known());
      });
    });
  }

  draw(host) {
    if (!this.active) {
      fill(host);
      return;
    }
    const best = this.node.judged.best;
    fill(
      host,
      h(
        "div",
        { class: "card learn" },
        h("h2", {}, this.title),
        h("p", { class: this.solved ? "good" : "" }, this.words),
        h(
          "div",
          { class: "actions" },
          this.solved ? null : button("Show the best move", () => this.say(`The best move was ${best.move}, ${signed(best.value)}.`, best.move, true)),
          button(this.at + 1 < this.mistakes.length ? "Next" : "Finish", () => this.next(), { class: "primary" }),
          button("Leave", () => {
            this.end();
            this.review.show();
          }),
        ),
      ),
    );
  }
}
