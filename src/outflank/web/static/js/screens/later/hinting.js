// The search for a hint, and its words: the idea of the best move, then its square and the reasons.

import { announce, capital, note, sentence } from "../../core/announce.js";
import { explains, strongest } from "../../board/explain.js";
import { isProven } from "../../board/values.js";
import { IDEA, MOVE } from "../hints.js";
import { n, sentences, t } from "../../core/words.js";

/** @typedef {import("../hints.js").Hints} Hints */
/** @typedef {import("../../core/protocol.js").MoveValue} MoveValue */

const LONG_MS = 2000; // after this time, the best move so far is the hint
const EVEN = 2; // discs; an estimate below it says nothing about the winner

/** @param {Hints} hints */
export function build(hints) {
  return { seek: (/** @type {import("../hints.js").HintSearch} */ search) => seek(hints, search) };
}

/** Show the hint if there is one, or search. @param {Hints} hints @param {import("../hints.js").HintSearch} search */
function seek(hints, search) {
  const { play } = hints;
  const { app, game } = play;
  const known = hints.known();
  if (known && search.wants < MOVE) {
    reveal(hints, known);
    return;
  }
  const enough = performance.now() + LONG_MS;
  app.connection.stream("hint", { game: game.game }, async (event) => {
    if (search !== hints.search || search.isFound) return;
    if (event.type === "error" || event.stopped) {
      hints.forget();
      if (event.type === "error") note(sentence(event.message), "error");
      play.show();
      return;
    }
    const found = event.done ?? event.found;
    if (found?.notice) app.stage.showStatus(capital(found.notice), true);
    if (!found?.moves || !(event.done || performance.now() > enough)) return;
    search.isFound = true;
    const hint = await described(play, found);
    if (search !== hints.search) return;
    hints.hint = hint;
    if (search.wants === IDEA) {
      hints.search = null;
      play.show();
      announce(hint.about);
    } else reveal(hints, hint);
    if (search.wants === MOVE) play.choose(found.moves[0].move);
  });
}

/** Show the square and the reasons for it. @param {Hints} hints @param {import("../hints.js").Hint} hint */
function reveal(hints, hint) {
  hints.search = null;
  hint.isShown = true;
  hints.play.show();
  announce(sentences(hint.words, hint.reason));
}

/** @param {import("../play.js").Play} play @param {any} found @returns {Promise<import("../hints.js").Hint>} */
async function described({ app, game }, found) {
  const { kind, view, moves } = game;
  const [best] = found.moves;
  const { topic, words } = explains(kind, view) ? await strongest(app, view.text, best.move) : { topic: "", words: "" };
  const idea = aboutWords(topic);
  const among = idea ? [] : Object.keys(view.legal).filter((move) => move[0] === best.move[0]);
  return { ply: moves.length, found, among, reason: words, isShown: false,
    about: sentences(idea || looks(best.move, view.legal[best.move]), t("Press “Hint” again to see the square.")),
    words: sentences(t("Best: {move}.", { move: best.move }), prospect(best)) };
}

/** The result of the best move for the player; empty if unknown. @param {MoveValue} best */
function prospect(best) {
  if (best.value === null) return "";
  const count = Math.round(Math.abs(best.value));
  if (!isProven(best)) {
    if (count < EVEN) return t("The game is about even.");
    return best.value > 0
      ? t("You will probably win by {count}.", { count })
      : t("You will probably lose by {count}.", { count });
  }
  if (!count) return t("It leads to a draw.");
  if (best.kind === "wld") return best.value > 0 ? t("It wins.") : t("Every move loses.");
  return best.value > 0 ? t("You win by {count}.", { count }) : t("You lose by {count}.", { count });
}

/** Describe a move without known reasons. @param {string} move @param {number[]} flips */
function looks(move, flips) {
  return sentences(n("It turns over {count} disc.", "It turns over {count} discs.", flips.length),
    t("It is in column {column}.", { column: move[0] }));
}

/** Words about the topic of a move's strongest reason; empty without one. @param {string} topic */
function aboutWords(topic) {
  if (topic === "corners") return t("Think of the corners.");
  if (topic === "danger") return t("Think of the squares beside the corners.");
  if (topic === "mobility") return t("Think of how many moves each side will have.");
  if (topic === "stability") return t("Think of discs that can never be turned over.");
  if (topic === "frontier") return t("Think of discs that touch empty squares.");
  if (topic === "parity") return t("Think of who makes the last move in each region.");
  return topic === "end" ? t("This can be counted to the end.") : "";
}
