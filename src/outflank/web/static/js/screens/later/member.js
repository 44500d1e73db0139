// The leaderboard, and the profile of a member: ratings with their curves, strength by phase, openings and games.

import { note } from "../../core/announce.js";
import { button, fill, h, plainTable, tableHost } from "../../core/dom.js";
import { choice } from "../../core/fields.js";
import { decimal, n, openingName, t } from "../../core/words.js";
import { dateOf } from "../../board/kept.js";
import { thumbnail } from "../../board/thumbnail.js";
import { trendPicture } from "../../board/trend.js";
import { clubTabs, gameWords, initialOf, ranked, ratingOf } from "../clubwords.js";
import { isShown, shownRating } from "../../core/ratings.js";

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  const { app } = screen;

  /** @param {string} pool */
  async function leaders(pool) {
    const told = await app.ask("leaders", { pool });
    if (!told || app.mode !== screen) return;
    const pools = [...new Set([told.pool, ...told.pools])];
    const rows = told.leaders.map((/** @type {any} */ each,
      /** @type {number} */ at) => /** @type {any} */ ([ranked(each.name, at),
        `${shownRating(each.rating, "club")} ± ${each.error_95}`, String(each.results)])
    );
    fill(screen.host, h("div", { class: "club-head" }, h("h2", {}, t("Leaderboard"))), clubTabs("member"),
      h("section", { class: "card leaders" },
        choice(t("Game"), pools.map((each) => [each, poolWords(app, each)]), told.pool, leaders),
        rows.length
          ? tableHost(t("Leaderboard"), plainTable([t("Player"), t("Rating"), t("Games")], rows))
          : [h("p", { class: "muted" }, t("Nobody has played enough rated games yet.")),
            h("div", { class: "actions" },
              h("a", { class: "button primary", href: "#/lobby" }, t("Play a rated game")))]));
  }

  /** Show a member; false if there is none of this name. @param {string} name */
  async function profile(name) {
    const told = await app.ask("profile", { name });
    if (!told || app.mode !== screen) return false;
    const { member } = told;
    const left = [...told.ratings.map((/** @type {any} */ each) => ratingCard(each)), phases(told.phases)];
    const right = [openings(told.openings), told.own ? null : actions(member)];
    fill(screen.host,
      h("div", { class: "club-head" }, initialOf(member.name), h("h2", {}, h("bdi", {}, member.name)),
        told.own ? h("a", { href: "#/account" }, t("Name and key")) : null), clubTabs("member"),
      told.ratings.length
        ? null
        : h("section", { class: "card" }, h("p", { class: "muted" }, t("No rated games yet.")), told.own
          ? h("div", { class: "actions" }, h("a", { class: "button primary", href: "#/lobby" }, t("Play a rated game")))
          : null),
      h("div", { class: "club-body" }, h("div", { class: "club-side" }, left), h("div", { class: "club-side" }, right)),
      games(told.games));
    return true;
  }

  /** @param {{pool: string, rating: number, error_95: number, results: number, curve: number[][]}} rating */
  function ratingCard(rating) {
    const title = poolWords(app, rating.pool);
    const words = isShown(rating)
      ? n("{rating} ± {error}, from {count} game", "{rating} ± {error}, from {count} games", rating.results, {
        rating: ratingOf(rating),
        error: rating.error_95,
      })
      : n("{count} game so far: the rating appears after three.",
        "{count} games so far: the rating appears after three.", rating.results);
    return h("section", { class: "card", "aria-label": title }, h("h3", {}, title),
      h("p", { class: isShown(rating) ? "rating-now" : "muted" }, words),
      rating.curve.length > 1 && isShown(rating)
        ? curve(title, rating.curve.map(([, value]) => shownRating(value, "club")))
        : null);
  }

  /** @param {string} title @param {number[]} values */
  function curve(title, values) {
    const label = t("{game}: the rating after each of the last {count} games, from {low} to {high}", { game: title,
      count: values.length, low: Math.min(...values), high: Math.max(...values) });
    return trendPicture(values.map((rating) => ({ rating, error_95: 0 })), label);
  }

  /** @typedef {{moves: number, loss_of_a_move: number, mistakes: number, blunders: number}} Losses
   * @param {{games: number, opening: Losses, midgame: Losses, endgame: Losses}} found */
  function phases(found) {
    if (!found.games) return null;
    const names = { opening: t("Opening"), midgame: t("Midgame"), endgame: t("Endgame") };
    const rows = Object.entries(names).map(([phase, name]) => {
      const { moves, loss_of_a_move: loss, mistakes, blunders } = found[/** @type {keyof typeof names} */ (phase)];
      return [name, moves ? decimal(loss, 2) : "–", String(mistakes + blunders), String(moves)];
    });
    return h("section", { class: "card" }, h("h3", {}, t("Strength by phase")),
      tableHost(t("Strength by phase"),
        plainTable([t("Phase"), t("Discs lost a move"), t("Mistakes"), t("Moves played")], rows)),
      h("p", { class: "muted" },
        n("From {count} reviewed game of the club.", "From {count} reviewed games of the club.", found.games)));
  }

  /** @param {{opening: string, games: number, won: number}[]} found */
  function openings(found) {
    if (!found.length) return null;
    return h("section", { class: "card" }, h("h3", {}, t("Openings")),
      tableHost(t("Openings"),
        plainTable([t("Opening"), t("Games"), t("Won")],
          found.map((each) => [openingName(each.opening), String(each.games), `${each.won} %`]))));
  }

  /** @param {{game: string, kind: string, players: string[], points: number, at: number, cells: string, width:
   *   number}[]} found */
  function games(found) {
    if (!found.length) return null;
    const ending = (/** @type {number} */ points) => points === 1 ? t("Won") : points ? t("Drawn") : t("Lost");
    const tone = (/** @type {number} */ points) => points === 1 ? "won" : points ? "" : "lost";
    return h("section", { "aria-label": t("Latest games") }, h("h3", { class: "above-list" }, t("Latest games")),
      h("ul", { class: "latest" },
        ...found.map((each) =>
          h("li", {},
            h("a", { class: "card", href: `#/play/${each.game}` }, thumbnail(each.kind, each.cells, each.width),
              h("span", { class: "about" }, h("bdi", {}, each.players.join(" – ")),
                h("span", { class: `tag ${tone(each.points)}` }, ending(each.points)),
                h("span", { class: "muted small" }, dateOf({ changed: each.at })))))
        )));
  }

  /** @param {{number: number, name: string}} member */
  function actions(member) {
    const words = h("input", { name: "report", maxlength: 500, required: true, dir: "auto" });
    const report = h("form", { class: "row-form", on: { submit: async (event) => {
      event.preventDefault();
      if (!(await app.ask("report", { member: member.number, words: words.value }))) return;
      words.value = "";
      note(t("The operator of this server gets your report."));
    } } }, h("label", { class: "field" }, h("span", {}, t("Report to the operator")), words),
      h("button", { type: "submit" }, t("Report")));
    return h("section", { class: "card", "aria-label": t("Block or report") },
      h("div", { class: "actions" }, button(t("Block"), async () => {
        if (await app.ask("block", { member: member.number, on: true })) {
          note(t("You and {name} no longer play with each other.", { name: member.name }));
        }
      })), report);
  }

  return { async enter(/** @type {string[]} */ [name = ""]) {
    app.places.write(name ? `#/member/${name}` : "#/member");
    if (name && (await profile(decoded(name)))) return;
    if (app.mode !== screen) return;
    app.places.write("#/member");
    await leaders("");
  } };
}

/** A name in an address; as it is if it is not well formed. @param {string} name */
function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The words for a kind of rating, for example “Othello, days a move”.
 * @param {import("../../main.js").App} app @param {string} pool */
function poolWords(app, pool) {
  const [kind, ...rest] = pool.split(" ");
  const game = gameWords(app, { kind, size: Number(rest.find((part) => part !== "daily") ?? 0) });
  return rest.includes("daily") ? t("{game}, days a move", { game }) : game;
}
