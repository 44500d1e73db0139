// The keys of the page, and the clipboard.

import { note, undoNoted } from "./announce.js";
import { by, h, isTyping } from "./dom.js";
import { set, settings } from "./settings.js";
import { t } from "./words.js";

/** The list under "?". */
const KEYS = [
  ["← →, k j", t("previous and next move")],
  ["Home, End", t("start and end of the game")],
  ["↑ ↓", t("previous and next variation")],
  ["c, x", t("write a comment, mark squares")],
  ["Space", t("play the best move, or turn the engine on")],
  ["l", t("engine on or off; pause while playing")],
  ["g", t("let the engine play one move")],
  ["a", t("mark a hint on the board")],
  ["v", t("show the best line on the board")],
  ["d", t("show depths beside values")],
  ["z", t("hide all computer output")],
  ["r", t("review the whole game")],
  ["b, m, i", t("next blunder, mistake, inaccuracy")],
  ["Backspace", t("undo")],
  ["Ctrl+Z", t("undo the change that a note reports")],
  ["f", t("turn the board round")],
  ["Ctrl+V", t("paste a game or a position")],
  ["Ctrl+C", t("copy the transcript")],
  [t("Arrows, Home, End on the board"), t("move between squares")],
  [t("Enter, Space on a square"), t("play there")],
  ["?", t("this list")],
];

/** @param {import("../main.js").App} app */
export function listen(app) {
  by("keys-list").replaceChildren(
    ...KEYS.flatMap((
      [keys, words],
    ) => [h("dt", {}, ...keys.split(/(, )/).map((key) => (key === ", " ? key : h("kbd", {}, key)))),
      h("dd", {}, words)]
    ),
  );
  document.addEventListener("keydown", (event) => {
    // fields for moves appear for people who use the keyboard
    if (!isTyping(event.target) && /^(.|Tab|Arrow.+)$/.test(event.key)) document.documentElement.classList.add("typed");
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !isTyping(event.target) && undoNoted()) {
      event.preventDefault();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)
      || app.dialogs.anyOpen || !knowsGames(app)) return;
    if (!settings.keys && event.key.length === 1) return; // a setting turns off letters, digits and signs (WCAG 2.1.4)
    const at = /** @type {Element} */ (event.target);
    if ((event.key === " " || event.key === "Enter") && at.closest("button, summary, a, [role=tab]")) return;
    if (/^(Arrow|Home|End)/.test(event.key)
      && (at.closest("[role=tablist]") || (at.closest("#board") && app.board.walked))) return;
    if (press(app, event.key)) event.preventDefault();
  });
  document.addEventListener("paste", (event) => {
    if (isTyping(event.target) || app.dialogs.anyOpen || !knowsGames(app)) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim()) {
      event.preventDefault();
      app.dialogs.take(text, app.mode.name === "review" ? "review" : "analyse");
    }
  });
  document.addEventListener("copy", (event) => {
    if (isTyping(event.target) || app.dialogs.anyOpen || String(getSelection())) return;
    const { transcript } = app.mode;
    if (!transcript) return;
    event.clipboardData?.setData("text/plain", transcript);
    event.preventDefault();
    note(t("Transcript copied."));
  });
}

/** True once the server has listed its games, which keys and pasted games need.
 * @param {import("../main.js").App} app */
function knowsGames(app) {
  return Object.keys(app.kinds).length > 0;
}

/** Handle a key. True if it has a meaning. @param {import("../main.js").App} app @param {string} key */
function press(app, key) {
  const { mode } = app;
  if (mode.key(key)) return true;
  /** @type {Record<string, () => any>} */
  const actions = { ArrowLeft: () => mode.step(-1), k: () => mode.step(-1), ArrowRight: () => mode.step(1),
    j: () => mode.step(1), Home: () => mode.ends(true), End: () => mode.ends(false),
    f: () => set("rotated", !settings.rotated), z: () => app.hide(!app.hidden), a: () => app.toggleMarks(),
    d: () => set("depths", !settings.depths), r: () => app.review(), b: () => app.nextGrade("blunder"),
    m: () => app.nextGrade("mistake"), i: () => app.nextGrade("inaccuracy"),
    l: () => app.turnTo("analyse").then(() => app.modes.analyse.press(true)), "?": () => app.dialogs.keys() };
  if (!(key in actions)) return false;
  return actions[key]() !== false;
}
