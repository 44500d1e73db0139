// Two players compared: results, openings, and the positions that both of them know.

import { thumbnail } from "../../board/thumbnail.js";
import { sentence } from "../../core/announce.js";
import { h, plainTable } from "../../core/dom.js";
import { grouped, n, openingName, t } from "../../core/words.js";
import { bar, movesOf, percent, shareOf, tail } from "./figures.js";
import { addressOf } from "./links.js";
import { shownRating } from "../../core/ratings.js";

/** @typedef {import("./figures.js").Balance} Balance */
/** @typedef {{player: string, rating: {rating: number, error_95: number} | null, black: Balance, white: Balance,
 *   black_openings: (Balance & {opening: string})[], white_openings: (Balance & {opening: string})[]}} Compared */
/** @typedef {{line: string, cells: string, share: number, opening: string, black: Balance, white: Balance,
 *   moves: {move: string, games: number}[]}} Meeting */
/** @typedef {{players: [Compared, Compared], direct: Balance, as_black: Meeting[], as_white: Meeting[], doubts:
 *   string[]}} Comparison */

const ROWS = 10;

/** The parts of a comparison.
 * @param {import("./prepare.js").Prepare} screen @param {Comparison} report */
export function comparison(screen, report) {
  const { players, direct, as_black: black, as_white: white, doubts } = report;
  const [one, other] = players;
  return [
    h("div", { class: "prepare-pair" }, ...players.map((player) => card(screen, player))),
    ...doubts.map((doubt) => h("p", { class: "prepare-doubt" }, sentence(doubt))),
    h("section", { class: "card", "aria-label": t("Against each other") }, h("h3", {}, t("Against each other")),
      direct.games
        ? [
          h("p", {},
            t("{games}: {name} scores {percent} %.", { games: games(direct), name: one.player,
              percent: percent(shareOf(direct)) })),
          bar(direct),
        ]
        : h("p", { class: "muted" }, t("They have not played each other in these games."))),
    meetings(t("If {name} has Black", { name: one.player }), black),
    meetings(t("If {name} has Black", { name: other.player }), white),
    openings(t("Openings as {side}", { side: t("Black") }), players, "black_openings"),
    openings(t("Openings as {side}", { side: t("White") }), players, "white_openings"),
  ];
}

/** @param {Balance} balance */
function games(balance) {
  return n("{count} game", "{count} games", balance.games, { count: grouped(balance.games) });
}

/** @param {import("./prepare.js").Prepare} screen @param {Compared} player */
function card(screen, { player, rating, black, white }) {
  const sides = /** @type {const} */ ([["black", t("Black"), black], ["white", t("White"), white]]);
  return h("section", { class: "card", "aria-label": player }, h("h3", {}, h("bdi", {}, player)),
    rating
      ? h("p", { class: "muted" },
        t("rating {rating} ± {error}", { rating: shownRating(rating.rating, "archive"), error: rating.error_95 }))
      : null,
    ...sides.map(([side, words, balance]) =>
      h("div", { class: "prepare-side" },
        h("a", { class: "button", href: addressOf({ ...screen.wanted, player, side, other: "", line: "" }),
          "aria-label": t("Prepare for {name} as {side}", { name: player, side: words }) }, words),
        h("span", { class: "small" }, games(balance)), bar(balance))
    ));
}

/** The last positions that both players know. @param {string} title @param {Meeting[]} found */
function meetings(title, found) {
  return h("section", { class: "card", "aria-label": title }, h("h3", {}, title),
    h("p", { class: "muted small" }, t("The last positions that both know, the likeliest first.")),
    found.length
      ? h("ul", { class: "prepare-tries" }, ...found.map((each) => h("li", {}, meeting(each))))
      : h("p", {}, t("Their games have no position in common.")));
}

/** @param {Meeting} each */
function meeting({ line, cells, share, opening, black, white, moves }) {
  const next = moves.slice(0, 3).map(({ move, games: count }) => `${move} ${grouped(count)}`).join(", ");
  const facts = [t("{percent} % likely", { percent: percent(share) || "< 1" }),
    t("Black {percent} % in {games}", { percent: percent(shareOf(black)), games: games(black) }),
    t("White {percent} % in {games}", { percent: percent(shareOf(white)), games: games(white) })];
  return h("a", { class: "prepare-row", href: `#/analyse?moves=${movesOf(line).join("")}` },
    thumbnail("othello", cells, 8),
    h("span", { class: "words" }, h("b", {}, opening ? openingName(opening) : tail(line)),
      opening ? h("span", { class: "muted small" }, tail(line)) : null,
      h("span", { class: "small" }, facts.join(" · ")),
      next ? h("span", { class: "small" }, t("Next: {moves}", { moves: next })) : null));
}

/** Both players' openings with one colour, most frequent first.
 * @param {string} title @param {[Compared, Compared]} players @param {"black_openings" | "white_openings"} colour */
function openings(title, players, colour) {
  const found = players.map((player) => new Map(player[colour].map((each) => [each.opening, each])));
  const count = (/** @type {string} */ name) => found.reduce((sum, each) => sum + (each.get(name)?.games ?? 0), 0);
  const names = [...new Set(found.flatMap((each) => [...each.keys()]))].sort((one, other) => count(other) - count(one));
  const cell = (/** @type {Balance | undefined} */ each) =>
    each ? t("{games}, {percent} %", { games: grouped(each.games), percent: percent(shareOf(each)) }) : "–";
  return h("section", { class: "card", "aria-label": title }, h("h3", {}, title),
    plainTable([t("Opening"), ...players.map(({ player }) => player)],
      names.slice(0, ROWS).map((
        name,
      ) => [name ? openingName(name) : t("No name"), ...found.map((each) => cell(each.get(name)))])));
}
