// Lesson: balanced and unbalanced edges. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("An edge with four discs in the middle, or with six, is balanced: the empty squares at both ends are "
        + "equal."),
      t("An edge with five discs is unbalanced: at its open end the other side can attack it."),
      t("Before you play on an edge, look at the shape that will stand there after your move."),
    ],
    against: "ben",
    steps: [
      {
        board: [
          "--OOOOO-",
          "--OOOO--",
          "XXOOOO--",
          "XXXXOOOX",
          "XXXXOOOX",
          "XXOXOOXX",
          "X-XXXO--",
          "--OOOO--",
        ],
        says: t(
          "White owns the top edge and the bottom edge. One of them is balanced: as many empty squares on the"
            + " left as on the right. The other is not. Choose a white disc of the unbalanced edge.",
        ),
        asks: "square",
        right: ["c1", "d1", "e1", "f1", "g1"],
        yes: t(
          "Right: five discs, with two empty squares on the left and one on the right. On the left you can "
            + "attack.",
        ),
        no: t("Count the empty squares at both ends of the top edge and of the bottom edge."),
      },
      {
        board: [
          "--------",
          "X-------",
          "XXOX-X--",
          "-OXXXX--",
          "OOXXOO--",
          "-OXOOO--",
          "X-OOO---",
          "--XOO---",
        ],
        says: t(
          "One of your moves on the bottom edge gives you four discs in the middle, from c8 to f8. Is that a "
            + "shape you want?",
        ),
        right: ["f8"],
        yes: t(
          "Yes. Two empty squares are left on each side, so White cannot surprise you: whichever end White "
            + "tries, you can answer there.",
        ),
        no: t("The bottom edge is the better place. Which square completes four discs in the middle?"),
        wrong: {
          b8: {
            says: t("A C-square next to an empty corner: White takes a8."),
            then: ["a8"],
          },
        },
      },
      {
        board: [
          "--------",
          "--O-----",
          "--O-XXX-",
          "--OOOXOO",
          "--OOXOOX",
          "---OXOOX",
          "---OOX--",
          "--XXXXX-",
        ],
        says: t("The same on the right edge. Make it balanced."),
        right: ["h3"],
        yes: t("From h3 to h6, two empty squares above and two below. It leaves White six moves as well."),
        no: t("Look at the right edge: one white disc stands above two of yours."),
      },
      {
        board: [
          "----O---",
          "-----O--",
          "---XXXO-",
          "-XXXOXOO",
          "-OXOOOOO",
          "OOOXOXOO",
          "--OOOO-O",
          "---OOX--",
        ],
        says: t("Three of your moves are on the bottom edge. Only one of them makes a good shape."),
        right: ["c8"],
        yes: t("c8 turns over two discs on the edge: four in the middle, and balanced."),
        no: t("There is more to have on the bottom edge: complete the four squares in the middle."),
        wrong: {
          b8: {
            says: t(
              "Look at the shape: your disc on b8 is next to the empty corner, with a hole beside it. It "
                + "costs more than any other move.",
            ),
          },
          g8: {
            says: t("A C-square next to an empty corner: White takes h8."),
            then: ["h8"],
          },
        },
      },
      {
        board: [
          "--O-OX--",
          "--OOOO--",
          "-XXXOXXX",
          "-XXXXXXO",
          "-XXXOOX-",
          "-OOXOXXX",
          "--OOOO--",
          "--OOOO--",
        ],
        says: t("One square is missing on the right edge. What does White threaten if you play elsewhere?"),
        right: ["h5"],
        yes: t("h5 closes the hole: four in the middle. White can no longer settle between your discs."),
        no: t("White goes into the hole on the right edge. Close it yourself."),
      },
      {
        board: [
          "-OOOOO--",
          "--OXOO-X",
          "--OOXOXX",
          "--OXOOOX",
          "---XXOXX",
          "---XXXOX",
          "----XX--",
          "-----X--",
        ],
        says: t(
          "White’s top edge has five discs: unbalanced, with two empty squares on the right. You can attack "
            + "it from the X-square there, because White cannot reach the corner h1.",
        ),
        right: ["g2"],
        yes: t(
          "White cannot take h1, and from now on the weak edge is under pressure. The lesson on the Stoner "
            + "trap shows how such attacks go on.",
        ),
        no: t("There is a weak edge to attack: look at the top right."),
        wrong: {
          g1: {
            says: t(
              "Too early: that costs more than any other move here. First prepare the attack from the " + "X-square.",
            ),
          },
        },
      },
    ],
  };
}
