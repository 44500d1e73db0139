// The server's messages as types. `outflank/web/transport/schema.py` is their Python side.

export const VERSION = 7;

/** Open a connection that says hello at once.
 * @param {string | undefined} key  The secret that identifies this browser to the server.
 * @param {{edition: string} | null | undefined} known  The stored games and players of the server. */
export function greetingSocket(key, known) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
  socket.onopen = () =>
    socket.send(JSON.stringify({ type: "hello", id: 0, v: VERSION, key, knows: known?.edition ?? "" }));
  return socket;
}

/** The longest message that the server accepts, in bytes; its welcome says so too. */
export const LONGEST = 256 * 1024;

/**
 * The annotations of a study's node, by the letters of `trees.py`: comment, sign, marks, value of the move, seconds
 * spent on it, seconds left after it, analysis of the position.
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

/** @typedef {import("./wire.js").SharedStudyFields} SharedStudy */
/** @typedef {import("./wire.js").StudyEventFields} StudyEvent */
/** @typedef {import("./wire.js").StudyPersonFields} StudyPerson */
/** @typedef {import("./wire.js").ClassBoardFields} ClassBoardState */

/** @typedef {import("./wire.js").Incoming} Incoming */
/** @typedef {Incoming["type"]} MessageType */
/**
 * The fields of a message, by its type.
 * @template {MessageType} T
 * @typedef {Incoming extends infer M ? M extends {type: string} ? T extends M["type"] ? Omit<M, "type" | "id"> :
 *   never : never : never} Fields
 */

/** The number of empty squares on a board without walls. @param {View} view */
export function emptiesOf({ width, height, counts }) {
  return counts.reduce((left, count) => left - count, width * height);
}

/** The name of a cell: a letter for the column, a number from 1 for the row.
 * @param {number} cell @param {number} width */
export function nameOf(cell, width) {
  return "abcdefghijklmnop"[cell % width] + (Math.floor(cell / width) + 1);
}

/** The cell of a name; -1 if it names none. @param {string} name @param {number} width @param {number} height */
export function cellOf(name, width, height) {
  const column = name.charCodeAt(0) - 97;
  const row = Number(name.slice(1)) - 1;
  return column >= 0 && column < width && row >= 0 && row < height && Number.isInteger(row) ? row * width + column : -1;
}
