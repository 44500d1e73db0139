// Lesson: two moves in a row, and the end of the game. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("If the other side has no move, you move again. Two moves in a row are often worth a whole corner."),
      t("When nobody can move, the game is over at once, and the empty squares go to the winner."),
      t("With few squares left, do not guess: play each order through in your head, and count the discs."),
    ],
    against: "momo",
    steps: [
      {
        board: [
          "XOOOOOO-",
          "XOOOOO--",
          "XOXXOO--",
          "XOXXOO--",
          "XOXXXOO-",
          "XOXXXXOO",
          "XOOOOOOO",
          "XOOOOOOO",
        ],
        says: t(
          "If White has no move at all, White must pass, and you move again. Only one of your moves takes "
            + "away all of White’s moves. Which one?",
        ),
        right: ["h1"],
        yes: t("White must pass, so you move twice in a row. If you play on well, you win by 40 to 24."),
        then: ["pass", "g2"],
        no: t(
          "White still has a move after that. Before you let go of a disc, look at each square that White "
            + "could play on.",
        ),
      },
      {
        board: [
          "OOOOOOOX",
          "-OXOXO-X",
          "-OOXOOOX",
          "-OXOXOOX",
          "OOOOOOOX",
          "OOOOXOOX",
          "--OOOOOX",
          "--XXXXXX",
        ],
        says: t("Not every good square is on the edge. Find the move that leaves White without an answer."),
        right: ["g2"],
        yes: t(
          "White must pass, because White cannot catch a black disc from any empty square. You win by 49 to " + "15.",
        ),
        then: ["pass"],
        no: t("White still has a move after that. Try each of your moves in your head: where could White go next?"),
      },
      {
        board: [
          "-OOOOOO-",
          "--OXXO--",
          "OOOXOOOO",
          "OOOOOXOO",
          "OXOOXOOO",
          "OXOOXOOO",
          "OOOOOO-O",
          "O-OOOOO-",
        ],
        says: t("Nine squares are empty. If you begin well, White must pass not only once. Where do you begin?"),
        right: ["b8"],
        yes: t(
          "White must pass, you take h8, and White must pass once more. Three moves in a row for you: you win"
            + " by 48 to 16.",
        ),
        then: ["pass", "h8", "pass", "h2"],
        no: t(
          "White gets to move after that. Look for the move that takes away White’s last squares, and keep h8"
            + " for later: it will not run away.",
        ),
      },
      {
        board: [
          "XXXXXXXX",
          "XXXXXXXX",
          "XXXXXOXX",
          "XXXXOXXX",
          "-XXOXXXX",
          "-XOXXXXX",
          "-OX--XXX",
          "-X--OOOO",
        ],
        says: t(
          "Eight squares are empty, but the game can end right now: it is over as soon as neither side can "
            + "move. Find the move that leaves nobody a move.",
        ),
        right: ["a8"],
        yes: t("Nobody can move, so the game is over. The empty squares count for you: you win by 60 to 4."),
        no: t(
          "That is good enough to win, but White plays on and gets discs back. One move ends the game at " + "once.",
        ),
      },
      {
        board: [
          "OOOOOOO-",
          "XOXXXXXX",
          "XOOOOXOX",
          "XOOOXXOX",
          "XOOXXOOX",
          "XOXOXOO-",
          "XXOOOOO-",
          "XXXXXXX-",
        ],
        says: t(
          "Four squares are empty, and White can play on some of them only. Play each of your moves through "
            + "to the end in your head. Only one of them wins.",
        ),
        right: ["h8"],
        yes: t("Right: the corner first. White has only h7, you answer on h6, and you win by 38 to 26."),
        then: ["h7", "h6"],
        wrong: {
          h6: {
            says: t("Look again: if both sides play their best after that, it is a draw, by 32 to 32."),
          },
          h7: {
            says: t("It turns over the most discs, but White gets the corner, and White wins by 33 to 31."),
          },
        },
      },
    ],
  };
}
