// Lesson: the last empty squares. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("Near the end, count the empty squares in each region separately."),
      t("Start where the number is odd: then you also make the last move there, and nobody can undo it."),
      t("A square where only you can move will not run away. Save it for later."),
    ],
    steps: [
      {
        board: [
          "OXXXXOOO",
          "OXXXXOOO",
          "OXXOXXOO",
          "OXXXOXOX",
          "OOOXXOXX",
          "OOOOOXO-",
          "XOOOXOXO",
          "XOOO--OX",
        ],
        says: t(
          "Three squares are empty: one on the right, and a pair at the bottom. If you start on the "
            + "pair, White finishes it. So where do you start?",
        ),
        right: ["h6"],
        yes: t("Now White must start on the pair, and you make the last move of the game. You win by 38 to 26."),
        then: ["f8", "e8"],
        wrong: {
          e8: {
            says: t(
              "White takes the single square, you finish the pair, and White wins by 33 to 31. Start where the "
                + "number of empty squares is odd.",
            ),
            then: ["h6", "f8"],
          },
          f8: {
            says: t(
              "White finishes the pair, you take the single square, and White wins by 33 to 31. Start where the "
                + "number of empty squares is odd.",
            ),
            then: ["e8", "h6"],
          },
        },
      },
      {
        board: [
          "XOOOOOOO",
          "-OOOOOOO",
          "-OXXXXXX",
          "OOOXOOXX",
          "OOXOOXOX",
          "OOXOOOOX",
          "-OXXXOOX",
          "-OXOO-OO",
        ],
        says: t("Two pairs are empty on the left, and a single square at the bottom. Which do you take?"),
        right: ["f8"],
        yes: t(
          "The odd region first. It was also White’s only square: now White must pass, and if you play well, again "
            + "and again.",
        ),
        then: ["pass"],
        no: t(
          "White replies on f8, and later you have to start the other pair as well. Begin with the region whose "
            + "number is odd: the single square.",
        ),
      },
      {
        board: [
          "XOOOOO-X",
          "XOOXOOXX",
          "XOXOXXOX",
          "-OOXXXOX",
          "-OXXXXOX",
          "-OXXOXXX",
          "-OXOXXXX",
          "OOOOOX-X",
        ],
        says: t(
          "Four squares are empty on the left edge, one at the top and one at the bottom. Four is even, so do not be "
            + "the first to go there. What does that leave?",
        ),
        right: ["g1"],
        yes: t(
          "White takes the other single square, and you do well on the left edge: you win by 45 to 19 if both sides "
            + "play their best.",
        ),
        then: ["g8"],
        no: t("Now White takes the single square at the top. Take it yourself before you go to the left edge."),
      },
      {
        board: [
          "OOOOOOOO",
          "OOXXXXXX",
          "OOOXXOXX",
          "-OXOXXXX",
          "OOOXOXXX",
          "XOOOXXXX",
          "-XOXXOXX",
          "--OOOOOO",
        ],
        says: t(
          "The marked square is for you alone: White would turn over nothing there. Nobody can take it from you. So "
            + "what do you do first?",
        ),
        marks: ["a4"],
        right: ["a7", "b8"],
        yes: t("Yes. White has to play in the other region. a4 waits for you, and will be the last move."),
        no: t(
          "Now your spare move is gone: White starts in the region of three, and makes the last move there. Play "
            + "there first, and save a4.",
        ),
      },
      {
        board: [
          "OOOOOOOO",
          "XOXXXOOX",
          "OOOXOOXX",
          "-OXOOXXX",
          "-XOOOXOX",
          "X-OXOOOX",
          "-OXOOOOX",
          "OXXXXX-X",
        ],
        says: t(
          "Now play to the end. Four squares are empty on the left, one at the bottom. Find the right first move, "
            + "and you win. White always turns over as many discs as possible.",
        ),
        asks: "game",
        right: ["g8"],
        yes: t("You have won, because White had to start on the left. Counting pays."),
        no: t("White has more discs. Start again, and begin with the region whose number is odd."),
      },
    ],
  };
}
