// Endgames: the last moves, against perfect play.

import { announce } from "../../core/announce.js";
import { h, recallHere, rememberHere } from "../../core/dom.js";
import { choice } from "../../core/fields.js";
import { n, sentences, t } from "../../core/words.js";
import { Exercise } from "./exercise.js";

/** @typedef {import("../../core/protocol.js").View} View */

export class Endgames extends Exercise {
  /** @param {import("./practice.js").Practice} practice */
  constructor(practice) {
    super(practice);
    this.seat = 0;
    this.lost = 0; // discs given away so far
    /** @type {{empties: number, want: any}} */
    this.wanted = { empties: 10, want: "any" };
  }

  async next() {
    const { number } = this;
    this.prepare();
    this.question = t("Looking for an endgame …");
    this.tell();
    const found = await this.ask("endgame", this.wanted);
    if (!found || number !== this.number) return;
    this.told = found;
    this.keep(found.view);
    this.pose();
  }

  /** Go on with the endgame of this tab, for example after a reload. */
  resume() {
    const kept = recallHere("endgame", null);
    if (!kept) return this.next();
    this.wanted = kept.wanted;
    this.prepare();
    Object.assign(this, { ...kept, isBusy: false });
    this.pose();
    this.draw(kept.view, this.moves.at(-1));
    if (this.isOver) this.say(this.outcome(kept.view), !this.lost);
    this.redo();
  }

  /** Store the endgame in this tab. @param {View} view  The latest position. @param {boolean} [isOver] */
  keep(view, isOver = false) {
    const { told, moves, lost, wanted } = this;
    rememberHere("endgame", { told, moves, lost, isOver, wanted, view });
  }

  /** Leave the screen: an endgame that is not over waits. */
  end() {
    if (this.isOver) rememberHere("endgame", null);
    super.end();
  }

  /** Lay out the board for another endgame. */
  prepare() {
    const { wanted } = this;
    const shown = h("span", {}, String(wanted.empties));
    const again = () => this.follow(() => this.next());
    const slider = h("input", { type: "range", min: 6, max: 20, value: wanted.empties, "aria-label": t("Empty squares"),
      on: { input: (event) => (shown.textContent = event.target.value),
        change: (/** @type {any} */ event) => ((wanted.empties = Number(event.target.value)), again()) } });
    this.lay(t("Endgames"), h("label", { class: "field" }, h("span", {}, t("Empty squares"), ": ", shown), slider),
      choice(t("Position"), [["any", t("any position")], ["even", t("even")], ["winning", t("to be won")]], wanted.want,
        (value) => ((wanted.want = value), again())));
    this.answer = { words: "", isGood: false };
    this.isOver = false;
    this.moves = [];
    this.lost = 0;
  }

  /** Show the first position and the question. */
  pose() {
    const { view } = this.told;
    this.draw(view);
    this.seat = view.turn;
    this.question = sentences(t("You are {side}.", { side: this.side }), this.best());
    this.redo();
    announce(this.question);
    this.refocus();
  }

  best() {
    const { best } = this.told;
    return best > 0
      ? t("With perfect play you win by {count}.", { count: best })
      : best < 0
      ? t("With perfect play you lose by {count}.", { count: -best })
      : t("With perfect play it is a draw.");
  }

  redo() {
    this.beside.textContent = this.lost
      ? n("{count} disc given away", "{count} discs given away", this.lost)
      : this.moves.length
      ? t("perfect so far")
      : "";
    const next = this.nextButton(t("Next endgame"), t("Another endgame"));
    this.tell(next, ...(this.isOver ? this.afterwards(this.told.view) : []));
  }

  /** @param {View} from */
  again(from) {
    this.moves = [];
    this.lost = 0;
    super.again(from);
    this.keep(from);
  }

  /** @param {string} move */
  async judge(move) {
    const { number } = this;
    const before = /** @type {View} */ (this.view);
    const flips = before.legal[move];
    const found = await this.ask("endgame_move", { start: this.told.start, moves: this.moves, move, lost: this.lost });
    if (!found) return;
    this.moves.push(...found.played);
    this.lost = found.lost;
    const last = found.views.at(-1);
    this.keep(last, found.over);
    const judged = found.loss
      ? n("{move} gives away {count} disc; {best} was best.", "{move} gives away {count} discs; {best} was best.",
        found.loss, { move, best: found.best_move })
      : t("{move} is best.", { move });
    const passes = found.played.slice(1).includes("pass") ? t("A side without a move passes.") : "";
    this.say(sentences(judged, passes), !found.loss);
    this.isBusy = true;
    this.draw(found.views[1], move, flips);
    this.redo();
    for (let i = 1; i < found.played.length; i++) {
      await this.pause();
      if (number !== this.number) return;
      this.draw(found.views[i + 1], found.played[i], found.views[i].legal[found.played[i]] ?? []);
    }
    if (number !== this.number) return;
    this.isBusy = false;
    this.isOver = found.over;
    if (found.over) this.say(sentences(judged, this.outcome(last)), !this.lost);
    this.draw(last, found.played.at(-1));
    this.redo();
    if (this.isOver) this.actions.querySelector(".practice-next")?.focus({ preventScroll: true });
  }

  /** Words about the result and the discs given away. @param {any} last  The final position. */
  outcome(last) {
    const own = last.result.scores[this.seat];
    const result = own > 0
      ? t("You win by {count}.", { count: own })
      : own < 0
      ? t("You lose by {count}.", { count: -own })
      : t("A draw.");
    const lost = this.lost
      ? n("You gave away {count} disc.", "You gave away {count} discs.", this.lost)
      : t("That was perfect play.");
    return sentences(result, lost);
  }
}
