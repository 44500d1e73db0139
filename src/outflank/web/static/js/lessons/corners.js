// Lesson: corners and the squares beside them. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("A disc in a corner can never be turned over."),
      t("A corner is nearly always worth more than several discs elsewhere."),
      t("Stay away from the squares next to an empty corner, above all from the diagonal one: they give the corner "
        + "away."),
    ],
    steps: [
      {
        board: [
          "-----XO-",
          "-----O--",
          "---XOX--",
          "---OO---",
          "--OOOX--",
          "-----XX-",
          "--------",
          "--------",
        ],
        says: t(
          "A disc is turned over when it is caught between two others. There is nothing behind a corner, so a disc "
            + "in a corner stays for good. Take the corner!",
        ),
        right: ["h1"],
        yes: t(
          "Only one disc turned over. But the corner is yours for the whole game, and your discs next to it on the "
            + "edge are safe as well.",
        ),
        no: t("That is allowed, but you can have the corner at the top right. Look at h1."),
      },
      {
        board: [
          "--------",
          "--------",
          "---XO---",
          "---XOO--",
          "---XXOX-",
          "---XOXX-",
          "----XO-X",
          "---XXXO-",
        ],
        says: t("Here you can turn over four discs at once, or take a corner and turn over only one. Which is better?"),
        right: ["h8"],
        yes: t("Right. Discs in the middle are turned over again and again; the corner stays."),
        no: t("Those discs will soon be turned back. The corner would have stayed yours."),
      },
      {
        board: [
          "--------",
          "--------",
          "--------",
          "---OOO--",
          "---XXO--",
          "----XO--",
          "--------",
          "--------",
        ],
        says: t(
          "You can take a corner only if the other side has a disc next to it. The marked square lies diagonally "
            + "next to a corner; players call it an X-square. Choose a move that does not give White a corner.",
        ),
        marks: ["g7"],
        right: ["e3", "g5", "g6", "c3", "g3", "f3", "d3", "g4"],
        yes: t("Good. As long as you keep away from the squares next to a corner, White cannot take it."),
        wrong: {
          g7: {
            says: t(
              "Now your disc stands next to the corner, and White takes it: h8. That costs you far more than the "
                + "move could bring.",
            ),
            then: ["h8"],
          },
        },
      },
      {
        board: [
          "--------",
          "---X----",
          "OOOOO---",
          "-OXOO---",
          "---XO---",
          "--------",
          "--------",
          "--------",
        ],
        says: t(
          "The squares next to a corner along the edge are called C-squares. They are dangerous too. One of your "
            + "moves here gives a corner away; choose a different one.",
        ),
        right: ["c2", "a4", "e2", "f3", "a5", "f4", "f5"],
        yes: t("Good. There was no need to go near the corner."),
        wrong: {
          a2: {
            says: t(
              "Look at the left edge: your disc on a2 stands between White’s disc on a3 and the empty corner. White "
                + "takes a1.",
            ),
            then: ["a1"],
          },
        },
      },
      {
        board: [
          "-XXX----",
          "--XOO---",
          "OOOOO---",
          "-OOOO---",
          "XOXOOO--",
          "-XXX-O--",
          "-OXX-O--",
          "---X----",
        ],
        says: t("White has just played on an X-square. That was a mistake. Show White why!"),
        marks: ["b7"],
        right: ["a8"],
        yes: t(
          "The corner is yours. Whenever the other side plays on an X-square, see at once whether you can take the "
            + "corner.",
        ),
        no: t("That lets White get away with it. Which corner does the disc on b7 open up for you?"),
      },
    ],
  };
}
