// Parts that the screens of the club share: words for clocks and games, the row of places, and members.

import { h } from "../core/dom.js";
import { n, t } from "../core/words.js";
import { clockInWords, CLOCKS } from "../dialogs/newgame.js";
import { isShown, shownRating } from "../core/ratings.js";

const DAY = 86400; // seconds

/** The clocks that the club offers, with their words. @type {[string, string][]} */
export const CLUB_CLOCKS = [
  ["60", t("1 minute a player")],
  ["180+2", t("3 minutes, plus 2 s a move")],
  ["300+5", t("5 minutes, plus 5 s a move")],
  ["600+5", t("10 minutes, plus 5 s a move")],
  ["900", t("15 minutes")],
  ["900+10", t("15 minutes, plus 10 s a move")],
  ["86400/move", t("1 day a move")],
  ["259200/move", t("3 days a move")],
];

/** The words for a clock, which may have days a move. @param {string} control */
export function clockWords(control) {
  const days = Number(control.replace("/move", "")) / DAY;
  if (control.endsWith("/move") && days >= 1) return n("{count} day a move", "{count} days a move", Math.round(days));
  return clockInWords(control, [...CLUB_CLOCKS, ...CLOCKS]);
}

/** A clock in little room: “5+5” are minutes, and seconds added for each move. @param {string} control */
export function shortClock(control) {
  const [main, increment = "0"] = control.split("+");
  const minutes = Number(main) / 60;
  return Number.isInteger(minutes) ? `${minutes}+${increment}` : clockWords(control);
}

/** The words for the kind of a game, with the size of an unusual board.
 * @param {import("../main.js").App} app @param {{kind: string, size: number | null}} game */
export function gameWords(app, { kind, size }) {
  const info = app.kinds[kind];
  const title = info?.title ?? kind;
  return size && size !== info?.sizes[0] ? t("{game} on {size}×{size}", { game: title, size }) : title;
}

/** A rating, with a question mark while it is uncertain or in its place while there are few results.
 * @param {{rating: number, error_95: number, results?: number}} rating */
export function ratingOf({ rating, error_95: error, results }) {
  if (results !== undefined && !isShown({ results })) return "?";
  const shown = shownRating(rating, "club");
  return error > 215 ? `${shown}?` : String(shown);
}

/** The places of the club in a row. @param {string} current */
export function clubTabs(current) {
  const places = [["lobby", t("Lobby")], ["tournament", t("Tournaments")], ["member", t("Leaderboard")]];
  return h("nav", { class: "club-tabs", "aria-label": t("Club") },
    ...places.map(([place, title]) =>
      h("a", { href: `#/${place}`, "aria-current": place === current && "true" }, title)
    ));
}

/** The initial of a member, on a colour that belongs to the name. @param {string} name */
export function initialOf(name) {
  const letters = [...name];
  const face = h("span", { class: "face member-initial", "aria-hidden": "true" }, letters[0]?.toUpperCase());
  face.style.setProperty("--hue",
    String(letters.reduce((sum, each) => sum * 31 + (each.codePointAt(0) ?? 0), 7) % 360));
  return face;
}

/** A link to the profile of a member. @param {string} name */
export function memberLink(name) {
  return h("a", { href: `#/member/${encodeURIComponent(name)}` }, h("bdi", {}, name));
}

/** A member with the place in a table. @param {string} name @param {number} at @param {...any} more */
export function ranked(name, at, ...more) {
  return h("span", { class: "ranked" }, h("span", { class: "muted" }, String(at + 1)), initialOf(name),
    memberLink(name), ...more);
}
