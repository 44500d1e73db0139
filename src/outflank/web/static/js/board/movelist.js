// The list of moves: numbered and clickable, with variations in brackets and badges after moves.

import { fill, h } from "../core/dom.js";
import { moveName } from "./values.js";
import { t } from "../core/words.js";

/** @typedef {{sign: string | null, grade: string, proven: boolean}} Badge  A review's badge after a move; hidden
 * without a sign. */

/** The badge of a move that a review has judged; null for other moves.
 * @param {import("../core/protocol.js").Judged | null} judged @returns {Badge | null} */
export function badgeOf(judged) {
  return judged && { sign: judged.badge, grade: judged.grade, proven: judged.proven };
}

/**
 * @typedef {object} Entry
 * @property {string} move
 * @property {number} seat
 * @property {number} number  Its place in the transcript: see `numbers`.
 * @property {boolean} current
 * @property {Badge | null} [badge]
 * @property {string} [sign]  A person's sign after the move.
 * @property {string} [comment]
 * @property {() => void} go
 * @property {{who: number, name: string}[]} [people]  The other people who look at this position.
 * @property {Entry[][]} [variations]  Alternatives to this move, each a line.
 */

/**
 * Number moves as the whole page does: by their places in the transcript. A pass has no place and repeats the number
 * before it.
 * @param {string[]} moves
 * @returns {number[]}
 */
export function numbers(moves) {
  let number = 0;
  return moves.map((move) => (number += move === "pass" ? 0 : 1));
}

/** The scrolling element around a list of moves. */
export function movesHost() {
  return h("div", { class: "moves-host", tabindex: 0, role: "region", "aria-label": t("Moves") });
}

/**
 * Fill a list of moves; each row and each part of a variation begins with the number of its first move.
 * @param {HTMLElement} host
 * @param {Entry[]} entries
 * @param {string[]} names  One for each seat.
 */
export function fillMoves(host, entries, names) {
  const list = h("ol", { class: "moves" });
  /** @type {any} */
  let row = null;
  let seats = 0; // occupied places in the row
  list.style.setProperty("--seats", String(names.length));
  for (const entry of entries) {
    if (!row || entry.seat < seats) {
      row = h("li", { class: "row" }, h("span", { class: "number", "aria-hidden": "true" }));
      list.append(row);
      seats = 0;
    }
    row.firstChild.textContent ||= numberOf(entry);
    for (; seats < entry.seat; seats++) row.append(h("span", { class: "gap" }));
    row.append(moveButton(entry, names));
    seats++;
    if (entry.comment) {
      list.append(h("li", { class: "variation said" }, h("bdi", {}, entry.comment)));
      row = null;
    }
    for (const variation of entry.variations ?? []) {
      list.append(h("li", { class: "variation" }, ...variationParts(variation, names)));
      row = null;
    }
  }
  fill(host, entries.length ? list : h("p", { class: "muted" }, t("No move has been played.")));
  const current = host.querySelector("[aria-current=\"true\"]");
  if (current) keepInSight(host, current);
}

/** @param {Entry[]} entries @param {string[]} names @returns {HTMLElement[]} */
function variationParts(entries, names) {
  const parts = [h("span", { "aria-hidden": "true" }, "( ")];
  entries.forEach((entry, i) => {
    if (i === 0 || entry.seat === 0) parts.push(h("span", { class: "number", "aria-hidden": "true" }, numberOf(entry)));
    parts.push(moveButton(entry, names));
    if (entry.comment) parts.push(h("bdi", { class: "said" }, ` ${entry.comment} `));
    for (const variation of entry.variations ?? []) parts.push(...variationParts(variation, names));
  });
  parts.push(h("span", { "aria-hidden": "true" }, " )"));
  return parts;
}

/** The number before a move; none before a pass. @param {Entry} entry */
function numberOf({ move, number }) {
  return move === "pass" ? "" : `${number}.`;
}

/** @param {Entry} entry @param {string[]} names */
function moveButton(entry, names) {
  const who = { name: names[entry.seat], move: moveName(entry.move) };
  const grade = entry.badge?.sign ? gradeOf(entry.badge) : "";
  const plain = grade ? t("{name} {move}, {grade}", { ...who, grade }) : t("{name} {move}", who);
  const words = entry.sign ? t("{before}, {next}", { before: plain, next: entry.sign }) : plain;
  const people = entry.people ?? [];
  const label = people.length ? t("{before}, {next}", { before: words, next: people[0].name }) : words;
  return h("button", { type: "button", class: `move seat${entry.seat}`, "aria-label": label,
    "aria-current": entry.current ? "true" : null, on: { click: entry.go } }, moveName(entry.move) + (entry.sign ?? ""),
    badge(entry.badge ?? null), ...people.map(faceOfPerson));
}

/** The coloured initial of a person in a shared study. @param {{who: number, name: string}} person */
export function faceOfPerson({ who, name }) {
  return h("span", { class: `initial initial${who % 8}`, title: name, "aria-hidden": "true" },
    [...name.trim()][0]?.toUpperCase() ?? "?");
}

/** The words for a badge. @param {Badge} badge */
function gradeOf({ grade, proven }) {
  if (grade === "blunder") return proven ? t("blunder") : t("blunder (estimated)");
  if (grade === "mistake") return proven ? t("mistake") : t("mistake (estimated)");
  return proven ? t("inaccuracy") : t("inaccuracy (estimated)");
}

/** A badge: solid if proven, hollow if estimated; null without a sign. @param {Badge | null} found */
export function badge(found) {
  if (!found?.sign) return null;
  const { sign, grade, proven } = found;
  return h("span", { class: `badge ${grade} ${proven ? "proven" : "estimate"}`, title: gradeOf(found) }, sign);
}

/** Scroll only this list until an element is in sight. @param {Element} host @param {Element} element */
function keepInSight(host, element) {
  const [box, inner] = [host.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < box.top) host.scrollTop -= box.top - inner.top + 8;
  else if (inner.bottom > box.bottom) host.scrollTop += inner.bottom - box.bottom + 8;
}
