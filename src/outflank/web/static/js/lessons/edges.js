// Lesson: stable discs. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("An unbroken row of your discs along the edge, starting from a corner, is safe for good."),
      t("Such discs are called stable. They count for you at the end, whatever happens."),
      t("A disc on the edge, right between two discs of the other side, cannot be turned over as long as these stay: "
        + "that is called a wedge."),
    ],
    steps: [
      {
        board: [
          "-----XXX",
          "-----O--",
          "---XOOO-",
          "---OO---",
          "--OOOX--",
          "-----XX-",
          "--------",
          "--------",
        ],
        says: t(
          "A disc in a corner is safe for good. So is a disc of yours next to it on the edge: White can get at it "
            + "from one side only. Choose a black disc that White can never turn over.",
        ),
        asks: "square",
        right: ["h1", "g1", "f1"],
        yes: t("Yes: f1, g1 and h1 form an unbroken row from the corner. Such discs are called stable."),
        no: t("There is no black disc. Choose one of yours that is safe for good."),
        wrong: {
          d3: { says: t("d3 is in the middle of the board: White can still catch it from both sides.") },
          f5: { says: t("f5 is in the middle of the board: White can still catch it from both sides.") },
          f6: { says: t("f6 is not safe: White can still catch it from both sides.") },
          g6: { says: t("g6 is not safe: White can still catch it from both sides.") },
        },
      },
      {
        board: [
          "X-O-X---",
          "OOOX----",
          "OOOOO---",
          "OOOOO---",
          "--OOO---",
          "--OO----",
          "--------",
          "--------",
        ],
        says: t(
          "You have the corner a1. From there you can build a safe row down the left edge. Which move makes the most "
            + "discs yours for good?",
        ),
        right: ["a5"],
        yes: t("Five discs in a row from the corner: White can never turn any of them over again."),
        no: t("Those discs can be turned over again. Below your corner stand three white discs: close off that row."),
      },
      {
        board: [
          "----O-O-",
          "----OO--",
          "--OXO---",
          "--XOO---",
          "--OOOX--",
          "---O----",
          "---O----",
          "--------",
        ],
        says: t(
          "On the top edge White has left a gap between two discs. Place a disc in it: on the edge it could be "
            + "turned over only from left and right, and White is already on both sides.",
        ),
        right: ["f1"],
        yes: t("That is a wedge: as long as White is on both sides, nothing can turn your disc over."),
        no: t("That is allowed, but the gap on the top edge is worth more. Go for it!"),
      },
      {
        board: [
          "---XO-OX",
          "---XXOO-",
          "--OXOXO-",
          "-OOOOXXX",
          "--OOOOO-",
          "---O-O--",
          "--XOO-O-",
          "---O----",
        ],
        says: t("The corner h1 is yours, and so is d1. There is one gap between them. What happens if you fill it?"),
        right: ["f1"],
        yes: t("The edge is yours from d1 to the corner: five discs that stay for good."),
        no: t("That can wait. Look at the top edge: one disc fills it from d1 to h1."),
      },
      {
        board: [
          "--OOOXXX",
          "O-OOOXOO",
          "OOXXXXOX",
          "OXOXXOOX",
          "OOXXOXOX",
          "-OXXXOOX",
          "--OX-O--",
          "--------",
        ],
        says: t("One last question. b1 is a C-square, next to the empty corner a1. Still it is the best move. Why?"),
        right: ["b1"],
        yes: t("Your row now runs from b1 to your own corner h1 without a gap: seven discs that stay for good."),
        no: t("That can wait. What does your corner h1 make safe on the top edge?"),
      },
    ],
  };
}
