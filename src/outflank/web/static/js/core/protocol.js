// The server's messages as types. `outflank/web/transport/schema.py` is the other side.

export const VERSION = 6;

/** A connection that says hello as soon as it opens.
 * @param {string | undefined} key  The secret by which the server knows this browser again.
 * @param {{edition: string} | null | undefined} known  The games and players that the server has told of. */
export function greetingSocket(key, known) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
  socket.onopen = () =>
    socket.send(JSON.stringify({ type: "hello", id: 0, v: VERSION, key, knows: known?.edition ?? "" }));
  return socket;
}

/** The longest message the server takes, in bytes; it says so itself in its welcome. */
export const LONGEST = 256 * 1024;

/**
 * All that is said and known of a node of a study, by the letters of `trees.py`: comment, sign, marks, value of the
 * move, seconds that it took, seconds left after it, analysis of the position.
 * @typedef {{c?: string, s?: string, k?: [string, string, string?][], v?: MoveValue, t?: number, l?: number, a?:
 *   Analysis}} Said
 */

/** @typedef {import("./wire.js").View} View */
/** @typedef {import("./wire.js").ResultFields} Result */
/** @typedef {import("./wire.js").MoveValueFields} MoveValue  In the view of the side that makes the move. */
/** @typedef {import("./wire.js").AnalysisFields} Analysis */
/** @typedef {import("./wire.js").JudgedMoveFields} Judged */
/** @typedef {import("./wire.js").PlayedFields} Played */
/** @typedef {import("./wire.js").GameFields} GameState */
/** @typedef {import("./wire.js").OfferFields} Offer */
/** @typedef {import("./wire.js").ListedGame} KeptGame */
/** @typedef {import("./wire.js").KindFields} KindInfo */
/** @typedef {import("./wire.js").PlayerFields} PlayerInfo */
/** @typedef {import("./wire.js").CharacterFields} CharacterInfo */
/** @typedef {import("./wire.js").StoryFields} StoryInfo */

/** @typedef {import("./wire.js").Incoming} Incoming */
/** @typedef {Incoming["type"]} MessageType */
/**
 * The fields of a message of a type.
 * @template {MessageType} T
 * @typedef {Incoming extends infer M ? M extends {type: string} ? T extends M["type"] ? Omit<M, "type" | "id"> : never
 *   : never : never} Fields
 */

/** The number of squares that are empty, on a board without walls. @param {View} view */
export function emptiesOf({ width, height, counts }) {
  return counts.reduce((left, count) => left - count, width * height);
}

/** The name of a cell: a letter for the column, a number from 1 for the row.
 * @param {number} cell @param {number} width */
export function nameOf(cell, width) {
  return "abcdefghijklmnop"[cell % width] + (Math.floor(cell / width) + 1);
}

/** The cell of a name, -1 if it names none. @param {string} name @param {number} width @param {number} height */
export function cellOf(name, width, height) {
  const column = name.charCodeAt(0) - 97;
  const row = Number(name.slice(1)) - 1;
  return column >= 0 && column < width && row >= 0 && row < height && Number.isInteger(row) ? row * width + column : -1;
}
