// The players that play in the browser itself. Each is faithful to the server's player of the same name, and tests
// compare their moves: see play/searchers.py, classic/staged.py and characters/players.py.

import { after, countsOf, EMPTY, marginOf, movesOf } from "./rules.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./rules.js").Move} Move */

const COCO_DEPTH = 3; // plies
const LOOKAHEAD_DEPTH = 6;
const WIN = 5000;

/** The square weights of a quadrant, from the corner. */
const EARLY = [[200, -20, 20, 12], [-20, -40, 2, 4], [20, 2, 10, 8], [12, 4, 8, 4]];
const LATE = [[16, 14, 14, 14], [14, 14, 14, 14], [14, 14, 14, 14], [14, 14, 14, 14]];

/** The players by the names that the server uses, from weakest to strongest; each chooses among equally good moves.
 * @type {Record<string, (position: Position) => Move[]>} */
export const PLAYERS = { momo: movesOf, coco: mostDiscs, lookahead };

/** Choose a move for a player. @param {string} player @param {Position} position */
export function choose(player, position) {
  const moves = PLAYERS[player](position);
  return moves[Math.floor(Math.random() * moves.length)];
}

// --- Coco -----------------------------------------------------------------------------------------------------------

/** The moves that lead to the most discs three moves ahead, with best play of both sides. @param {Position} position */
export function mostDiscs(position) {
  return best(position, movesOf(position), (child) => byDiscs(child, COCO_DEPTH - 1, position.turn));
}

/** @param {Position} position @param {number} depth @param {number} side @returns {number} */
function byDiscs(position, depth, side) {
  const moves = depth ? movesOf(position) : [];
  if (!moves.length) return marginOf(position, side);
  const values = moves.map((move) => byDiscs(after(position, move), depth - 1, side));
  return position.turn === side ? Math.max(...values) : Math.min(...values);
}

/** The moves with the best value. @param {Position} position @param {Move[]} moves
 * @param {(child: Position) => number} value */
function best(position, moves, value) {
  const values = moves.map((move) => value(after(position, move)));
  const most = Math.max(...values);
  return moves.filter((_, i) => values[i] === most);
}

// --- Lookahead ------------------------------------------------------------------------------------------------------

/** The first of the moves with the best value six moves ahead, by square weights and secure edges.
 * @param {Position} position */
export function lookahead(position) {
  const moves = candidates(position);
  if (moves.length === 1) return moves;
  let [found, alpha] = [moves[0], -Infinity];
  for (const move of moves) {
    const value = alphaBeta(after(position, move), LOOKAHEAD_DEPTH - 1, position.turn, alpha, Infinity);
    if (value > alpha) [found, alpha] = [move, value];
  }
  return [found];
}

/** The value of a position for `side`; a bound if it lies outside the window.
 * @param {Position} position @param {number} depth @param {number} side @param {number} alpha @param {number} beta
 * @returns {number} */
function alphaBeta(position, depth, side, alpha, beta) {
  const moves = movesOf(position);
  if (!depth || !moves.length) return moves.length ? weigh(position, side) : WIN * Math.sign(marginOf(position, side));
  const isOwn = position.turn === side;
  if (depth > 1) order(moves, position.size);
  let value = isOwn ? -Infinity : Infinity;
  for (const move of moves) {
    const found = alphaBeta(after(position, move), depth - 1, side, alpha, beta);
    if (isOwn) alpha = Math.max(alpha, value = Math.max(value, found));
    else beta = Math.min(beta, value = Math.min(value, found));
    if (alpha >= beta) break;
  }
  return value;
}

/** Put moves to valuable squares first, so that the search skips more of the others.
 * @param {Move[]} moves @param {number} size */
function order(moves, size) {
  const weights = weightsOf(EARLY, size);
  moves.sort((a, b) => (weights[b.square] ?? 0) - (weights[a.square] ?? 0));
}

/** Corners if possible, otherwise all moves except those to an X-square whose corner the mover does not own.
 * @param {Position} position */
export function candidates(position) {
  const { size, cells, turn } = position;
  const moves = movesOf(position);
  const corners = cornersOf(size);
  const isBad = (/** @type {Move} */ { square }) =>
    corners.some((corner) => inward(corner, size) === square && cells[corner] !== turn);
  const good = moves.filter((move) => !isBad(move));
  if (!good.length) return moves;
  const atCorner = moves.filter(({ square }) => corners.includes(square));
  return atCorner.length ? atCorner : good;
}

/** @param {number} size */
function cornersOf(size) {
  return [0, size - 1, size * (size - 1), size * size - 1];
}

/** The square diagonally inside a corner. @param {number} corner @param {number} size */
function inward(corner, size) {
  return corner + (corner < size ? size : -size) + (corner % size ? -1 : 1);
}

/** The evaluation of an unfinished position for a side. @param {Position} position @param {number} side */
export function weigh(position, side) {
  const { size, cells } = position;
  const discs = countsOf(position);
  const stage = Math.floor((discs[0] + discs[1] - 5) * 64 / cells.length);
  const [times, table] = stage <= 20 ? [4, EARLY] : stage <= 50 ? [2, EARLY] : [2, LATE];
  const weights = weightsOf(table, size);
  let places = 0;
  for (let square = 0; square < cells.length; square++) {
    if (cells[square] !== EMPTY) places += cells[square] === side ? weights[square] : -weights[square];
  }
  return times * places + edges(position, side);
}

/** @type {Map<number[][], Map<number, number[]>>} */
const known = new Map();

/** The weights of all squares of a board. @param {number[][]} quadrant @param {number} size @returns {number[]} */
function weightsOf(quadrant, size) {
  const bySize = known.get(quadrant) ?? new Map();
  known.set(quadrant, bySize);
  const near = (/** @type {number} */ i) => Math.min(i, size - 1 - i, 3);
  if (!bySize.has(size)) {
    const squares = Array.from({ length: size * size }, (_, square) => square);
    bySize.set(size, squares.map((square) => quadrant[near(Math.floor(square / size))][near(square % size)]));
  }
  return bySize.get(size);
}

/** Points for a side's discs that an edge connects to its corner: ten for each step. The opposite corner earns none.
 * @param {Position} position @param {number} side */
function edges({ size, cells }, side) {
  let earned = 0;
  for (const corner of cornersOf(size)) {
    for (const step of [corner % size ? -1 : 1, corner < size ? size : -size]) {
      for (let i = 1, square = corner; i < size && cells[square] === side; i++, square += step) earned += 10 * i;
    }
  }
  return earned;
}
