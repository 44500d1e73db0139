// The players and the result of a stored game, for lists.

import { h } from "../core/dom.js";
import { outcome, outcomeInWords, playerOf } from "../board/kept.js";
import { icon } from "../board/shapes.js";

/** @typedef {import("../core/protocol.js").KeptGame} KeptGame */

/** The players, each with the piece of their side.
 * @param {KeptGame} game @param {import("../core/protocol.js").KindInfo} [info] */
export function sides(game, info) {
  return h("span", { class: "sides" },
    ...game.players.map((_, seat) =>
      h("span", { class: game.result?.winners.includes(seat) ? "winner" : "" }, icon(game.kind, seat), " ",
        h("bdi", {}, playerOf(game, seat, info)))
    ));
}

/** The result of a game, as a tag. @param {KeptGame} game */
export function tag(game) {
  return h("span", { class: `tag ${outcome(game)}` }, outcomeInWords(game));
}
