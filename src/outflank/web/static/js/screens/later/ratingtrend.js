// The person's own rating and its trend.

import { h, s } from "../../core/dom.js";
import { ratingWords } from "../ownrating.js";
import { sentences, t } from "../../core/words.js";

/** @typedef {import("../ownrating.js").OwnRating} OwnRating */
/** @typedef {import("../ownrating.js").Rated} Rated */

const [WIDTH, HEIGHT, MARGIN] = [440, 120, 8];

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
