// The events of a game, in words.

import { numbers } from "./movelist.js";
import { outcome } from "./outcome.js";
import { isolated, isWaiting, waitingFor } from "./people.js";
import { basisInWords, moveName, short, signed } from "./values.js";
import { decimal, listed, n, sentences, t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").GameState} GameState */
/** @typedef {import("../core/protocol.js").Played} Played */

/** The side to move. @param {GameState} state */
function mover(state) {
  return state.names[state.view.turn ?? 0];
}

/** True if a person is to move. @param {GameState | null} state @returns {boolean} */
function isPersons(state) {
  return state !== null && !state.result && state.seats[state.view.turn ?? 0] === "human";
}

/** Words for a move that was just made. @param {GameState} state @param {Played} played */
export function moved(state, played) {
  const name = state.names[played.seat];
  if (played.move === "pass") return t("{name} passes.", { name });
  const skipped = (played.skipped ?? []).map((seat) =>
    t("{name} has no move and is skipped.", { name: state.names[seat] })
  );
  return sentences(
    n("{name} {move}, flips {count}.", "{name} {move}, flips {count}.", played.flips.length, { name,
      move: played.move }),
    ...skipped,
  );
}

/** The end of a game; addressed to the person if exactly one played in it. @param {GameState} state */
export function ended(state) {
  return outcome(state.names, state.view, state.result, state.you.length === 1 ? state.you[0] : null);
}

/** The events between two states; empty if none is worth announcing.
 * @param {GameState | null} before @param {GameState} state */
export function happened(before, state) {
  const parts = [];
  if (!before || before.game !== state.game) {
    parts.push(
      state.moves.length
        ? n("The game after {count} move.", "The game after {count} moves.", numbers(state.moves.map(({ move }) =>
          move
        )).at(-1) ?? 0)
        : t("A new game."),
    );
  } else if (state.moves.length > before.moves.length) {
    for (const played of state.moves.slice(before.moves.length)) parts.push(moved(state, played));
  } else if (state.moves.length < before.moves.length) parts.push(t("Taken back."));
  else if (state.revision === before.revision || (state.result && before.result)) return "";
  if (state.result) parts.push(t("Game over: {result}.", { result: ended(state) }));
  else if (isPersons(state)) {
    parts.push(
      state.must_pass
        ? t("{name} has no move and must pass.", { name: mover(state) })
        : t("{name} to move.", { name: mover(state) }),
    );
  }
  return sentences(...parts);
}

/** Words for the latest passes and the side to move, or for the end. @param {GameState} state */
export function standing(state) {
  const last = state.moves.at(-1);
  const idle = last?.move === "pass" ? [last.seat] : last?.skipped;
  const skipped = idle?.length && !state.result
    ? t("{names} had no move.", { names: listed(idle.map((seat) => state.names[seat])) })
    : "";
  return sentences(skipped, turn(state));
}

/** @param {GameState} state */
function turn(state) {
  if (state.result) return ended(state);
  if (isWaiting(state)) return waitingFor(state);
  if (isPersons(state)) {
    if (state.must_pass) return t("{name} has no move and must pass", { name: mover(state) });
    const turn = state.view.turn ?? 0;
    if (state.shared && !state.you.includes(turn)) {
      return t("{name} ({side}) to move", { name: isolated(state.labels[turn]), side: mover(state) });
    }
    return state.you.length === 1
      ? t("Your turn: {name}", { name: mover(state) })
      : t("{name} to move", { name: mover(state) });
  }
  return state.paused
    ? t("Paused")
    : t("{player} ({name}) is thinking …", { player: state.labels[state.view.turn ?? 0], name: mover(state) });
}

/** A computer's words about its move; `plays` is the player that it is or replaces.
 * @param {GameState} state @param {Played} played @param {string} plays */
export function reasons(state, played, plays) {
  const { found } = played;
  const made = { name: state.names[played.seat], move: played.move };
  if (!found || found.value === null) return t("{name} played {move} without valuing it.", made);
  const used = { positions: short(found.nodes), seconds: decimal(played.seconds, 2) };
  const cost = found.nodes ? t("{positions} positions in {seconds} s", used) : t("{seconds} s", used);
  const told = { ...made, value: signed(found.value), basis: basisInWords(found), cost };
  const worth = plays.startsWith("engine")
    ? t("{name} played {move}: {value} discs for itself, {basis}, {cost}.", told)
    : t("{name} played {move}: {value} for itself, on its own scale, {basis}, {cost}.", told);
  return sentences(worth,
    found.pv.length > 1 ? t("Expected: {line}.", { line: found.pv.map(moveName).join(" ") }) : "");
}
