// Review: the loss of each move, the graph with badges, a summary for each side, and practice on mistakes.

import { announce, note, sentence } from "../core/announce.js";
import { button, fill, forget, h, recall, remember } from "../core/dom.js";
import { Examining } from "./examining.js";
import { builtPart } from "../core/later.js";
import { Learn } from "./learn.js";
import { Strengths } from "./strengths.js";
import { GRADES, summaries } from "./summary.js";
import { tenths } from "../board/values.js";
import { decimal, n, sentences, t } from "../core/words.js";

/** @typedef {import("../board/study.js").Node} Node */

const SETTLING_MS = 300; // a game can follow the turn to the review

const STOPPED = "review.stopped"; // the moves of the game whose review the person has stopped

export class Review extends Examining {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "review");
    /** @type {{stream: number, progress: number, total: number, words: string} | null} */
    this.running = null;
    this.settling = 0; // the timer before a review begins by itself
    /** @type {Node | null} */
    this.turned = null; // the move to which the latest review has gone by itself
    /** @type {import("../board/study.js").Study | null} */
    this.settled = null; // the last game whose review has begun, or was not to begin, by itself
    this.learn = new Learn(this);
    this.strengths = new Strengths(app, () => this.isWhole && this.begin(0.3, false));
    this.build();
  }

  build() {
    this.start = h("div", { class: "card" });
    this.bar = h("progress", { "aria-label": t("Review") });
    this.progress = h("p", { class: "muted" });
    this.reviewing = h("div", { class: "card reviewing", hidden: true }, this.bar,
      h("div", { class: "bar" }, this.progress, button(t("Stop"), () => this.halt())));
    this.comment = h("div", { class: "card comment" });
    /** @type {any} */
    this.part = null; // once loaded: the judgement of the current move
    this.summary = h("div", { class: "summaries" });
    this.movesCard = h("div", { class: "card" }, h("h2", {}, t("Moves")), this.moves);
    this.learnHost = h("div", {});
    this.verdictLine = h("p", { class: "verdict" });
    this.moments = h("div", { class: "moments", role: "group", "aria-label": t("Key moments") });
    this.graphCard.prepend(h("div", { class: "insight-head" }, this.verdictLine, this.moments));
    fill(this.panel, this.learnHost, this.comment, this.graphCard, this.reviewing, this.start, this.movesCard,
      this.summary, this.strengths.host);
  }

  async enter() {
    this.app.modes.analyse.prepare(); // the review uses its style sheet
    await Promise.all([super.enter(), builtPart(this, "judgement", () => import("./later/judgement.js"))]);
    this.show();
    await this.recallKept();
    await this.show(); // with the person's seat
  }

  /** Show the review that the server stores with the game, if there is none here. */
  async recallKept() {
    await this.strengths.know();
    const { source, study } = this.examined;
    if (!source || this.running || this.isWhole || study.mainLine.length < 2) return;
    const answer = await this.app.connection.request("reviewed", { game: source }).catch(() => null);
    const line = study.mainLine;
    const isOfThis = answer?.judged.length && study === this.examined.study
      && answer.moves.every((/** @type {string} */ move, /** @type {number} */ i) => line[i + 1]?.move === move);
    if (!isOfThis || this.running || this.judged.length >= answer.judged.length) return;
    for (const move of answer.judged) line[move.ply + 1].judged = move;
    await this.examined.see(line[line.length - 1]);
    this.examined.keep();
    this.turn();
  }

  leave() {
    clearTimeout(this.settling);
    this.learn.end();
  }

  /** Begin the review of a game that has come to the screen and stays there. */
  settle() {
    clearTimeout(this.settling);
    const { study } = this.examined;
    if (this.settled === study || study.mainLine.length < 2 || this.app.lost || this.app.isUnderway) return;
    this.settling = setTimeout(async () => {
      await this.recallKept();
      if (this.app.mode !== this || this.examined.study !== study || this.settled === study) return;
      const isStopped = recall(STOPPED, "") === this.played.join("");
      if (!this.running && !this.isWhole && !isStopped) await this.begin();
      else this.settled = study;
    }, SETTLING_MS);
  }

  get judged() {
    return this.examined.study.mainLine.filter((node) => node.judged);
  }

  /** The names of all moves of the main line. */
  get played() {
    return this.examined.study.mainLine.slice(1).map((node) => node.move);
  }

  /** The moves of the main line for a review to judge. */
  get toJudge() {
    return this.examined.study.mainLine.filter((node) => node.parent && node.move !== "pass");
  }

  /** True if every move of the main line has been judged. */
  get isWhole() {
    const { toJudge } = this;
    return toJudge.length > 0 && toJudge.every((node) => node.judged);
  }

  /** True if there are moves after the reviewed ones. A review runs from the end to the start; an interrupted one
   * lacks the start. */
  get hasGoneOn() {
    const { judged, toJudge } = this;
    return judged.length > 0 && judged.length < toJudge.length && judged.every((node, i) => node === toJudge[i]);
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  /** @param {number[]} [flips] */
  async show(flips = []) {
    const { node } = this;
    if (this.app.mode !== this || !node.view) return;
    const { view } = node;
    const learning = this.learn.active;
    this.app.board.show(view, { kind: this.examined.kind, last: this.last, flips, open: learning,
      ...(learning ? { ring: this.learn.ring } : this.part?.marks) });
    const over = view.over ? sentences(this.examined.outcome(view), this.totals()) : "";
    this.showAround(view, learning ? t("Find a better move") : over || this.standing());
    this.app.stage.showPass(false);
    this.showStart();
    this.part?.draw();
    fill(this.summary, ...summaries(this, this.judged, this.toJudge));
    this.graph.show(...this.examined.graph());
    const done = this.judged.length > 0;
    this.movesCard.hidden = learning || !this.examined.study.root.children.length;
    for (const card of [this.graphCard, this.comment, this.summary]) card.hidden = learning || !done;
    this.reviewing.hidden = learning || !this.running;
    this.start.hidden = learning || Boolean(this.running);
    this.learn.draw(this.learnHost);
    this.settle();
  }

  /** The line below the board; the verdict stands by the graph. */
  standing() {
    const { node } = this;
    return node.parent ? t("After move {number}", { number: this.examined.number(node) }) : t("The start.");
  }

  /** The name of a side, or “You”. @param {number} seat */
  nameOf(seat) {
    return seat === this.strengths.own ? t("You") : this.examined.names[seat];
  }

  /** The verdict on the last move; empty if there is none. */
  get verdict() {
    const { node } = this;
    return node.judged ? t("{verdict}.", { verdict: this.verdictOn(node) }) : "";
  }

  /** The verdict on a move, without a full stop. @param {Node} node */
  verdictOn({ judged, move, seat }) {
    const made = { name: this.nameOf(seat), move };
    return judged.loss
      ? n("{name} {move}: {count} disc lost", "{name} {move}: {count} discs lost", tenths(judged.loss), made)
      : t("{name} {move}: nothing lost", made);
  }

  /** Words for the losses of each side, if known. */
  totals() {
    if (!this.isWhole) return "";
    return sentences(...[0, 1].map((seat) => {
      const own = this.judged.filter((each) => each.seat === seat);
      const discs = decimal(own.reduce((sum, { judged }) => sum + judged.loss, 0) / (own.length || 1), 1);
      return t("{name}: {discs} discs lost a move.", { name: this.nameOf(seat), discs });
    }));
  }

  showStart() {
    const empty = !this.examined.study.root.children.length;
    const done = this.judged.length;
    if (this.running) {
      const { progress, total, words } = this.running;
      Object.assign(this.bar, { max: total || 1, value: progress });
      this.progress.textContent = words;
      return;
    }
    fill(this.start, this.app.presentBar(),
      empty
        ? h("p", {}, t("There is no game here yet. Finish or paste a game to see the value of each move."))
        : done
        ? this.isWhole
          ? null
          : h("p", {}, this.hasGoneOn
            ? t("The game has gone on since it was reviewed.")
            : t("The review is not finished: {done} of {total} moves are judged.", { done,
              total: this.toJudge.length }))
        : h("p", {}, t("The review compares every move with the best one and shows the loss in discs.")),
      h("div", { class: "actions" },
        empty
          ? null
          : this.isWhole
          ? button(t("Review again, deeper"), () => this.begin(1))
          : button(!done ? t("Review this game") : this.hasGoneOn ? t("Review the whole game") : t("Finish the review"),
            () => this.begin(), { class: "primary" }), done ? this.learnButton(0) : null,
        done ? this.learnButton(1) : null,
        button(t("Paste a game …"), () => this.app.dialogs.paste("review"), { class: empty ? "primary" : "" })));
  }

  /** @param {number} seat */
  learnButton(seat) {
    const count = this.learn.mistakesOf(seat).length;
    return count
      ? button(
        seat === this.strengths.own
          ? t("Learn from your mistakes ({count})", { count })
          : t("Learn from {name}’s mistakes ({count})", { name: this.examined.names[seat], count }),
        () => this.learn.begin(seat),
      )
      : null;
  }

  /** Go to the costliest move so far, unless the person has gone elsewhere. */
  turn() {
    const isThere = [this.examined.study.mainLine.at(-1), this.turned].includes(this.node) && !this.learn.active;
    const to = isThere && this.app.mode === this && this.part?.turningPoint;
    if (!to) return this.show();
    this.turned = to;
    return this.examined.go(to, { quiet: true });
  }

  // --- the review itself -------------------------------------------------------------------------------------------

  /** Begin a review. @param {number} [seconds]  for each position @param {boolean} [again]  False keeps the values of
   * a finished review, and only tells how hard moves are for other ratings. */
  async begin(seconds = 0.3, again = true) {
    const { study } = this.examined;
    const line = study.mainLine;
    if (line.length < 2) {
      note(t("There is no game to review yet."));
      return;
    }
    if (this.running) return;
    forget(STOPPED);
    this.settled = study;
    this.turned = null;
    const running =
      (this.running = { stream: 0, progress: 0, total: line.length - 1,
        words: t("Starting at the end of the game …") });
    const finish = () => {
      this.running = null;
      this.examined.keep();
      this.turn();
    };
    this.show();
    await this.strengths.know();
    if (this.running !== running) return;
    running.stream = this.app.connection.stream("review", { kind: this.examined.kind, start: study.start,
      moves: this.played, seconds, game: this.examined.source || null, ratings: this.strengths.ratings, again },
      (event) => {
        if (this.running !== running) return;
        if (event.waiting) running.words = t("Waiting for a free engine …");
        if (event.found?.move) {
          const { move, done, total } = event.found;
          line[move.ply + 1].judged = move;
          Object.assign(running, { progress: done, total,
            words: t("{done} of {total} moves judged", { done, total }) });
          if (!this.turned) this.turn();
        }
        if (event.type === "error") note(sentence(event.message), "error");
        if (event.done) {
          for (const move of event.done.moves) line[move.ply + 1].judged = move;
          announce(sentences(t("The review is finished."), this.inWords()));
        }
        if (event.done || event.stopped || event.type === "error") finish();
        if (event.code === "lost" || (event.stopped && this.app.connection.stopping)) this.beginAgain(seconds, again);
        else if (this.app.mode === this) this.show();
      });
    this.examined.see(line[line.length - 1]).then(() => this.show());
  }

  /** Begin a review again after a lost connection, if it is still on screen.
   * @param {number} seconds @param {boolean} again */
  beginAgain(seconds, again) {
    const { connection } = this.app;
    const { study } = this.examined;
    const timer = setInterval(() => {
      const isWanted = this.app.mode === this && this.examined.study === study && !this.running;
      if (isWanted && (!connection.ready || connection.stopping)) return;
      clearInterval(timer);
      if (isWanted) this.begin(seconds, again);
    }, 500);
  }

  /** Stop the review at the person's wish; it does not begin again by itself. */
  halt() {
    remember(STOPPED, this.played.join(""));
    this.stop();
  }

  stop() {
    this.app.connection.request("stop", { what: "review" }).catch(() => {});
  }

  /** Stop the review, because another game is examined. */
  drop() {
    if (!this.running) return;
    this.app.connection.drop(this.running.stream);
    this.stop();
    this.running = null;
  }

  inWords() {
    const said = [0, 1].map((seat) => {
      const own = this.judged.filter((node) => node.seat === seat);
      const [inaccuracies, mistakes, blunders] = GRADES.map(({ grade, words }) =>
        words(own.filter((node) => node.judged.grade === grade).length)
      );
      return t("{name}: {blunders}, {mistakes}, {inaccuracies}.", { name: this.nameOf(seat), blunders, mistakes,
        inaccuracies });
    });
    return sentences(...said);
  }

  /** Go to the next move of a grade; after the last one, to the first.
   * @param {"inaccuracy" | "mistake" | "blunder"} grade */
  next(grade) {
    const line = this.examined.study.mainLine;
    const found = line.filter((node) => node.judged?.grade === grade);
    if (!found.length) {
      const none = GRADES.find((each) => each.grade === grade)?.none ?? "";
      note(this.judged.length ? none : t("Review the game first (r)."));
      return;
    }
    const here = line.indexOf(this.node);
    this.examined.go(found.find((node) => line.indexOf(node) > here) ?? found[0]);
  }

  // --- a person's actions ------------------------------------------------------------------------------------------

  /** @param {string} move */
  choose(move) {
    if (this.learn.active) this.learn.choose(move);
    else {
      this.app.turnTo("analyse", { takes: false }).then(() => this.examined.play(move));
    }
  }

  /** @param {number} by_ */
  step(by_) {
    if (!this.learn.active) super.step(by_);
  }

  /** @param {boolean} first */
  ends(first) {
    if (!this.learn.active) super.ends(first);
  }

  /** @param {string} name */
  key(name) {
    if (name === "Backspace") this.step(-1);
    else return false;
    return true;
  }
}
