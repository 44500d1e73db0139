// Results, losses and lines in short form, as the preparation shows them.

import { signOf } from "../../board/values.js";
import { h } from "../../core/dom.js";
import { decimal, t } from "../../core/words.js";

/** @typedef {{games: number, won: number, drawn: number, lost: number, score: number | null}} Balance */

const LEGIBLE = 0.2; // smallest share of a bar that fits its number
export const NOTABLE = 0.05; // discs, the smallest number that is not rounded to zero
const LOSSES = [2, 4, 8]; // discs of an inaccuracy, a mistake and a blunder

/** The moves of a line. @param {string} line @returns {string[]} */
export function movesOf(line) {
  return line.match(/../g) ?? [];
}

/** The last moves of a long line, or all. @param {string} line */
export function tail(line) {
  const moves = movesOf(line);
  return `${moves.length > 10 ? "… " : ""}${moves.slice(-10).join(" ")}`;
}

/** Points per game, where a draw is half a point. @param {Omit<Balance, "score"> & {score?: number | null}} balance */
export function shareOf({ won, drawn, lost }) {
  const known = won + drawn + lost;
  return known ? (won + drawn / 2) / known : 0;
}

/** The player's results as one bar. @param {Balance} balance */
export function bar({ won, drawn, lost }) {
  const known = won + drawn + lost;
  if (!known) return h("span", { class: "shares none" });
  const [first, draws, last] = [won, drawn, lost].map((part) => percent(part / known));
  const words = t("won {first} %, drawn {draws} %, lost {last} %", { first, draws, last });
  const found = h("span", { class: "shares", role: "img", "aria-label": words, title: words });
  for (const [part, name]
    of /** @type {[number, string][]} */ ([[won, "won"], [drawn, "drawn"], [lost, "lost-games"]]))
  {
    if (!part) continue;
    const piece = h("span", { class: name, "aria-hidden": "true" },
      part / known >= LEGIBLE ? String(percent(part / known)) : "");
    piece.style.setProperty("--share", String(part / known));
    found.append(piece);
  }
  return found;
}

/** @param {number} loss */
export function lossStep(loss) {
  return LOSSES.filter((least) => loss >= least).length;
}

/** Lost discs as a number: −1.2, or 0. @param {number} loss */
export function lossWords(loss) {
  return loss >= NOTABLE ? signOf(-loss) + decimal(loss, 1) : "0";
}

/** A gain with its sign: +0.25. @param {number} gain */
export function gainWords(gain) {
  return signOf(gain) + decimal(Math.abs(gain), 2);
}

/** A share in whole per cent. @param {number} share */
export function percent(share) {
  return Math.round(100 * share);
}
