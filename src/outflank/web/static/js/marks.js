// A value on a square: large and in the middle; the best is bold and ringed; a corner mark says what it rests on.

import { s } from "./dom.js";
import { basis, basisInWords, signed, written } from "./values.js";

/**
 * The shapes of a mark round (0, 0).
 * @param {import("./protocol.js").MoveValue} found
 * @param {boolean} best
 */
export function markOf(found, best) {
  const text = written(found);
  return [
    s("rect", { x: -45, y: -45, width: 90, height: 90, rx: 16, class: best ? "plate best" : "plate" }),
    s("text", { y: 8, class: best ? "value best" : "value", "font-size": text.length > 3 ? 29 : 38 }, text),
    s("text", { x: 40, y: 36, class: "basis" }, basis(found)),
  ];
}

/** The same in words, for the name of the square. */
markOf.words = (found) =>
  `${{ exact: "", upper: "at most ", lower: "at least " }[found.bound]}${signed(found.value)} ${basisInWords(found)}`;
