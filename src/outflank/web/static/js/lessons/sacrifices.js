// Lesson: giving up a corner for more. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("A corner is worth much, but not everything. Count what you get for it."),
      t("Good reasons to give one: a bigger corner, the last moves of the game, or an opponent who must pass."),
      t("If you must give a corner, give the one that costs least, at the moment that you choose."),
    ],
    against: "ben",
    steps: [
      {
        board: [
          "-XXX-O--",
          "O-OOXOO-",
          "OOOOOOOX",
          "OOOXOOOX",
          "OOOXXXOX",
          "OOOXOOOX",
          "--OXOO-X",
          "-OOOOOO-",
        ],
        says: t(
          "Eleven squares are empty. One of your moves offers the corner a8. Everything else wins little or "
            + "nothing. Dare it!",
        ),
        right: ["b7"],
        yes: t(
          "White takes a8, and you answer next to it on a7: a1 will be yours, and White runs out of moves. "
            + "You win by 54 to 10.",
        ),
        then: ["a8", "a7"],
        no: t("That keeps the corner a8 closed, but White keeps moves as well. Which move invites White to a8?"),
      },
      {
        board: [
          "-OOOO---",
          "-OOXOOO-",
          "XOOOOOOX",
          "OXXOXXOX",
          "XXXXOXXX",
          "XXOXXOXX",
          "XXOOOX-X",
          "XXXXXXX-",
        ],
        says: t(
          "You could take the corner h1 now. But count: is there a move that gives h1 to White and brings " + "more?",
        ),
        right: ["f1"],
        yes: t(
          "White takes h1, you take a1, and four discs on the top edge turn over with it. You win by 41 to " + "23.",
        ),
        then: ["h1", "a1"],
        no: t("That gives White better moves. Compare f1 and h1: what does White do after each?"),
        wrong: {
          h1: {
            says: t(
              "A corner is fine, and you still win. But White answers on the top edge, and you win by 38 to "
                + "26 only. There was more.",
            ),
          },
        },
      },
      {
        board: [
          "OXXXXO--",
          "OXXOOOOX",
          "OXOXXOOX",
          "OOXOOXOX",
          "OOXOOOOX",
          "OOOXXOXX",
          "-OOOOO-X",
          "-XXX-O--",
        ],
        says: t(
          "White threatens to win this game. All your moves but one lose. The winning move offers White the "
            + "corner h8. Which one is it?",
        ),
        right: ["g8"],
        yes: t("White takes h8, you take g7 in return, and the odd squares work out for you: you win by 34 to 30."),
        then: ["h8", "g7"],
        no: t("That loses. Look at the bottom right: which move makes White take h8 first?"),
        wrong: {
          e8: {
            says: t("Close, but White wins by 33 to 31. Begin on the right."),
          },
        },
      },
      {
        board: [
          "XOOXXX--",
          "OOOOXX-X",
          "OOXOOOOX",
          "OOXXOXOX",
          "OOOXXOXX",
          "OOOOOXXX",
          "--OOOXXX",
          "-OOO-XX-",
        ],
        says: t(
          "White can take h8 in any case. There is a move that even offers h1 as well, and it is the only one"
            + " that wins. Find it.",
        ),
        right: ["g2"],
        yes: t(
          "White takes both corners on the right, but then White must pass, and the left side is yours. You "
            + "win by 38 to 26.",
        ),
        then: ["h1", "g1", "h8", "e8", "pass"],
        no: t("That loses. On the top right, which square gives White two corners and then no more moves?"),
        wrong: {
          e8: {
            says: t(
              "If both sides play their best, that ends in a draw, by 32 to 32. There is more in this " + "position.",
            ),
          },
        },
      },
      {
        board: [
          "-XXXXXX-",
          "-OOXOX-O",
          "-OOOXOOO",
          "OXOOXOOO",
          "XXXOOXXO",
          "OOOOOOX-",
          "OOOOOO-X",
          "O-OOOO--",
        ],
        says: t(
          "The top row is yours from b1 to g1, but both its corners are open. Should you defend them? Think "
            + "about who makes the last moves on the sides.",
        ),
        right: ["a3"],
        yes: t(
          "White takes a1 and h1, and turns over your top row. But you answer next to each corner, and you "
            + "win by 36 to 28. It was only six discs.",
        ),
        then: ["a1", "a2", "h1", "g2"],
        no: t("That loses. The top row can be given up: use the left edge instead."),
      },
    ],
  };
}
