// The puzzle of the day: the same for everybody on one day.

import { button } from "../../core/dom.js";
import { solvingOf } from "../../core/solving.js";
import { n, sentences, t } from "../../core/words.js";
import { Puzzles } from "./puzzles.js";

/** @typedef {import("../../core/protocol.js").View} View */

export class Daily extends Puzzles {
  /** @override */
  async next() {
    const { number } = this;
    this.lay(t("Puzzle of the day"));
    this.answer = { words: "", isGood: false };
    this.question = "";
    this.rated = null;
    const found = await this.ask("daily");
    if (!found || number !== this.number) return;
    const left = solvingOf(found.puzzle.key);
    await this.pose(found.puzzle, streakWords(found.streak), {
      isFirst: found.right === null, // only the first answer of the day counts
      isHinted: found.right === null && left?.isHinted === true,
      isOver: found.right || (found.right === false && left?.isOver === true),
      isRight: found.right || left?.isRight === true,
    });
  }

  /** @override */
  redo() {
    if (!this.isOver) {
      this.tell(...this.helps(() => this.follow(() => this.judge(null))));
      return;
    }
    const more = button(t("More puzzles"), () => (location.hash = "#/practice/puzzles"), {
      class: "primary practice-next",
    });
    this.tell(more, ...this.afterwards(/** @type {View} */ (this.first)));
  }

  /** @override @param {string | null} move */
  async judge(move) {
    const { isFirst, number } = this;
    await super.judge(move);
    if (!isFirst || number !== this.number) return;
    const found = await this.app.ask("daily");
    if (found && number === this.number) this.beside.textContent = streakWords(found.streak);
  }
}

/** @param {number} streak  Days in a row on which the puzzle of the day was solved. */
export function streakWords(streak) {
  return streak ? n("Solved on {count} day in a row", "Solved on {count} days in a row", streak) : "";
}

/** The state of today's puzzle in a list. @param {{right: boolean | null, streak: number}} today */
export function dailyWords({ right, streak }) {
  const done = right === null ? "" : right ? t("Solved today") : t("Tried today");
  return sentences(done, streakWords(streak));
}
