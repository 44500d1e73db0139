// A game against a chosen player, on the side that the person prefers.

import { recall } from "../core/dom.js";
import { lastSetup, rememberSetup } from "../dialogs/newgame.js";

/** @typedef {import("../core/protocol.js").KindInfo} KindInfo */

/**
 * Begin a game against a player; of two sides, the person takes `seat` or the side chosen among the opponents.
 * @param {import("../main.js").App} app
 * @param {string} kind
 * @param {string} name
 * @param {number} [seat]  The person's seat.
 */
export async function playAgainst(app, kind, name, seat = seatChosen()) {
  const setup = { ...lastSetup(app.kinds, kind), seats: seatsAgainst(app.kinds[kind], name, seat), size: 8,
    mirrored: false, clock: "" };
  if (await app.begin(setup)) rememberSetup(setup);
}

/** The seats of a game against a player.
 * @param {KindInfo} info @param {string} name @param {number} [seat]  The person's seat. */
export function seatsAgainst({ opponents, names }, name, seat = seatChosen()) {
  const seats = names.length === 2 ? [name, name] : [...opponents];
  seats[names.length === 2 ? seat : 0] = "human";
  return seats;
}

/** The side that the person prefers: "black", "white" or "either". */
export function sideChosen() {
  const side = recall("side", "black");
  return ["black", "white", "either"].includes(side) ? side : "black";
}

function seatChosen() {
  const side = sideChosen();
  return side === "white" || (side === "either" && Math.random() < 0.5) ? 1 : 0;
}
