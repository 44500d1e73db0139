// The contents of a cell, as SVG round the point (0, 0) of a cell 100 wide. Owners differ in outline as well as colour.

import { s } from "../core/dom.js";
import { t } from "../core/words.js";

/** For each look of a board, the owner that a character of the cells stands for: a seat, "wall", or null if empty.
 * @type {Record<string, Record<string, number | "wall" | null>>} */
const OWNERS = { othello: { X: 0, O: 1, "-": null }, tribolo: { B: 0, R: 1, G: 2, "#": "wall", ".": null } };

/** @type {Record<string, string[]>} */
const OWNER_WORDS = { othello: [t("black"), t("white")], tribolo: [t("blue"), t("red"), t("green")] };

/** The look of the pieces of a kind of game: discs, unless it has shapes of its own. @param {string} kind */
function lookOf(kind) {
  return kind in OWNERS ? kind : "othello";
}

/** The owner of a cell by its character: a seat, "wall", or null. @param {string} kind @param {string} cell */
export function ownerOf(kind, cell) {
  return OWNERS[lookOf(kind)][cell];
}

/** The word for the contents of a cell. @param {string} kind @param {string} cell */
export function ownerWord(kind, cell) {
  const owner = ownerOf(kind, cell);
  return owner === null ? t("empty") : owner === "wall" ? t("wall") : OWNER_WORDS[lookOf(kind)][owner];
}

const hexagon = "M0-42 37-21V21L0 42-37 21V-21Z";

/** The shapes of a piece. Their class names the owner; the style sheet colours it.
 * @param {string} kind @param {number | "wall"} owner @returns {SVGElement[]} */
export function shapesOf(kind, owner) {
  if (owner === "wall") {
    return [
      s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 6, class: "wall" }),
      s("path", { d: "M-46-16H46M-46 16H46M0-46V-16M-24-16V16M24-16V16M0 16V46", class: "wall-lines" }),
    ];
  }
  if (lookOf(kind) === "othello") {
    return [s("circle", { cy: 4, r: 43, class: "shadow" }), s("circle", { r: 42, class: `piece seat-${owner}` }),
      s("circle", { r: 42, class: "gloss", fill: `url(#gloss-${owner})` }), s("circle", { r: 35, class: "bevel" }),
      owner === 0
        ? s("path", { d: "M-27-15A31 31 0 0 1 15-27", class: "shine" })
        : s("circle", { r: 30, class: "ring" })];
  }
  const outline = [
    () => s("circle", { r: 42, class: "piece blue" }),
    () => s("rect", { x: -37, y: -37, width: 74, height: 74, rx: 8, class: "piece red" }),
    () => s("path", { d: hexagon, class: "piece green" }),
  ][owner]();
  return [outline, s("text", { class: "letter", y: 15 }, "BRG"[owner])];
}

/** A small picture of a piece for use in text; screen readers skip it. @param {string} kind @param {number} seat */
export function icon(kind, seat) {
  return s("svg", { viewBox: "-50 -50 100 100", class: "icon", "aria-hidden": "true" }, ...shapesOf(kind, seat));
}
