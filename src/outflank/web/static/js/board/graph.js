// The evaluation graph: discs from −64 to +64 in Black's view, or the losses of each side so far.

import { fill, h, plainTable, s, tableHost } from "../core/dom.js";
import { moveName, signed, tenths } from "./values.js";
import { t } from "../core/words.js";

const [WIDTH, LEFT, RIGHT, TOP, BOTTOM] = [600, 34, 10, 12, 22];

/**
 * @typedef {object} Point
 * @property {number} ply
 * @property {number} number  The number of its move, passes not counted.
 * @property {string} move
 * @property {number | null} value  In Black's view.
 * @property {"book" | "midgame" | "selective" | "exact"} stretch
 * @property {string} [basis]
 * @property {number[] | null} [lost]  Losses of Black and of White up to here.
 * @property {import("./movelist.js").Badge | null} [badge]
 */

export class Graph {
  /** @param {HTMLElement} host @param {(ply: number) => void} onGo
   * @param {boolean} [compact]  True for a low graph with its legend, table and views folded away. */
  constructor(host, onGo, compact = false) {
    this.height = compact ? 128 : 200;
    this.host = host;
    this.onGo = onGo;
    this.view = "value";
    /** @type {Point[]} */
    this.points = [];
    /** @type {Point[]} */
    this.variation = [];
    this.at = 0;
    this.drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${this.height}`, class: "graph", role: "img" });
    this.drawing.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.drag(event));
    this.drawing.addEventListener("pointermove",
      (/** @type {PointerEvent} */ event) => event.buttons & 1 && this.drag(event));
    this.switch = h("div", { class: "segmented", role: "group", "aria-label": t("View of the graph") },
      ...[["value", t("Value")], ["lost", t("Lost so far")]].map(([view, words]) =>
        h("button", { type: "button", "data-view": view, on: { click: () => this.turnTo(view) } }, words)
      ));
    this.legend = h("p", { class: "legend small" });
    this.table = h("details", { class: "small" }, h("summary", {}, t("The graph as a table")),
      tableHost(t("The graph as a table")));
    if (compact) {
      const more = h("details", { class: "small graph-more" }, h("summary", {}, t("More about the graph")), this.switch,
        this.legend, this.table);
      fill(host, this.drawing, more);
    } else fill(host, this.switch, this.drawing, this.legend, this.table);
  }

  /** @param {string} view  "value" or "lost". */
  turnTo(view) {
    this.view = view;
    this.draw();
  }

  /**
   * @param {Point[]} points  One for each position, the start first.
   * @param {number} at
   * @param {Point[]} [variation]  The variation, from the point where it leaves the line.
   */
  show(points, at, variation = []) {
    this.points = points;
    this.at = at;
    this.variation = variation;
    this.draw();
  }

  get last() {
    return Math.max(1, this.points.length - 1, this.variation.at(-1)?.ply ?? 0);
  }

  /** @param {number} ply */
  x(ply) {
    return LEFT + ((WIDTH - LEFT - RIGHT) * ply) / this.last;
  }

  draw() {
    for (const each of this.switch.children) each.setAttribute("aria-pressed", String(each.dataset.view === this.view));
    this.drawing.setAttribute("aria-label",
      this.view === "value" ? t("Values in Black's view, move by move") : t("Discs lost so far by each side"));
    const parts = this.view === "value" ? this.values() : this.losses();
    const x = this.x(this.at);
    parts.push(s("path", { d: `M${x} ${TOP}V${this.height - BOTTOM}`, class: "here" }));
    fill(this.drawing, ...parts);
    this.fillTable();
  }

  /** Numbers beside the graph and lines through it.
   * @param {number[]} ticks @param {(value: number) => number} y @param {(value: number) => string} words */
  axes(ticks, y, words) {
    const parts = [];
    for (const tick of ticks) {
      parts.push(s("path", { d: `M${LEFT} ${y(tick)}H${WIDTH - RIGHT}`, class: tick === 0 ? "axis zero" : "axis" }));
      parts.push(s("text", { x: LEFT - 5, y: y(tick) + 4, class: "tick" }, words(tick)));
    }
    for (const { ply, number, move } of this.points) {
      if (number && number % 10 === 0 && move !== "pass") {
        parts.push(s("text", { x: this.x(ply), y: this.height - 6, class: "tick middle" }, String(number)));
      }
    }
    return parts;
  }

  values() {
    const known = this.points.flatMap(valued);
    const aside = this.variation.flatMap(valued);
    const most = Math.max(0, ...[...known, ...aside].map((point) => Math.abs(point.value)));
    const scale = [8, 16, 32, 64, 100].find((each) => each >= most) ?? 100;
    const middle = (TOP + this.height - BOTTOM) / 2;
    const y = (/** @type {number} */ value) => middle - (value / scale) * (middle - TOP);
    const parts = this.axes([scale, scale / 2, 0, -scale / 2, -scale], y, signed);
    if (known.length) {
      const area = known.map((point) => `${this.x(point.ply)} ${y(point.value)}`).join("L");
      parts.push(
        s("path", { d: `M${this.x(known[0].ply)} ${middle}L${area}L${this.x(known[known.length - 1].ply)} ${middle}Z`,
          class: "area" }),
      );
    }
    for (let i = 1; i < known.length; i++) {
      const [a, b] = [known[i - 1], known[i]];
      parts.push(
        s("path", { d: `M${this.x(a.ply)} ${y(a.value)}L${this.x(b.ply)} ${y(b.value)}`, class: `curve ${b.stretch}` }),
      );
    }
    for (const point of known) {
      const grade = point.badge?.sign ? `${point.badge.grade} ${point.badge.proven ? "proven" : "estimate"}` : "";
      parts.push(
        s("circle", { cx: this.x(point.ply), cy: y(point.value), r: grade ? 5.5 : point.ply === this.at ? 4.5 : 2.2,
          class: `point ${grade}` }),
      );
    }
    if (aside.length > 1) {
      parts.push(
        s("path", { d: `M${aside.map((point) => `${this.x(point.ply)} ${y(point.value)}`).join("L")}`,
          class: "aside" }),
      );
    }
    for (const point of aside.slice(1)) {
      parts.push(
        s("circle", { cx: this.x(point.ply), cy: y(point.value), r: point.ply === this.at ? 4.5 : 2.2,
          class: "point aside" }),
      );
    }
    const kinds = [["exact", t("exact")], ["selective", t("selective")], ["midgame", t("estimate")], ["book",
      t("book")]].filter(([stretch]) => known.some((point) => point.stretch === stretch));
    fill(this.legend, h("span", {}, t("Black ahead above the line, White below."), " "),
      ...kinds.map(([stretch, words]) => h("span", { class: "key" }, keyLine(`curve ${stretch}`), words)));
    return parts;
  }

  losses() {
    const known = this.points.flatMap(({ ply, lost }) => (lost ? [{ ply, lost }] : []));
    const most = Math.max(8, ...known.flatMap((point) => point.lost));
    const y = (/** @type {number} */ value) => this.height - BOTTOM - (value / most) * (this.height - TOP - BOTTOM);
    const parts = this.axes([0, Math.round(most / 2), Math.round(most)], y, String);
    [0, 1].forEach((seat) => {
      if (known.length > 1) {
        parts.push(
          s("path", { d: `M${known.map((point) => `${this.x(point.ply)} ${y(point.lost[seat])}`).join("L")}`,
            class: `loss seat${seat}` }),
        );
      }
      const end = known.at(-1);
      if (end) {
        parts.push(
          s("text", { x: this.x(end.ply) - 4, y: y(end.lost[seat]) - 6, class: "tick end" },
            [t("Black"), t("White")][seat]),
        );
      }
    });
    fill(this.legend,
      known.length
        ? t("Discs lost so far: Black's line is solid, White's dashed.")
        : t("Review the game to see each side’s losses."));
    return parts;
  }

  fillTable() {
    const lost = this.points.some((point) => point.lost);
    const rows = this.points.map(({ ply, number, move, badge, value, basis, stretch, lost: discs }) => {
      const name = [move === "pass" ? "" : `${number}.`, moveName(move), badge?.sign].filter(Boolean).join(" ");
      return [ply ? name : t("start"), signed(value), value === null ? "" : basis ?? stretch,
        ...(lost ? [0, 1].map((seat) => (discs ? String(tenths(discs[seat])) : "")) : [])];
    });
    const headings = [t("Moves"), t("Black's view"), t("Rests on"),
      ...(lost ? [t("Black lost"), t("White lost")] : [])];
    fill(this.table.lastElementChild, plainTable(headings, rows));
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const box = this.drawing.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const ply = Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.last);
    const at = Math.max(0, Math.min(this.last, ply));
    if (at !== this.at) this.onGo(at);
  }
}

/** A line sample for the key. @param {string} style  Its class. */
export function keyLine(style) {
  return s("svg", { viewBox: "0 0 34 10", class: "key-line", "aria-hidden": "true" },
    s("path", { d: "M1 5H33", class: style }));
}

/** A list of the point if its value is known; otherwise an empty list. @param {Point} point */
function valued(point) {
  return point.value === null ? [] : [{ ...point, value: point.value }];
}
