// The people of a game, in words: their names and their requests.

import { n, t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").GameState} GameState */

/** A name isolated from the writing direction of the sentence around it. @param {string} name */
export function isolated(name) {
  return `\u2068${name}\u2069`;
}

/** The names of the players, by seat. @param {GameState} state @returns {string[]} */
export function labelsOf(state) {
  return state.labels.map((label, seat) => {
    const person = state.people[seat];
    if (!person) return label;
    if (person.waits) return t("still to come");
    if (person.name) return person.name;
    if (state.shared) return t("Guest");
    return state.you.includes(seat) ? t("You") : t("A person");
  });
}

/** True if seats of a game wait for people. @param {GameState} state */
export function isWaiting(state) {
  return state.people.some((person) => person?.waits);
}

/** Words for a game that waits for people. @param {GameState} state */
export function waitingFor(state) {
  return n("Waiting for your friend", "Waiting for {count} friends",
    state.people.filter((person) => person?.waits).length);
}

/** True if it is the turn of the person at this page. @param {GameState | null} state */
export function isYours(state) {
  return state !== null && !state.result && !isWaiting(state) && state.you.includes(state.view.turn ?? -1);
}

/** The name of the player who makes a request. @param {{labels: string[]}} state @param {{by: number[]}} offer */
function asker(state, offer) {
  return isolated(state.labels[offer.by[0]] ?? "");
}

/** A request to the person at this page, or from them.
 * @param {Pick<GameState, "labels" | "you">} state
 * @param {Pick<import("../core/protocol.js").Offer, "what" | "by">} offer */
export function asked(state, offer) {
  const own = isOwn(offer, state);
  if (offer.what === "undo") {
    return own
      ? t("You have asked to take your move back.")
      : t("{name} asks to take a move back.", { name: asker(state, offer) });
  }
  return own ? t("You have asked for a rematch.") : t("{name} asks for a rematch.", { name: asker(state, offer) });
}

/** Words for the people who have left a running game. Somebody who has not moved may be on the way to it.
 * @param {GameState} state @param {Set<number>} left  The seats of people who were seen to leave.
 * @returns {string[]} */
export function absent(state, left) {
  if (!state.shared || state.result) return [];
  return state.people.flatMap((person, seat) => {
    if (!person || person.waits || person.here || state.you.includes(seat)) return [];
    if (!left.has(seat) && !state.moves.some((played) => played.seat === seat)) return [];
    const name = isolated(state.labels[seat]);
    return state.clock
      ? t("{name} has left. If {name} does not come back, the clock decides.", { name })
      : t("{name} has left.", { name });
  });
}

/** Words for the number of spectators. @param {GameState} state */
export function audience(state) {
  return state.watching ? n("{count} person is watching.", "{count} people are watching.", state.watching) : "";
}

/** Changes among the people between two states of a game, for a screen reader.
 * @param {GameState} before @param {GameState} state
 * @param {Set<number>} left  The seats of people who have left; it is updated. */
export function peopleChanged(before, state, left) {
  const words = [];
  state.people.forEach((person, seat) => {
    const was = before.people[seat];
    if (!person || !was || state.you.includes(seat) || !state.shared) return;
    const name = isolated(state.labels[seat]);
    if (was.waits && !person.waits) words.push(t("{name} has taken a seat.", { name }));
    else if (was.here && !person.here) {
      left.add(seat);
      words.push(t("{name} has left.", { name }));
    } else if (person.here && left.delete(seat)) words.push(t("{name} is back.", { name }));
  });
  for (const offer of state.offers) {
    if (!before.offers.some((each) => each.what === offer.what)) words.push(asked(state, offer));
  }
  if (gone(before, state).some((offer) => !isOwn(offer, state))) words.push(t("The question is withdrawn."));
  return words.join(" ");
}

/** Words for a declined request; empty otherwise. @param {GameState} before @param {GameState} state */
export function wasRefused(before, state) {
  if (!gone(before, state).some((offer) => isOwn(offer, state))) return "";
  const others = state.people.filter((person, seat) => person && !state.you.includes(seat));
  return others.length === 1 ? t("The other player said no.") : t("The others said no.");
}

/** Requests that ended without a move. @param {GameState} before @param {GameState} state */
function gone(before, state) {
  return state.revision === before.revision
    ? before.offers.filter((offer) => !state.offers.some((each) => each.what === offer.what))
    : [];
}

/** True if the person at this page makes the request.
 * @param {Pick<import("../core/protocol.js").Offer, "by">} offer @param {Pick<GameState, "you">} state */
export function isOwn(offer, state) {
  return offer.by.some((seat) => state.you.includes(seat));
}
