// A hint in a game: what is best where a person is to move, and what speaks for it.

import { announce, note, sentence } from "./announce.js";
import { fill, h } from "./dom.js";
import { explains, strongest } from "./explain.js";
import { hinted } from "./wording.js";
import { sentences, t } from "./words.js";

/** @typedef {{ply: number, found: any, reason: string}} Hint */

export class Hints {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.host = h("p", { class: "hint-reason" });
    /** @type {Hint | null} */
    this.hint = null;
  }

  /** The hint for the position that is shown, if there is one. @param {boolean} live  Whether that is the game as it stands. */
  of(live) {
    return live && this.hint?.ply === this.play.game.moves.length ? this.hint : null;
  }

  /** @param {boolean} live */
  draw(live) {
    fill(this.host, this.of(live)?.reason || null);
  }

  forget() {
    this.hint = null;
  }

  /** What is best here? With `plays`, make the move as well. */
  ask(plays = false) {
    const { play } = this;
    const { app, state } = play;
    if (!state || !play.mayMove || state.must_pass) return;
    if (state.shared) {
      note(play.together.refuses(state, "hint"));
      return;
    }
    const ply = state.moves.length;
    app.stage.showStatus(t("Looking for a hint …"), true);
    app.connection.stream("hint", { game: state.game }, (event) => {
      if (play.id !== state.game || play.game.moves.length !== ply) return;
      if (event.type === "error") {
        note(sentence(event.message), "error");
        play.show();
      }
      const found = event.done ?? event.found;
      if (!found?.moves) {
        const known = this.hint ? t("Hint so far: {hint}.", { hint: hinted(this.hint.found) }) : "";
        if (found?.notice) app.stage.showStatus(sentences(known, sentence(found.notice)), true);
        return;
      }
      this.hint = { ply, found, reason: "" };
      play.show();
      if (event.done && plays) play.choose(found.moves[0].move);
      else if (event.done) this.advise(this.hint);
    });
  }

  /** Say a hint, and what speaks for it. @param {Hint} hint */
  async advise(hint) {
    const { kind, view } = this.play.game;
    const words = t("Hint: {hint}.", { hint: hinted(hint.found) });
    announce(words);
    if (explains(kind, view)) hint.reason = await strongest(this.play.app, view.text, hint.found.moves[0].move);
    if (hint !== this.hint || !hint.reason) return;
    this.play.show();
    announce(sentences(words, hint.reason));
  }
}
