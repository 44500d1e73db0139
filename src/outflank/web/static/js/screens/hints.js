// A hint for a person to move: first the idea of the best move, in words; the second time, its square and the reasons.

import { announce, note, sentence } from "../core/announce.js";
import { fill, h } from "../core/dom.js";
import { explains, strongest } from "../board/explain.js";
import { hinted } from "../board/wording.js";
import { n, sentences, t } from "../core/words.js";

/** @typedef {{ply: number, found: any, about: string, reason: string, isShown: boolean}} Hint  `about` does not name
 * the square, `reason` does. */

export class Hints {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.host = h("p", { class: "hint-reason" });
    /** @type {Hint | null} */
    this.hint = null;
  }

  /** The hint for the current position, if any. */
  get known() {
    return this.hint?.ply === this.play.game.moves.length ? this.hint : null;
  }

  /** The visible hint with its square, if any. @param {boolean} live  True if the current position is on the board. */
  of(live) {
    return live && this.known?.isShown ? this.known : null;
  }

  /** @param {boolean} live */
  draw(live) {
    const hint = live ? this.known : null;
    fill(this.host, (hint?.isShown ? hint.reason : hint?.about) || null);
  }

  forget() {
    this.hint = null;
  }

  /** Request the best move. With `plays`, play it as well. */
  ask(plays = false) {
    const { play } = this;
    const { app, state } = play;
    if (!state || !play.mayMove || state.must_pass) return;
    if (state.shared) {
      note(play.together.refuses(state, "hint"));
      return;
    }
    if (!plays && this.known?.about && !this.known.isShown) {
      this.reveal(this.known);
      return;
    }
    const ply = state.moves.length;
    const inWords = !plays && !this.known;
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
      if (inWords && !event.done) return;
      this.hint = { ply, found, about: "", reason: "", isShown: !inWords };
      if (inWords) this.advise(this.hint);
      else play.show();
      if (event.done && plays) play.choose(found.moves[0].move);
      else if (event.done && !inWords) announce(t("Hint: {hint}.", { hint: hinted(found) }));
    });
  }

  /** Describe the best move without naming its square. @param {Hint} hint */
  async advise(hint) {
    const { kind, view } = this.play.game;
    const [{ move }] = hint.found.moves;
    const { topic, words } = explains(kind, view)
      ? await strongest(this.play.app, view.text, move)
      : { topic: "", words: "" };
    if (hint !== this.hint) return;
    hint.reason = words;
    hint.about = sentences(aboutWords(topic) || looks(move, view.legal[move]),
      t("Press “Hint” again to see the square."));
    this.play.show();
    announce(hint.about);
  }

  /** Show the square and the reasons for it. @param {Hint} hint */
  reveal(hint) {
    hint.isShown = true;
    this.play.show();
    announce(sentences(t("Hint: {hint}.", { hint: hinted(hint.found) }), hint.reason));
  }
}

/** Describe a move without known reasons. @param {string} move @param {number[]} flips */
function looks(move, flips) {
  return sentences(n("It turns over {count} disc.", "It turns over {count} discs.", flips.length),
    t("It is in column {column}.", { column: move[0] }));
}

/** Words about the topic of a move's strongest reason; empty without one. @param {string} topic */
function aboutWords(topic) {
  if (topic === "corners") return t("Think of the corners.");
  if (topic === "danger") return t("Think of the squares beside the corners.");
  if (topic === "mobility") return t("Think of how many moves each side will have.");
  if (topic === "stability") return t("Think of discs that can never be turned over.");
  if (topic === "frontier") return t("Think of discs that touch empty squares.");
  if (topic === "parity") return t("Think of who makes the last move in each region.");
  return topic === "end" ? t("This can be counted to the end.") : "";
}
