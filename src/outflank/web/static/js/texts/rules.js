// The rules, to be read: Othello, anti-Othello and Tribolo.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

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
    p(t("These are the exact rules. If you would rather try them out, play the first lesson: "),
      h("a", { href: "#/learn/rules" }, t("eight boards, with moves to make")), "."),
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
    list(t("A move puts a disc of one’s own colour on an empty square."),
      t("In each of the eight directions, along the row, the column and both diagonals, look at the discs that "
        + "follow the new one without a gap. If they are the other side’s, one or more, and behind them stands a "
        + "disc of the mover’s, they all turn over."),
      t("At least one disc must turn over; otherwise the move is not legal. All discs that a move encloses turn "
        + "over, whether one likes it or not."), t("A disc that has just turned over does not turn over others.")),
    h("h4", {}, t("Passing")),
    p(t(
      "Whoever has no legal move passes, and the other side moves again. Whoever has a legal move may not pass. "
        + "There may be several passes in a game.",
    )),
    h("h4", {}, t("The end, and how it is counted")),
    list(t("The game ends when neither side has a legal move: as a rule because the board is full, sometimes earlier."),
      t("Whoever has more discs wins. With equal numbers the game is a draw."),
      t("Squares that are still empty are counted for the winner. If a game ends with 40 discs to 20, the result is "
        + "44–20. In a draw they are shared."), t("If one side has no disc left, the other has all 64."),
      t("Whoever resigns, or runs out of time, has lost, and is counted as having no disc.")),
    h("h4", {}, t("The clock")),
    p(t(
      "A game may be played with a clock: so many minutes for the whole game, perhaps with some seconds added after "
        + "each move, or so many seconds for each move. A side’s clock runs while it is to move. Whoever has no time "
        + "left has lost, whatever stands on the board. Without a clock one may think as long as one likes.",
    )),
    h("h4", {}, t("Other boards")),
    p(t(
      "Othello can also be played on 4×4, 6×6 and 10×10 squares, with the same four discs in the middle, and from "
        + "the mirrored start, with Black on d4 and e5.",
    )),
    h("h3", { id: "rules-anti" }, t("Anti-Othello")),
    p(t(
      "The moves are the same, but whoever has fewer discs at the end wins. Squares that are still empty are counted "
        + "in the winner’s favour here too. What is good in Othello is bad here: corners, edges, many stable discs.",
    )),
    h("h3", { id: "rules-tribolo" }, t("Tribolo, for three")),
    p(t(
      "Blue, Red and Green play on a board of 16 columns and 11 rows. At the start each has twelve cells, drawn at "
        + "random, and twelve more are walls; the other 128 are empty. Who begins is drawn too.",
    )),
    list(
      t("A jump: look from an empty cell in one of the eight directions. First comes a run of discs of one colour, "
        + "at least one; directly behind it stands a disc of a second colour. That second colour may jump to the "
        + "empty cell, and takes the run. A wall, the edge or an empty cell behind the run makes it no jump."),
      t("A move: all of the mover’s jumps to that cell are made together, over either of the other two, and the cell "
        + "becomes the mover’s. Discs that were taken do not begin further jumps. Whoever can move must."),
      t("Turns go Blue, Red, Green, and again Blue. Whoever cannot move is skipped, so that one colour may move "
        + "several times in a row."),
      t("When nobody can move the game is over. Most cells win; equal best numbers are a tie."),
    ),
    h("h3", { id: "rules-written" }, t("How games are written down")),
    p(t(
      "A move is the name of its square, such as f5. A game is its moves in a row, such as f5d6c3d3c4; passes are "
        + "left out, as they follow from the position. Such a text can be pasted on this page at any time.",
    )),
  ];
}
