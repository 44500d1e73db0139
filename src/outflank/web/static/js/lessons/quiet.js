// Lesson: moves that open nothing for the other side. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("The discs next to empty squares are the frontier. The other side plays where your frontier is."),
      t("A quiet move turns over only discs that touch no empty square, so it opens nothing."),
      t("Look for a square in the middle of the crowd, not at its rim."),
    ],
    against: "hana",
    steps: [
      {
        board: [
          "--------",
          "----X---",
          "--OOXX--",
          "-XOOOXX-",
          "-OOOXXX-",
          "--OOXXO-",
          "---XXO--",
          "--OOOO--",
        ],
        says: t(
          "White can turn over a disc of yours only by playing on an empty square in line with it. Discs next"
            + " to empty squares are the frontier. Choose a black disc that is not on the frontier: all squares "
            + "around it are full.",
        ),
        asks: "square",
        right: ["e5", "f5", "e6", "e7"],
        yes: t(
          "Right. Black discs like this one are well hidden. The more of your discs touch empty squares, the "
            + "more moves White has.",
        ),
        no: t("That square is not a black disc, or it touches an empty square. Look in the middle of the crowd."),
      },
      {
        board: [
          "--------",
          "--------",
          "-XXX----",
          "-XXOOX--",
          "-OOOOO--",
          "OOXX----",
          "--------",
          "--------",
        ],
        says: t("Which of your six moves turns over only a disc that touches no other empty square?"),
        right: ["e6"],
        yes: t("e6 turns over d5 alone, deep in the middle. Nothing new opens up for White: a quiet move."),
        no: t(
          "A disc that you turned over touches an empty square, and White can use it. Look for d5, the disc "
            + "in the middle.",
        ),
      },
      {
        board: [
          "--------",
          "--XX----",
          "-OXXO---",
          "-OOOOO--",
          "--XOOX--",
          "--XOO---",
          "--------",
          "--------",
        ],
        says: t("Ten moves, and one of them is quiet. Find the hole on the left."),
        right: ["b5"],
        yes: t("b5 fills the hole and turns over only c4, a disc that touches no other empty square."),
        no: t(
          "That opens the frontier for White. There is a hole on the left, below a white disc and beside a "
            + "black one.",
        ),
        wrong: {
          a5: {
            says: t(
              "One disc, but the wrong one: b4 touches empty squares, and your new disc stands alone at the " + "edge.",
            ),
          },
          f6: {
            says: t("Four discs at once, half of them at the rim: now White can play around them."),
          },
        },
      },
      {
        board: [
          "--OOOO--",
          "--OO-O--",
          "-OOOOO--",
          "--OXXXX-",
          "-OXXXX--",
          "---X----",
          "---X----",
          "--------",
        ],
        says: t(
          "White has built a wall at the top. Do not break through it: every black disc beyond it becomes a "
            + "target. Is there a quiet move?",
        ),
        right: ["b4"],
        yes: t("b4 turns over one hidden disc, and you can wait for White to open the game."),
        no: t("That turns over a disc at the rim, and White is glad. Look at row four, on the left."),
        wrong: {
          b1: {
            says: t("That is a C-square, far from your other discs. It costs more than any other move here."),
          },
        },
      },
      {
        board: [
          "--------",
          "--------",
          "--XOO-XX",
          "--OOOOXX",
          "--OOXOO-",
          "--XOOXOO",
          "---XXX--",
          "--------",
        ],
        says: t("Here you could turn over six discs at once with f3. Would you?"),
        right: ["c7"],
        yes: t("Better: c7 turns over d6 alone. Six discs now would be six targets for White."),
        no: t("That opens the position. Find the move that turns over d6 and nothing else."),
        wrong: {
          f3: {
            says: t(
              "Six discs, and the frontier is open on all sides. You lose your good position with one greedy "
                + "move.",
            ),
          },
        },
      },
      {
        board: [
          "--O-----",
          "--OOXX--",
          "--XOOOOO",
          "---XXOO-",
          "--XXXO--",
          "---XXX--",
          "----XX--",
          "--------",
        ],
        says: t(
          "One more. Two of your moves turn over only hidden discs, but one of them is next to an empty " + "corner.",
        ),
        right: ["c4"],
        yes: t("c4 is the quiet move. Before each move, ask yourself: which of my discs can White use after it?"),
        no: t("That turns over a disc at the rim. Look for the hole next to your discs on row four."),
        wrong: {
          g2: {
            says: t(
              "It turns over a hidden disc, but it is the X-square of h1. There is a quiet move that costs "
                + "nothing.",
            ),
          },
        },
      },
    ],
  };
}
