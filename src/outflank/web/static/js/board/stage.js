// The parts around the board in every mode: players and score, the status line, the buttons for moves.

import { by, fill, h } from "../core/dom.js";
import { characterCalled, faceOf, isProgram } from "./faces.js";
import { icon } from "./shapes.js";
import { decimal, n, t } from "../core/words.js";
import { shownRating } from "../core/ratings.js";

const LONG = 60; // letters; longer words are smaller

/**
 * @typedef {object} Score  One side of a game.
 * @property {string} name  The side's name.
 * @property {string} [player]
 * @property {number} count  The number of its pieces.
 * @property {boolean} turn
 * @property {boolean} won
 * @property {boolean | null} [here]  True if the person is connected; null if it does not matter.
 * @property {number | null} clock  Seconds left; null without a clock.
 * @property {boolean} [isPerson]
 * @property {string} [rating]  The rating of a member in a rated game.
 */

export class Stage {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {{seat: number, words: string} | null} */
    this.bubble = null; // the words of a character beside its name
  }

  /** Show the players and the score.
   * @param {string} kind @param {Score[]} seats @param {number} [below]  The side whose bar is below the board. */
  showScores(kind, seats, below = 0) {
    const goal = this.app.goalOf(kind);
    by("goal").textContent = goal && t("{game}: {goal}", { game: this.app.kinds[kind].title, goal });
    by("goal").hidden = !goal;
    by("scores").classList.toggle("facing", seats.length === 2);
    by("scores").classList.toggle("below-0", below === 0);
    fill(by("scores"), ...seats.map((seat, i) => this.bar(kind, seat, i)));
  }

  /** The bar of a player. @param {string} kind @param {Score} seat @param {number} i */
  bar(kind, seat, i) {
    const { player, name, turn, won, clock, count } = seat;
    const info = this.app.kinds[kind];
    const character = seat.isPerson ? null : characterCalled(info, player ?? "");
    const rating = character?.rating ? shownRating(character.rating.rating, "ladder") : seat.rating;
    const words = this.bubble?.seat === i && this.app.mode.name === "play"
      ? h("p", { class: "bubble" }, this.bubble.words)
      : null;
    return h("div", { class: `score${turn ? " turn" : ""}${won ? " won" : ""}` },
      player ? faceOf(character, seat.isPerson ?? !isProgram(info, player)) : null, presence(seat.here),
      h("span", { class: "who" }, h("span", { class: "side" }, name),
        player && player !== name ? h("bdi", { class: "player", title: player }, player) : null),
      rating ? h("span", { class: "elo", title: t("Rating {rating}", { rating }) }, String(rating)) : null,
      h("span", { class: "room" }, words),
      clock === null ? null : h("span", { class: "clock", "data-clock": i }, time(clock)),
      h("span", { class: "tally" }, icon(kind, i),
        h("span", { class: "count", role: "img", "aria-label": n("{count} disc", "{count} discs", count) },
          String(count))), turn ? h("span", { class: "offscreen" }, t(", to move")) : null);
  }

  /** @param {number} seat @param {number} left */
  showClock(seat, left) {
    const clock = by("scores").querySelector(`[data-clock="${seat}"]`);
    if (!clock) return;
    clock.textContent = time(left);
    clock.classList.toggle("low", left < 10);
  }

  /** Set the line below the board; `busy` shows that the engine is at work, and `over` that the words are a result.
   * @param {string} words @param {boolean} busy @param {boolean} [over] */
  showStatus(words, busy, over = false) {
    by("status").textContent = words;
    by("status").classList.toggle("busy", busy);
    by("status").classList.toggle("long", words.length > LONG);
    by("status").classList.toggle("over", over);
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
export function time(seconds) {
  if (seconds < 10) return decimal(seconds, 1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
