// The tabs and buttons in the page's HTML, and their actions.

import { listenForResizing } from "./board/handle.js";
import { by } from "./core/dom.js";
import { typed } from "./core/fields.js";
import { builtPart } from "./core/later.js";
import { listen } from "./core/keys.js";
import { Screen } from "./core/screen.js";
import { listenForScribbles } from "./board/scribbles.js";
import { onSettings, set, settings } from "./core/settings.js";
import { listenForGesture } from "./core/sound.js";

/** The parts with a board; the others are screens. */
export const WITH_BOARD = ["play", "analyse", "review"];

const WHEEL_STEP = 40; // pixels of the wheel for one move
const WHEEL_MS = 90; // between two moves, because one notch may arrive as several events

/** Settings that need no redraw: they affect only sound or style sheets. */
const STYLED = ["palette", "discs", "theme", "timbre", "size", "sound", "volume", "notify"];

/** Connect tabs, buttons, keys and settings to their actions. @param {import("./main.js").App} app */
export function connectControls(app) {
  /** Do what a button asks for, after the games have arrived. @param {() => void} act */
  const soon = (act) => {
    if (app.arrived) act();
    else app.wish = act;
  };
  for (const name of WITH_BOARD) {
    const tab = by(`tab-${name}`);
    tab.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (event.detail) tab.blur(); // after a click with the mouse, arrows go through the moves
      soon(() => app.turnTo(name, { stays: true }));
    });
    tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => walkTabs(app, event, name));
  }
  by("button-new").addEventListener("click", () => soon(() => app.dialogs.newGame()));
  by("button-paste").addEventListener("click", () => app.dialogs.paste());
  by("button-share").addEventListener("click", () => app.dialogs.share());
  by("button-settings").addEventListener("click", () => app.dialogs.settings());
  by("button-keys").addEventListener("click", () => app.dialogs.keys());
  by("button-first").addEventListener("click", () => app.mode.ends(true));
  by("button-back").addEventListener("click", () => app.mode.step(-1));
  by("button-forward").addEventListener("click", () => app.mode.step(1));
  by("button-last").addEventListener("click", () => app.mode.ends(false));
  by("button-rotate").addEventListener("click", () => set("rotated", !settings.rotated));
  by("button-pass").addEventListener("click", () => app.mode.choose("pass"));
  by("move-form").addEventListener("submit", typed(by("move-text"), (move) => app.mode.choose(move)));
  onSettings((name) => {
    if (!STYLED.includes(name)) app.mode.show();
  });
  by("skip").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    event.preventDefault(); // its address is not one of the page's
    (app.mode instanceof Screen ? app.mode.host : app.board).focus();
  });
  document.addEventListener("visibilitychange", () => document.hidden || app.connection.retry());
  listen(app);
  addEventListener("invalid", async (event) => {
    event.preventDefault();
    (await builtPart({ part: null }, "missing", () => import("./screens/later/missing.js")))?.tell(event.target);
  }, true);
  listenForGesture();
  listenForResizing();
  listenForWheel(app);
  listenForScribbles(app.board, () => app.mode !== app.modes.analyse); // Analyse stores its marks
  /** @type {any} */ (window).outflankPressed?.click(); // before this script had loaded; see early.js
}

/** Let the mouse wheel over the board step through the game. @param {import("./main.js").App} app */
function listenForWheel(app) {
  let turned = 0; // in pixels since the last step
  let next = 0; // time of the earliest next step
  by("board").addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    if (event.ctrlKey || event.shiftKey) return; // the browser's zoom and sideways scrolling
    const isBack = event.deltaY < 0;
    if (by(isBack ? "button-back" : "button-forward").disabled) return;
    event.preventDefault();
    if (isBack !== turned < 0) turned = 0;
    turned += event.deltaMode ? event.deltaY * WHEEL_STEP : event.deltaY;
    if (Math.abs(turned) < WHEEL_STEP || event.timeStamp < next) return;
    turned = 0;
    next = event.timeStamp + WHEEL_MS;
    app.mode.step(isBack ? -1 : 1);
  }, { passive: false });
}

/** Walk over the tabs with the arrow keys.
 * @param {import("./main.js").App} app @param {KeyboardEvent} event @param {string} name */
function walkTabs(app, event, name) {
  const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  const target = event.key === "Home"
    ? WITH_BOARD[0]
    : event.key === "End"
    ? WITH_BOARD.at(-1)
    : step && WITH_BOARD[(WITH_BOARD.indexOf(name) + step + WITH_BOARD.length) % WITH_BOARD.length];
  if (!target) return;
  event.preventDefault();
  app.turnTo(target, { stays: true });
  by(`tab-${target}`).focus();
}
