// The person's own rating and its trend.

import { h } from "../../core/dom.js";
import { trendPicture } from "../../board/trend.js";
import { ratingWords } from "../ownrating.js";
import { sentences, t } from "../../core/words.js";
import { isProvisional, isShown, shownRating } from "../../core/ratings.js";

/** @typedef {import("../ownrating.js").OwnRating} OwnRating */

/** The rating and its trend. @param {OwnRating} own @returns {any[]} */
export function ratingTrend(own) {
  const { trend, best } = own;
  const highest = best === null || isProvisional(own)
    ? ""
    : t("Your highest rating was {best}.", { best: shownRating(best, "ladder") });
  const words = h("p", {}, sentences(ratingWords(own), highest));
  if (trend.length < 2 || !isShown(own)) return [words];
  const label = t(
    "Your ladder rating after each of the last {count} games, with its uncertainty: from {first} to {last}.",
    {
      count: trend.length,
      first: shownRating(trend[0].rating, "ladder"),
      last: shownRating(trend[trend.length - 1].rating, "ladder"),
    },
  );
  return [words, trendPicture(trend, label), h("p", { class: "muted small" }, label)];
}
