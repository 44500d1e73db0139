// The form of the settings: boards and discs as pictures, then sounds and switches.

import { note } from "../../core/announce.js";
import { by, h, recall, remember, rememberHere, s } from "../../core/dom.js";
import { renew } from "../../core/installed.js";
import { check, choice } from "../../core/fields.js";
import { canNotify, mayNotify } from "../../core/notify.js";
import { IN_SETTINGS, set, settings } from "../../core/settings.js";
import { shapesOf } from "../../board/shapes.js";
import { moveSound } from "../../core/sound.js";
import { chooseLanguage, chosenLanguage, t } from "../../core/words.js";

/** @type {[string, string][]} */
const BOARDS = [["green", t("Green felt")], ["slate", t("Slate")], ["blue", t("Deep water")], ["sand", t("Warm wood")],
  ["grey", t("Plain grey")], ["contrast", t("High contrast")]];

/** @type {[string, string][]} */
const DISCS = [["classic", t("Classic")], ["stones", t("Stones")], ["rings", t("Rings")], ["flat", t("Flat")]];

/** @param {{app: import("../../main.js").App}} dialogs */
export function build(dialogs) {
  return { fill: () => fillSettings(dialogs.app.languages) };
}

/** Fill the dialog of settings. @param {Record<string, string>} languages  The languages' own names, by code. */
function fillSettings(languages) {
  /** @type {(name: string, label: string, choices: [string, string][]) => HTMLElement} */
  const select = (name, label, choices) => choice(label, choices, settings[name], (value) => set(name, value));
  /** @type {(name: string, label: string) => HTMLElement} */
  const box = (name, label) => check(label, settings[name], (on) => set(name, on));
  const volume = h("input", { type: "range", min: 0, max: 100, step: 5, value: settings.volume,
    on: { change: () => set("volume", Number(volume.value)) } });
  const known = Object.entries(languages).map(([code, name]) => [code, name, code]);
  const rest = h("div", { class: "settings-fields" },
    h("div", { class: "fields" },
      choice(t("Sound of a disc"), [["felt", t("Felt")], ["wood", t("Wood")], ["stone", t("Stone")], ["bell",
        t("Bell")]], settings.timbre, (value) => {
        set("timbre", value);
        moveSound([]);
      }), h("label", { class: "field" }, h("span", {}, t("Volume")), volume)),
    box("dots", t("Dots where a move is legal")), box("preview", t("Show the discs that a move would turn over")),
    box("coordinates", t("Coordinates")), box("depths", t("Search depth beside each value (d)")),
    box("animate", t("Animate discs (unless the system asks for less motion)")),
    box("talk", t("Characters say a word at the board")), box("rotated", t("Turn the board round (f)")),
    box("keys", t("Single-key commands (press ? for the list)")), notifyBox());
  const more = h("details", { open: recall("more-settings", false),
    on: { toggle: () => remember("more-settings", more.open) } }, h("summary", {}, t("More choices")), rest);
  by("settings-fields").replaceChildren(pictures("palette", t("Board"), BOARDS), pictures("discs", t("Discs"), DISCS),
    h("div", { class: "fields" },
      choice(t("Language"), [["", t("Same as the browser")], ...known], chosenLanguage(), (code) => {
        rememberHere(IN_SETTINGS, true);
        chooseLanguage(code);
        renew();
      }), select("theme", t("Page"), [["auto", t("Same as the system")], ["light", t("Light")], ["dark", t("Dark")]]),
      select("sound", t("Sound"), [["mouse", t("On if there is a mouse")], ["on", t("On")], ["off", t("Off")]])), more);
}

/** The setting that switches notifications on, after asking the browser, or off; null if there are none. */
function notifyBox() {
  if (!canNotify()) return null;
  const box = check(t("Notify me when it is my turn, while this page is in the background"), mayNotify(),
    async (on) => {
      const isAllowed = !on || (await Notification.requestPermission()) === "granted";
      set("notify", on && isAllowed);
      if (isAllowed) return;
      /** @type {HTMLInputElement} */ (box.querySelector("input")).checked = false;
      note(t("The browser does not allow notifications of this page. You can change that in the browser’s settings."));
    });
  return box;
}

/** A choice of looks, each with a small picture of itself.
 * @param {"palette" | "discs"} name @param {string} label @param {[string, string][]} choices */
function pictures(name, label, choices) {
  return h("fieldset", { class: "choice looks" }, h("legend", {}, label),
    ...choices.map(([value, words]) =>
      h("label", { class: "look" },
        h("input", { type: "radio", name, value, checked: settings[name] === value, on: { change: () =>
          set(name, value) } }), h("span", { [`data-${name}`]: value, class: "sample" }, sample()),
        h("span", {}, words))
    ));
}

/** Four discs on a corner of the board. */
function sample() {
  const [left, right] = [-50, 50];
  return s("svg", { viewBox: "-104 -104 208 208", class: "sample-board", "aria-hidden": "true" },
    s("rect", { x: -104, y: -104, width: 208, height: 208, class: "felt" }),
    s("rect", { x: -104, y: -104, width: 208, height: 208, class: "grain", fill: "url(#grain)" }),
    s("path", { d: "M-104 0H104M0-104V104", class: "lines" }),
    ...[[left, left, 1], [right, left, 0], [left, right, 0], [right, right, 1]].map(([x, y, seat]) =>
      s("g", { transform: `translate(${x} ${y})` }, ...shapesOf("othello", seat))
    ));
}
