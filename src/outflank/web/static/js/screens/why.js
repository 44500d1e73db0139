// "Why this move?" below the moves of a game: the reasons for the computer's last move.

import { announce } from "../core/announce.js";
import { button, fill, h } from "../core/dom.js";
import { explain, explains } from "../board/explain.js";
import { reasons } from "../board/wording.js";
import { sentences, t } from "../core/words.js";

export class Why {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.host = h("div", { class: "why", tabindex: -1 });
    this.reasons = h("div");
    this.isOpen = false;
  }

  draw() {
    const { game } = this.play;
    const last = game.moves.findLast((played) => played.found);
    fill(this.host, last && !this.isOpen ? button(t("Why this move?"), () => this.open(), { class: "link" }) : null,
      last && this.isOpen ? h("p", {}, reasons(game, last, this.playerOf(last.seat))) : null,
      last && this.isOpen ? this.reasons : null);
  }

  /** Show the question again instead of its answer, from the next redraw on. */
  close() {
    this.isOpen = false;
  }

  async open() {
    const { app, state: game } = this.play;
    if (!game) return;
    const ply = game.moves.findLastIndex((played) => played.found);
    this.isOpen = true;
    fill(this.reasons);
    const isPressed = this.host.contains(document.activeElement);
    this.draw();
    if (isPressed) this.host.focus({ preventScroll: true });
    const words = this.host.textContent;
    const before = await this.play.viewAt(ply);
    const more = before && explains(game.kind, before)
      ? await explain(app, this.reasons, before.text, [game.moves[ply].move])
      : "";
    announce(sentences(words, more));
  }

  /** The player of a seat; for a character, the player that it uses. @param {number} seat */
  playerOf(seat) {
    const { app, game } = this.play;
    const name = game.seats[seat];
    return app.kinds[game.kind].characters.find((each) => each.name === name)?.plays ?? name;
  }
}
