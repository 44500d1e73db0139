// The handle at the corner of the board, for making it smaller or larger.

import { by } from "../core/dom.js";
import { set, settings } from "../core/settings.js";
import { t } from "../core/words.js";

const [LEAST, MOST, STEP] = [40, 100, 5]; // in per cent of the largest board that fits the window

/** Let pointer and keyboard resize the board. */
export function listenForResizing() {
  const handle = by("handle");
  const board = by("board");
  let size = settings.size;
  const show = (/** @type {number} */ wanted) => {
    size = Math.round(Math.max(LEAST, Math.min(MOST, wanted)));
    document.documentElement.style.setProperty("--size", String(size / 100));
    handle.setAttribute("aria-valuenow", String(size));
    handle.setAttribute("aria-valuetext", t("{size} % of the largest", { size }));
  };
  const keep = (/** @type {number} */ wanted) => {
    show(wanted);
    set("size", size);
  };
  show(size);
  handle.addEventListener("pointerdown", (/** @type {PointerEvent} */ down) => {
    if (down.button !== 0) return;
    const { width, height } = board.getBoundingClientRect();
    const began = size;
    const move = (/** @type {PointerEvent} */ event) =>
      show(began * (1 + (event.clientX - down.clientX + event.clientY - down.clientY) / (width + height)));
    handle.setPointerCapture(down.pointerId);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => {
      handle.removeEventListener("pointermove", move);
      if (size !== settings.size) set("size", size);
    }, { once: true });
  });
  handle.addEventListener("dblclick", () => keep(MOST));
  handle.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    /** @type {Record<string, number>} */
    const sizes = { ArrowLeft: size - STEP, ArrowDown: size - STEP, ArrowRight: size + STEP, ArrowUp: size + STEP,
      Home: LEAST, End: MOST };
    const wanted = sizes[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere, arrows step through the moves
    keep(wanted);
  });
}
