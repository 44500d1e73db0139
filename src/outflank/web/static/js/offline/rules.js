// The rules of Othello in the browser, for boards from 4×4 to 10×10. Tests compare them with the server's.

/**
 * @typedef {object} Position
 * @property {number} size
 * @property {Uint8Array} cells  Row by row: BLACK, WHITE or EMPTY.
 * @property {number} turn  The side to move.
 */
/** @typedef {{square: number, flips: number[]}} Move  A pass has the square -1 and no flips. */

export const BLACK = 0;
export const WHITE = 1;
export const EMPTY = 2;
export const SIZES = [4, 6, 8, 10];
export const PASS = "pass";

const SIGNS = "XO-";

/** @type {Map<number, number[][][]>} */
const known = new Map();

/** The rays of each square: the squares from it to the edge, in eight directions. @param {number} size */
function raysOf(size) {
  const found = known.get(size);
  if (found) return found;
  const directions = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
  const rays = Array.from({ length: size * size }, (_, square) =>
    directions.map(([down, right]) => {
      const ray = [];
      let [y, x] = [Math.floor(square / size) + down, square % size + right];
      for (; y >= 0 && y < size && x >= 0 && x < size; y += down, x += right) ray.push(y * size + x);
      return ray;
    }).filter((ray) => ray.length > 1));
  known.set(size, rays);
  return rays;
}

/** The usual start. @param {number} [size] @param {boolean} [mirrored]  Swaps the colours. @returns {Position} */
export function start(size = 8, mirrored = false) {
  const cells = new Uint8Array(size * size).fill(EMPTY);
  const low = (size / 2 - 1) * size + size / 2 - 1;
  cells[low] = cells[low + size + 1] = mirrored ? BLACK : WHITE;
  cells[low + 1] = cells[low + size] = mirrored ? WHITE : BLACK;
  return { size, cells, turn: BLACK };
}

/** The position in a board string, as `write` writes it; null for any other text.
 * @param {string} text @returns {Position | null} */
export function parse(text) {
  const [, signs = "", side = ""] = /^([XO-]+) ([XO])$/.exec(text) ?? [];
  const size = Math.sqrt(signs.length);
  if (!SIZES.includes(size)) return null;
  return { size, cells: Uint8Array.from(signs, (sign) => SIGNS.indexOf(sign)), turn: SIGNS.indexOf(side) };
}

/** A board string: the cells row by row, a space and the side to move. @param {Position} position */
export function write(position) {
  return `${signsOf(position)} ${SIGNS[position.turn]}`;
}

/** The cells row by row. @param {Position} position */
export function signsOf({ cells }) {
  return Array.from(cells, (cell) => SIGNS[cell]).join("");
}

/** The discs that a move to a square flips; none if it is illegal.
 * @param {Position} position @param {number} square */
export function flipsOf({ size, cells, turn }, square) {
  /** @type {number[]} */
  const flips = [];
  if (cells[square] !== EMPTY) return flips;
  const other = 1 - turn;
  for (const ray of raysOf(size)[square]) {
    let count = 0;
    while (count < ray.length && cells[ray[count]] === other) count++;
    if (count && count < ray.length && cells[ray[count]] === turn) {
      for (let i = 0; i < count; i++) flips.push(ray[i]);
    }
  }
  return flips;
}

/** True if the side to move can place a disc. @param {Position} position */
function canPlace(position) {
  return position.cells.some((cell, square) => cell === EMPTY && flipsOf(position, square).length > 0);
}

/** The legal moves in row-major order: only a pass if there is no other, and nothing if the game is over.
 * @param {Position} position @returns {Move[]} */
export function movesOf(position) {
  const moves = [];
  for (let square = 0; square < position.cells.length; square++) {
    const flips = flipsOf(position, square);
    if (flips.length) moves.push({ square, flips });
  }
  if (!moves.length && canPlace({ ...position, turn: 1 - position.turn })) moves.push({ square: -1, flips: [] });
  return moves;
}

/** The position after a legal move. @param {Position} position @param {Move} move @returns {Position} */
export function after({ size, cells, turn }, { square, flips }) {
  const next = cells.slice();
  if (square >= 0) next[square] = turn;
  for (const flip of flips) next[flip] = turn;
  return { size, cells: next, turn: 1 - turn };
}

/** The name of a move. @param {Position} position @param {Move} move */
export function nameOf({ size }, { square }) {
  return square < 0 ? PASS : "abcdefghij"[square % size] + (Math.floor(square / size) + 1);
}

/** The legal move of a name, in either case; undefined if it is not legal.
 * @param {Position} position @param {string} name @returns {Move | undefined} */
export function moveOf(position, name) {
  return movesOf(position).find((move) => nameOf(position, move) === name.trim().toLowerCase());
}

/** The number of discs of each side. @param {Position} position */
export function countsOf({ cells }) {
  const counts = [0, 0];
  for (const cell of cells) if (cell !== EMPTY) counts[cell]++;
  return counts;
}

/** A side's margin in discs if the game ended now; empty squares go to the winner.
 * @param {Position} position @param {number} side */
export function marginOf(position, side) {
  const counts = countsOf(position);
  const lead = counts[side] - counts[1 - side];
  return lead + Math.sign(lead) * (position.cells.length - counts[0] - counts[1]);
}
