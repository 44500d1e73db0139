// The person's own rating from games against rated characters, as the server computes it.

import { signed } from "../board/values.js";
import { n, t } from "../core/words.js";
import { isProvisional, isShown, personRating } from "../core/ratings.js";

/**
 * @typedef {{rating: number, error_95: number, results: number, change: number | null, best: number | null,
 *   opponent: string, trend: Rated[], archive: {rating: number, outside: boolean}, seat: number | null}} OwnRating
 *   `opponent` is the one that is just hard enough.
 * @typedef {{game: string, rating: number, error_95: number, opponent: string, score: number, at: number}} Rated
 */

/** @param {import("../main.js").App} app @param {string} [game]  The answer tells the person's seat in this game.
 * @returns {Promise<OwnRating | null>} */
export async function askRating(app, game = "") {
  return /** @type {any} */ (await app.ask("rating", { game: game || null })) ?? null;
}

/** The rating with its uncertainty in one sentence. @param {OwnRating} own */
export function ratingWords(own) {
  const { results } = own;
  if (results && !isShown(own)) return t("Your rating appears after three games.");
  return results
    ? n("Your ladder rating is {rating}, from {count} game.", "Your ladder rating is {rating}, from {count} games.",
      results, { rating: personRating(own, "ladder") })
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
  host.textContent = isProvisional(own) ? ratingWords(own) : t("Your ladder rating: {rating} ({change}).", {
    rating: personRating(own, "ladder"),
    change: signed(own.change ?? 0),
  });
}
