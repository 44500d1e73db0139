// Lesson: the X-squares and C-squares next to a corner. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("Next to an empty corner, a disc of yours is a step for the other side: above all on the X-square."),
      t("Once a corner is yours, the squares next to it are safe, and often very good."),
      t("An X-square can even be strong when the other side cannot reach the corner. Look before you leap."),
    ],
    against: "coco",
    steps: [
      {
        board: [
          "---XXX--",
          "-XXXOO-O",
          "OOOOOO-O",
          "OOOOOXXO",
          "OOOXXXX-",
          "OOOOX---",
          "O-O--X--",
          "--O-----",
        ],
        says: t(
          "You have six moves. The marked ones each open a new corner for White. Choose a move away from the "
            + "empty corners.",
        ),
        marks: ["b7", "g2", "b8"],
        right: ["g3"],
        yes: t("Well done. It turns over a single disc, and White gets no new corner."),
        no: t("That is not bad for the corner, but it helps White elsewhere. Look on the right, near g3."),
        wrong: {
          b7: {
            says: t("Your disc on b7 is White’s step to the corner: White takes a8."),
            then: ["a8"],
          },
          g2: {
            says: t("That is the X-square of h1, and White can reach the corner at once."),
            then: ["h1"],
          },
          b8: {
            says: t("That is a C-square: White jumps over your disc along the edge and takes a8."),
            then: ["a8"],
          },
          a2: {
            says: t("White can take a1 already, and your disc on a2 would be turned over with it."),
            then: ["a1"],
          },
        },
      },
      {
        board: [
          "--O--O--",
          "--OOOO--",
          "--OOOOOO",
          "--OOOX--",
          "--OOXX--",
          "--OXXXX-",
          "--XXXX--",
          "--X-----",
        ],
        says: t(
          "All four corners are empty, and White can take none of them. Find a move that leaves it so, and "
            + "gives White no better squares.",
        ),
        right: ["b6"],
        yes: t("Yes: a small move on the left, far from every corner, that turns over one disc."),
        no: t(
          "The corners stay closed, but your move opens White good squares elsewhere. One move turns over a "
            + "single disc and does better.",
        ),
        wrong: {
          h2: {
            says: t("A C-square: White takes h1 at once."),
            then: ["h1"],
          },
          b1: {
            says: t("A C-square: White takes a1 at once."),
            then: ["a1"],
          },
          b2: {
            says: t(
              "White cannot take a1 yet, but your disc on the X-square will be turned over one day, and then "
                + "the corner is White’s. There is no need for it.",
            ),
          },
        },
      },
      {
        board: [
          "---XXXXX",
          "---XXO-O",
          "-OOXOXOX",
          "-OOOXOXX",
          "XXOOOXXX",
          "XXXOOOXX",
          "X-XXXOO-",
          "--XXX-O-",
        ],
        says: t(
          "The corner h1 is yours already. Then the X-square next to it gives nothing away, because there is "
            + "no empty corner to lose. Which X-square is that?",
        ),
        right: ["g2"],
        yes: t(
          "Exactly. Next to your own corner g2 is a fine square, because the corner behind it cannot be lost "
            + "any more.",
        ),
        no: t("You may do that, but one X-square lies next to a corner of your own. Take that one."),
        wrong: {
          b2: {
            says: t("That is the X-square of an empty corner: White takes a1. Look next to your own corner."),
            then: ["a1"],
          },
          h7: {
            says: t("That is a C-square of an empty corner: White takes h8. Look next to your own corner."),
            then: ["h8"],
          },
        },
      },
      {
        board: [
          "-----O--",
          "--OOOO--",
          "XXXOOOOO",
          "XXXOOXO-",
          "XOXXXXO-",
          "XOXOXXOO",
          "XXOOOX--",
          "X-OOO-X-",
        ],
        says: t("The same is true for a C-square. Which C-square lies between your own corner and White’s discs?"),
        right: ["b8"],
        yes: t("From the corner a8 your row along the edge grows: such discs stay for good."),
        no: t("Look at the bottom edge: your corner a8 has a free neighbour."),
      },
      {
        board: [
          "---XXXX-",
          "--XXXX--",
          "OOOOOOOX",
          "OOOXXOOX",
          "-OOOXXOX",
          "-OOOOXXX",
          "--OOOOXX",
          "-OOOOO--",
        ],
        says: t(
          "Now an exception. White can take h8 at the moment. One of your X-squares lies on the long diagonal"
            + " from a1 to h8 and turns over the disc on c3. What does that change?",
        ),
        right: ["b2"],
        yes: t(
          "The whole diagonal is black now: White cannot take h8, and White cannot take a1. An X-square is "
            + "strong if you own its diagonal.",
        ),
        no: t("White can still take h8 or has better moves elsewhere. Look along the diagonal from h8 to a1."),
      },
    ],
  };
}
