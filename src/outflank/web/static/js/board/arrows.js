// Draw a line of moves on the board: numbered steps in the colours of their sides, with arrows between them.

import { s } from "../core/dom.js";

/** Most moves of a line to draw; a reader cannot tell more apart. */
export const MOST_STEPS = 8;

const RADIUS = 25;

/**
 * The shapes of a line.
 * @param {{x: number, y: number, seat: number}[]} steps  The centre of each move's cell, and the side that makes it.
 */
export function arrowsOf(steps) {
  const shafts = steps.slice(1).map((to, i) => arrow(steps[i], to));
  const numbers = steps.map(({ x, y, seat }, i) =>
    s("g", { transform: `translate(${x} ${y})`, class: `step seat-${seat}` }, s("circle", { r: RADIUS }),
      s("text", { y: 11 }, String(i + 1)))
  );
  return [...shafts, ...numbers];
}

/** An arrow from the rim of one step to the rim of the next.
 * @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
function arrow(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  const at = (/** @type {number} */ distance, aside = 0) =>
    `${(from.x + (dx * distance - dy * aside) / far).toFixed(1)} ${
      (from.y + (dy * distance + dx * aside) / far).toFixed(1)
    }`;
  const tip = far - RADIUS - 2;
  const shaft = `M${at(RADIUS)}L${at(tip - 14)}`;
  return s("g", { class: "arrow" }, s("path", { d: shaft, class: "under" }), s("path", { d: shaft }),
    s("path", { d: `M${at(tip)}L${at(tip - 20, 11)}L${at(tip - 20, -11)}Z`, class: "head" }));
}
