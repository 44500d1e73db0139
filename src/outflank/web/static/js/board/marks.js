// A value on a square: large and central; the best is bold and ringed; a corner mark shows its basis.

import { s } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { basis, basisInWords, isProven, signed, tenths, written } from "./values.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").MoveValue} MoveValue */

/** Discs lost from which a move is an inaccuracy, a mistake or a blunder, as in a review. */
const STEPS = [2, 4, 8];
const SIGNS = ["", "?!", "?", "??"];

/** The loss of a move against the best one, in discs; 0 if unknown.
 * @param {MoveValue} found @param {MoveValue} [best] */
function lossOf(found, best) {
  if (!best || found.value === null || best.value === null || found.kind === "wld" || best.kind === "wld") return 0;
  return Math.max(0, tenths(best.value - found.value));
}

/** The severity of a loss, from 0 to 3; always 3 if the move certainly gives away a win or a draw.
 * @param {MoveValue} found @param {MoveValue} [best] */
function stepOf(found, best) {
  const isKnown = best && isProven(best) && isProven(found);
  if (isKnown && found.value !== null && best.value !== null && Math.sign(found.value) < Math.sign(best.value)) {
    return STEPS.length;
  }
  return STEPS.filter((least) => lossOf(found, best) >= least).length;
}

/** The shapes of a mark round (0, 0). @param {MoveValue} found @param {MoveValue} [best] */
export function markOf(found, best) {
  const text = written(found);
  const step = stepOf(found, best);
  const isBest = found === best ? " best" : "";
  const size = [38, 38, 38, 34][text.length] ?? 29;
  const rests = settings.depths || isProven(found);
  return [
    s("rect", { x: -45, y: -45, width: 90, height: 90, rx: 16, class: `plate${isBest}` }),
    s("text", { y: rests ? 9 : 13, class: `value loss-${step}${isBest}`, "font-size": size }, text),
    step ? s("text", { x: 40, y: -26, class: `basis loss-${step}` }, SIGNS[step]) : null,
    rests ? s("text", { x: 40, y: 36, class: "basis" }, basis(found)) : null,
  ];
}

/** A value in words, for the name of the square. @param {MoveValue} found @param {MoveValue} [best] */
export function markInWords(found, best) {
  if (found.kind === "wld" && found.value) {
    return t("{before}, {next}", { before: written(found), next: basisInWords(found) });
  }
  const values = { value: signed(found.value), basis: basisInWords(found) };
  const words =
    { exact: t("value {value} {basis}", values), upper: t("value at most {value} {basis}", values),
      lower: t("value at least {value} {basis}", values) }[found.bound];
  const loss = lossOf(found, best);
  const next = t("loses {loss}", { loss });
  return loss ? t("{before}, {next}", { before: words, next }) : words;
}
