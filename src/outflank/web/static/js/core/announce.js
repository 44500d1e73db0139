// Announcements: in the live region for screen readers, in the line below the board, in short notes.

import { by, copyText, h } from "./dom.js";
import { sentences, t } from "./words.js";

let last = "";

const TOGETHER_MS = 700; // an announcement this soon after a new screen is joined to the screen's name

const NOTHING = { words: "", at: -Infinity };

let place = NOTHING; // the latest screen
let news = NOTHING; // the latest announcement, with or without the name of a screen

/** Announce the new screen, before any other announcement of the same moment. @param {string} words */
export function announcePlace(words) {
  const early = isFresh(news) ? news.words : "";
  news = NOTHING;
  say(sentences(words, early));
  place = { words, at: performance.now() };
}

/** Announce words politely to a screen reader. Repeated words are read again. @param {string} words */
export function announce(words) {
  news = { words, at: performance.now() };
  say(isFresh(place) ? sentences(place.words, words) : words);
}

/** Announce words after those of the same moment. @param {string} words */
export function announceToo(words) {
  announce(isFresh(news) ? sentences(news.words, words) : words);
}

/** True if an announcement was made in the same moment. @param {typeof NOTHING} said */
function isFresh({ at }) {
  return performance.now() - at < TOGETHER_MS;
}

/** @param {string} words */
function say(words) {
  last = words === last ? `${words}\u00a0` : words;
  by("live").textContent = last;
}

/** Duration of notes in ms, by kind; a note with an undo stays longer than information. */
const SHOWN_MS = { info: 4000, error: 12000, undo: 10000 };

/**
 * Show a note for a while; longer while the pointer or the keyboard is on it.
 * @param {string} words
 * @param {"info" | "error"} [kind]
 * @param {(() => void) | null} [undo]  Takes back the change in the note; offered as a button.
 */
export function note(words, kind = "info", undo = null) {
  const back = () => {
    shown.remove();
    undo?.();
  };
  const shown = h("div", { class: `note ${kind}`, role: kind === "error" ? "alert" : "status" }, h("span", {}, words),
    undo
      ? h("button", { type: "button", class: "undo", "aria-keyshortcuts": "Control+Z", on: { click: back } }, t("Undo"))
      : null,
    h("button", { type: "button", class: "close", "aria-label": t("Close this note"),
      on: { click: () => shown.remove() } }, "×"));
  placeNotes();
  const dialog = by("notes").closest("dialog");
  const isAtEnd = dialog && dialog.scrollTop + dialog.clientHeight >= dialog.scrollHeight - 1;
  const top = dialog?.getBoundingClientRect().top;
  by("notes").replaceChildren(shown);
  if (dialog) makeRoom(dialog, top);
  if (isAtEnd) dialog.scrollTop = dialog.scrollHeight; // the dialog may be lower now
  const end = () => (shown.matches(":hover, :focus-within") ? setTimeout(end, 1000) : shown.remove());
  setTimeout(end, SHOWN_MS[undo ? "undo" : kind]);
}

/** Remove a note about an error, for example when the person leaves its screen. */
export function forgetErrors() {
  by("notes").querySelector(".error")?.remove();
}

/** Remove a note if its undo is no longer possible or wanted. */
export function forgetUndo() {
  by("notes").querySelector(".undo")?.closest(".note").remove();
}

/** Undo the change in the current note. False if there is nothing to undo. */
export function undoNoted() {
  const undo = by("notes").querySelector(".undo");
  undo?.click();
  return Boolean(undo);
}

/** Make a dialog end above its note, with its upper edge at `top`. @param {HTMLElement} dialog @param {number} top */
function makeRoom(dialog, top) {
  dialog.style.setProperty("--dialog-top", `${top}px`);
  dialog.style.setProperty("--note", `${by("notes").offsetHeight}px`);
}

/**
 * Put the notes where they cover nothing: in the line under the board, below an open dialog, or at the edge of the
 * window if that line is out of sight.
 */
export function placeNotes() {
  const notes = by("notes");
  const talk = /** @type {HTMLElement} */ (document.querySelector(".talk"));
  const [dialog] = [...document.querySelectorAll("dialog[open]")].slice(-1);
  const { top, bottom, left, width } = talk.getBoundingClientRect();
  const floats = !dialog && (!width || top < by("top").offsetHeight || bottom > innerHeight);
  const host = dialog ?? (floats ? document.body : talk);
  if (notes.parentElement !== host) host[host === talk ? "prepend" : "append"](notes);
  notes.classList.toggle("afloat", floats);
  notes.classList.toggle("low", !width);
  notes.style.left = floats ? `${width ? left : 16}px` : "";
  notes.style.width = floats ? (width ? `${width}px` : "calc(100vw - 32px)") : "";
}

/** Capitalise the first letter. @param {string} words */
export function capital(words) {
  return words ? words[0].toUpperCase() + words.slice(1) : words;
}

/** Make a sentence of a message: those of the server have no capital and no full stop. @param {string} words */
export function sentence(words) {
  return /[^.!?…。！？]$/.test(words) ? t("{part}.", { part: capital(words) }) : capital(words);
}

/** Copy a text, and note that it is copied unless `isTold` is false; note an error if it fails. True on success.
 * @param {string} text @param {string} what  Its name in the note. @param {boolean} [isTold] */
export async function copied(text, what, isTold = true) {
  const isDone = await copyText(text);
  if (!isDone) note(t("The browser does not let this page copy; select the text instead."), "error");
  else if (isTold) note(t("{what} copied.", { what }));
  return isDone;
}
