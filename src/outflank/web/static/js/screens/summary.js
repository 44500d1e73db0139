// The summary of a review for each side: discs lost, mistakes by grade, moves by loss.

import { h } from "../core/dom.js";
import { badge } from "../board/movelist.js";
import { icon } from "../board/shapes.js";
import { decimal, n, t, withElements } from "../core/words.js";

/** @type {{grade: string, sign: string, words: (count: number) => string, none: string}[]} */
export const GRADES = [
  { grade: "inaccuracy", sign: "?!", words: (count) => n("{count} inaccuracy", "{count} inaccuracies", count),
    none: t("There is no inaccuracy in this game.") },
  { grade: "mistake", sign: "?", words: (count) => n("{count} mistake", "{count} mistakes", count),
    none: t("There is no mistake in this game.") },
  { grade: "blunder", sign: "??", words: (count) => n("{count} blunder", "{count} blunders", count),
    none: t("There is no blunder in this game.") },
];

/** Ranges of loss in discs. */
const BINS = [
  { low: 0, high: 1, words: "0" },
  { low: 1, high: 2, words: "1" },
  { low: 2, high: 4, words: "2–3" },
  { low: 4, high: 8, words: "4–7" },
  { low: 8, high: 16, words: "8–15" },
  { low: 16, high: Infinity, words: "16+" },
];

/** A card for each side.
 * @param {import("./review.js").Review} review @param {import("../board/study.js").Node[]} judged
 * @param {import("../board/study.js").Node[]} toJudge  The moves of the game. */
export function summaries(review, judged, toJudge) {
  return [0, 1].map((seat) => {
    const own = judged.filter((node) => node.seat === seat);
    const total = toJudge.filter((node) => node.seat === seat).length;
    const lost = own.reduce((sum, node) => sum + node.judged.loss, 0);
    const bins = BINS.map(({ low, high, words }) => ({ words,
      count: own.filter((node) => node.judged.loss >= low && node.judged.loss < high).length })
    );
    const most = Math.max(1, ...bins.map(({ count }) => count));
    return h("section", { class: "card summary", "aria-label": t("Summary: {name}", { name: review.nameOf(seat) }) },
      h("h2", {}, icon(review.examined.kind, seat), ` ${review.nameOf(seat)}`),
      h("p", { class: "total" }, withElements(t("{lost} discs lost a move", {}), {
        lost: h("strong", {}, decimal(lost / (own.length || 1), 1)),
      }), usualWords(lost, own.length)),
      own.length < total
        ? h("p", { class: "muted small" },
          t("Only part of the game: {done} of {total} moves are judged.", { done: own.length, total }))
        : null,
      h("ul", { class: "counts" },
        ...GRADES.map(({ grade, sign, words }) =>
          h("li", {}, badge({ sign, grade, proven: true }), " ", words(own.filter((node) =>
            node.judged.grade === grade
          ).length))
        )), h("ul", { class: "histogram", "aria-label": t("Moves by discs lost") }, ...bins.map(({ words, count }) => {
          const bar = h("span", { class: "bar-fill", "aria-hidden": "true" });
          bar.style.setProperty("--share", String(count / most));
          return h("li", {}, bar, h("span", { class: "bar-count" }, String(count)),
            h("span", { class: "bar-label" }, h("span", { class: "offscreen" }, t("moves that lost"), " "), words));
        })));
  });
}

/** The losses a move, in discs, of players of the archive: champions, tournament players, club players. See
 * benchmarks/people.md. */
const USUAL = [0.9, 1.6, 3];

const FEWEST = 10; // moves; with fewer, the average says little

/** The players who usually lose as much, in words. @param {number} lost @param {number} moves */
function usualWords(lost, moves) {
  if (moves < FEWEST) return null;
  const words = [t("as strong as a champion"), t("good for a tournament player"), t("usual for a club player"),
    t("usual for a beginner")];
  return h("span", { class: "muted small" }, ` · ${words[USUAL.filter((most) => lost / moves > most).length]}`);
}
