// Advice beside the result of a game: a better-matched character.

import { button, h } from "../core/dom.js";
import { playAgainst } from "./against.js";
import { advice, gamesOf, opponentIn, results } from "./results.js";
import { calledIn } from "../dialogs/seats.js";
import { t } from "../core/words.js";

/** One line with a button after the latest stored game against a character; null if there is no advice.
 * @param {import("../main.js").App} app @param {import("../core/protocol.js").GameState} state */
export function adviceOn(app, state) {
  const info = app.kinds[state.kind];
  const name = opponentIn(info, state);
  const all = results();
  if (!name || gamesOf(all, name).at(-1)?.game !== state.game) return null;
  const found = advice(all, name, info.characters.map((each) => each.name));
  if (!found) return null;
  const other = calledIn(info, found.other);
  return h("p", { class: "advice" }, found.verdict === "easy" ? t("Too easy?") : t("Too hard?"),
    button(t("Try {name}", { name: other }),
      () => playAgainst(app, state.kind, found.other, state.seats.indexOf("human"))));
}
