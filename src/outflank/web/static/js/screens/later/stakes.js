// A line below the buttons of a game: it counts for the person's rating, or no longer does.

import { announceToo, note } from "../../core/announce.js";
import { h } from "../../core/dom.js";
import { t } from "../../core/words.js";

/** @typedef {import("../../core/protocol.js").GameState} GameState */

/** @param {import("../ending.js").Ending} ending */
export function build(ending) {
  const { play } = ending;
  const host = h("p", { class: "muted stakes" });
  /** @type {GameState | null} */
  let counted = null; // the latest state of a game while it counted
  let lost = ""; // the reason why that game no longer counts
  ending.host.before(host);

  /** @param {GameState} state */
  function show(state) {
    if (state.counts || state.result || counted?.game !== state.game) {
      counted = state.counts ? state : null;
      lost = "";
    } else if (!lost) {
      const isHere = play.app.mode === play;
      lost = reason(counted, state, isHere);
      if (isHere) announceToo(lost);
      else note(lost);
    }
    host.textContent = state.result || !state.part ? "" : lost || words(state);
  }

  /** @param {GameState} state */
  function words(state) {
    if (state.counts) return t("This game counts for your rating.");
    return state.shared && play.app.hasClub ? t("This game does not count for your rating.") : "";
  }

  return { show };
}

/** @param {GameState} before @param {GameState} state @param {boolean} isHere  False if the person looks elsewhere. */
function reason(before, state, isHere) {
  if (state.undone) return t("Move taken back: this game no longer counts for your rating.");
  if (before.seats.join() !== state.seats.join()) return t("New players: this game no longer counts for your rating.");
  return isHere
    ? t("Hint used: this game no longer counts for your rating.")
    : t("Analysis used: this game no longer counts for your rating.");
}
