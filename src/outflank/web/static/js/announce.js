// What is said: to a screen reader in the live region, to everybody in the line below the board, in short notes.

import { by, h } from "./dom.js";

let last = "";

/** Say something to a screen reader, politely. The same words again are said again. */
export function announce(words) {
  const region = by("live");
  region.textContent = words === last ? `${words}\u00a0` : words;
  last = region.textContent;
}

/** Show a note for a few seconds; an error stays until it is closed or replaced. */
export function note(words, kind = "info") {
  const shown = h(
    "div",
    { class: `note ${kind}`, role: kind === "error" ? "alert" : "status" },
    h("span", {}, words),
    h("button", { type: "button", class: "close", "aria-label": "Close this note", on: { click: () => shown.remove() } }, "×"),
  );
  const notes = by("notes");
  const host = document.querySelector("dialog[open]") ?? document.body; // what lies below a dialog is not seen
  if (notes.parentElement !== host) host.append(notes);
  notes.replaceChildren(shown);
  if (kind !== "error") setTimeout(() => shown.remove(), 4000);
  else setTimeout(() => shown.remove(), 12000);
}

/** Words with a capital at the beginning. */
export function sentence(words) {
  return words ? words[0].toUpperCase() + words.slice(1) : words;
}
