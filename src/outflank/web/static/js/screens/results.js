// A person's results against each character, stored in the browser, and advice after a few games.

import { recall, remember } from "../core/dom.js";

/** @typedef {import("../core/protocol.js").GameState} GameState */
/** @typedef {import("../core/protocol.js").KindInfo} KindInfo */

/**
 * @typedef {{game: string, margin: number}} Game  A finished game: its id, and the person's margin in discs.
 * @typedef {Record<string, Game[]>} Results  By character, oldest game first.
 */

const KEPT = 100; // games against each character
const IN_A_ROW = 3; // games that decide on advice
const GOOD_MARGIN = 10; // average margin in discs that makes an opponent too easy

/** @returns {Results} */
export function results() {
  const kept = recall("results", {});
  return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
}

/** Games against a character. @param {Results} all @param {string} name @returns {Game[]} */
export function gamesOf(all, name) {
  return Array.isArray(all[name]) ? all[name].filter((game) => typeof game?.margin === "number") : [];
}

/** The numbers of games won, drawn and lost. @param {Results} all @param {string} name */
export function tally(all, name) {
  const margins = gamesOf(all, name).map((game) => game.margin);
  return { won: margins.filter((margin) => margin > 0).length, drawn: margins.filter((margin) => margin === 0).length,
    lost: margins.filter((margin) => margin < 0).length };
}

/** The character that the person here plays in a game from the default start; null in any other game.
 * @param {KindInfo} info @param {GameState} state */
export function opponentIn(info, state) {
  const names = state.seats.filter((seat) => seat !== "human");
  const isWhole = state.seats.length === 2 && names.length === 1 && state.you.length === 1
    && state.start === info.start;
  return isWhole && info.characters.some((each) => each.name === names[0]) ? names[0] : null;
}

/** The person's margin in discs: at least 1 for a win, at most −1 for a loss. @param {GameState} state */
function marginOf(state) {
  if (!state.result) return 0;
  const { winners, scores } = state.result;
  const [person] = state.you;
  if (winners.length !== 1) return 0;
  return winners[0] === person ? Math.max(scores[person], 1) : Math.min(scores[person], -1);
}

/** Store the result of a game, replacing an earlier result of the same game.
 * @param {KindInfo} info @param {GameState} state */
export function keep(info, state) {
  const name = opponentIn(info, state);
  if (!name) return;
  const all = results();
  const others = gamesOf(all, name).filter((each) => each.game !== state.game);
  remember("results", { ...all, [name]: [...others, { game: state.game, margin: marginOf(state) }].slice(-KEPT) });
}

/**
 * The character to try instead of one that is too easy or too hard; null if neither applies. Three games in a row
 * decide: all lost, or all won by a good average margin. A character that the same rule would send the person back from
 * is not advised.
 * @param {Results} all
 * @param {string} name
 * @param {string[]} ladder  The characters, weakest first.
 * @returns {{verdict: "easy" | "hard", other: string} | null}
 */
export function advice(all, name, ladder) {
  const verdict = verdictOn(all, name);
  const other = verdict && ladder[ladder.indexOf(name) + (verdict === "easy" ? 1 : -1)];
  if (!other) return null;
  const back = verdictOn(all, other);
  return back && back !== verdict ? null : { verdict, other };
}

/** @param {Results} all @param {string} name @returns {"easy" | "hard" | null} */
function verdictOn(all, name) {
  const last = gamesOf(all, name).slice(-IN_A_ROW).map((game) => game.margin);
  if (last.length < IN_A_ROW) return null;
  if (last.every((margin) => margin > 0) && last.reduce((sum, margin) => sum + margin, 0) >= IN_A_ROW * GOOD_MARGIN) {
    return "easy";
  }
  return last.every((margin) => margin < 0) ? "hard" : null;
}
