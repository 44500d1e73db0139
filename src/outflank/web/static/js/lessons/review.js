// Lesson: a mixed review of the course. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("First look for corners and dangers, then for White’s moves, then for your quiet ones."),
      t("Near the end, count: regions, spare moves, passes, and last of all the discs."),
      t("Review your games: each mistake that you understand is a lesson made for you."),
    ],
    against: "kai",
    steps: [
      {
        board: [
          "--------",
          "----XO--",
          "---OO---",
          "--OOOXXX",
          "--OOOXXX",
          "-XXOOXOX",
          "--OXXO--",
          "-OOOOOO-",
        ],
        says: t("No hints from now on. Eleven moves, early in the game: which one would you play?"),
        right: ["f3"],
        yes: t(
          "The quiet move: it turns over two discs in the middle, and it leaves White ten moves, fewer than "
            + "any other.",
        ),
        no: t("That opens too much. Look for a move in the crowd, not at its rim."),
      },
      {
        board: [
          "---OOO-O",
          "--OOOOO-",
          "XOXOOOXO",
          "XXOOOXXX",
          "XOXOXOXX",
          "XXOOOOO-",
          "--XOOOO-",
          "-XXXXX--",
        ],
        says: t("White has taken h1. Is everything lost on the right?"),
        right: ["h2"],
        yes: t(
          "No: the wedge between h1 and h3 cuts the corner off, and you win by 34 to 30. All your other moves"
            + " lose.",
        ),
        no: t("That loses. Which hole on the right edge can be yours for good?"),
      },
      {
        board: [
          "--X--X--",
          "X-XXXX--",
          "XXXXOOXO",
          "XOXXOXOX",
          "XOOOOOXX",
          "XOOOOXOX",
          "XOOOOOX-",
          "---OOO--",
        ],
        says: t("One of your discs stands on an X-square. What was it good for?"),
        right: ["g8"],
        yes: t("The second step of the Stoner trap. If White takes h8, you take a8. You win by 41 to 23."),
        then: ["h8", "a8"],
        no: t("There is more. Look at the bottom edge: White’s discs there can be attacked."),
      },
      {
        board: [
          "XXXXX-O-",
          "XOOOOO--",
          "XXOXOO--",
          "XXXOOO--",
          "XOXXOO--",
          "XOOXOO--",
          "XXXOOO--",
          "XOOOOO--",
        ],
        says: t("You are far ahead. Finish the game in the shortest way: which move gives White no chance at all?"),
        right: ["f1"],
        yes: t("White must pass, and you go on. You win by 56 to 8."),
        no: t("That wins, but White gets moves again. Is there a move after which White has none?"),
      },
      {
        board: [
          "-OOOOO--",
          "-XXXOO-O",
          "-OXOXOOO",
          "-OOXOOOO",
          "OOXXXXXO",
          "XOXXXXX-",
          "XXOOXXX-",
          "XXXXXX--",
        ],
        says: t("Eleven squares are empty, and the game is close. Would you give a corner?"),
        right: ["g1"],
        yes: t("White takes h1, but you answer on g2, and White has to open the rest. You win by 35 to 29."),
        then: ["h1", "g2"],
        no: t("That does not win. Which move invites White to take h1?"),
      },
      {
        board: [
          "OXOOOO-O",
          "OOXOOOOO",
          "OOXXOOXO",
          "OOXOOXXO",
          "OOOOOXOO",
          "-OOOXOXO",
          "--OXXXOO",
          "-OOOOO-O",
        ],
        says: t("Six squares are empty. One of them is yours alone. Find the order that wins."),
        right: ["g8"],
        yes: t(
          "White must pass, and the square that only you can use is still there. You win by 41 to 23. You "
            + "have finished the course: now play, and enjoy it!",
        ),
        then: ["pass", "g1"],
        no: t("That loses. Keep your spare move on g1, and look for a move that forces White."),
      },
    ],
  };
}
