// Arrows and circles that a person draws with the right mouse button while thinking; the next left click removes them.

import { drawnMark } from "./drawn.js";
import { s } from "../core/dom.js";

/** @typedef {[string, string, string?]} Mark */

/**
 * Let the right mouse button draw on a board: a drag draws an arrow, a click a circle; the same again removes it.
 * @param {import("./board.js").Board} board
 * @param {() => boolean} isActive  False where the right button has another meaning.
 */
export function listenForScribbles(board, isActive) {
  /** @type {Mark[]} */
  let marks = [];
  let from = "";
  let position = ""; // the cells under the marks
  const layer = s("g", { class: "drawn scribbles" });
  const draw = () => {
    layer.replaceChildren(...marks.flatMap((mark) => drawnMark(board, mark)));
    if (layer.parentElement !== board.marks.parentElement) board.marks.after(layer);
  };
  const clear = () => {
    if (marks.length) marks = [], draw();
  };
  const squareAt = (/** @type {PointerEvent} */ event) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]")?.getAttribute("data-square")
      ?? "";
  board.host.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType !== "mouse" || !isActive()) return;
    if (event.button === 0) clear();
    from = event.button === 2 ? squareAt(event) : "";
  });
  board.host.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    const [begin, end] = [from, squareAt(event)];
    from = "";
    if (event.button !== 2 || !begin || !end || !board.host.contains(/** @type {Node} */ (event.target))) return;
    if (position !== board.drawn.cells) marks = [];
    position = board.drawn.cells;
    /** @type {Mark} */
    const mark = begin === end ? ["circle", end] : ["arrow", begin, end];
    const others = marks.filter((each) => each.join() !== mark.join());
    marks = others.length < marks.length ? others : [...marks, mark];
    draw();
  });
  board.host.addEventListener("contextmenu", (/** @type {PointerEvent} */ event) => {
    if (isActive() && event.pointerType === "mouse") event.preventDefault();
  });
  board.onDrawn = () => {
    if (position !== board.drawn.cells) clear();
  };
}
