// Lesson: have moves, and leave the other side few. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("With many moves you can choose. With few you must take what is left, even if it gives a corner away."),
      t("Before you move, ask yourself what the other side can do next."),
      t("A quiet move turns over little, in the middle, and opens up nothing new for the other side."),
    ],
    steps: [
      {
        board: [
          "--------",
          "--------",
          "--OX----",
          "---OX---",
          "--OXO---",
          "---X----",
          "--------",
          "--------",
        ],
        says: t(
          "The fewer moves White has, the better for you. After one of your moves White has only three squares to "
            + "choose from, after all others seven or eight. Find it. (It turns over a disc in the very middle.)",
        ),
        right: ["c4"],
        yes: t(
          "Your disc is tucked in among the others and opens up nothing new: White has only three moves. Players "
            + "call this a quiet move.",
        ),
        no: t("After that White has plenty to choose from. Look for a square that already has discs all around it."),
      },
      {
        board: [
          "--------",
          "--------",
          "--O-----",
          "--XOX---",
          "---OXX--",
          "---O----",
          "--------",
          "--------",
        ],
        says: t("Once more: look for a quiet move, one that leaves White few squares to choose from."),
        right: ["e6"],
        yes: t("Yes. White has four moves; after any of your other moves there would be five to eight."),
        no: t("After that White has more to choose from. Look on the right, next to your own discs."),
        wrong: {
          b2: {
            says: t(
              "That is an X-square, next to the empty corner a1. White cannot take the corner yet, but this is by "
                + "far the worst move here.",
            ),
          },
        },
      },
      {
        board: [
          "--------",
          "--------",
          "--------",
          "---OX---",
          "---XO---",
          "----XOX-",
          "------O-",
          "--------",
        ],
        says: t(
          "You have four moves here, and one is clearly the best. Which of them leaves White the fewest squares to "
            + "choose from?",
        ),
        right: ["f5"],
        yes: t("Well spotted. Every other move leaves White seven squares, this one only four."),
        no: t("After that White has seven squares to choose from. There is a move that leaves only four."),
        wrong: {
          g8: { says: t("That is on the edge, but right next to a corner: White takes h8 at once."), then: ["h8"] },
        },
      },
      {
        board: [
          "-XXX----",
          "--OO----",
          "XOOOO---",
          "OOOOOOO-",
          "--OOO---",
          "-O------",
          "O-------",
          "--------",
        ],
        says: t(
          "If White has no move at all, you move twice in a row. One move here leaves White with none. Look along "
            + "the left edge.",
        ),
        right: ["a5"],
        yes: t(
          "White must pass, and it is your turn again. When the other side has few moves left, always see whether "
            + "you can take away the last.",
        ),
        no: t("White still has a move after that. What happens if you fill the gap on the left edge?"),
        then: ["pass"],
      },
      {
        board: [
          "--------",
          "--------",
          "--OOO---",
          "XOOOO---",
          "X-OOO---",
          "XXOOOO--",
          "--OO----",
          "--OX----",
        ],
        says: t(
          "This is where it leads: one of your moves leaves White a single reply, and that gives you a corner. Look "
            + "along the bottom edge.",
        ),
        right: ["b8"],
        yes: t("White has to play a7, and the corner is yours. Without good moves, White had to make a bad one."),
        no: t("White still has a choice after that. Which move on the bottom edge leaves only one?"),
        then: ["a7", "a8"],
      },
    ],
  };
}
