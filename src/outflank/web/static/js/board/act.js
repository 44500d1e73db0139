// The buttons of a game: a word, and on a phone an icon above it.

import { button, s } from "../core/dom.js";

/** Drawn in a square of 24. */
const ICONS = {
  undo: "M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  hint: "M9 18h6M10 21h4M9 15a6 6 0 1 1 6 0",
  again: "M5 12a7 7 0 1 0 2.2-5.1M5 3v4.5h4.5",
  resign: "M6 21V4c4-2 8 2 12 0v9c-4 2-8-2-12 0",
  review: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
};

/** @param {keyof typeof ICONS} icon @param {string} label @param {() => void} listener
 * @param {import("../core/dom.js").Attributes} [attributes] */
export function act(icon, label, listener, attributes = {}) {
  const made = button(label, listener, { ...attributes, class: `act ${attributes.class ?? ""}` });
  made.prepend(s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[icon] })));
  return made;
}
