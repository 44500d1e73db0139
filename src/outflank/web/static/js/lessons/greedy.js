// Lesson: few discs are good until the end. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("Only the count at the end matters. Early in the game it does not help to have many discs."),
      t("The more you turn over, the more the other side can turn over."),
      t("A game that looks lost can be won with few discs, if the good squares are still to come."),
    ],
    steps: [
      {
        board: [
          "--------",
          "----X---",
          "--XX-X--",
          "--XOOO--",
          "--XOO---",
          "----O---",
          "--------",
          "--------",
        ],
        says: t(
          "Beginners turn over as many discs as they can. Good players start out doing the opposite. Find a move "
            + "that turns over just one disc.",
        ),
        right: ["e3"],
        yes: t(
          "Just one disc, and that is better here than four: the less you turn over, the less there is for White to "
            + "turn over.",
        ),
        no: t("More discs for now, but White will turn many of them back. Find a move that turns over just one disc."),
      },
      {
        board: [
          "--------",
          "---X-O--",
          "---OOO--",
          "---OOXX-",
          "---XO---",
          "----XXX-",
          "--------",
          "--------",
        ],
        says: t(
          "Once more: one move turns over four discs, four moves turn over two, and two moves only one. Which would "
            + "you choose?",
        ),
        right: ["d6", "f5"],
        yes: t("Yes. It does not look like much, but nothing here is better."),
        no: t("That is more than you need. Look for a move that turns over a single disc."),
        wrong: {
          e2: {
            says: t("Four discs, and now White has a lot to turn over. One disc in the right place is worth more."),
          },
        },
      },
      {
        board: [
          "XOXXXXXX",
          "OOXXXXXX",
          "OOXXOXXX",
          "OOOOXOXX",
          "OOOOOXOX",
          "OOOOOOXX",
          "-OOOOOOX",
          "-OOOOOOO",
        ],
        says: t(
          "At the very end, just count. Two squares are left: the corner a8 turns over three discs, a7 turns over "
            + "fifteen. White gets the other one. Which do you take?",
        ),
        right: ["a7"],
        yes: t("White takes the corner, but you win by 41 to 23. At the end it is time to be greedy!"),
        then: ["a8"],
        wrong: {
          a8: {
            says: t(
              "The corner is safe, but the game is nearly over. White takes a7 and wins by 35 to 29. Count again.",
            ),
            then: ["a7"],
          },
        },
      },
      {
        board: [
          "-OOOOOO-",
          "O-OOXO--",
          "OOOOOXO-",
          "OOOOOOOO",
          "OOOOOOOO",
          "--OOXOOO",
          "--OOOOOO",
          "-OOOXX-X",
        ],
        says: t(
          "White has 46 discs and you have six. Lost? No: White has hardly any moves left, and the corners are "
            + "waiting for you. Play on and win! White always turns over as many discs as possible.",
        ),
        asks: "game",
        right: ["a8"],
        yes: t("You have won! Who would have believed it at the start?"),
        no: t("White has more discs this time. Start again: take a corner when you can, and build on from there."),
      },
      {
        board: [
          "O-OOOOO-",
          "OOXXOO-O",
          "OXOOOOOO",
          "OXOOOOOO",
          "OOOOOOOO",
          "OOOOXOOO",
          "OOOOOXO-",
          "XXXXXXX-",
        ],
        says: t(
          "Five squares are left. You can turn over twelve discs, five, or a single one. Is it time to be "
            + "greedy already?",
        ),
        right: ["b1"],
        yes: t("Not yet! b1 turns over one disc, but White must pass, and you win by 44 to 20."),
        then: ["pass"],
        wrong: {
          g2: {
            says: t("Twelve discs, and White turns them back: White wins by 42 to 22."),
          },
          h7: {
            says: t("Five discs, but with best play it is only a draw, by 32 to 32."),
          },
        },
      },
    ],
  };
}
