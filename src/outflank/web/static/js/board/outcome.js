// The end of a game, in words.

import { emptiesOf } from "../core/protocol.js";
import { signed } from "./values.js";
import { listed, n, t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").View} View */
/** @typedef {import("../core/protocol.js").Result} Result */

/**
 * The end of a game, without a full stop. The winner's pieces come first; for one of two sides, its own do.
 * @param {string[]} names  One for each side.
 * @param {View} view  The last position.
 * @param {Result | null} [result]  The game's result, if it did not end on the board.
 * @param {number | null} [you]  The side that reads it.
 * @returns {string}
 */
export function outcome(names, view, result = view.result, you = null) {
  if (!result) return "";
  const side = names.length === 2 && result.winners.length === 1 ? you : null;
  if (result.how === "counted") return counted(names, view, result, side);
  if (result.how === "board" || (result.loser ?? null) === null) return result.words;
  return besides(names, view, result, Number(result.loser), side);
}

/** The end of a game by counting pieces.
 * @param {string[]} names @param {View} view @param {Result} result @param {number | null} you */
function counted(names, view, result, you) {
  const [winner, ...others] = result.winners;
  const counts = view.counts.join("–");
  if (others.length) {
    return names.length === 2
      ? t("draw {counts}", { counts })
      : t("tie of {names} {counts}", { names: listed(result.winners.map((seat) => names[seat])), counts });
  }
  if (names.length !== 2) return t("{name} wins {counts}", { name: names[winner], counts });
  const own = you ?? winner;
  const score = { name: names[winner], own: view.counts[own], other: view.counts[1 - own],
    lead: signed(Math.abs(result.scores[winner])) };
  const empties = emptiesOf(view);
  if (!empties) {
    if (you === null) return t("{name} wins {own}–{other}", score);
    return you === winner ? t("You won {own}–{other}", score) : t("You lost {own}–{other}", score);
  }
  if (you === null) {
    return n("{name} wins {own}–{other} ({count} empty square to the winner: {lead})",
      "{name} wins {own}–{other} ({count} empty squares to the winner: {lead})", empties, score);
  }
  if (you === winner) {
    return n("You won {own}–{other} ({count} empty square to the winner: {lead})",
      "You won {own}–{other} ({count} empty squares to the winner: {lead})", empties, score);
  }
  return n("You lost {own}–{other} ({count} empty square to the winner: {lead})",
    "You lost {own}–{other} ({count} empty squares to the winner: {lead})", empties, score);
}

/** The end of a game by resignation, time or forfeit.
 * @param {string[]} names @param {View} view @param {Result} result @param {number} loser @param {number | null}
 * you */
function besides(names, view, result, loser, you) {
  if (you === loser && result.how === "resigned") {
    return t("You resigned at {counts}", { counts: view.counts.join("–") });
  }
  if (you === loser && result.how === "time") return t("You ran out of time");
  const why = reason(names[loser], view, result);
  if (result.winners.length !== 1) return why;
  const [winner] = result.winners;
  if (you === null) return t("{name} wins: {why}", { name: names[winner], why });
  return you === winner ? t("You won: {why}", { why }) : t("You lost: {why}", { why });
}

/** @param {string} name @param {View} view @param {Result} result */
function reason(name, view, result) {
  if (result.how === "resigned") return t("{name} resigned at {counts}", { name, counts: view.counts.join("–") });
  if (result.how === "time") return t("{name} ran out of time", { name });
  return t("{name} forfeits the game: {reason}", { name, reason: result.reason });
}
