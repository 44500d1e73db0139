// The judgement of a move in a review: the reason, the better move on the board, and another try.

import { announce } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { explain, explains } from "../../board/explain.js";
import { badge, badgeOf } from "../../board/movelist.js";
import { peopleWords } from "../../board/peoplewords.js";
import { icon } from "../../board/shapes.js";
import { basisInWords, doubtOf, moveName, signed } from "../../board/values.js";
import { t, withElements } from "../../core/words.js";

const MOMENTS = 4; // costly moves of each side to show by the graph

/** @param {import("../review.js").Review} review */
export function build(review) {
  return new Judgement(review);
}

export class Judgement {
  /** @param {import("../review.js").Review} review */
  constructor(review) {
    this.review = review;
    this.examined = review.examined;
    this.host = review.comment;
    this.reasons = h("div", {});
    /** @type {import("../../board/study.js").Node | null} */
    this.explained = null; // the node with visible reasons
  }

  /** The marks on the board after a mistake: a ring around the better move, and the answer of the opponent. */
  get marks() {
    const { judged } = this.review.node;
    if (!judged?.badge || this.review.app.hidden) return {};
    return { ring: judged.best.move, line: judged.played.pv.slice(1, 2) };
  }

  /** The costliest judged move of the person, or of the loser if the person did not play. Once all moves are judged, it
   * may be one of the other side; null if there is none. */
  get turningPoint() {
    const { isWhole, judged, strengths } = this.review;
    const { kind, study } = this.examined;
    const counts = study.mainLine.at(-1)?.view?.counts ?? [0, 0];
    const hasMore = counts[0] > counts[1] ? 0 : 1;
    const loser = kind === "othello" ? 1 - hasMore : hasMore;
    const mistakes = judged.filter((node) => node.judged.badge);
    const own = mistakes.filter(({ seat }) => seat === (strengths.own < 0 ? loser : strengths.own));
    return (own.length || !isWhole ? own : mistakes).sort((a, b) => b.judged.loss - a.judged.loss)[0] ?? null;
  }

  draw() {
    this.drawVerdict();
    this.drawMoments();
    this.drawComment();
  }

  /** Show the verdict on the current move, or the losses of both sides. */
  drawVerdict() {
    const { judged, node, verdictLine } = this.review;
    fill(verdictLine,
      node.judged
        ? [badge(badgeOf(node.judged)), " ", this.review.verdictOn(node)]
        : judged.length
        ? this.review.totals()
        : null);
  }

  /** Show the costliest moves of each side, the person's own first. */
  drawMoments() {
    const { moments, strengths } = this.review;
    fill(moments, ...(strengths.own === 1 ? [1, 0] : [0, 1]).map((seat) => this.momentsOf(seat)));
  }

  /** The costliest moves of a side in their order; null if it has lost nothing. @param {number} seat */
  momentsOf(seat) {
    const { review } = this;
    const costly = review.judged.filter((node) => node.seat === seat && node.judged.badge).sort((a, b) =>
      b.judged.loss - a.judged.loss
    ).slice(0, MOMENTS).sort((a, b) => a.ply - b.ply);
    if (!costly.length) return null;
    return h("div", { class: "moments-side", role: "group", "aria-label": review.nameOf(seat) },
      icon(this.examined.kind, seat),
      ...costly.map((node) =>
        h("button", { type: "button", class: "moment", title: review.verdictOn(node),
          "aria-current": node === review.node ? "true" : null, on: { click: () => this.examined.go(node) } },
          `${this.examined.number(node)}. ${node.move} `, badge(badgeOf(node.judged)))
      ));
  }

  /** Show the reason for the judgement of the current move, and the better move. */
  drawComment() {
    const { node, strengths } = this.review;
    const { judged, parent, seat } = node;
    if (this.explained !== node) fill(this.reasons);
    if (!judged || !parent?.view) {
      fill(this.host,
        h("p", { class: "muted" },
          t("Step through the game; b, m and i go to the next blunder, mistake and inaccuracy.")));
      return;
    }
    const { best, played, loss, badge } = judged;
    const isSure = played.kind === "exact" && best.kind === "exact";
    const rest = isSure ? t("proven") : `${basisInWords(played)}${doubtOf(judged.doubt)}`;
    const value = signed(best.value);
    const link = h("button", { type: "button", class: "link", on: { click: () => this.showBest() } }, best.move);
    const canExplain = explains(this.examined.kind, parent.view);
    fill(this.host, judged.why ? h("p", { class: "why" }, judged.why) : null,
      !loss
        ? h("p", {}, t("The best move ({value}; {rest}).", { value, rest }))
        : h("p", {},
          withElements(
            t("Best was {best} ({value} instead of {played}; {rest}).", { value, played: signed(played.value), rest }),
            { best: link },
          ), badge && played.pv.length > 1
          ? [
            " ",
            seat === 1 - strengths.own
              ? t("On the board: a ring around the better move, 1 at your answer.")
              : t("On the board: a ring around the better move, 1 at {name}’s answer.", {
                name: this.examined.names[1 - seat],
              }),
          ]
          : null),
      badge || canExplain
        ? h("div", { class: "actions" }, badge
          ? button(t("Try again"), () => this.review.learn.begin(seat, node), { class: "primary" })
          : null, canExplain ? button(t("Why?"), () => this.explain(), { class: "link" }) : null)
        : null, this.reasons, judged.people ? h("p", {}, peopleWords(judged.people)) : null,
      best.pv.length > 1
        ? h("p", { class: "muted small" },
          t("Best play: {line}", { line: best.pv.slice(0, 12).map(moveName).join(" ") }))
        : null);
  }

  /** Show the reasons for and against the played move and the best one. */
  async explain() {
    const { judged, move, parent } = this.review.node;
    if (!parent?.view) return;
    this.explained = this.review.node;
    const moves = judged.best.move === move ? [move] : [move, judged.best.move];
    const isMistake = moves.length > 1 && Boolean(judged.badge);
    announce(await explain(this.review.app, this.reasons, parent.view.text, moves, isMistake));
  }

  /** Add the best line as a variation, and go to it. */
  async showBest() {
    const { judged, parent } = this.review.node;
    if (!parent) return;
    const line = this.examined.study.extend(parent, judged.best.pv.slice(0, 1));
    this.examined.study.extend(line, judged.best.pv.slice(1, 8));
    await this.review.app.turnTo("analyse", { takes: false });
    await this.examined.go(line, { isNew: true });
  }
}
