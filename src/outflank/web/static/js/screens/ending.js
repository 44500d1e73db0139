// The end of a game: its stored result, the buttons for what comes next, and lines about ratings.

import { act } from "../board/act.js";
import { adviceOn } from "./advice.js";
import { fill, h } from "../core/dom.js";
import { builtPart } from "../core/later.js";
import { keep, opponentIn } from "./results.js";
import { showChange } from "./ownrating.js";
import { endSound } from "../core/sound.js";
import { ended } from "../board/wording.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").GameState} GameState */

export class Ending {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.host = h("div");
    /** The line about the person's rating after a game. @type {{game: string, host: HTMLElement} | null} */
    this.change = null;
    this.isNew = false; // true if the game has just ended and its end is not on screen yet
    /** @type {{show(state: GameState): void, ratings(state: GameState): string[]} | null} */
    this.part = null; // says if the game counts, and the ratings of members
    /** The states so far are told, in their order. @type {Promise<void> | null} */
    this.telling = null;
  }

  /** Store the result if the game has ended since the state before.
   * @param {GameState | null} before @param {GameState} state */
  tell(before, state) {
    const { app } = this.play;
    const ends = Boolean(state.result && before && !before.result && before.game === state.game);
    if (ends) keep(app.kinds[state.kind], state);
    if (ends && opponentIn(app.kinds[state.kind], state)) {
      this.change = { game: state.game, host: h("p", { class: "muted own-change" }) };
      showChange(app, this.change.host, state.game);
    }
    if (ends && state.rated) this.change = { game: state.game, host: h("p", { class: "own-change" }) };
    this.isNew = ends && app.mode === this.play;
    if (state.counts || state.shared || this.telling) this.telling = this.tellStakes(this.telling, state);
  }

  /** @param {Promise<void> | null} earlier @param {GameState} state */
  async tellStakes(earlier, state) {
    await (earlier ?? this.play.app.quieted); // the first move does not need it
    (await builtPart(this, "stakes", () => import("./later/stakes.js")))?.show(state);
  }

  /** The buttons for what comes next; none before the end. The verdict is in the line below the board. */
  buttons() {
    const { app, game, together } = this.play;
    if (!game.result) return [];
    const again = together.rules(game)
      ? together.rematchButtons(game)
      : [act("again", t("Play again"), () => this.play.again())];
    return [
      app.isAnalysed(game.kind) && game.moves.length
        ? act("review", t("Review"), () => app.reviewGame(), { class: again.length > 1 ? "" : "primary" })
        : null,
      ...again,
      app.hasClub && game.shared ? this.clubButton(game.tournament) : null,
    ];
  }

  /** The way back to the club after a game in it. @param {string} tournament  Its id, if the game belongs to one. */
  clubButton(tournament) {
    const { app } = this.play;
    return tournament
      ? act("undo", t("Tournament"), () => app.turnTo("tournament", { rest: [tournament] }))
      : act("undo", t("To the lobby"), () => app.turnTo("lobby"));
  }

  draw() {
    const { app, game } = this.play;
    const change = this.change?.game === game.game ? this.change.host : null;
    fill(this.host,
      game.result
        ? h("div", { class: "result", role: "group", tabindex: -1,
          "aria-label": t("Game over: {result}.", { result: ended(game) }) }, change, adviceOn(app, game))
        : null);
  }

  /** Mark a new end with a chord; a soft wave runs through the winner's pieces unless the person has lost.
   * @param {boolean} live */
  celebrate(live) {
    const { seats, result, you } = this.play.game;
    if (!this.isNew || !live || !result) return;
    const lost = you.length > 0 && !result.winners.some((seat) => you.includes(seat));
    this.isNew = false;
    endSound();
    if (!lost && result.winners.length < seats.length) this.play.app.board.wave(result.winners);
    // a screen reader continues here
    if (document.activeElement === document.body) this.host.querySelector(".result").focus({ preventScroll: true });
  }
}
