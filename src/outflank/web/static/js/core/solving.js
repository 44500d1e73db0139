// The states of the latest puzzles, stored in the browser so that a reload changes nothing.

import { recall, remember } from "./dom.js";

/**
 * @typedef {object} Solving
 * @property {boolean} isFirst  True if the next answer is the first one.
 * @property {boolean} isHinted
 * @property {boolean} isOver  True once the best move is known.
 * @property {boolean} isRight  True if the person has found it.
 */

const MOST = 30;

/** @returns {[string, Solving][]} */
function all() {
  return recall("solving", []);
}

/** @param {string} key  Of a puzzle. */
export function solvingOf(key) {
  return all().find(([each]) => each === key)?.[1];
}

/** @param {string} key @param {Solving} state */
export function keepSolving(key, state) {
  remember("solving", [...all().filter(([each]) => each !== key), [key, state]].slice(-MOST));
}
