// Lesson: perfect play on 6×6, where each move has an exact price. The form of a lesson is in screens/later/lesson.js.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("On 6×6, Outflank knows the result of every game: with perfect play, White wins by four discs."),
      t("Every move has a price in discs. A perfect move costs none."),
      t("To see the price of your own moves, review your game on 6×6."),
    ],
    against: "engine:level=30",
    size: 6,
    steps: [
      {
        board: [
          "XXOOOO",
          "-XXOO-",
          "OXXXOX",
          "XXXXX-",
          "O--XOX",
          "---OOO",
        ],
        says: t(
          "This board is so small that Outflank knows the price of every move. A perfect move costs no disc. "
            + "Which of your three moves is perfect?",
        ),
        right: ["a2"],
        yes: t("Perfect. Black wins by four discs, even if White plays perfectly, too."),
        wrong: {
          a6: {
            says: t("The corner is tempting, but it is not the best move here."),
            costs: 22,
            then: ["a2"],
          },
          f2: {
            costs: 18,
            then: ["a2"],
          },
        },
      },
      {
        board: [
          "O-O-OO",
          "OOOOOX",
          "OOXXO-",
          "XXOX-O",
          "XXXOX-",
          "-OOOOX",
        ],
        says: t("Four moves, and only one of them wins. Which one costs nothing?"),
        right: ["a6"],
        yes: t("Perfect. This time the corner is right: Black wins by ten discs."),
        wrong: {
          f3: {
            costs: 12,
            then: ["a6"],
          },
          d1: {
            costs: 18,
            then: ["a6"],
          },
          b1: {
            costs: 22,
            then: ["a6"],
          },
        },
      },
      {
        board: [
          "O--X--",
          "OOXXXX",
          "OOOX-X",
          "-OOOXO",
          "OO-XO-",
          "XXXXOO",
        ],
        says: t("You cannot win here, but one move makes a draw. Do not count only the discs that you turn over."),
        right: ["c5"],
        yes: t("Perfect. With best play on both sides, the game ends in a draw."),
        wrong: {
          a4: {
            says: t("You turn over six discs, more than with any other move, and still lose."),
            costs: 18,
            then: ["f1"],
          },
          b1: {
            costs: 14,
            then: ["a4"],
          },
          f5: {
            costs: 16,
            then: ["c1"],
          },
        },
      },
      {
        board: [
          "--OOO-",
          "--XXXX",
          "OOXXOX",
          "-OOOXO",
          "XOOOOX",
          "---OO-",
        ],
        says: t("You can take two corners. One of them wins, the other one loses. Which one is perfect?"),
        right: ["f6"],
        yes: t("Perfect. Black wins by four discs; after any other move, White wins."),
        wrong: {
          a6: {
            says: t("That is the wrong corner."),
            costs: 10,
            then: ["f6"],
          },
          a4: {
            costs: 18,
            then: ["b2"],
          },
          b6: {
            costs: 20,
            then: ["f1"],
          },
          c6: {
            costs: 24,
            then: ["f6"],
          },
        },
      },
      {
        board: [
          "OOOOO-",
          "--OOO-",
          "XXXO--",
          "OXXXOX",
          "-XXXXO",
          "X-----",
        ],
        says: t("The last one is hard: two corners are free, and only one move costs nothing. Take your time."),
        right: ["f3"],
        yes: t("Perfect. You saw further than the corners: Black wins by two discs."),
        wrong: {
          f6: {
            says: t("A good corner, but only for a draw."),
            costs: 2,
            then: ["a5"],
          },
          f1: {
            says: t("A corner is not always worth its price."),
            costs: 6,
            then: ["a2"],
          },
          a5: {
            costs: 6,
            then: ["f3"],
          },
          e3: {
            costs: 8,
            then: ["f3"],
          },
        },
      },
    ],
  };
}
