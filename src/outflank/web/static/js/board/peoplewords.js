// Sentences about the difficulty of a position of a reviewed game for players of the same strength.

import { n, sentences, t } from "../core/words.js";

/**
 * @typedef {{rating: number, best: string, finds: number, found: boolean, played: string,
 *   trap: {move: string, share: number, loss: number} | null}} People
 */

/** @param {People} people */
export function peopleWords({ rating, best, finds, found, played, trap }) {
  const move = found ? played : best;
  const percent = Math.round(100 * finds);
  const told = { move, percent, rating: rating < 0 ? `\u2212${-rating}` : `+${rating}` };
  return sentences(
    found
      ? t("{move} is hard: {percent} % of players of this strength ({rating}) find it.", told)
      : t("{percent} % of players of this strength ({rating}) find {move}.", told),
    trap && !found
      ? n("{move} is a trap: {percent} % play it, and it loses {count} disc.",
        "{move} is a trap: {percent} % play it, and it loses {count} discs.", Math.round(trap.loss), { move: trap.move,
        percent: Math.round(100 * trap.share) })
      : "",
  );
}
