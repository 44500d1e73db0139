// Puzzles without the server: those that come with the page. Their answers are not recorded.

import { Refusal } from "../core/connection.js";
import { lineOf, viewOf } from "./views.js";
import { parse } from "./rules.js";
import { t } from "../core/words.js";

/**
 * @typedef {object} Puzzle
 * @property {string} key
 * @property {string} position
 * @property {number} level
 * @property {number} rating
 * @property {string[]} themes
 * @property {number | null} depth  Null if its values are proven.
 * @property {{move: string, value: number, line: string[]}[]} moves  The best one first.
 */

/** @type {Promise<Puzzle[]> | null} */
let loading = null;

/** The puzzles that come with the page. @returns {Promise<Puzzle[]>} */
function all() {
  loading ??= fetch(new URL("./puzzles.json", import.meta.url)).then((answer) => answer.json()).catch(() => {
    loading = null;
    throw new Refusal(t("The puzzles need the server, because this browser has not stored them."), "lost");
  });
  return loading;
}

/** The overview of practice: no results, and nothing due. */
export async function overview() {
  const puzzles = await all();
  const none = { answers: 0, right: 0, lost: 0 };
  return { type: "practice", all: { puzzle: none, endgame: none, opening: none }, due: { puzzle: 0, opening: 0 },
    streak: 0, rating: { rating: 0, error_95: 0, results: 0 }, solved: 0, best_run: null, best_streak: null, lines: [],
    own: 0, unsearched: 0, themes: [...new Set(puzzles.flatMap(({ themes }) => themes))].sort(),
    levels: [1, 2, 3, 4, 5], gaps: [], daily: { right: null, streak: 0 } };
}

/** A puzzle with a key, or one of a theme and a level that is none of those before.
 * @param {{key?: string | null, theme?: string, level?: number, without?: string[]}} wanted */
export async function next({ key = null, theme = "", level = 0, without = [] }) {
  const fitting = key
    ? [await of(key)]
    : (await all()).filter((puzzle) =>
      (!theme || puzzle.themes.includes(theme)) && (!level || puzzle.level === level) && !without.includes(puzzle.key)
    );
  const puzzle = fitting[Math.floor(Math.random() * fitting.length)];
  if (!puzzle) return { type: "puzzle", puzzle: null };
  const view = viewOf(/** @type {import("./rules.js").Position} */ (parse(puzzle.position)));
  return { type: "puzzle", puzzle: { key: puzzle.key, level: puzzle.level, rating: puzzle.rating, due: false, view } };
}

/** @param {{key: string, move?: string | null}} answer */
export async function solve({ key, move = null }) {
  const puzzle = await of(key);
  const [best, second] = puzzle.moves;
  const played = move === null ? best : puzzle.moves.find((each) => each.move === move);
  if (!played) throw new Refusal(t("This move is not legal."), "refused");
  const line = [played.move, ...played.line];
  const isRight = move !== null && played.value === best.value;
  const views = lineOf(puzzle.position, line)?.map(viewOf) ?? [];
  const answer = { type: "solved", rating: null, right: isRight, due: null, line, views };
  if (move !== null && !isRight) return { ...answer, loss: best.value - played.value };
  return { ...answer, value: best.value, margin: best.value - second.value, second: second.move,
    proven: puzzle.depth === null, themes: puzzle.themes };
}

/** @param {{key: string}} asked */
export async function hint({ key }) {
  const { themes, depth, moves: [best] } = await of(key);
  return { type: "puzzle_hint", theme: themes[0] ?? "", value: best.value, proven: depth === null,
    column: best.move[0] };
}

/** @param {string} key */
async function of(key) {
  const found = (await all()).find((puzzle) => puzzle.key === key);
  if (!found) throw new Refusal(t("This puzzle needs the server."), "lost");
  return found;
}
