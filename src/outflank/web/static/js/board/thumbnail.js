// A small picture of a position: one SVG with one path for each side, so that lists of games stay fast.

import { s } from "../core/dom.js";
import { ownerOf } from "./shapes.js";

const CELL = 10;

/** The outline of a piece round the middle of its cell. @type {Record<string, (x: number, y: number) => string>} */
const OUTLINES = { disc: (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`,
  square: (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7z`, hexagon: (x, y) => `M${x} ${y - 4}l3.5 2v4l-3.5 2l-3.5 -2v-4z`,
  wall: (x, y) => `M${x - 5} ${y - 5}h10v10h-10z` };

/**
 * The picture of a position; screen readers skip it and read the words beside it.
 * @param {string} kind
 * @param {string} cells  One character a cell, row by row.
 * @param {number} width
 * @returns {SVGElement}
 */
export function thumbnail(kind, cells, width) {
  const height = cells.length / width;
  /** @type {Map<number | "wall", string>} */
  const paths = new Map();
  [...cells].forEach((cell, i) => {
    const owner = ownerOf(kind, cell);
    if (owner === null || owner === undefined) return;
    const shape = owner === "wall" ? "wall" : kind !== "tribolo" ? "disc" : ["disc", "square", "hexagon"][owner];
    const [x, y] = [((i % width) + 0.5) * CELL, (Math.floor(i / width) + 0.5) * CELL];
    paths.set(owner, (paths.get(owner) ?? "") + OUTLINES[shape](x, y));
  });
  const lines = [];
  for (let x = 1; x < width; x++) lines.push(`M${x * CELL} 0v${height * CELL}`);
  for (let y = 1; y < height; y++) lines.push(`M0 ${y * CELL}h${width * CELL}`);
  return s("svg", { viewBox: `0 0 ${width * CELL} ${height * CELL}`,
    class: `thumbnail${kind === "tribolo" ? " tribolo" : ""}`, "aria-hidden": "true" },
    s("rect", { class: "felt", width: width * CELL, height: height * CELL }),
    s("path", { class: "grid", d: lines.join("") }),
    ...[...paths].map(([owner, d]) => s("path", { class: `of-${owner}`, d })));
}
