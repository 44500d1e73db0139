// The requests of the home, which go out before the page's script has loaded; see ../early.js.

/** The fields of the request for the latest games. */
export const LATEST = { most: 3 };

/** The fields of the request for the person's latest game. */
export const MINE = { mine: true, most: 1 };

/** The fields of the request for the start of a game. @param {string} kind */
export function lookAtStart(kind) {
  return { kind, start: "", moves: /** @type {string[]} */ ([]), since: 0 };
}
