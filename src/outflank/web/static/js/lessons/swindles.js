// Lesson: what to try when you are losing. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("A lost game is not over. Give the other side hard choices: one good answer among many bad ones."),
      t("Do not take what is left and lose quietly. Ask which move makes the other side think hardest."),
      t("When the other side errs, look again from the start: the game may have turned."),
    ],
    against: "leo",
    steps: [
      {
        board: [
          "-OOOOOO-",
          "-OOXXO-O",
          "XOOOOXOO",
          "XOXOXOXO",
          "XOXOOXXO",
          "XOOOXXOO",
          "XOXXXX-O",
          "OOXXXX--",
        ],
        says: t(
          "If White plays perfectly, you lose this game. But White is human. After one of your moves, White "
            + "has only one winning answer. Set the trap!",
        ),
        right: ["a1"],
        yes: t("Only one of White’s four answers wins. After any other, the game is yours."),
        no: t("Then all of White’s answers win. Make it harder for White."),
      },
      {
        board: [
          "XOOOOOO-",
          "-XOXXOOO",
          "XOXOOOOO",
          "XOXXOOXO",
          "XOXOXXXO",
          "XOOOXXOO",
          "XOXXXX-O",
          "OOXXXX--",
        ],
        says: t("White has answered on g2: the wrong square! One move of yours wins now. Look again from the start."),
        right: ["a2"],
        yes: t("That was the square that White should have taken. You win by 36 to 28."),
        no: t("That lets White off. Where would White like to play next?"),
      },
      {
        board: [
          "--OOOOO-",
          "-OOXXXX-",
          "XXOXXXXX",
          "XXOOXOXX",
          "XXXOOXOX",
          "XXXXOOOX",
          "--OOOOOX",
          "-OOOOOO-",
        ],
        says: t("Again White is winning. Which of your three moves sets the hardest task?"),
        right: ["a2"],
        yes: t("Only one of White’s six answers wins. A tired opponent may not find it."),
        no: t("White has an easy choice after that. Count White’s good answers."),
        wrong: {
          b7: {
            says: t("That opens everything: all of White’s answers win."),
          },
        },
      },
      {
        board: [
          "XOXXXX--",
          "XOOOOXX-",
          "XOXXOOOO",
          "XOXXXOOO",
          "XXOXXXOO",
          "XXXXXXOO",
          "XXXX-O--",
          "X-XX----",
        ],
        says: t(
          "White leads, and the bottom right is still open. Resist the temptation to go there. Which move "
            + "keeps White guessing?",
        ),
        right: ["h2"],
        yes: t("Only one of White’s five answers wins. All your other moves let White win easily."),
        no: t("That makes it easy for White. Use the top right, and let White open the bottom."),
      },
      {
        board: [
          "-XXXXXXX",
          "--XOOOOX",
          "XXXXXXOX",
          "XXXXXOOX",
          "XOXXOXOX",
          "XXXOOOOX",
          "XXXOOO-X",
          "--XOO---",
        ],
        says: t("White has just gone wrong with g2, and for a moment you can win. One move only!"),
        right: ["g7"],
        yes: t("You win by 34 to 30. Hope alone would not have been enough: you had to see the moment."),
        no: t("That loses. Count each of your moves to the end: the answer is in the bottom right."),
      },
    ],
  };
}
