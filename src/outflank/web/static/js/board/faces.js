// The face of each player: a character's portrait, or a sign for people and programs.

import { h, s } from "../core/dom.js";
import { portrait } from "./portraits.js";

/** @typedef {import("../core/protocol.js").CharacterInfo} CharacterInfo */
/** @typedef {import("../core/protocol.js").KindInfo} KindInfo */

const PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 20.5c1-5 4-6.5 8-6.5s7 1.5 8 6.5";
const PROGRAM = "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4";

/** The character with a label; null if there is none. @param {KindInfo | undefined} info @param {string} label */
export function characterCalled(info, label) {
  const player = info?.players.find((each) => each.label === label);
  return info?.characters.find((each) => each.name === player?.name) ?? null;
}

/** The character of a seat; null for other players. @param {KindInfo | undefined} info @param {string} seat */
export function characterOf(info, seat) {
  return info?.characters.find((each) => each.name === seat) ?? null;
}

/** True if a label names one of the server's players, with or without options.
 * @param {KindInfo | undefined} info @param {string} label */
export function isProgram(info, label) {
  return Boolean(info?.players.some((each) => label.startsWith(each.label)));
}

/** A round picture of a player. @param {CharacterInfo | null} character @param {boolean} [isPerson] */
export function faceOf(character, isPerson = false) {
  return h("span", { class: "face", "aria-hidden": "true" },
    character
      ? portrait(character.animal, character.name)
      : s("svg", { viewBox: "0 0 24 24", class: "plain" }, s("path", { d: isPerson ? PERSON : PROGRAM })));
}
