// Why a move is good or bad: what the engine says of it, as a list.

import { sentence } from "./announce.js";
import { fill, h } from "./dom.js";
import { said, t } from "./words.js";

const SIGNS = { for: ["+", "for it"], against: ["−", "against it"], note: ["·", ""] };

/** Whether moves of a position can be explained. */
export function explains(kind, view) {
  return kind === "othello" && Boolean(view) && view.width === 8 && view.height === 8 && !view.over && !("pass" in view.legal);
}

/**
 * Fill a host with what speaks for and against some moves.
 * @param {import("./main.js").App} app
 * @param {HTMLElement} host
 * @param {string} position  As text.
 * @param {string[]} moves  One, or two to be compared.
 * @returns {Promise<string>}  The same in words, for those who listen.
 */
export function explain(app, host, position, moves) {
  fill(host, h("p", { class: "muted small busy-words" }, "Looking for reasons …"));
  return new Promise((resolve) => {
    app.connection.stream("explain", { position, moves }, (event) => {
      if (event.type === "error") {
        fill(host, h("p", { class: "error" }, sentence(event.message)));
        resolve("");
      } else if (event.done) {
        fill(host, ...event.done.moves.map((each) => reasons(each)));
        resolve(event.done.moves.map((each) => `${each.move} ${each.statements.slice(0, 5).map((said) => said.text).join("; ")}.`).join(" "));
      } else if (event.stopped) resolve("");
    });
  });
}

/**
 * What speaks most for a move, as a sentence; empty if nothing does.
 * @param {import("./main.js").App} app
 * @param {string} position  As text.
 * @param {string} move
 * @returns {Promise<string>}
 */
export function strongest(app, position, move) {
  return new Promise((resolve) => {
    app.connection.stream("explain", { position, moves: [move] }, (event) => {
      const reason = event.done?.moves[0].statements.find((each) => each.side === "for" && each.topic !== "evaluation");
      if (reason) resolve(t("{move} {reason}.", { move, reason: said(reason.text) }));
      else if (event.done || event.stopped || event.type === "error") resolve("");
    });
  });
}

function reasons({ move, statements }) {
  // What the evaluation adds up, pattern by pattern, is for those who ask twice.
  const sums = statements.filter((said) => said.topic === "evaluation").slice(1);
  const plain = statements.filter((said) => !sums.includes(said));
  return h(
    "div",
    { class: "reasons" },
    h("h3", {}, move),
    h("ul", {}, ...plain.map(item), plain.length ? null : h("li", {}, h("span", {}, "nothing stands out"))),
    sums.length ? h("details", { class: "small" }, h("summary", {}, "What else the evaluation sees"), h("ul", {}, ...sums.map(item))) : null,
  );
}

function item({ side, text }) {
  const [sign, words] = SIGNS[side];
  return h("li", { class: `side-${side}` }, h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", {}, inTypography(text), words ? h("span", { class: "offscreen" }, ` (${words})`) : null));
}

/** A proper minus before numbers. */
function inTypography(text) {
  return text.replace(/(^|\s)-(?=\d)/g, "$1\u2212");
}
