// The line below the header: a game of the person whose clock runs while the page shows something else.

import { announce } from "../../core/announce.js";
import { by, h } from "../../core/dom.js";
import { time } from "../../board/stage.js";
import { listed, t } from "../../core/words.js";

/** @typedef {{game: string, turn: boolean, against: string[], left: number, runs: boolean}} Running */

const ASKED_MS = 2000; // between two requests while a clock runs
const TICK_MS = 200;

/** @param {{app: import("../../main.js").App}} owner */
export function build({ app }) {
  return new Elsewhere(app);
}

class Elsewhere {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Running | null} */
    this.running = null; // the game that needs the person first
    this.asked = 0; // time of the last answer
    this.clock = h("span", { class: "clock" });
    this.host = h("a", { class: "banner elsewhere", hidden: true });
    by("banner").before(this.host);
    setInterval(() => this.tick(), TICK_MS);
    setInterval(() => this.running && app.askClocks(), ASKED_MS);
  }

  /** Show the game that needs the person first, unless it is on screen. @param {Running[]} found */
  take(found) {
    const { mode, modes } = this.app;
    const shown = mode === modes.play ? modes.play.id : "";
    this.asked = performance.now();
    this.show(found.find(({ game }) => game !== shown) ?? null);
  }

  /** @param {Running | null} running */
  show(running) {
    this.running = running;
    this.host.hidden = !running;
    if (!running) return;
    const { game, turn, against } = running;
    const name = listed(against);
    const words = turn
      ? (name ? t("Your turn against {name}", { name }) : t("Your turn"))
      : t("{name} to move", { name });
    if (turn && this.host.firstChild?.textContent !== words) announce(words);
    this.host.href = `#/play/${game}`;
    this.host.classList.toggle("calm", !turn);
    this.host.replaceChildren(words, this.clock);
    this.tick();
  }

  tick() {
    if (!this.running) return;
    const { left, runs } = this.running;
    this.clock.textContent = time(Math.max(0, left - (runs ? performance.now() - this.asked : 0) / 1000));
  }
}
