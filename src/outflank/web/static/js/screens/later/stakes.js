// A line below the buttons of a game: it counts for the person's rating, or no longer does. In a rated game between
// members, also their ratings beside their names, and the changes after its end.

import { announceToo, note } from "../../core/announce.js";
import { signed } from "../../board/values.js";
import { by, h } from "../../core/dom.js";
import { isShown } from "../../core/ratings.js";
import { t } from "../../core/words.js";
import { ratingOf } from "../clubwords.js";

/**
 * @typedef {import("../../core/protocol.js").GameState} GameState
 * @typedef {{rating: number, error_95: number, results: number, change: number | null}} Rated
 *   A player's rating before the game; `change` is null unless the game has counted.
 */

/** @param {import("../ending.js").Ending} ending */
export function build(ending) {
  const { play } = ending;
  const host = h("p", { class: "muted stakes" });
  /** @type {GameState | null} */
  let counted = null; // the latest state of a game while it counted
  let lost = ""; // the reason why that game no longer counts
  /** @type {{key: string, players: Rated[]}} */
  let rated = { key: "", players: [] };
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
      else noteToo(lost);
    }
    host.textContent = state.result || !state.part ? "" : lost || words(state);
    if (state.rated) rate(state);
  }

  /** Ask for the ratings of a game once, and again after its end. @param {GameState} state */
  async function rate(state) {
    const key = keyOf(state);
    if (key === rated.key) return;
    rated = { key, players: rated.key.startsWith(state.game) ? rated.players : [] };
    const answer = await play.app.connection.request("rating-change", { game: state.game }).catch(() => null);
    if (key !== rated.key) return;
    if (!answer) {
      rated.key = ""; // ask again with the next state
      return;
    }
    rated.players = /** @type {any} */ (answer).players;
    if (state.result && ending.change?.game === state.game) ending.change.host.textContent = changed(state);
    play.show();
  }

  /** The words about the ratings after a game. @param {GameState} state */
  function changed({ labels, part }) {
    const { players } = rated;
    if (players.every(({ change }) => change === null)) return t("This game was too short to count for ratings.");
    const lines = players.flatMap(({ change, ...before }, seat) => {
      const after = { ...before, rating: before.rating + (change ?? 0), results: before.results + 1 };
      if (!isShown(after)) return [];
      return [
        t("{name}: {after} ({change})", { name: labels[seat], after: ratingOf(after), change: signed(change ?? 0) }),
      ];
    });
    return lines.join(" · ") || (part ? t("Your rating appears after three games.") : "");
  }

  /** The ratings for the players' bars, with the changes after the game. @param {GameState} state */
  function ratings(state) {
    if (!rated.key.startsWith(state.game)) return [];
    return rated.players.map((player) => {
      const { change } = player;
      return change === null || !isShown(player) ? ratingOf(player) : `${ratingOf(player)} ${signed(change)}`;
    });
  }

  /** @param {GameState} state */
  function words(state) {
    if (state.counts) return t("This game counts for your rating.");
    return state.shared && play.app.hasClub ? t("This game does not count for your rating.") : "";
  }

  return { show, ratings };
}

/** Note something beside the note on screen, such as the answer to the paste that began an analysis.
 * @param {string} words */
function noteToo(words) {
  const shown = by("notes").querySelector(".note span");
  if (shown) shown.append(" ", words);
  else note(words);
}

/** The game and whether it has ended. @param {GameState} state */
function keyOf(state) {
  return `${state.game} ${Boolean(state.result)}`;
}

/** @param {GameState} before @param {GameState} state @param {boolean} isHere  False if the person looks elsewhere. */
function reason(before, state, isHere) {
  if (state.undone) return t("Move taken back: this game no longer counts for your rating.");
  if (before.seats.join() !== state.seats.join()) return t("New players: this game no longer counts for your rating.");
  return isHere
    ? t("Hint used: this game no longer counts for your rating.")
    : t("Analysis used: this game no longer counts for your rating.");
}
