// Looks and sounds of the page: palette, coordinates, dots, previews, board size; stored in the browser.

import { by, h, recall, remember, rememberHere } from "./dom.js";
import { check, choice } from "./fields.js";
import { renew } from "./installed.js";
import { chooseLanguage, chosenLanguage, t } from "./words.js";

export const IN_SETTINGS = "settings"; // a tab's storage key: reopen the settings after a reload

const DEFAULTS = {
  palette: "green",
  theme: "auto",
  dots: true,
  preview: true,
  coordinates: true,
  animate: true,
  keys: true, // true if single letters and signs are commands
  rotated: false,
  marks: true,
  depths: false, // on the marks of values; exact and proven ones always show them
  line: false, // draws the best line on the board
  top: 60, // moves to value; 60 is all of them
  size: 100, // board size in per cent of the largest that fits the window
  sound: "mouse", // or "on", "off"
  volume: 60, // in per cent
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
  document.documentElement.dataset.theme = settings.theme;
}

/** Fill the dialog of settings. @param {Record<string, string>} languages  The languages' own names, by code. */
export function fillSettings(languages) {
  /** @type {(name: string, label: string, choices: [string, string][]) => HTMLElement} */
  const select = (name, label, choices) => choice(label, choices, settings[name], (value) => set(name, value));
  /** @type {(name: string, label: string) => HTMLElement} */
  const box = (name, label) => check(label, settings[name], (on) => set(name, on));
  const volume = h("input", { type: "range", min: 0, max: 100, step: 5, value: settings.volume,
    on: { change: () => set("volume", Number(volume.value)) } });
  const known = Object.entries(languages).map(([code, name]) => [code, name, code]);
  by("settings-fields").replaceChildren(
    choice(t("Language"), [["", t("Same as the browser")], ...known], chosenLanguage(), (code) => {
      rememberHere(IN_SETTINGS, true);
      chooseLanguage(code);
      renew();
    }),
    select("palette", t("Board"), [
      ["green", t("Green felt")],
      ["blue", t("Deep water")],
      ["sand", t("Warm wood")],
      ["grey", t("Plain grey")],
    ]),
    select("theme", t("Page"), [["auto", t("Same as the system")], ["light", t("Light")], ["dark", t("Dark")]]),
    select("sound", t("Sound"), [["mouse", t("On if there is a mouse")], ["on", t("On")], ["off", t("Off")]]),
    h("label", { class: "field" }, h("span", {}, t("Volume")), volume),
    box("dots", t("Dots where a move is legal")),
    box("preview", t("Show the discs that a move would turn over")),
    box("coordinates", t("Coordinates")),
    box("depths", t("Search depth beside each value (d)")),
    box("animate", t("Animate discs (unless the system asks for less motion)")),
    box("rotated", t("Turn the board round (f)")),
    box("keys", t("Single-key commands (press ? for the list)")),
  );
}
