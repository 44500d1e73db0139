// Lesson: squares on which only you can play. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("A square on which only you can play is a spare move. Nobody can take it from you."),
      t("So do not hurry: use the squares that both sides can play on first."),
      t("With a spare move in hand you can pass the turn, and the other side must open the next region."),
    ],
    against: "tora",
    steps: [
      {
        board: [
          "OOOOOX-O",
          "O-OOOOOO",
          "OOOXOOOO",
          "OOXXOOXO",
          "OXOXXOXO",
          "OXXOXXXO",
          "OXXXXXXO",
          "XXOOOO--",
        ],
        says: t(
          "White cannot play on the marked square: nothing would turn over. You can. Should you play there "
            + "now, or later?",
        ),
        marks: ["b2"],
        right: ["g1"],
        yes: t(
          "You took the square that White wanted. White must open the pair, you finish it, and b2 is still "
            + "waiting: you win by 36 to 28.",
        ),
        then: ["g8", "h8", "pass", "b2"],
        wrong: {
          b2: {
            says: t("It would not have run away. Now White takes g1, and White wins by 40 to 24."),
          },
          g8: {
            says: t("You opened the pair, White finishes it, and White wins by 40 to 24."),
          },
        },
      },
      {
        board: [
          "-XXXXXX-",
          "OOOOOXOX",
          "OOOXXOOX",
          "OXOXOXOX",
          "OOXOOXOX",
          "OXOOXOXX",
          "O-OOOOOX",
          "OOOOOOO-",
        ],
        says: t(
          "Four single squares are empty. White cannot play on the marked corner. Which square do both sides "
            + "want?",
        ),
        marks: ["a1"],
        right: ["b7"],
        yes: t("Take what can be lost, keep what cannot. Your corner a1 comes last. You win by 37 to 27."),
        wrong: {
          a1: {
            says: t("A corner, but one that nobody could take from you. White gets b7, and White wins by 35 to 29."),
          },
          h8: {
            says: t("White gets b7, and White wins by 35 to 29. Which square can White take from you?"),
          },
        },
      },
      {
        board: [
          "--XOO-O-",
          "OX-OOOO-",
          "XOXOOOOX",
          "OOOOOXOX",
          "OOXOXXXX",
          "OOOXOXOX",
          "OOXOOOXX",
          "OOOOOXXX",
        ],
        says: t(
          "f1 is yours alone. Two other regions are empty, at the top left and at the top right. Where do you"
            + " start?",
        ),
        marks: ["f1"],
        right: ["a1"],
        yes: t(
          "The top left has three squares, an odd number: you start there and finish there. f1 stays in your "
            + "pocket. You win by 35 to 29.",
        ),
        no: t("That region is even, and White finishes it. Start where the number of squares is odd, and keep f1."),
        wrong: {
          f1: {
            says: t("Now you have no spare move left, and White wins by 38 to 26."),
          },
        },
      },
      {
        board: [
          "XXX-O-X-",
          "OOOOOX-O",
          "OOXXXXOO",
          "OOXXOOOO",
          "OOXXOOOO",
          "XXXXOXOO",
          "XXOOXX--",
          "XOXXXX--",
        ],
        says: t("Again the marked square is closed to White. Eight squares are empty. Find the only winning move."),
        marks: ["d1"],
        right: ["h7"],
        yes: t("You fight where White can play, and d1 waits. You win by 36 to 28."),
        wrong: {
          d1: {
            says: t("Too early. White uses the time, and White wins by 36 to 28."),
          },
          f1: {
            says: t("That fills another hole at the top, and White wins by 39 to 25."),
          },
        },
      },
      {
        board: [
          "O--XXXXX",
          "OOXXXXXO",
          "OXOXXXOO",
          "OOXXXOOO",
          "OXXXOXOO",
          "OXXOOOOO",
          "OOOOOO-X",
          "O-OOXX--",
        ],
        says: t("One more. Keep the marked square for the end, and choose well among the others."),
        marks: ["b8"],
        right: ["g8"],
        yes: t("You start in the odd region at the bottom right. You win by 34 to 30, with b8 as the last move."),
        wrong: {
          b8: {
            says: t("The spare move is gone, and White wins by 36 to 28."),
          },
          b1: {
            says: t("That region is even: White finishes it, and White wins by 33 to 31."),
          },
          g7: {
            says: t("The right region, the wrong square: White wins by 37 to 27."),
          },
        },
      },
    ],
  };
}
