// The clocks of a game, running on between the server's updates.

import { tickSound } from "../core/sound.js";

const TICK_MS = 200;

export class GameClock {
  /** @param {import("../screens/play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.begun = 0; // time of the server's last update
    this.now = 0; // stands still while there is no connection
    this.heard = 0; // the second of the last tick
    setInterval(() => this.tick(), TICK_MS);
  }

  /** Run on from the server's update. */
  begin() {
    this.begun = this.now = performance.now();
  }

  /** Seconds on a side's clock. @param {number} seat */
  left(seat) {
    const { clock, view, result } = this.play.game;
    if (!clock) return 0;
    const runs = clock.runs && !result && view.turn === seat;
    return Math.max(0, clock.left[seat] - (runs ? (this.now - this.begun) / 1000 : 0));
  }

  tick() {
    const { app, isCut, mayMove, state } = this.play;
    if (!isCut) this.now = performance.now();
    if (app.mode !== this.play || !state?.clock || state.result) return;
    const turn = state.view.turn ?? 0;
    const left = this.left(turn);
    app.stage.showClock(turn, left);
    const second = Math.ceil(left);
    if (mayMove && state.clock.runs && second < 10 && second !== this.heard) tickSound();
    this.heard = second;
  }
}
