// The line below the header: a game of the person whose clock runs while the page shows something else.

import { announce } from "../core/announce.js";
import { by, h } from "../core/dom.js";
import { time } from "../board/stage.js";
import { listed, t } from "../core/words.js";

/** @typedef {{game: string, turn: boolean, against: string[], left: number, runs: boolean}} Running */

const ASKED_MS = 2000; // between two requests while a clock runs
const TICK_MS = 200;

export class Elsewhere {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Running | null} */
    this.running = null; // the game that needs the person first
    this.asked = 0; // time of the last answer
    this.number = 0; // of the latest request
    this.clock = h("span", { class: "clock" });
    this.host = h("a", { class: "banner elsewhere", hidden: true });
    by("banner").before(this.host);
    setInterval(() => this.tick(), TICK_MS);
    setInterval(() => this.running && this.look(), ASKED_MS);
  }

  /** Ask the server, and go on asking while a clock runs. */
  async look() {
    const number = ++this.number;
    const { play } = this.app.modes;
    const answer = await this.app.connection.request("running-clocks").catch(() => null);
    if (number !== this.number) return;
    const shown = this.app.mode === play ? play.id : "";
    const found = /** @type {Running[]} */ (/** @type {any} */ (answer)?.games ?? []);
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
