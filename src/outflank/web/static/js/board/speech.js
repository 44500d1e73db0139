// A word from the character at the board: at the start, at the first corner, at a pass, at the end.

import { characterOf } from "./faces.js";
import { cellOf } from "../core/protocol.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").GameState} GameState */

/** The words for each moment. @type {Record<string, string[]>} */
const WORDS = {
  start: [t("Hello! Have fun."), t("A good game to us both!"), t("Ready when you are.")],
  ownCorner: [t("This corner is mine for good."), t("Corners never turn again.")],
  corner: [t("Oh! A corner for you."), t("You saw the corner. Well done.")],
  ownPass: [t("I have no move. Your turn again."), t("I must pass.")],
  pass: [t("You have no move, so I go on."), t("My turn again.")],
  won: [t("A fine game. Once more?"), t("This one was mine. Again?")],
  lost: [t("You won. Well played!"), t("Well done. I will remember that.")],
  drawn: [t("A draw! Nobody can complain.")],
};

/** The words of the one character in a game after a change; null if it says nothing.
 * @param {import("../core/protocol.js").KindInfo} info @param {GameState | null} before  The same game before.
 * @param {GameState} state @returns {{seat: number, words: string} | null} */
export function spoken(info, before, state) {
  const speakers = state.seats.flatMap((name, seat) => (characterOf(info, name) ? [seat] : []));
  if (speakers.length !== 1 || state.you.length !== 1) return null;
  const [seat] = speakers;
  const moment = momentOf(before, state, seat);
  if (!moment) return null;
  const choices = WORDS[moment];
  return { seat, words: choices[(state.game.charCodeAt(0) + state.moves.length) % choices.length] };
}

/** @param {GameState | null} before @param {GameState} state @param {number} seat  The character's. */
function momentOf(before, state, seat) {
  const { result, moves } = state;
  if (result) {
    if (before?.result) return "";
    return result.winners.length !== 1 ? "drawn" : result.winners[0] === seat ? "won" : "lost";
  }
  if (!moves.length) return before ? "" : "start";
  if (!before || moves.length <= before.moves.length) return "";
  for (let i = moves.length - 1; i >= before.moves.length; i--) {
    const isOwn = moves[i].seat === seat;
    if (moves[i].move === "pass") return isOwn ? "ownPass" : "pass";
    const { width, height } = state.view;
    const isFirst = !moves.slice(0, i).some(({ move }) => isCorner(move, width, height));
    if (isFirst && isCorner(moves[i].move, width, height)) return isOwn ? "ownCorner" : "corner";
  }
  return "";
}

/** @param {string} move @param {number} width @param {number} height */
function isCorner(move, width, height) {
  const cell = cellOf(move, width, height);
  return [0, width - 1, width * (height - 1), width * height - 1].includes(cell);
}
