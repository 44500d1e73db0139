// Lesson: the first moves and their names. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("Your first move is free: all four are mirror images. White’s answer decides what kind of opening it " + "is."),
      t("In the opening, stay close to the centre, and turn over little."),
      t("Names such as Tiger or Buffalo stand for lines that people have tested in thousands of games."),
    ],
    against: "luca",
    steps: [
      {
        board: [
          "--------",
          "--------",
          "--------",
          "---OX---",
          "---OXX--",
          "---O----",
          "--------",
          "--------",
        ],
        says: t(
          "You played f5, and White answered on d6: the perpendicular opening, the one played most. Choose a "
            + "move near the centre.",
        ),
        right: ["c3", "c4", "c5", "c6"],
        yes: t(
          "Good. With c3 you are on the way to the Tiger, the most popular opening of all. The other moves "
            + "near the centre are played too.",
        ),
        wrong: {
          c7: {
            says: t("Too far out. Your disc on c7 stands alone in front of a corner, and White has an easy game."),
          },
        },
      },
      {
        board: [
          "--------",
          "--------",
          "--------",
          "---OX---",
          "---XOX--",
          "-----O--",
          "--------",
          "--------",
        ],
        says: t(
          "Now White answered on f6: the diagonal opening. Only one of your moves is good here. It turns over"
            + " as little as the others, but stays in the middle.",
        ),
        right: ["e6"],
        yes: t("e6 leaves White two moves, both close to the centre. That is a good start."),
        no: t("That gives White more choice and a better game. Which move leaves White the fewest moves?"),
      },
      {
        board: [
          "--------",
          "--------",
          "--------",
          "---OOO--",
          "---XXX--",
          "--------",
          "--------",
          "--------",
        ],
        says: t(
          "White answered on f4: the parallel opening. It is the weakest of White’s three answers. How do you"
            + " use that?",
        ),
        right: ["e3"],
        yes: t(
          "e3 is the best answer: you are ahead already. Most players never choose the parallel opening as " + "White.",
        ),
        no: t("Playable, but White gets away with the weak answer. Look above White’s row, in the middle."),
      },
      {
        board: [
          "--------",
          "--------",
          "--XO----",
          "---OX---",
          "---OXX--",
          "---O----",
          "--------",
          "--------",
        ],
        says: t(
          "The game began f5, d6, c3, d3. One move makes this the Tiger. It fills the gap on the left of the "
            + "middle.",
        ),
        right: ["c4"],
        yes: t("c4: the Tiger. Now you know the first five moves of the best-known opening."),
        no: t("That is worth less. The Tiger goes on between c3 and the centre."),
      },
      {
        board: [
          "--------",
          "--------",
          "----X---",
          "---OXO--",
          "--OOOO--",
          "----XO--",
          "--------",
          "--------",
        ],
        says: t(
          "After f5, f6, e6, f4, e3, the Cow, White often plays c5. You can choose: c4 is the Rose-v-Toth, g5 the "
            + "Cow Bat. Only one of your six moves is really bad. Avoid it!",
        ),
        right: ["c4", "g5", "g6", "c6", "g4"],
        yes: t(
          "A good choice. Try a few openings, and stay with one that you like: you will meet the same "
            + "positions again.",
        ),
        wrong: {
          b6: {
            says: t("Too far out. Your disc on b6 stands alone on the left, and White has eleven moves."),
          },
        },
      },
    ],
  };
}
