// Lesson: the rules. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("You place a disc so that white discs stand in a straight line between it and another disc of yours. All of "
        + "these turn over."),
      t("Every move must turn over at least one disc. If you have no such move, you pass."),
      t("When nobody can move, the discs are counted. The side with more wins."),
    ],
    steps: [
      {
        board: [
          "--------",
          "--------",
          "--------",
          "---OX---",
          "---XO---",
          "--------",
          "--------",
          "--------",
        ],
        says: t(
          "This is how every game begins. You have the black discs. Place one so that a white disc stands in a "
            + "straight line between it and another black disc. The dots show where you can.",
        ),
        right: ["d3", "c4", "f5", "e6"],
        yes: t(
          "Good! The white disc stood between two of yours, so it turned over. Now you have four discs, and White "
            + "has one.",
        ),
      },
      {
        board: [
          "--------",
          "--------",
          "--------",
          "---OX---",
          "---XOOO-",
          "-----X--",
          "-----X--",
          "--------",
        ],
        says: t(
          "A whole row can turn over at once. Here three white discs stand side by side, with a black one at one "
            + "end. Place your disc at the other end.",
        ),
        right: ["h5"],
        yes: t("All three stood between your two discs, so all three turned over."),
        no: t("You may do that, but look for the row of three white discs, and place your disc at its open end."),
      },
      {
        board: [
          "--------",
          "--------",
          "-XXXO---",
          "---OO---",
          "---XO---",
          "--------",
          "--------",
          "--------",
        ],
        says: t(
          "Diagonal lines count as well. From the marked black disc, two white discs run diagonally down to the "
            + "right. Place your disc at the far end of that line.",
        ),
        marks: ["c3"],
        right: ["f6"],
        yes: t("Right. Up and down, left and right, and diagonally: all eight directions count."),
        no: t(
          "That turned over other discs. Start at the marked disc, go diagonally down to the right, and stop at the "
            + "first empty square.",
        ),
      },
      {
        board: [
          "--------",
          "--------",
          "--------",
          "--XXX-X-",
          "--OOOOOO",
          "--XO-OX-",
          "--------",
          "--------",
        ],
        says: t(
          "One disc can close off several rows at once, and everything in between turns over. There is a square "
            + "where you turn over five discs, in five directions. Can you find it?",
        ),
        right: ["e6"],
        yes: t(
          "Five at once! Only discs between the new one and another of yours turn over. A disc that has just been "
            + "turned over does not turn over any others.",
        ),
        no: t(
          "You may do that, but it turned over fewer than five. Look for an empty square with many white discs "
            + "around it.",
        ),
      },
      {
        board: [
          "--------",
          "--------",
          "-XXX----",
          "---OX---",
          "---OO---",
          "---O----",
          "--------",
          "--------",
        ],
        says: t(
          "You may not place a disc where nothing would turn over. Only one of the three marked squares is allowed. "
            + "Which one?",
        ),
        marks: ["d2", "c5", "f6"],
        right: ["f6"],
        yes: t(
          "Yes: between f6 and the black disc on c3 stand two white ones. On the other two squares nothing would "
            + "turn over.",
        ),
        no: t("You may do that too, but it is not one of the three marked squares. Try one of those."),
        wrong: {
          d2: { says: t("There is no white disc next to d2, so nothing could turn over. Try another marked square.") },
          c5: {
            says: t(
              "There are white discs next to c5, but no black one behind them, so nothing would turn over. Try "
                + "another marked square.",
            ),
          },
        },
      },
      {
        board: [
          "--------",
          "--------",
          "---X----",
          "---XX---",
          "---XX---",
          "----XXX-",
          "----O---",
          "---OOO--",
        ],
        says: t(
          "Sometimes there is no square where you could turn anything over. Then, and only then, you pass, and the "
            + "other side moves again. Here you have no move: press “Pass”.",
        ),
        right: ["pass"],
        yes: t("You passed, and White moved. Now you have moves again, and the game goes on."),
        then: ["e3"],
      },
      {
        board: [
          "-XXXXXXX",
          "XOXXXXXX",
          "OOOXOXOX",
          "OOXOXXOX",
          "OOOXOXOX",
          "OOOXXXOX",
          "OOOOOOOX",
          "OXOOOOOX",
        ],
        says: t(
          "When neither side can move, the game is over, usually because the board is full. Here White is ahead by "
            + "32 to 31, but the last square is yours.",
        ),
        right: ["a1"],
        yes: t(
          "Four discs turned over, and you have won by 36 to 28. If there are empty squares left at the end of a "
            + "game, they count for the winner.",
        ),
      },
      {
        board: [
          "XXXXXX-O",
          "X-XXXXO-",
          "XOOXXO--",
          "XOOXOOOO",
          "XOXOOOOO",
          "XXOXOOOO",
          "XXXOOOOO",
          "OOOOOOO-",
        ],
        says: t(
          "Now finish a game on your own. Six squares are empty. White is a beginner and always turns over as many "
            + "discs as possible. Can you have more discs at the end?",
        ),
        asks: "game",
        right: ["b2"],
        yes: t("You have won your first endgame. Now you know all the rules."),
        no: t("This time White has more discs. Start again and try something else: the computer does not mind."),
      },
    ],
  };
}
