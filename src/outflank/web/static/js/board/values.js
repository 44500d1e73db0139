// The written form of moves and values.

import { settings } from "../core/settings.js";
import { decimal, shown, t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").MoveValue} MoveValue */
/** @typedef {Pick<MoveValue, "kind" | "selectivity" | "depth">} Rest  The basis of a value. */

/** The written form of a move: the name of a square, or the word for a pass. @param {string} move */
export function moveName(move) {
  return move === "pass" ? t("pass") : move;
}

/** A number rounded to tenths. @param {number} value */
export function tenths(value) {
  return Math.round(value * 10) / 10;
}

/** The doubt of an estimated loss, such as " ±2"; empty for a proven one. @param {number | null | undefined} doubt */
export function doubtOf(doubt) {
  return doubt ? ` ±${Math.max(1, Math.round(doubt))}` : "";
}

const isFromRight = document.documentElement.dir === "rtl"; // there, a sign needs a mark to stay before its number

/** The sign of a number. @param {number} value */
export function signOf(value) {
  return (isFromRight ? "\u200e" : "") + (value < 0 ? "\u2212" : "+");
}

/** A number with its sign: +3, −2, 0. @param {number | null | undefined} value */
export function signed(value) {
  if (value === null || value === undefined) return "–";
  const rounded = tenths(value);
  return rounded ? signOf(rounded) + shown(Math.abs(rounded)) : "0";
}

/** A number of discs with its bound: ≤ +3. @param {Pick<MoveValue, "value" | "bound">} found */
export function bounded({ value, bound }) {
  return { exact: "", upper: "\u2264", lower: "\u2265" }[bound] + signed(value);
}

/** The written form of a value: a win or a loss if only that is known, else discs. @param {MoveValue} found */
export function written(found) {
  if (found.kind === "wld" && found.value) return found.value > 0 ? t("win") : t("loss");
  return bounded(found);
}

/** The chances of winning after a move; empty if unknown. @param {MoveValue} found */
export function outlook(found) {
  if (found.chance === null || found.chance === undefined || found.kind === "wld") return "";
  const percent = Math.round(100 * found.chance);
  return found.spread
    ? t("{percent} % to win, ± {discs} discs", { percent, discs: Math.round(found.spread) })
    : t("{percent} % to win", { percent });
}

/** The mark for the basis of a value: = exact, ± win or loss proven, B book, or depth@percent. @param {Rest} found */
export function basis(found) {
  if (found.kind === "exact" && found.selectivity === 100) return "=";
  if (found.kind === "wld" && found.selectivity === 100) return "±";
  if (found.kind === "book") return "B";
  return found.selectivity < 100 ? `${found.depth}@${found.selectivity}` : `${found.depth}`;
}

/** The basis of a value in words; the depth of an estimate only if the settings show depths. @param {Rest} found */
export function basisInWords(found) {
  if (found.kind === "exact" && found.selectivity === 100) return t("exact");
  if (found.kind === "wld" && found.selectivity === 100) return t("win or loss proven");
  if (found.kind === "book") return t("from the book");
  if (!settings.depths) return t("estimated");
  const { depth, selectivity } = found;
  return selectivity < 100
    ? t("depth {depth} at {selectivity} %", { depth, selectivity })
    : t("depth {depth}", { depth });
}

/** True if a value is exact, proven or from the book; false for an estimate. @param {Rest} found */
export function isProven(found) {
  return found.kind === "book" || (found.kind !== "heuristic" && found.selectivity === 100);
}

/** A large number, shortened: 12.3 M. @param {number} number */
export function short(number) {
  if (number >= 1e9) return `${decimal(number / 1e9, 1)} G`;
  if (number >= 1e6) return `${decimal(number / 1e6, 1)} M`;
  if (number >= 1e4) return `${decimal(number / 1e3, 0)} k`;
  return String(number);
}
