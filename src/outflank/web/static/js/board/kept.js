// A stored game: its players, its result for the reader, its date.

import { outcome as told } from "./outcome.js";
import { ownerOf } from "./shapes.js";
import { LANGUAGE, t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").KeptGame} KeptGame */
/** @typedef {import("../core/protocol.js").KindInfo} KindInfo */

/** The result of a game for its reader; empty if the reader has no side. @param {KeptGame} game */
export function outcome(game) {
  const { own, result } = game;
  if (!result) return "unfinished";
  if (result.winners.length > 1 && (own === null || result.winners.includes(own))) return "drawn";
  if (own === null) return "";
  return result.winners.includes(own) ? "won" : "lost";
}

/** The word for the end of a game. @param {KeptGame} game */
export function outcomeInWords(game) {
  const words = { won: t("Won"), lost: t("Lost"), drawn: t("Draw"), unfinished: t("Unfinished"), "": t("Finished") };
  return words[outcome(game)];
}

/** The end of a game, as a sentence without a full stop; empty while it goes on.
 * @param {KeptGame} game @param {KindInfo} [info] */
export function ending(game, info) {
  if (!game.result) return "";
  const owners = [...game.cells].map((cell) => ownerOf(game.kind, cell));
  const counts = game.players.map((_, seat) => owners.filter((owner) => owner === seat).length);
  const view = /** @type {any} */ ({ counts, width: game.width, height: owners.length / game.width });
  return told(info?.names ?? game.players, view, game.result, game.own);
}

/** The player of a side. @param {KeptGame} game @param {number} seat @param {KindInfo} [info] */
export function playerOf(game, seat, info) {
  const name = game.players[seat];
  if (name) return name;
  if (!game.part) return t("A person");
  return seat === game.own ? t("You") : info?.names[seat] ?? "?";
}

/** The title of a game: its reader's name for it, or its players. @param {KeptGame} game @param {KindInfo} [info] */
export function titleOf(game, info) {
  if (game.name) return game.name;
  const [first, second, third] = game.players.map((_, seat) => playerOf(game, seat, info));
  return third === undefined
    ? t("{first} – {second}", { first, second })
    : t("{first} – {second} – {third}", { first, second, third });
}

/** The time of a game's last move, in the reader's format. @param {{changed: number}} game */
export function dateOf(game) {
  const locale = navigator.languages.find((each) => each.split("-")[0] === LANGUAGE.split("-")[0]) ?? LANGUAGE;
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(game.changed * 1000),
  );
}
