// The game tree of a classic player as a picture: the chosen branch in bold, alpha-beta cut-offs as struck stubs.

import { sentence } from "../../core/announce.js";
import { by, fill, h, recall, remember, s } from "../../core/dom.js";
import { select } from "../../core/fields.js";
import { bounded, moveName } from "../../board/values.js";
import { grouped, n, t } from "../../core/words.js";

/**
 * @typedef {object} TreeNode  A position that the player searched.
 * @property {string} move
 * @property {number} turn
 * @property {number | null} value
 * @property {"exact" | "lower" | "upper"} bound
 * @property {string | null} best
 * @property {TreeNode[]} children
 * @property {string[]} cut  Moves that the player did not search.
 * @property {number} hidden  The number of omitted children.
 * @property {number} below  The number of nodes below it.
 */

const [ROW, COLUMN, BOX_W, BOX_H] = [32, 176, 108, 26];
const MOST_SHOWN = 220;

/** @param {import("../../dialogs/dialogs.js").Dialogs} dialogs */
export function build({ app }) {
  return new TreePicture(app);
}

class TreePicture {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.dialog = by("tree");
    this.host = by("tree-host");
    /** @type {any} */
    this.select = null;
    /** @type {import("../../core/protocol.js").View | null} */
    this.view = null;
    // the drawing: rows, depth, place of the root; boxes and texts, and the lines between them
    this.rows = this.deepest = this.rootY = 0;
    /** @type {SVGElement[]} */
    this.parts = [];
    /** @type {SVGElement[]} */
    this.lines = [];
    this.dialog.addEventListener("close", () => app.connection.request("stop").catch(() => {}));
  }

  /** @param {import("../../core/protocol.js").View} view */
  open(view) {
    this.view = view;
    const searchers = this.app.examined.info.players.filter((info) => info.searches);
    const chosen = recall("tree", "lookahead:depth=3");
    this.select = select(this.choices(searchers), chosen, () => this.ask(), { "aria-label": t("Tree of") });
    fill(by("tree-bar"), h("label", { class: "field inline" }, h("span", {}, t("Tree of")), this.select));
    this.dialog.showModal();
    this.ask();
  }

  /** Players as the server names them, each with its label.
   * @param {import("../../core/protocol.js").PlayerInfo[]} searchers */
  choices(searchers) {
    const found = [];
    for (const info of searchers) {
      const more = { lookahead: "", deepening: ",time=5" }[info.name];
      if (more === undefined) found.push([info.name, info.label]);
      else {
        for (const depth of [2, 3, 4]) {
          found.push([`${info.name}:depth=${depth}${more}`,
            n("{name}, {count} move deep", "{name}, {count} moves deep", depth, { name: info.label })]);
        }
      }
    }
    return found;
  }

  ask() {
    if (!this.view) return;
    const player = this.select.value;
    remember("tree", player);
    fill(this.host, h("p", { class: "muted" }, t("Searching …")));
    this.app.connection.stream("tree", { kind: this.app.examined.kind, position: this.view.text, player }, (event) => {
      if (event.player !== undefined && event.player !== player && !event.player.startsWith(player)) return;
      if (event.type === "error") fill(this.host, h("p", { class: "error" }, sentence(event.message)));
      if (event.done) this.draw(event.done);
    });
  }

  /** @param {{tree: TreeNode, outline: string}} found */
  draw({ tree, outline }) {
    /** @type {Map<TreeNode, boolean>} */
    const opened = new Map(); // nodes that a click has unfolded or folded
    const redraw = () => {
      this.rows = 0;
      this.parts = [];
      this.lines = [];
      this.deepest = 0;
      this.branch(tree, 0, true, opened, redraw, true);
      const [width, height] = [(this.deepest + 1) * COLUMN + 60, this.rows * ROW + 16];
      const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "tree-picture", role: "img",
        "aria-label": t("The game tree; the same as text is below") },
        s("g", {},
          ...this.lines.sort((a, b) =>
            Number(a.classList.contains("chosen")) - Number(b.classList.contains("chosen"))
          )), s("g", {}, ...this.parts));
      fill(this.host,
        h("p", { class: "small" }, n("{grouped} position searched.", "{grouped} positions searched.", tree.below, {
          grouped: grouped(tree.below),
        }), " ", t("Values are from the point of view of the side to move at the root."), " ",
          h("span", { class: "tree-key chosen" }, t("bold: chosen")), " ",
          h("span", { class: "tree-key" }, t("≤ ≥: only a bound")), " ",
          h("span", { class: "tree-key cut" }, t("✂: cut off by alpha-beta, never searched")), " ",
          h("span", { class: "tree-key" }, t("+n: click to unfold"))),
        h("div", { class: "tree-scroll", tabindex: 0, role: "region", "aria-label": t("Picture of the game tree") },
          picture),
        h("details", { class: "small" }, h("summary", {}, t("The tree as text")), h("pre", { tabindex: 0 }, outline)));
    };
    redraw();
    const scroll = this.host.querySelector(".tree-scroll");
    scroll.scrollTop = this.rootY - scroll.clientHeight / 2;
  }

  /**
   * Draw a node and its subtree; return its row.
   * @param {TreeNode} node
   * @param {number} depth
   * @param {boolean} chosen  True on the chosen line.
   * @param {Map<TreeNode, boolean>} opened
   * @param {() => void} redraw
   * @param {boolean} [root]
   * @returns {number}
   */
  branch(node, depth, chosen, opened, redraw, root = false) {
    this.deepest = Math.max(this.deepest, depth);
    /** @type {[number, TreeNode | null][]} */
    const rows = [];
    const first = this.rows;
    // Initially unfold the chosen line, and refuted moves because they show cut-offs.
    const unfolded = opened.get(node) ?? (root || (chosen && depth < 3) || (depth === 1 && node.cut.length > 0));
    if (unfolded && this.parts.length < MOST_SHOWN * 4) {
      for (const child of node.children) {
        rows.push([this.branch(child, depth + 1, chosen && child.move === node.best, opened, redraw), child]);
      }
      if (node.hidden) rows.push([this.stub(depth + 1, n("… {count} more", "… {count} more", node.hidden), ""), null]);
      if (node.cut.length) rows.push([this.stub(depth + 1, `✂ ${node.cut.map(moveName).join(" ")}`, "cut"), null]);
    }
    const folded = !rows.length && (node.children.length || node.cut.length);
    if (!rows.length) this.rows++;
    const row = rows.length ? (rows[0][0] + rows[rows.length - 1][0]) / 2 : first;
    const [x, y] = [8 + depth * COLUMN, 8 + row * ROW];
    if (root) this.rootY = y;
    for (const [at, child] of rows) {
      const [x2, y2] = [x + COLUMN, 8 + at * ROW + BOX_H / 2];
      const bold = child && chosen && child.move === node.best;
      this.lines.push(
        s("path", { d: `M${x + BOX_W} ${y + BOX_H / 2}H${x2 - 14}V${y2}H${x2}`,
          class: `edge${bold ? " chosen" : ""}${child ? "" : " stub"}` }),
      );
    }
    const words = root ? "" : moveName(node.move);
    const box = s("g", { transform: `translate(${x} ${y})`,
      class: `node turn${root ? node.turn : 1 - node.turn}${chosen ? " chosen" : ""}${folded ? " folded" : ""}` },
      s("rect", { width: BOX_W, height: BOX_H, rx: 7 }), s("circle", { cx: 14, cy: BOX_H / 2, r: 6.5 }),
      s("text", { x: 26, y: 17.5 }, words), s("text", { x: BOX_W - 7, y: 17.5, class: "tree-value" }, bounded(node)),
      folded ? s("text", { x: BOX_W + 5, y: 17.5, class: "more" }, `+${node.below}`) : null);
    if (!root && (node.children.length || node.cut.length)) {
      box.addEventListener("click", () => {
        opened.set(node, !unfolded);
        redraw();
      });
    }
    this.parts.push(box);
    return row;
  }

  /** @param {number} depth @param {string} words @param {string} kind */
  stub(depth, words, kind) {
    this.deepest = Math.max(this.deepest, depth);
    const row = this.rows++;
    this.parts.push(
      s("text", { x: 12 + depth * COLUMN, y: 8 + row * ROW + 18, class: `stub ${kind}` },
        words.length > 34 ? `${words.slice(0, 32)} …` : words),
    );
    return row;
  }
}
