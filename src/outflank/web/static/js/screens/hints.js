// A hint for a person to move, and the presses that ask for it. The search and its words are in later/hinting.js.

import { note } from "../core/announce.js";
import { fill, h } from "../core/dom.js";
import { builtPart } from "../core/later.js";
import { t } from "../core/words.js";

/**
 * @typedef {object} Hint
 * @property {number} ply
 * @property {any} found  The analysis of the position.
 * @property {string} about  The idea of the best move, without its square.
 * @property {string[]} among  Squares to frame with the idea.
 * @property {string} words  The best move and its result.
 * @property {string} reason
 * @property {boolean} isShown  True if the square is shown.
 */

/** The idea of the move, its square as well, or the move itself. */
export const IDEA = 0, SQUARE = 1, MOVE = 2;

/** @typedef {{wants: number, isFound: boolean}} HintSearch  A later press may want more. */

export class Hints {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.host = h("p", { class: "hint-reason" });
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {HintSearch | null} */
    this.search = null;
    /** @type {{seek(search: HintSearch): void} | null} */
    this.part = null;
  }

  /** The hint for the current position, if it is on the board. @param {boolean} [live] */
  known(live = true) {
    const { moves, result } = this.play.game;
    return live && !result && this.hint?.ply === moves.length ? this.hint : null;
  }

  /** The words for the line below the board; empty without a hint. @param {boolean} live */
  words(live) {
    if (live && this.search) return t("Looking for a hint …");
    const hint = this.known(live);
    return (hint?.isShown ? hint.words : hint?.about) ?? "";
  }

  /** @param {boolean} live */
  draw(live) {
    const hint = this.known(live);
    fill(this.host, hint?.isShown ? hint.reason || null : null);
  }

  forget() {
    this.hint = this.search = null;
  }

  /** Ask for the best move: once for its idea, twice for its square. With `plays`, play it. */
  async ask(plays = false) {
    const { play } = this;
    const { state } = play;
    if (!state || !play.mayMove || state.must_pass) return;
    if (state.shared) {
      note(play.together.refuses(state, "hint"));
      return;
    }
    if (state.counts && !this.search && !(await play.app.confirm("hint"))) return;
    const wants = plays ? MOVE : this.search || this.known() ? SQUARE : IDEA;
    if (this.search) {
      this.search.wants = Math.max(this.search.wants, wants);
      return;
    }
    const search = this.search = { wants, isFound: false };
    play.showStatus(true);
    const part = await builtPart(this, "hinting", () => import("./later/hinting.js"));
    if (!part) this.search = null;
    else if (search === this.search) part.seek(search);
  }
}
