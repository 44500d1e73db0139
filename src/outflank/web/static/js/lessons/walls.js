// Lesson: long rows that face empty squares. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("A row of your discs that faces empty squares is a wall: the other side can play all along it, and "
        + "you cannot."),
      t("Do not build walls, and do not break through the wall of the other side: let it stand."),
      t("Count the moves that you leave to the other side. The fewer, the better."),
    ],
    against: "toto",
    steps: [
      {
        board: [
          "--------",
          "--------",
          "--O-OOO-",
          "--XXXX-O",
          "---XOXO-",
          "---XOO--",
          "---XOX--",
          "--------",
        ],
        says: t(
          "Compare the two marked moves: how many moves does White have after each? f2 would be the first "
            + "step through White’s row at the top.",
        ),
        marks: ["f2", "g6"],
        right: ["g6"],
        yes: t(
          "g6 leaves White five moves. All the empty squares at the top are still useless to White, because "
            + "only White’s own discs stand there.",
        ),
        no: t("Compare the two marked squares first."),
        wrong: {
          f2: {
            says: t("You break through, and your discs form the wall now: that leaves White fourteen moves."),
          },
        },
      },
      {
        board: [
          "--------",
          "--------",
          "--OOOOOX",
          "--OOOOOO",
          "--OXOXX-",
          "-XOOOX--",
          "--OXXX--",
          "---XXX--",
        ],
        says: t(
          "White’s discs form a long wall in rows three and four. Leave it alone, and make a move that turns "
            + "over little.",
        ),
        right: ["h5"],
        yes: t("One disc, at the edge. It leaves White eight moves, fewer than any other move here."),
        no: t("After that White has far more to choose from. Look at the right edge."),
        wrong: {
          b3: {
            says: t("Six discs, and a wall from b3 to g3 that faces the whole top: it leaves White eighteen moves."),
          },
          f2: {
            says: t("Through the wall: your new disc stands alone in the open, and five others came out with it."),
          },
        },
      },
      {
        board: [
          "--------",
          "--------",
          "---XO--O",
          "---XOOOO",
          "-XXXOOXO",
          "--XOOX-O",
          "--OOXX--",
          "--OOOO--",
        ],
        says: t("Again White has a wall at the top. Which move leaves it alone?"),
        right: ["g6"],
        yes: t("g6 stays on your side of the wall. It leaves White nine moves, fewer than any other move here."),
        no: t("That gives White more moves. There is a better square low on the right, next to your own discs."),
        wrong: {
          d2: {
            says: t("A step through the wall: it leaves White sixteen moves."),
          },
          f3: {
            says: t("That tears the wall open on a broad front, and costs more than any other move."),
          },
        },
      },
      {
        board: [
          "--------",
          "X-O-O---",
          "-XXOXX--",
          "OOOOXX--",
          "OOOOXX--",
          "XOOO----",
          "--------",
          "--------",
        ],
        says: t(
          "The squares at the bottom are empty, and White’s discs stand in front of them. Who should go there"
            + " first?",
        ),
        right: ["a3"],
        yes: t(
          "Not you! a3 joins your discs on the left edge, and it leaves White ten moves. The wall at the "
            + "bottom stays white.",
        ),
        no: t("That opens the position for White. You have a safe square on the left edge."),
        wrong: {
          c7: {
            says: t("Four discs, and now the wall is yours: it leaves White seventeen moves."),
          },
          d1: {
            says: t("That costs more than any other move: your disc stands alone at the top."),
          },
        },
      },
      {
        board: [
          "--------",
          "--------",
          "-----XXX",
          "---OOXX-",
          "--OOXXOO",
          "--OOOOO-",
          "--XXXX--",
          "--XX----",
        ],
        says: t(
          "Last one. White’s discs face the empty squares on the left. Where do you get a move that opens "
            + "nothing there?",
        ),
        right: ["h4"],
        yes: t("h4 works on the right, where your discs are anyway. It leaves White eight moves."),
        no: t("That is good news for White. Stay on the right side, at the edge."),
        wrong: {
          b5: {
            says: t("Straight through White’s discs: it leaves White fifteen moves."),
          },
        },
      },
    ],
  };
}
