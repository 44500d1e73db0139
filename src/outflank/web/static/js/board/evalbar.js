// The bar beside the board during analysis: the evaluation as Black's share of the bar.

import { by } from "../core/dom.js";
import { signed, tenths } from "./values.js";
import { t } from "../core/words.js";

const SCALE = 20; // lead in discs that gives Black about seven eighths of the bar

/** Black's share of the bar for a value in discs: half of it at 0, nearly all at 64. @param {number} value */
function share(value) {
  return (1 + Math.tanh(value / SCALE)) / 2;
}

/**
 * Show the evaluation of a position.
 * @param {{value: number, basis: string} | null} known  In Black's view, in discs; null if nothing is known.
 * @param {string[]} names  One for each side.
 */
export function showEvaluation(known, names) {
  const bar = by("evalbar");
  const value = known ? tenths(known.value) : 0;
  bar.style.setProperty("--share", String(known ? share(value) : 0.5));
  bar.classList.toggle("unknown", !known);
  bar.classList.toggle("ahead", value > 0);
  by("evalbar-value").textContent = known ? signed(Math.abs(value)).replace("+", "") : "";
  const words = value === 0
    ? t("even, {basis}", { basis: known?.basis ?? "" })
    : t("{name} is {discs} discs ahead, {basis}", { name: names[value > 0 ? 0 : 1], discs: Math.abs(value),
      basis: known?.basis ?? "" });
  const spoken = known ? words : t("not known");
  bar.setAttribute("aria-label", t("Evaluation: {words}", { words: spoken }));
}
