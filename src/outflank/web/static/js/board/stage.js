// The parts around the board in every mode: players and score, the status line, the buttons for moves.

import { by, fill, h } from "../core/dom.js";
import { icon } from "./shapes.js";
import { decimal, n, t } from "../core/words.js";

/**
 * @typedef {object} Score  One side of a game.
 * @property {string} name  The side's name.
 * @property {string} [player]
 * @property {number} count  The number of its pieces.
 * @property {boolean} turn
 * @property {boolean} won
 * @property {boolean | null} [here]  True if the person is connected; null if it does not matter.
 * @property {number | null} clock  Seconds left; null without a clock.
 */

export class Stage {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Show the players and the score. @param {string} kind @param {Score[]} seats */
  showScores(kind, seats) {
    const goal = this.app.goalOf(kind);
    by("goal").textContent = goal && t("{game}: {goal}", { game: this.app.kinds[kind].title, goal });
    by("goal").hidden = !goal;
    fill(by("scores"),
      ...seats.map((seat, i) =>
        h("div", { class: `score${seat.turn ? " turn" : ""}${seat.won ? " won" : ""}` }, icon(kind, i),
          presence(seat.here),
          h("span", { class: "who" }, h("span", { class: "side" }, seat.name),
            seat.player && seat.player !== seat.name ? h("bdi", { class: "player" }, seat.player) : null),
          seat.clock === null ? null : h("span", { class: "clock", "data-clock": i }, time(seat.clock)),
          h("span", { class: "count", role: "img", "aria-label": n("{count} disc", "{count} discs", seat.count) },
            String(seat.count)), seat.turn ? h("span", { class: "offscreen" }, t(", to move")) : null)
      ));
  }

  /** @param {number} seat @param {number} left */
  showClock(seat, left) {
    const clock = by("scores").querySelector(`[data-clock="${seat}"]`);
    if (!clock) return;
    clock.textContent = time(left);
    clock.classList.toggle("low", left < 10);
  }

  /** Set the line below the board; `busy` shows that the engine is at work.
   * @param {string} words @param {boolean} busy */
  showStatus(words, busy) {
    by("status").textContent = words;
    by("status").classList.toggle("busy", busy);
  }

  /** @param {boolean} on */
  showPass(on) {
    by("button-pass").hidden = !on;
  }

  /** @param {number} at @param {number} last */
  showNavigation(at, last) {
    by("button-first").disabled = by("button-back").disabled = at <= 0;
    by("button-last").disabled = by("button-forward").disabled = at >= last;
  }
}

/** A dot for the connection of a person. @param {boolean | null | undefined} here */
function presence(here) {
  if (typeof here !== "boolean") return null;
  const words = here ? t("connected") : t("away");
  return h("span", { class: `presence ${here ? "here" : "away"}`, role: "img", "aria-label": words, title: words });
}

/** Time on a clock: 4:07; tenths below ten seconds. @param {number} seconds */
function time(seconds) {
  if (seconds < 10) return decimal(seconds, 1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
