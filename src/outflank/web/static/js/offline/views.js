// Positions and games in the form of the server's messages, so that the page shows them like any other.

import { after, BLACK, countsOf, marginOf, moveOf, movesOf, nameOf, parse, signsOf, write } from "./rules.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("../core/protocol.js").View} View */
/** @typedef {import("../core/protocol.js").Result} Result */

/** A position. @param {Position} position @returns {View} */
export function viewOf(position) {
  const moves = movesOf(position);
  return { width: position.size, height: position.size, cells: signsOf(position),
    turn: moves.length ? position.turn : null,
    legal: Object.fromEntries(moves.map((move) => [nameOf(position, move), sorted(move.flips)])),
    counts: countsOf(position), over: !moves.length, text: write(position),
    result: moves.length ? null : resultOf(position, null) };
}

/** The discs that a legal move flips, in row-major order. @param {Position} position @param {string} name */
export function flipsIn(position, name) {
  return sorted(moveOf(position, name)?.flips ?? []);
}

/** @param {number[]} squares */
function sorted(squares) {
  return [...squares].sort((a, b) => a - b);
}

/** The result of a game that ended in a position. @param {Position} position
 * @param {number | null} resigned  The side that resigned. @returns {Result} */
export function resultOf(position, resigned) {
  const squares = position.cells.length;
  const margin = resigned === null ? marginOf(position, BLACK) : resigned === BLACK ? -squares : squares;
  const winners = margin > 0 ? [0] : margin < 0 ? [1] : [0, 1];
  return { words: "", winners, scores: [margin, -margin], how: resigned === null ? "counted" : "resigned",
    loser: resigned, reason: "" };
}

/** The positions of a line; null if the start or a move is not legal.
 * @param {string} start @param {string[]} moves @returns {Position[] | null} */
export function lineOf(start, moves) {
  const first = parse(start);
  if (!first) return null;
  const positions = [first];
  for (const name of moves) {
    const position = positions[positions.length - 1];
    const move = moveOf(position, name);
    if (!move) return null;
    positions.push(after(position, move));
  }
  return positions;
}

/** True if one of the sides is to choose a move in a position: a forced pass is no choice.
 * @param {Position} position @param {number[]} seats */
export function chooses(position, seats) {
  const [first] = seats.includes(position.turn) ? movesOf(position) : [];
  return first !== undefined && first.square >= 0;
}

/** True if the side to move must pass. @param {Position} position */
export function mustPass(position) {
  return movesOf(position)[0]?.square === -1;
}
