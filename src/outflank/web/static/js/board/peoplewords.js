// Sentences about the difficulty of a position of a reviewed game for players of the same strength.

import { either, n, sentences, t } from "../core/words.js";

/**
 * @typedef {{rating: number, best: string, also?: string[], proven?: boolean, finds: number, found: boolean,
 *   played: string, trap: {move: string, share: number, loss: number} | null}} People
 */

const NAMED = 3; // best moves that are named

/** @param {string} best @param {string[]} also  Other moves that are as good. */
function moveWords(best, also) {
  return also.length < NAMED
    ? either([best, ...also])
    : t("{move} or one of {n} other moves", { move: best, n: also.length });
}

/** @param {People} people */
export function peopleWords({ best, also = [], proven = false, finds, found, trap }) {
  const move = moveWords(best, also);
  const percent = Math.round(100 * finds);
  const told = { move, percent };
  return sentences(
    found
      ? t("{move} is hard: {percent} % of players this strong find it.", told)
      : t("{percent} % of players this strong find {move}.", told),
    trap && !found ? trapWords(trap, proven) : "",
  );
}

/** @param {{move: string, share: number, loss: number}} trap @param {boolean} proven */
function trapWords({ move, share, loss }, proven) {
  const told = { move, percent: Math.round(100 * share) };
  return proven
    ? n("{move} is a trap: {percent} % play it, and it loses {count} disc.",
      "{move} is a trap: {percent} % play it, and it loses {count} discs.", Math.round(loss), told)
    : n("{move} is a trap: {percent} % play it, and it loses about {count} disc.",
      "{move} is a trap: {percent} % play it, and it loses about {count} discs.", Math.round(loss), told);
}
