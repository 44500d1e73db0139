// Lesson: the Stoner trap: attacking an unbalanced edge. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("The Stoner trap attacks an edge of five discs in two steps: first the X-square, then the C-square."),
      t("If the other side takes the corner, the edge has only one colour, and you take the other corner."),
      t("It works only while the other side cannot reach the corner through your disc on the X-square."),
    ],
    against: "luca",
    steps: [
      {
        board: [
          "-----X--",
          "----XX-X",
          "OOXXXXXX",
          "-OXXXXXX",
          "XOXOXXXX",
          "-OOOOXXX",
          "--OOOOO-",
          "--OOOOO-",
        ],
        says: t(
          "White has five discs on the bottom edge, with two empty squares on the left. The first step of the"
            + " trap is the X-square there. First make sure: can White take a8 after it?",
        ),
        right: ["b7"],
        yes: t(
          "White cannot take a8, because no line leads to it. Next you threaten b8, the C-square, and with it"
            + " a corner.",
        ),
        no: t("The chance is on the bottom edge. Which X-square lies next to its open end?"),
      },
      {
        board: [
          "---XOO--",
          "--XXOO--",
          "OOOOXOXX",
          "OOOOXXOX",
          "OOOOXOXX",
          "OOOXXX-X",
          "OOXXX---",
          "--XX----",
        ],
        says: t("The same trap on the left. White has five discs from a3 to a7: where is the open end? Spring it!"),
        right: ["b2"],
        yes: t("White cannot take a1. If you get to play a2 as well, a corner will be yours."),
        no: t("That lets the chance go by. The open end of White’s edge is at the top left."),
        wrong: {
          a2: {
            says: t("That is the second step without the first. Prepare it from the X-square."),
          },
        },
      },
      {
        board: [
          "--OOOOO-",
          "-XOOOOOX",
          "XOOOOOOX",
          "OOOXOXOX",
          "OOXOXOXX",
          "OOOXOXXX",
          "--XXXO--",
          "--XXXX--",
        ],
        says: t(
          "Now the second step. Your disc on the X-square b2 is in place, and White has five discs on the top"
            + " edge. Attack it on the C-square.",
        ),
        right: ["b1"],
        yes: t(
          "You threaten a corner. If White takes a1, the whole top edge is white, and you take the other "
            + "corner, h1. You win by 37 to 27.",
        ),
        then: ["a1", "h1"],
        no: t("That loses. Your disc on b2 is waiting for the next step: attack the edge at its open end."),
      },
      {
        board: [
          "--OOO-X-",
          "X-OOOX--",
          "XXOOOOOO",
          "XXXXOXOO",
          "XOXOXOXO",
          "XOOXOOXO",
          "-OOOOOX-",
          "---OOO--",
        ],
        says: t("Once more, the second step. Which C-square offers White a corner, and wins you another?"),
        right: ["g8"],
        yes: t(
          "If White takes h8, the other end of the edge is open, and a8 is yours. You win by 38 to 26. All "
            + "your other moves lose.",
        ),
        then: ["h8", "a8"],
        no: t("That loses. Your disc on g7 is in place: look at the bottom edge next to it."),
      },
      {
        board: [
          "--XXXXOX",
          "-XXOOOOO",
          "OOXXOXOO",
          "OOXXXOXO",
          "OOXOOXXO",
          "-OOXXXX-",
          "-OXXXX--",
          "--XXXX--",
        ],
        says: t(
          "Twelve squares are empty. Find the attack yourself: where does one of your discs already stand on "
            + "an X-square?",
        ),
        right: ["a2"],
        yes: t(
          "If White takes a1, the other end opens, and a8 is yours. You win by 33 to 31. All your other moves"
            + " lose.",
        ),
        then: ["a1", "a8"],
        no: t("That loses. Your disc on b2 is in place: attack the left edge from the C-square."),
      },
    ],
  };
}
