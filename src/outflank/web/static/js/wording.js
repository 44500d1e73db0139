// What happens in a game, in words.

import { isolated, isWaiting } from "./people.js";
import { basisInWords, short, signed, written } from "./values.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").GameState} GameState */
/** @typedef {import("./protocol.js").Played} Played */

/** Whose turn it is. @param {GameState} state */
export function mover(state) {
  return state.names[state.view.turn];
}

/** Whether a person is to move. @param {GameState | null} state */
export function isPersons(state) {
  return Boolean(state) && !state.result && state.seats[state.view.turn] === "human";
}

/** A move that was made. @param {GameState} state @param {Played} played */
export function moved(state, played) {
  const name = state.names[played.seat];
  if (played.move === "pass") return `${name} passes.`;
  const skipped = (played.skipped ?? []).map((seat) => ` ${state.names[seat]} has no move and is skipped.`).join("");
  return `${name} ${played.move}, flips ${played.flips.length}.${skipped}`;
}

/** How a game ended, told to the person if just one played in it; the winner's discs come first, or one's own. */
export function ended(state) {
  const { words, winners } = state.result;
  const persons = state.you;
  if (persons.length !== 1 || state.names.length !== 2 || winners.length !== 1) return words;
  const won = winners[0] === persons[0];
  const rest = words.slice(words.indexOf(" wins") + " wins".length);
  return won ? `You won${rest}` : `You lost${rest.replace(/^ (\d+)–(\d+)/, " $2–$1")}`;
}

/** What has happened between two states; empty if nothing that needs saying. */
export function happened(before, state) {
  const parts = [];
  if (!before || before.game !== state.game) parts.push(state.moves.length ? `The game after ${state.moves.length} ${state.moves.length === 1 ? "move" : "moves"}.` : "A new game.");
  else if (state.moves.length > before.moves.length) {
    for (const played of state.moves.slice(before.moves.length)) parts.push(moved(state, played));
  } else if (state.moves.length < before.moves.length) parts.push("Taken back.");
  else if (state.revision === before.revision || (state.result && before.result)) return "";
  if (state.result) parts.push(`Game over: ${ended(state)}.`);
  else if (isPersons(state)) parts.push(state.must_pass ? `${mover(state)} has no move and must pass.` : `${mover(state)} to move.`);
  return parts.join(" ");
}

/** What the game as it stands waits for, after who passed or was skipped. @param {GameState} state */
export function standing(state) {
  const last = state.moves.at(-1);
  const passed = last?.move === "pass" ? `${state.names[last.seat]} passed. ` : "";
  const skipped = last?.skipped?.length ? `${last.skipped.map((seat) => state.names[seat]).join(" and ")} had no move. ` : "";
  return passed + skipped + turn(state);
}

function turn(state) {
  if (state.result) return ended(state);
  if (isWaiting(state)) return t("Waiting for your friend");
  if (isPersons(state)) {
    if (state.must_pass) return `${mover(state)} has no move and must pass`;
    if (state.shared && !state.you.includes(state.view.turn)) return t("{name} ({side}) to move", { name: isolated(state.labels[state.view.turn]), side: mover(state) });
    return state.you.length === 1 ? `Your turn: ${mover(state)}` : `${mover(state)} to move`;
  }
  return state.paused ? "Paused" : `${state.labels[state.view.turn]} (${mover(state)}) is thinking …`;
}

/** What a computer said of its move. @param {GameState} state @param {Played} played */
export function reasons(state, played) {
  const { found } = played;
  const name = `${state.names[played.seat]} played ${played.move}`;
  if (found.value === null) return `${name} without putting a value on it.`;
  const unit = state.seats[played.seat].startsWith("engine") ? "discs for itself" : "for itself, on its own scale";
  const line = found.pv.length > 1 ? ` Expected: ${found.pv.join(" ")}.` : "";
  return `${name}: ${signed(found.value)} ${unit}, ${basisInWords(found)}, ${short(found.nodes)} positions in ${played.seconds.toFixed(2)} s.${line}`;
}

/** A hint: the move, and what it is worth. */
export function hinted(found) {
  const [best] = found.moves;
  return best.value === null ? best.move : `${best.move} (${written(best)}, ${basisInWords(best)})`;
}
