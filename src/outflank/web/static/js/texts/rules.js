// The rules in full: Othello, anti-Othello and Tribolo.

import { h } from "../core/dom.js";
import { t, withElements } from "../core/words.js";

/** @returns {HTMLElement[]} */
export function text() {
  /** A board with its caption. @param {string} position @param {string} last @param {string} words */
  const figure = (position, last, words) =>
    h("figure", {},
      h("img", { src: `/picture.svg?${new URLSearchParams({ position, last })}`, alt: "", width: 452, height: 452,
        loading: "lazy" }), h("figcaption", {}, words));
  const p = (/** @type {any[]} */ ...words) => h("p", {}, ...words);
  const list = (/** @type {any[]} */ ...items) => h("ul", {}, ...items.map((item) => h("li", {}, item)));
  return [
    p(...withElements(
      t("These are the exact rules. If you would rather try them out, play the first lesson: {lesson}."),
      { lesson: h("a", { href: "#/learn/rules" }, t("eight boards, with moves to make")) },
    )),
    h("h3", { id: "rules-othello" }, t("Othello")),
    p(t(
      "Two sides, Black and White, share a board of 8×8 squares and 64 discs, which are black on one side and white "
        + "on the other. The columns are called a to h from the left, the rows 1 to 8 from the top. At the start "
        + "White has discs on d4 and e5, Black on e4 and d5. Black moves first.",
    )),
    h("div", { class: "figures" },
      figure("---------------------------OX------XO--------------------------- X", "",
        t("The start. Black is to move.")),
      figure("---------------------------OX------XX-------X------------------- O", "e6",
        t("Black has played e6: the white disc on e5 stood between two black ones, and has turned over.")),
      figure("--------------------------XXX-X---OXXXOO--XXXXX----------------- O", "e6",
        t("Black has played e6 again, in another game: five white discs have turned over, in five directions."))),
    h("h4", {}, t("A move")),
    list(t("A move places a disc of one’s own colour on an empty square."),
      t("Look from the new disc in each of the eight directions: along the row, the column and both "
        + "diagonals. An unbroken run of the other side’s discs turns over if another disc of the "
        + "mover’s is directly behind it."),
      t("At least one disc must turn over; otherwise the move is not legal. All enclosed discs turn "
        + "over; there is no choice."), t("A disc that has just turned over does not turn over others.")),
    h("h4", {}, t("Passing")),
    p(t(
      "A side without a legal move passes, and the other side moves again. A side with a legal "
        + "move may not pass. A game may have several passes.",
    )),
    h("h4", {}, t("The end and the score")),
    list(
      t("The game ends when neither side has a legal move: usually because the board is full, " + "sometimes earlier."),
      t("The side with more discs wins. Equal numbers are a draw."),
      t("Empty squares count for the winner. If a game ends with 40 discs to 20, the result is "
        + "44–20. In a draw they are shared."),
      t("If one side has no disc left, the other has all 64."),
      t("A side that resigns or runs out of time loses, and counts as having no disc."),
    ),
    h("h4", {}, t("The clock")),
    p(t(
      "A game may be played with a clock: some minutes for the whole game, perhaps with a few "
        + "seconds added after each move, or some seconds for each move. A side’s clock runs while it "
        + "is to move. A side that runs out of time has lost, whatever is on the board. Without a "
        + "clock you may think as long as you like.",
    )),
    h("h4", {}, t("Other boards")),
    p(t(
      "Othello can also be played on 4×4, 6×6 and 10×10 squares, with the same four discs in the middle, and from "
        + "the mirrored start, with Black on d4 and e5.",
    )),
    h("h3", { id: "rules-anti" }, t("Anti-Othello")),
    p(t(
      "The moves are the same, but the side with fewer discs at the end wins. Empty squares count "
        + "in the winner’s favour here too. Corners, edges and many stable discs are good in Othello "
        + "and bad here.",
    )),
    h("h3", { id: "rules-tribolo" }, t("Tribolo, for three")),
    p(t(
      "Blue, Red and Green play on a board of 16 columns and 11 rows. At the start each has twelve "
        + "cells, drawn at random, and twelve more are walls; the other 128 are empty. The first side "
        + "to move is drawn too.",
    )),
    list(
      t("A jump: look from an empty cell in one of the eight directions. First comes a run of one or "
        + "more discs of one colour; directly behind it is a disc of a second colour. That second "
        + "colour may jump to the empty cell and take the run. If a wall, the edge or an empty cell is "
        + "behind the run, there is no jump."),
      t("A move: all of the mover’s jumps to that cell are made together, over either of the other "
        + "two, and the cell becomes the mover’s. Captured discs do not begin further jumps. A side "
        + "that can move must."),
      t("Turns go Blue, Red, Green, and Blue again. A side that cannot move is skipped, so one "
        + "colour may move several times in a row."),
      t("The game is over when nobody can move. The side with the most cells wins; equal best " + "numbers are a tie."),
    ),
    h("h3", { id: "rules-written" }, t("Notation")),
    p(t(
      "A move is the name of its square, such as f5. A game is its moves in a row, such as f5d6c3d3c4; passes are "
        + "left out, as they follow from the position. Such a text can be pasted on this page at any time.",
    )),
  ];
}
