// The most frequent lines of a player as a tree, in which moves that follow one another share a row.

import { button, fill, h } from "../../core/dom.js";
import { grouped, openingName, t } from "../../core/words.js";
import { bar, lossStep, lossWords, percent } from "./figures.js";

/** @typedef {import("./preparation.js").Move} Move */
/** @typedef {import("./preparation.js").Costly} Costly */

const MOST_RUNS = 24; // moves of the tree in the short list
const DEEPEST = 6; // steps of indentation
const CERTAIN = 0.9; // a reply this frequent continues a line

export class Lines {
  /** @param {import("./preparation.js").Preparation} preparation */
  constructor(preparation) {
    this.preparation = preparation;
    this.isLong = false; // true if the whole tree is listed
    this.host = h("ul", { class: "prepare-tree" });
    this.more = button(t("All lines"), () => this.lengthen());
    this.list();
  }

  lengthen() {
    this.isLong = true;
    const count = this.host.children.length;
    this.list();
    /** @type {HTMLElement | null} */ (this.host.children[count]?.querySelector("button"))?.focus();
  }

  list() {
    const edges = [...this.preparation.places.values()].flatMap(({ line, moves }) =>
      moves.map((move) => ({ line, move }))
    );
    edges.sort((one, other) => other.move.games - one.move.games);
    /** @type {Map<string, Move[]>} */
    const chosen = new Map();
    for (const { line, move } of this.isLong ? edges : edges.slice(0, MOST_RUNS)) {
      chosen.set(line, [...(chosen.get(line) ?? []), move]);
    }
    this.more.hidden = this.isLong || edges.length <= MOST_RUNS;
    const outs = new Set(this.preparation.report.book.moves.map((/** @type {Costly} */ each) => each.line + each.move));
    /** @type {HTMLElement[]} */
    const rows = [];
    const add = (/** @type {string} */ line, /** @type {number} */ depth, /** @type {number} */ lost) => {
      for (const first of chosen.get(line) ?? []) {
        let [move, at, loss, name, leaves] = [first, line, lost, "", false];
        const run = [];
        for (;;) {
          const isOwn = this.preparation.places.get(at)?.to_move === "player";
          run.push(h(isOwn ? "b" : "span", {}, move.move), " ");
          if (isOwn) loss += move.loss ?? 0;
          at += move.move;
          name = move.opening || name;
          leaves ||= outs.has(at);
          const next = chosen.get(at) ?? [];
          if (next.length !== 1 || next[0].games < CERTAIN * first.games) break;
          [move] = next;
        }
        rows.push(this.run(at, run, { depth, move, loss, name, leaves }));
        add(at, depth + 1, loss);
      }
    };
    add("", 0, 0);
    fill(this.host, ...rows);
  }

  /** A row of the tree. @param {string} line @param {any[]} run
   * @param {{depth: number, move: Move, loss: number, name: string, leaves: boolean}} facts */
  run(line, run, { depth, move, loss, name, leaves }) {
    const share = move.games / Math.max(1, this.preparation.report.games);
    const row = h("li", {}, this.preparation.row(line, [
      h("span", { class: "words" }, h("span", {}, ...run),
        h("span", { class: "muted small" },
          [name ? openingName(name) : "", leaves ? t("leaves the book") : ""].filter(Boolean).join(" · "))),
      h("span", { class: "often" }, grouped(move.games), " ",
        h("span", { class: "muted small" }, t("{percent} %", { percent: percent(share) || "< 1" }))),
      bar(move),
      h("span", { class: `lost loss-${lossStep(loss)}`, title: t("Discs that {name}’s moves lose on the way", {
        name: this.preparation.report.player,
      }) }, lossWords(loss)),
    ]));
    row.style.setProperty("--depth", String(Math.min(depth, DEEPEST)));
    return row;
  }
}
