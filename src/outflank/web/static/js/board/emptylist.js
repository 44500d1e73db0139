// A list without entries: a small board, one sentence, one button to begin.

import { h } from "../core/dom.js";
import { PICTURES } from "./pictures.js";
import { thumbnail } from "./thumbnail.js";

/** @param {string} picture  Its name among the pictures. @param {string} words @param {HTMLElement} action */
export function nothingYet(picture, words, action) {
  return h("section", { class: "nothing-yet" }, thumbnail("othello", PICTURES[picture], 8), h("p", {}, words), action);
}
