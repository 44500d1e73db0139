// Ratings as people see them, on one scale; see people/scale.py.

import { t } from "./words.js";

/** The rating that people see for 0 on each scale. */
export const ZEROS = { archive: 1400, ladder: 100, club: -600 };

const LEAST = 100; // no lower rating is shown
const FEWEST_RESULTS = 3; // a rating from fewer results is not shown
const FEW_RESULTS = 5; // a rating from fewer results is provisional
const WIDE_ERROR = 300; // also one with a larger error
const ROUNDED = 50; // points to which a provisional rating is rounded

/** @typedef {{rating: number, error_95: number, results: number}} OfPerson */

/** A rating on the scale that people see. @param {number} rating @param {keyof typeof ZEROS} scale */
export function shownRating(rating, scale) {
  return Math.max(LEAST, rating + ZEROS[scale]);
}

/** True once there are enough results to show the rating. @param {{results: number}} rating */
export function isShown({ results }) {
  return results >= FEWEST_RESULTS;
}

/** True while a few results could change a rating much. @param {OfPerson} rating */
export function isProvisional({ error_95: error, results }) {
  return results < FEW_RESULTS || error > WIDE_ERROR;
}

/** A provisional rating in round numbers. @param {number} shown */
export function rounded(shown) {
  return ROUNDED * Math.round(shown / ROUNDED);
}

/** A person's rating with its uncertainty. @param {OfPerson} found @param {keyof typeof ZEROS} scale */
export function personRating(found, scale) {
  const rating = shownRating(found.rating, scale);
  return isProvisional(found)
    ? t("about {rating}, still finding out", { rating: rounded(rating) })
    : t("{rating} ± {error}", { rating, error: found.error_95 });
}
