// Lesson: a disc between two discs of the other side. See screens/later/lesson.js for the form of a lesson.

/** @param {typeof import("../core/words.js").t} t @returns {import("../screens/later/lesson.js").Told} */
export function lesson(t) {
  return {
    learnt: [
      t("A wedge is a disc on the edge, right between two discs of the other side. Nothing can turn it over "
        + "while they stay."),
      t("A wedge often wins a corner, because from it you can catch the discs beside it."),
      t("Do not leave a single hole between your own discs on an edge."),
    ],
    against: "luca",
    steps: [
      {
        board: [
          "----XXXO",
          "--XXXXO-",
          "OOOOOOXO",
          "-OOOOOXX",
          "-OOOXXOX",
          "XXOXXXOO",
          "--OOOO--",
          "--OOOO--",
        ],
        says: t(
          "White holds the corner h1. Still there is a hole on the right edge. Fill it: next to a white "
            + "corner and a white disc your own disc is safe.",
        ),
        right: ["h2"],
        yes: t(
          "h2 stands between h1 and h3, so White cannot turn it over along the edge. The white corner is "
            + "worth much less now.",
        ),
        no: t("There is a hole between two white discs on the right edge."),
        wrong: {
          g7: {
            says: t("That is an X-square, and White takes h8."),
            then: ["h8"],
          },
        },
      },
      {
        board: [
          "--OOOO--",
          "-XOOOO--",
          "XXXXOOOO",
          "-XOOXXOO",
          "OOOOXOXO",
          "-OXXXXOO",
          "O-XXXX-O",
          "--XXX---",
        ],
        says: t("The left edge has two holes. One of them lies between two white discs. Which?"),
        right: ["a6"],
        yes: t(
          "a6 stands between a5 and a7. White may take a1, but you get a8 and win by 33 to 31. All your other"
            + " moves lose.",
        ),
        then: ["a1", "a8"],
        no: t("That loses. Look for a hole with a white disc on both sides of it."),
        wrong: {
          a4: {
            says: t(
              "A hole too, but your disc stands next to your own disc on a3, not between two white ones. "
                + "White wins by 37 to 27.",
            ),
          },
        },
      },
      {
        board: [
          "----O---",
          "--X-O---",
          "XXXXOOO-",
          "XXXXOOOO",
          "XOXXOOOO",
          "XXXOOOOO",
          "--OOOOO-",
          "-XXXXX-O",
        ],
        says: t(
          "White has the corner h8 and three discs above it, with one hole between them. White cannot fill "
            + "the hole at the moment. Can you?",
        ),
        right: ["h7"],
        yes: t(
          "Now the white discs on h4, h5 and h6 are cut off from their corner: you could turn them over from " + "h3.",
        ),
        no: t("The hole on the right edge is still open. Fill it while White cannot!"),
      },
      {
        board: [
          "O-OOO---",
          "OOXXOO--",
          "OXOXOOOO",
          "OXOOXXOX",
          "OOOOOOX-",
          "OOXXOOXX",
          "--OOX---",
          "--OO-X--",
        ],
        says: t("Cut off another corner."),
        right: ["b1"],
        yes: t("b1 stands between a1 and c1. The corner stays White’s, but it does not help the rest of the edge."),
        no: t("That is not urgent. On the top edge there is a hole between a white corner and white discs."),
      },
      {
        board: [
          "OXXXXX--",
          "-OXOOOO-",
          "OXOOXOO-",
          "OXOOOOX-",
          "OOXOOOXX",
          "OOOOOOX-",
          "--XXOO--",
          "--X-O---",
        ],
        says: t("Here you have many moves, and most of them lose much. Which one is safe for the whole game?"),
        right: ["a2"],
        yes: t(
          "a2 stands between a1 and a3: it is safe as long as they are white. A corner with a wedge next to "
            + "it is a weak corner.",
        ),
        no: t("Look at the left edge, next to the white corner."),
      },
    ],
  };
}
