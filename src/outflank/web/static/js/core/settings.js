// Looks and sounds of the page: board, discs, coordinates, dots, previews, board size; stored in the browser.

import { recall, remember } from "./dom.js";

export const IN_SETTINGS = "settings"; // a tab's storage key: reopen the settings after a reload

const DEFAULTS = {
  palette: "green",
  discs: "classic",
  theme: "auto",
  dots: true,
  preview: true,
  coordinates: true,
  animate: true,
  keys: true, // true if single letters and signs are commands
  rotated: false,
  marks: true,
  depths: false, // on the marks of values; exact and proven ones always show them
  engine: true, // values moves as soon as Analyse is shown
  line: false, // draws the best line on the board
  top: 60, // moves to value; 60 is all of them
  size: 100, // board size in per cent of the largest that fits the window
  sound: "mouse", // or "on", "off"
  timbre: "felt", // or "wood", "stone", "bell"
  volume: 60, // in per cent
  talk: true, // characters say a word at the board
  notify: false, // tells the person in the background that it is their turn
};

/** The current settings. Change them with `set`. @type {Record<string, any>} */
export const settings = { ...DEFAULTS, ...recall("settings", {}) };

/** @type {((name: string) => void)[]} */
const listeners = [];

/** Call a listener on every change of a setting. @param {(name: string) => void} listener */
export function onSettings(listener) {
  listeners.push(listener);
}

/** Change a setting, and store it. @param {string} name @param {any} value */
export function set(name, value) {
  settings[name] = value;
  remember("settings", settings);
  dress();
  for (const listener of listeners) listener(name);
}

/** True if pieces are animated: the setting is on, the page visible, and the system does not ask for reduced motion. */
export function moves() {
  return settings.animate && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Apply the palette, theme and board size of the settings. */
export function dress() {
  document.documentElement.style.setProperty("--size", String(settings.size / 100));
  document.documentElement.dataset.palette = settings.palette;
  document.documentElement.dataset.discs = settings.discs;
  document.documentElement.dataset.theme = settings.theme;
}
