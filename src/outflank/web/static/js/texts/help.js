// Help for this page.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/** @returns {HTMLElement[]} */
export function text() {
  /** A heading, and below it tasks with instructions.
   * @param {string} id @param {string} title @param {[string, string][]} rows */
  const section = (id, title,
    rows) => [h("h3", { id: `help-${id}` }, title),
    h("dl", {}, ...rows.flatMap(([what, how]) => [h("dt", {}, what), h("dd", {}, how)]))];
  const { lang, dataset: { guide: written = "en" } } = document.documentElement;
  /** A link to a page of the guide, in English if the guide is not written in the page's language. It opens in a new
   * tab to keep a running game. @param {string} name @param {string} words */
  const guide = (name, words) =>
    h("a", { href: `guide/${written}/${name}.html`, target: "_blank", hreflang: written }, words,
      written === lang ? null : h("span", { lang: written }, " (English)"));
  return [
    h("p", {}, t("New to the game? "), h("a", { href: "#/learn" }, t("Learn it by playing")), " · ",
      h("a", { href: "#/rules" }, t("The rules in full")), " · ", guide("first-evening", t("The player’s guide")),
      " · ", guide("glossary", t("Glossary"))),
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
        t("“Hint” describes the best move; press it again to see the square and the reasons for it. A "
          + "number such as +3 means three discs ahead at the end, if both sides play well.")],
      [t("Understand a computer’s move"), t("Press “Why this move?” below the list of moves.")],
      [t("Look at earlier positions"),
        t("Use the arrows below the board, or choose a move in the list. The game goes on from its "
          + "last position.")],
      [t("Go on later"),
        t("A game is saved from its first move on. Its address leads back to it, even after a reload "
          + "or tomorrow.")],
    ]),
    ...section("analyse", t("Analyse"), [
      [t("See the value of each move"),
        t("Open “Analyse”. The best move is bold and ringed, and = after a value means exact.")],
      [t("Try something out"), t("Simply make another move: it becomes a variation, and the game stays as it was.")],
      [t("Set up a position"), t("“Edit position …”, or paste one. Any text with moves or a board in it will do.")],
      [t("Play on from a position"), t("“Play from here”. “Return to the analysis” brings you back.")],
    ]),
    ...section("review", t("Review"), [
      [t("Find your mistakes"),
        t("After a game: “Review”. Each move is compared with the best one. ?! is an inaccuracy (2 discs or "
          + "more), ? a mistake (4), ?? a blunder (8).")],
      [t("Learn from them"), t("“Learn from mistakes” stops at each of them and asks for a better move.")],
      [t("Read the graph"), t("The line is above the middle while Black is ahead. Click on it to go to a move.")],
    ]),
    ...section("practice", t("Practice"), [
      [t("Choose how hard puzzles are"),
        t("“Difficulty” goes by the puzzle’s rating: half of the players with this rating find the move. Up to 800 is "
          + "very easy, up to 1000 easy, up to 1200 medium, up to 1400 hard, and more is very hard.")],
    ]),
    ...section("share", t("Share and keep"), [
      [t("Show somebody a position"), t("“Share” has a link, the moves as text, and pictures to copy or save.")],
      [t("Take a game with you"), t("“Share” also has the formats that other programs read, such as GGF and SGF.")],
      [t("Bring a game in"), t("“Paste”, or press Ctrl+V anywhere on the page.")],
    ]),
    ...section("look", t("Appearance and accessibility"), [
      [t("Change colours"), t("“Settings”: the board’s colour, light or dark, coordinates, dots, moving discs.")],
      [t("Use the keyboard"),
        t("Tab moves to the board, the arrow keys move between squares, Enter plays. Press ? for all " + "keys.")],
      [t("Use a screen reader"),
        t("The board is a grid of buttons such as “f5, empty, legal, flips 3”. Moves, passes and results are "
          + "announced.")],
      [t("Less motion, more contrast"), t("The page follows your system’s settings.")],
    ]),
  ];
}
