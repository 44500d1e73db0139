// Links between the preparation and other parts of the page.

/**
 * @typedef {object} Wanted  The player and games in the address.
 * @property {string} player
 * @property {"black" | "white" | ""} side
 * @property {string} other  The other player of a comparison, or empty.
 * @property {string} since
 * @property {boolean} people
 * @property {boolean} xot
 * @property {string} line  The moves to the position on the board.
 */

/** A request without a player. @type {Wanted} */
export const NOTHING = { player: "", side: "", other: "", since: "", people: true, xot: false, line: "" };

/** The address of a request. @param {Wanted} wanted */
export function addressOf({ player, side, other, since, people, xot, line }) {
  const how = other ? `/against/${encodeURIComponent(other)}` : side ? `/${side}` : "";
  const given = new URLSearchParams({ ...(since ? { since } : {}), ...(people ? {} : { people: "0" }),
    ...(xot ? { xot: "1" } : {}), ...(line && how ? { line } : {}) }).toString();
  return `#/prepare${player ? `/${encodeURIComponent(player)}${how}` : ""}${given ? `?${given}` : ""}`;
}

/** Open the explorer at a position. @param {import("../../main.js").App} app @param {string} line */
export function explore(app, line) {
  app.modes.analyse.explorer.element.open = true;
  location.hash = line ? `#/analyse?moves=${line}` : "#/analyse";
}
