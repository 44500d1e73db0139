// The note on a pasted text: its kind, its size and its position.

import { sentence } from "../core/announce.js";
import { outcome } from "../board/outcome.js";
import { emptiesOf } from "../core/protocol.js";
import { n, sentences, t } from "../core/words.js";

/** @param {import("../board/examined.js").ExaminedGame} examined @param {any} reading */
export function inWords({ names, study }, { noun, usual, moves, black, white }) {
  const [first, last] = [study.root.view, study.mainLine.at(-1)?.view];
  if (!first || !last) return "";
  const count = moves.filter((/** @type {string} */ move) => move !== "pass").length;
  const size = { noun, width: first.width, height: first.height };
  const parts = [];
  if (usual && count) {
    parts.push(
      noun
        ? n("{noun} of {count} move", "{noun} of {count} moves", count, { noun })
        : n("{count} move among other text", "{count} moves among other text", count),
    );
  } else {
    const empties = emptiesOf(first);
    parts.push(
      noun
        ? n("{noun}, {width}×{height}, {count} empty square", "{noun}, {width}×{height}, {count} empty squares",
          empties, size)
        : n("A board among other text, {width}×{height}, {count} empty square",
          "A board among other text, {width}×{height}, {count} empty squares", empties, size),
    );
    if (count) parts.push(n("{count} move after it", "{count} moves after it", count));
  }
  const end = last.over
    ? t("The game is over: {result}", { result: outcome(names, last) })
    : t("{name} to move", { name: names[last.turn ?? 0] });
  // a name keeps its first letter
  const players = black && white ? t("{black} against {white}", { black, white }) : "";
  return sentences(...parts.map(sentence), players.slice(0, 1) + sentence(players).slice(1), sentence(end));
}
