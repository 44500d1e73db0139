// The curve of a rating.

import { s } from "../core/dom.js";

const [WIDTH, HEIGHT, MARGIN] = [440, 120, 8];

/** The curve of a rating, with the band of its uncertainty, if there is one.
 * @param {{rating: number, error_95: number}[]} trend  At least two ratings. @param {string} label */
export function trendPicture(trend, label) {
  const low = Math.min(...trend.map((each) => each.rating - each.error_95));
  const high = Math.max(...trend.map((each) => each.rating + each.error_95));
  const x = (/** @type {number} */ i) => (MARGIN + (WIDTH - 2 * MARGIN) * i / (trend.length - 1)).toFixed(1);
  const y = (/** @type {number} */ rating) =>
    (HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (rating - low) / (high - low || 1)).toFixed(1);
  const line = (/** @type {(each: {rating: number, error_95: number}) => number} */ of) =>
    trend.map((each, i) => `${x(i)},${y(of(each))}`);
  const band = [...line((each) => each.rating + each.error_95),
    ...line((each) => each.rating - each.error_95).reverse()];
  return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "rating-trend", role: "img", "aria-label": label },
    s("polygon", { points: band.join(" "), class: "rating-band" }),
    s("polyline", { points: line((each) => each.rating).join(" "), class: "rating-line" }));
}
