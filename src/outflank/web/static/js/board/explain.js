// The engine's reasons for and against a move, as a list.

import { sentence } from "../core/announce.js";
import { fill, h } from "../core/dom.js";
import { sentences, t } from "../core/words.js";

/** @typedef {{topic: string, side: "for" | "against" | "note", text: string}} Statement */

const SIGNS = { for: ["+", t("for it")], against: ["−", t("against it")], note: ["·", ""] };

/** True if the engine can explain moves in a position.
 * @param {string} kind @param {import("../core/protocol.js").View | null} view */
export function explains(kind, view) {
  return kind === "othello" && view !== null && view.width === 8 && view.height === 8 && !view.over
    && !("pass" in view.legal);
}

/**
 * Fill a host with the reasons for and against some moves.
 * @param {import("../main.js").App} app
 * @param {HTMLElement} host
 * @param {string} position  As text.
 * @param {string[]} moves  One move, or two to compare.
 * @param {boolean} [isMistake]  True if the first move is a judged mistake: nothing that speaks for it is told.
 * @returns {Promise<string>}  The same in words, for a screen reader.
 */
export function explain(app, host, position, moves, isMistake = false) {
  fill(host, h("p", { class: "muted small" }, t("Looking for reasons …")));
  return new Promise((resolve) => {
    app.connection.stream("explain", { position, moves, is_mistake: isMistake }, (event) => {
      if (event.type === "error") {
        fill(host, h("p", { class: "error" }, sentence(event.message)));
        resolve("");
      } else if (event.done) {
        /** @type {{move: string, statements: Statement[]}[]} */
        const moves = event.done.moves.filter((/** @type {{statements: Statement[]}} */ each) =>
          each.statements.length
        );
        fill(host, ...moves.map(reasons), moves.length ? null : t("nothing stands out"));
        resolve(
          sentences(...moves.map((each) =>
            t("{move} {statements}.", { move: each.move, statements: each.statements.slice(0, 5).map(({ text }) =>
              text
            ).reduce((before, next) =>
              t("{first}; {then}", { first: before, then: next })
            ) })
          )),
        );
      } else if (event.stopped) resolve("");
    });
  });
}

/**
 * The strongest reason for a move: its topic and a sentence; both empty if there is none.
 * @param {import("../main.js").App} app
 * @param {string} position  As text.
 * @param {string} move
 * @returns {Promise<{topic: string, words: string}>}
 */
export function strongest(app, position, move) {
  return new Promise((resolve) => {
    app.connection.stream("explain", { position, moves: [move] }, (event) => {
      /** @type {Statement | undefined} */
      const reason = event.done?.moves[0].statements.find((/** @type {Statement} */ each) =>
        each.side === "for" && each.topic !== "evaluation"
      );
      if (reason) resolve({ topic: reason.topic, words: t("{move} {statements}.", { move, statements: reason.text }) });
      else if (event.done || event.stopped || event.type === "error") resolve({ topic: "", words: "" });
    });
  });
}

/** @param {{move: string, statements: Statement[]}} about */
function reasons({ move, statements }) {
  // Keep the terms of the evaluation folded until a reader opens them.
  const sums = statements.filter(({ topic }) => topic === "evaluation").slice(1);
  const plain = statements.filter((each) => !sums.includes(each));
  return h("div", { class: "reasons" }, h("h3", {}, move), h("ul", {}, ...plain.map(item)),
    sums.length
      ? h("details", { class: "small" }, h("summary", {}, t("More from the evaluation")),
        h("ul", {}, ...sums.map(item)))
      : null);
}

/** @param {Statement} statement */
function item({ side, text }) {
  const [sign, words] = SIGNS[side];
  return h("li", { class: `side-${side}` }, h("span", { class: "sign", "aria-hidden": "true" }, sign),
    h("span", {}, inTypography(text), words ? h("span", { class: "offscreen" }, ` (${words})`) : null));
}

/** Set a proper minus before numbers. @param {string} text */
function inTypography(text) {
  return text.replace(/(^|[^\w–])-(?=\d)/g, "$1\u2212");
}
