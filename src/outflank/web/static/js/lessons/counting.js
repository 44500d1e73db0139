// Lesson: playing the last moves in your head. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("With four squares or fewer left, you can count everything: each order of moves, and the discs at its"
        + " end."),
      t("Begin with the moves that force: a pass, or a single answer. They are the easiest to count."),
      t("The move that turns over the most is not always best: your discs may be turned back."),
    ],
    against: "tora",
    steps: [
      {
        board: [
          "--XXXXOX",
          "OOOOOOOX",
          "OOOXXOOX",
          "OXXOOXOX",
          "OXOOOOOX",
          "OXOXOOOX",
          "OOXOOOOX",
          "OXXXXX-X",
        ],
        says: t("Three squares are empty, and you have three moves. Play each of them through to the end."),
        right: ["g8"],
        yes: t("White has only b1, and you answer on a1 and take it back. You win by 39 to 25."),
        then: ["b1", "a1"],
        wrong: {
          a1: {
            says: t("A corner, but White goes next to it, and White wins by 35 to 29."),
          },
          b1: {
            says: t("Now the corner is White’s, and White wins by 45 to 19."),
          },
        },
      },
      {
        board: [
          "XOOOOO--",
          "OOOOOOX-",
          "OOXOOXOO",
          "OXOXXOOO",
          "OOOXXOOO",
          "OOXXXXOO",
          "OOOXXO-O",
          "XXXXXXXX",
        ],
        says: t("Four squares: three in the top right corner, and g7 alone. Odd and odd. Where do you begin?"),
        right: ["g7"],
        yes: t("You take the single square, White must begin in the region of three. You win by 34 to 30."),
        then: ["h2", "h1", "g1"],
        wrong: {
          g1: {
            says: t("It turns over seven discs, but White replies well, and White wins by 33 to 31."),
          },
          h2: {
            says: t("That gives White the corner h1, and White wins by 36 to 28."),
          },
        },
      },
      {
        board: [
          "-OOOOOXO",
          "--OOOXOO",
          "OOOOXOXO",
          "OOXOOXXO",
          "OXOOOOXO",
          "OXOXOXXO",
          "OOXOOXXO",
          "O-XXXXXX",
        ],
        says: t("Four squares again. One of your moves forces: White must pass after it. Count that line first."),
        right: ["b8"],
        yes: t(
          "White must pass, you play b2, and the last two squares are shared. You win by 33 to 31: every disc"
            + " counts.",
        ),
        then: ["pass", "b2"],
        wrong: {
          a1: {
            says: t("The corner must wait: White wins by 36 to 28."),
          },
          a2: {
            says: t("White wins by 39 to 25. Which move takes away White’s moves?"),
          },
          b2: {
            says: t("Eight discs, and White turns them back: White wins by 39 to 25."),
          },
        },
      },
      {
        board: [
          "XXXXXXX-",
          "XXOXOX-O",
          "XXOOXOOX",
          "XXOXOOXX",
          "XXXOXOXX",
          "XXOXXOXX",
          "XXOOOO--",
          "OOOOOOO-",
        ],
        says: t(
          "Five squares are empty: two at the top right, three at the bottom right. Who should finish which "
            + "region?",
        ),
        right: ["h1"],
        yes: t(
          "h1 turns over one disc only. White finishes the pair, but you start and finish the region of "
            + "three. You win by 39 to 25.",
        ),
        wrong: {
          g2: {
            says: t("That ends in a draw, by 32 to 32. Five discs now are worth less than the last move."),
          },
          g7: {
            says: t("White takes the corner at the bottom, and White wins by 33 to 31."),
          },
        },
      },
      {
        board: [
          "O--XXXOX",
          "OXXXXOOX",
          "OXOXOXOX",
          "OOXOXXOX",
          "OXXXOXOX",
          "OXXXXOOX",
          "O-OXXXO-",
          "OOOOOOO-",
        ],
        says: t(
          "Five squares again. Two of them are a pair at the top, two are at the bottom right. Only one move "
            + "wins.",
        ),
        right: ["b7"],
        yes: t("The single square first: White must open a pair, and you finish it. You win by 34 to 30."),
        wrong: {
          h7: {
            says: t("You open a pair, White finishes it, and White wins by 39 to 25."),
          },
          h8: {
            says: t("The corner opens the pair as well: White wins by 40 to 24."),
          },
        },
      },
      {
        board: [
          "X-XXXXO-",
          "-XXXXOO-",
          "OOXOOOOX",
          "OOOOOOOX",
          "OOOOOXOX",
          "OOOOOOXX",
          "OOOOOXXX",
          "O-OOOXXO",
        ],
        says: t("The last one is hard: every square counts. Take your time and count all four moves."),
        right: ["a2"],
        yes: t("You win by 33 to 31, by a single pair of discs. Now you can count the end of a game."),
        wrong: {
          b8: {
            says: t("Eight discs, but White wins by 35 to 29."),
          },
          h1: {
            says: t("A corner, but White wins by 40 to 24."),
          },
          h2: {
            says: t("That gives White the corner, and White wins by 45 to 19."),
          },
        },
      },
    ],
  };
}
