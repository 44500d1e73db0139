// The contents of the course: chapters of lessons in the recommended order.

import { t } from "../../core/words.js";

/**
 * @typedef {object} Offered  A lesson in the list.
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {() => Promise<{lesson(words: typeof t): import("./lesson.js").Told}>} load
 * @property {number} boards  The number of its boards.
 * @property {string} cells  The board in the list, one of its own.
 */

/** @typedef {{title: string, lessons: Offered[]}} Chapter */

/** @returns {Chapter[]} */
export function course() {
  return [
    { title: t("First steps"), lessons: [
      { name: "rules", title: t("The rules"), about: t("Eight boards, and you can play."),
        load: () => import("../../lessons/rules.js"), boards: 8,
        cells: "---------------------------OX------XO---------------------------" },
      { name: "passing", title: t("Passes and the end"), about: t("How to move twice in a row, and how a game ends."),
        load: () => import("../../lessons/passing.js"), boards: 5,
        cells: "XOOOOOO-XOOOOO--XOXXOO--XOXXOO--XOXXXOO-XOXXXXOOXOOOOOOOXOOOOOOO" },
      { name: "greedy", title: t("Fewer is more"), about: t("Why it is good to have few discs, until the end."),
        load: () => import("../../lessons/greedy.js"), boards: 5,
        cells: "------------X-----XX-X----XOOO----XOO-------O-------------------" },
      { name: "corners", title: t("Corners"),
        about: t("The four squares that decide many games, and those beside them."),
        load: () => import("../../lessons/corners.js"), boards: 5,
        cells: "-------------------XO------XOO-----XXOX----XOXX-----XO-X---XXXO-" },
      { name: "squares", title: t("Beside the corner"),
        about: t("X-squares and C-squares: when they are bad, and when they are good."),
        load: () => import("../../lessons/squares.js"), boards: 5,
        cells: "---XXX---XXXOO-OOOOOOO-OOOOOOXXOOOOXXXX-OOOOX---O-O--X----O-----" },
    ] },
    { title: t("The middle game"), lessons: [
      { name: "mobility", title: t("Choices"),
        about: t("Keep moves for yourself, and leave the other side no good ones."),
        load: () => import("../../lessons/mobility.js"), boards: 5,
        cells: "-XXX------OO----XOOOO---OOOOOOO---OOO----O------O---------------" },
      { name: "quiet", title: t("Quiet moves"), about: t("Hide your discs in the crowd."),
        load: () => import("../../lessons/quiet.js"), boards: 6,
        cells: "--OOOO----OO-O---OOOOO----OXXXX--OXXXX-----X-------X------------" },
      { name: "walls", title: t("Walls"), about: t("Why long rows in the open are bad."),
        load: () => import("../../lessons/walls.js"), boards: 5,
        cells: "------------------O-OOO---XXXX-O---XOXO----XOO-----XOX----------" },
      { name: "tempo", title: t("Tempo"), about: t("Have one safe move more than the other side."),
        load: () => import("../../lessons/tempo.js"), boards: 5,
        cells: "----X---X--XXO--XXXXXOOXXXXXXOXXXXXXOXXXXXOOXOXX--OOOX----O-OOO-" },
      { name: "sacrifices", title: t("Sacrifices"), about: t("When it is right to give a corner away."),
        load: () => import("../../lessons/sacrifices.js"), boards: 5,
        cells: "-XXX-O--O-OOXOO-OOOOOOOXOOOXOOOXOOOXXXOXOOOXOOOX--OXOO-X-OOOOOO-" },
    ] },
    { title: t("Edges and traps"), lessons: [
      { name: "edges", title: t("Discs that stay"),
        about: t("Discs that can never be turned over, and ways to get more of them."),
        load: () => import("../../lessons/edges.js"), boards: 5,
        cells: "X-O-X---OOOX----OOOOO---OOOOO-----OOO-----OO--------------------" },
      { name: "balance", title: t("Balanced edges"), about: t("Four and six are strong, five is weak."),
        load: () => import("../../lessons/balance.js"), boards: 6,
        cells: "-OOOOO----OXOO-X--OOXOXX--OXOOOX---XXOXX---XXXOX----XX-------X--" },
      { name: "wedges", title: t("Wedges"), about: t("Get in between, and stay there."),
        load: () => import("../../lessons/wedges.js"), boards: 5,
        cells: "----XXXO--XXXXO-OOOOOOXO-OOOOOXX-OOOXXOXXXOXXXOO--OOOO----OOOO--" },
      { name: "stoner", title: t("The Stoner trap"), about: t("Two steps that win a corner."),
        load: () => import("../../lessons/stoner.js"), boards: 5,
        cells: "--OOOOO--XOOOOOXXOOOOOOXOOOXOXOXOOXOXOXXOOOXOXXX--XXXO----XXXX--" },
      { name: "swindles", title: t("Swindles"), about: t("What to try when you are losing."),
        load: () => import("../../lessons/swindles.js"), boards: 5,
        cells: "-OOOOOO--OOXXO-OXOOOOXOOXOXOXOXOXOXOOXXOXOOOXXOOXOXXXX-OOOXXXX--" },
    ] },
    { title: t("The endgame and the opening"), lessons: [
      { name: "parity", title: t("The last move"), about: t("How to count the empty squares at the end."),
        load: () => import("../../lessons/parity.js"), boards: 5,
        cells: "XOOOOOOO-OOOOOOO-OXXXXXXOOOXOOXXOOXOOXOXOOXOOOOX-OXXXOOX-OXOO-OO" },
      { name: "spare", title: t("Spare moves"), about: t("Squares on which only you can play."),
        load: () => import("../../lessons/spare.js"), boards: 5,
        cells: "OOOOOX-OO-OOOOOOOOOXOOOOOOXXOOXOOXOXXOXOOXXOXXXOOXXXXXXOXXOOOO--" },
      { name: "counting", title: t("Counting to the end"), about: t("Play the last moves in your head."),
        load: () => import("../../lessons/counting.js"), boards: 6,
        cells: "--XXXXOXOOOOOOOXOOOXXOOXOXXOOXOXOXOOOOOXOXOXOOOXOOXOOOOXOXXXXX-X" },
      { name: "openings", title: t("Openings"), about: t("The first moves, their names, and one to avoid."),
        load: () => import("../../lessons/openings.js"), boards: 5,
        cells: "------------------XO-------OX------OXX-----O--------------------" },
      { name: "perfect", title: t("Perfect play"), about: t("On a small board, every move has an exact price."),
        load: () => import("../../lessons/perfect.js"), boards: 5, cells: "XXOOOO-XXOO-OXXXOXXXXXX-O--XOX---OOO" },
      { name: "review", title: t("All together"), about: t("Six boards without hints, and how to go on."),
        load: () => import("../../lessons/review.js"), boards: 6,
        cells: "---OOO-O--OOOOO-XOXOOOXOXXOOOXXXXOXOXOXXXXOOOOO---XOOOO--XXXXX--" },
    ] },
  ];
}
