// How the page looks: palette, coordinates, dots, previews; kept in the browser.

import { by, h, recall, remember } from "./dom.js";

const DEFAULTS = {
  palette: "green",
  theme: "auto",
  dots: true,
  preview: true,
  coordinates: true,
  animate: true,
  rotated: false,
  marks: true,
  top: 1,
};

/** The settings as they are. Change them with `set`. */
export const settings = { ...DEFAULTS, ...recall("settings", {}) };

const listeners = [];

/** Be told when a setting changes. */
export function onSettings(listener) {
  listeners.push(listener);
}

/** Change a setting, and remember it. */
export function set(name, value) {
  settings[name] = value;
  remember("settings", settings);
  dress();
  for (const listener of listeners) listener(name);
}

/** Whether pieces move, by the setting and by what the system asks for. */
export function moves() {
  return settings.animate && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Give the page the colours of the settings. */
export function dress() {
  document.documentElement.dataset.palette = settings.palette;
  document.documentElement.dataset.theme = settings.theme;
}

/** Fill the dialog of settings. */
export function fillSettings() {
  const select = (name, label, choices) =>
    h(
      "label",
      { class: "field" },
      h("span", {}, label),
      h(
        "select",
        { on: { change: (event) => set(name, event.target.value) } },
        ...choices.map(([value, words]) => h("option", { value, selected: settings[name] === value }, words)),
      ),
    );
  const check = (name, label) =>
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", checked: settings[name], on: { change: (event) => set(name, event.target.checked) } }),
      h("span", {}, label),
    );
  by("settings-fields").replaceChildren(
    select("palette", "Board", [["green", "Green felt"], ["blue", "Deep water"], ["sand", "Warm wood"], ["grey", "Plain grey"]]),
    select("theme", "Page", [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]]),
    check("dots", "Dots where a move is legal"),
    check("preview", "Show what a move would turn over"),
    check("coordinates", "Coordinates"),
    check("animate", "Discs turn over slowly (unless the system asks for less motion)"),
    check("rotated", "Turn the board round (f)"),
  );
}
