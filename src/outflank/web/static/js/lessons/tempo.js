// Lesson: running the other side out of safe moves. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("A safe move gives no corner away. Late in the game both sides run out of safe moves."),
      t("Whoever runs out first must give something away. So each safe move that only you have is a tempo " + "won."),
      t("Before you open a corner yourself, look for a quiet square along the edges that costs nothing."),
    ],
    against: "mina",
    steps: [
      {
        board: [
          "--XXXX--",
          "O-XXOO--",
          "OOXXOOXX",
          "-XOOOOXX",
          "XXOOXOXX",
          "XXOXXOXX",
          "XOOOOO--",
          "O--OOOO-",
        ],
        says: t("White is nearly out of safe moves. Find a safe move of your own, and White has to open a corner."),
        right: ["a4"],
        yes: t("a4 costs you nothing. Now whatever White plays, you can take a corner."),
        then: ["b1", "a1"],
        no: t(
          "After that White has a safe answer, or you have opened something yourself. Look at the hole in the"
            + " left edge.",
        ),
      },
      {
        board: [
          "OOOOOOO-",
          "--XXXO-X",
          "OOOXOXXX",
          "OOOOXXOX",
          "OXOXXXXX",
          "OOXXXXXX",
          "O-OOO---",
          "---OOO--",
        ],
        says: t("The corner a1 is White’s, so its C-square can be used. What is left for White after that?"),
        right: ["a2"],
        yes: t("Five moves are left for White, and whatever White plays, you can take a corner."),
        no: t("That leaves White a safe move. Look along the left edge, below the white corner."),
      },
      {
        board: [
          "----X---",
          "X--XXO--",
          "XXXXXOOX",
          "XXXXXOXX",
          "XXXXOXXX",
          "XXOOXOXX",
          "--OOOX--",
          "--O-OOO-",
        ],
        says: t(
          "There is a gap in White’s bottom edge. A disc in it cannot be pushed out as long as White stands "
            + "on both sides. What does it leave White?",
        ),
        right: ["d8"],
        yes: t(
          "You win a tempo, and you threaten the corner h8 as well: whatever White plays, you can take a " + "corner.",
        ),
        no: t("White still has time to defend the bottom edge. Go into the gap first."),
        wrong: {
          f1: {
            says: t(
              "A fair edge move, but the gap at the bottom gives you more: from there you also threaten the "
                + "corner h8.",
            ),
          },
        },
      },
      {
        board: [
          "--OOOO--",
          "-XXXXO-O",
          "XOXOXO-O",
          "OOOXXOXO",
          "-OXXXXXO",
          "OOOXXXXO",
          "--XXXX-O",
          "-XXXXX--",
        ],
        says: t(
          "Both sides have few safe moves. One square is safe for you, and at the same time takes away the "
            + "last safe moves of White.",
        ),
        right: ["a5"],
        yes: t("That was the last one: whatever White plays, you can take a corner. You win by 43 to 21."),
        no: t("Now it is you who runs out of safe moves. Look at the hole in the left edge."),
        wrong: {
          g3: {
            says: t("Not bad, but White has a safe answer on g2."),
          },
        },
      },
      {
        board: [
          "--XOOO--",
          "--XOXX-X",
          "XXXOXXXX",
          "-OOOXXXX",
          "OOOXXXXX",
          "-OXOOOXX",
          "-XOOOO--",
          "--OOOO--",
        ],
        says: t(
          "You are behind here, and White would love to see you open the left side. Which move makes White do" + " it?",
        ),
        right: ["g1"],
        yes: t(
          "g1 lets you wait: whatever White plays, you can take a corner. White still wins by 34 to 30, but "
            + "all your other moves lose by far more.",
        ),
        no: t(
          "Now you have opened the left side, and White answers there. Find a move on the other edge that "
            + "costs nothing.",
        ),
      },
    ],
  };
}
