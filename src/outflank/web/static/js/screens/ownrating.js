// The person's own rating from games against rated characters, as the server computes it.

import { h, s } from "../core/dom.js";
import { signed } from "../board/values.js";
import { n, sentences, t } from "../core/words.js";

/**
 * @typedef {{rating: number, error_95: number, results: number, change: number | null, best: number | null,
 *   opponent: string, trend: Rated[], archive: {rating: number, outside: boolean}, seat: number | null}} OwnRating
 *   `opponent` is the one that is just hard enough.
 * @typedef {{game: string, rating: number, error_95: number, opponent: string, score: number, at: number}} Rated
 */

const [WIDTH, HEIGHT, MARGIN] = [440, 120, 8];

/** @param {import("../main.js").App} app @param {string} [game]  The answer tells the person's seat in this game.
 * @returns {Promise<OwnRating | null>} */
export async function askRating(app, game = "") {
  return /** @type {any} */ (await app.ask("rating", { game: game || null })) ?? null;
}

/** The rating with its uncertainty in one sentence. @param {OwnRating} own */
export function ratingWords({ rating, error_95: error, results }) {
  return results
    ? n("Your ladder rating is {rating} ± {error}, from {count} game.",
      "Your ladder rating is {rating} ± {error}, from {count} games.", results, { rating, error })
    : t(
      "You have no ladder rating yet: finish a game against one of them without hints, analysis or taking moves back.",
    );
}

/** The rating after a game that has just ended, if it counts.
 * @param {import("../main.js").App} app @param {HTMLElement} host @param {string} game */
export async function showChange(app, host, game) {
  const own = await askRating(app);
  const last = own?.trend.at(-1);
  if (!own || last?.game !== game) return;
  const { change } = own;
  host.textContent = t("Your ladder rating: {rating} ± {error} ({change}).", { rating: own.rating, error: own.error_95,
    change: signed(change ?? 0) });
}

/** The ratings of all players before and after a game of the club.
 * @param {import("../main.js").App} app @param {HTMLElement} host @param {import("../core/protocol.js").GameState}
 *   state */
export async function showClubChange(app, host, state) {
  const answer = await app.ask("rating-change", { game: state.game });
  if (!answer) return;
  host.replaceChildren(
    answer.changes.length
      ? answer.changes.map((/** @type {number[]} */ [before, after], /** @type {number} */ seat) =>
        t("{name}: {after} ({change})", { name: state.labels[seat], after, change: signed(after - before) })
      ).join(" · ")
      : t("This game was too short to count for ratings."),
  );
}

/** The rating and its trend. @param {OwnRating} own @returns {any[]} */
export function ratingTrend(own) {
  const { trend, best } = own;
  const highest = best === null ? "" : t("Your highest rating was {best}.", { best });
  const words = h("p", {}, sentences(ratingWords(own), highest));
  if (trend.length < 2) return [words];
  const low = Math.min(...trend.map((each) => each.rating - each.error_95));
  const high = Math.max(...trend.map((each) => each.rating + each.error_95));
  const x = (/** @type {number} */ i) => (MARGIN + (WIDTH - 2 * MARGIN) * i / (trend.length - 1)).toFixed(1);
  const y = (/** @type {number} */ rating) =>
    (HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (rating - low) / (high - low)).toFixed(1);
  const line = (/** @type {(each: Rated) => number} */ of) => trend.map((each, i) => `${x(i)},${y(of(each))}`);
  const band = [...line((each) => each.rating + each.error_95),
    ...line((each) => each.rating - each.error_95).reverse()];
  const label = t(
    "Your ladder rating after each of the last {count} games, with its uncertainty: from {first} to {last}.",
    {
      count: trend.length,
      first: trend[0].rating,
      last: trend[trend.length - 1].rating,
    },
  );
  return [words,
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "rating-trend", role: "img", "aria-label": label },
      s("polygon", { points: band.join(" "), class: "rating-band" }),
      s("polyline", { points: line((each) => each.rating).join(" "), class: "rating-line" })),
    h("p", { class: "muted small" }, label)];
}
