// Help: how to do things on this page.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/** @returns {HTMLElement[]} */
export function text() {
  /** A heading, and under it what one may want to do and how.
   * @param {string} id @param {string} title @param {[string, string][]} rows */
  const section = (id, title,
    rows) => [h("h3", { id: `help-${id}` }, title),
    h("dl", {}, ...rows.flatMap(([what, how]) => [h("dt", {}, what), h("dd", {}, how)]))];
  return [
    h("p", {}, t("New to the game? "), h("a", { href: "#/learn" }, t("Learn it by playing")), " · ",
      h("a", { href: "#/rules" }, t("The rules, to be read"))),
    ...section("play", t("Play"), [
      [t("Begin a game"),
        t("“New game”: choose the game, who plays each side, the board and the clock. Any side can be you, another "
          + "person at this screen, or a computer.")],
      [t("Make a move"),
        t("Click or touch a square with a dot, or type its name below the board. Pointing at it shows what it would "
          + "turn over.")],
      [t("Pass"), t("If you have no move, a button “Pass” appears.")],
      [t("Take a move back"), t("“Undo”. “Redo” makes it again, “Restart” goes back to the beginning.")],
      [t("Get a hint"),
        t("“Hint” says what the best move is about; once more rings it and says what speaks for it. A number such as "
          + "+3 means: three discs ahead at the end, if both sides play well.")],
      [t("Understand a computer’s move"), t("“Why this move?” below the list of moves.")],
      [t("Look at earlier positions"),
        t("The arrows below the board, or a move in the list. The game goes on from its last position.")],
      [t("Go on later"),
        t("A game is kept from its first move on. Its address leads back to it, also after a reload or tomorrow.")],
    ]),
    ...section("analyse", t("Analyse"), [
      [t("See what moves are worth"),
        t("Open “Analyse” and turn the engine on. The best move is bold and ringed. = after a value means exact, a "
          + "small number how many moves deep it looked.")],
      [t("Try something out"), t("Simply make another move: it becomes a variation, and the game stays as it was.")],
      [t("Set up a position"), t("“Edit position …”, or paste one. Any text with moves or a board in it will do.")],
      [t("Play on from a position"), t("“Play from here”. “Return to the analysis” brings you back.")],
    ]),
    ...section("review", t("Review"), [
      [t("Find your mistakes"),
        t("After a game: “Review the game”. Each move is compared with the best one. ?! is an inaccuracy (2 discs or "
          + "more), ? a mistake (4), ?? a blunder (8).")],
      [t("Learn from them"), t("“Learn from mistakes” asks you at each of them for something better.")],
      [t("Read the graph"), t("The line is above the middle where Black is ahead. Click on it to go there.")],
    ]),
    ...section("share", t("Share and keep"), [
      [t("Show somebody a position"), t("“Share” has a link, the moves as text, and pictures to copy or save.")],
      [t("Take a game with you"), t("“Share” also has the formats that other programs read, such as GGF and SGF.")],
      [t("Bring a game in"), t("“Paste”, or press Ctrl+V anywhere on the page.")],
    ]),
    ...section("look", t("Looks, and access"), [
      [t("Change colours"), t("“Settings”: the board’s colour, light or dark, coordinates, dots, moving discs.")],
      [t("Use the keyboard"),
        t("Tab leads to the board, arrows walk over it, Enter plays. The key ? lists all others.")],
      [t("Use a screen reader"),
        t("The board is a grid of buttons such as “f5, empty, legal, flips 3”. Moves, passes and results are "
          + "announced.")],
      [t("Less motion, more contrast"), t("The page follows what your system is set to.")],
    ]),
  ];
}
