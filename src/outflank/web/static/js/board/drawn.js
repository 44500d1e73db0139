// The drawing of a mark on a board: an arrow, a letter or a shape round a square.

import { s } from "../core/dom.js";
import { cellOf } from "../core/protocol.js";

/** The shapes of a mark: its name, its square, and the target of an arrow or the text of a label.
 * @param {import("./board.js").Board} board @param {[string, string, string?]} mark @returns {SVGElement[]} */
export function drawnMark(board, [name, square, text = ""]) {
  const { width, height } = board.drawn;
  const place = (/** @type {string} */ each) => ({ x: board.x(cellOf(each, width, height)),
    y: board.y(cellOf(each, width, height)) });
  const { x, y } = place(square);
  if (name === "arrow") {
    const to = place(text);
    const far = Math.hypot(to.x - x, to.y - y) || 1;
    const at = (/** @type {number} */ along, aside = 0) =>
      `${(x + ((to.x - x) * along - (to.y - y) * aside) / far).toFixed(1)} ${
        (y + ((to.y - y) * along + (to.x - x) * aside) / far).toFixed(1)
      }`;
    const shaft = `M${at(18)}L${at(far - 30)}`;
    return [s("path", { d: shaft, class: "under" }), s("path", { d: shaft }),
      s("path", { d: `M${at(far - 6)}L${at(far - 36, 18)}L${at(far - 36, -18)}Z`, class: "head" })];
  }
  if (name === "label") {
    return [s("circle", { cx: x, cy: y, r: 26, class: "plate" }),
      s("text", { x, y: y + 12 }, [...text].slice(0, 2).join(""))];
  }
  /** @type {Record<string, string>} */
  const paths = { circle: `M${x - 36} ${y}a36 36 0 1 0 72 0a36 36 0 1 0 -72 0`,
    square: `M${x - 34} ${y - 34}h68v68h-68z`, triangle: `M${x} ${y - 38}l36 62h-72z`,
    cross: `M${x - 26} ${y - 26}l52 52M${x + 26} ${y - 26}l-52 52` };
  return [s("path", { d: paths[name], class: "under" }), s("path", { d: paths[name] })];
}
