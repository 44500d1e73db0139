"""Play, review, puzzles and studies by keys alone, with a log of the focus and of what a screen reader is told."""

import re

import pytest

from outflank.practice.puzzles import shipped

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

LISTEN = """() => {
  window.heard = [];
  const live = document.querySelector("#live");
  new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true });
}"""
FOCUS = """() => {
  const at = document.activeElement;
  const label = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent;
  return { tag: at.tagName, name: label.trim().replace(/\\s+/g, " ").slice(0, 70), isSeen: at.checkVisibility() };
}"""
MOST_STOPS = 60


class Reader:
    """Somebody who has a keyboard and ears; never is the focus lost on the way."""

    def __init__(self, tab):
        self.tab, self.keys, self.log = tab, tab.page.keyboard, []

    def go(self, hash_):
        self.tab.go(hash_).page.evaluate(LISTEN)

    @property
    def focus(self):
        return self.tab.page.evaluate(FOCUS)

    def press(self, key, *, may_be_lost=False):
        """Press a key, and note the focus and what is said then."""
        self.keys.press(key)
        self.tab.page.wait_for_timeout(60)
        at = self.focus
        self.log.append(f"{key:>10}  {at['tag'].lower()} “{at['name']}”{self.hear()}")
        assert may_be_lost or (at["tag"] != "BODY" and at["isSeen"]), self.log[-10:]
        return at["name"]

    def hear(self):
        return "".join(f"\n            says “{words}”" for words in self.tab.page.evaluate("window.heard.splice(0)"))

    def until_said(self, pattern, seconds=60):
        """Wait until something is said, and note the focus then."""
        self.tab.wait(
            "pattern => new RegExp(pattern).test(document.querySelector('#live').textContent)", pattern, seconds
        )
        self.log.append(f"{'…':>10}  {self.focus['tag'].lower()} “{self.focus['name']}”{self.hear()}")
        assert self.focus["tag"] != "BODY", self.log[-10:]

    def walk_to(self, name, key="Tab"):
        """Press Tab until something of a name has the focus."""
        for _ in range(MOST_STOPS):
            if re.search(name, self.press(key, may_be_lost=True)):
                assert self.focus["tag"] != "BODY"
                return
        pytest.fail(f"{name} is not reached:\n" + "\n".join(self.log))

    def walk_over_the_board_to(self, square):
        """From whichever square has the focus, with the arrows."""
        at = self.focus["name"].split(",")[0].strip()
        across, down = ord(square[0]) - ord(at[0]), int(square[1:]) - int(at[1:])
        for keys, count in ((("ArrowLeft", "ArrowRight"), across), (("ArrowUp", "ArrowDown"), down)):
            for _ in range(abs(count)):
                self.press(keys[count > 0])
        assert self.focus["name"].startswith(f"{square},")


@pytest.fixture
def reader(tab):
    reader = Reader(tab)
    yield reader
    print("\n".join(reader.log))


def test_game_is_played_from_the_home_by_keys(reader):
    reader.go("#/")
    reader.walk_to("^Play Coco")
    reader.press("Enter", may_be_lost=True)
    reader.until_said(r"^Play\. A new game\. Black to move\.")
    reader.walk_to("^a1,")
    reader.walk_over_the_board_to("f5")
    reader.press("Enter")
    reader.until_said(r"White \w\d, flips \d+\. Black to move\.")
    assert reader.focus["name"].startswith("f5,")  # the focus stays on the board
    reader.press("?")
    assert reader.focus["name"] == "Keys"
    reader.press("Escape")
    assert reader.focus["name"].startswith("f5,")
    reader.walk_to("^Hint$")
    reader.press("Enter")
    reader.until_said("Press “Hint” again to see the square")
    assert reader.focus["name"] == "Hint"
    reader.press("Enter")
    reader.until_said(r"^Best: \w\d\.")
    reader.walk_to("^Undo$", "Shift+Tab")
    reader.press("Enter")
    reader.until_said(r"^Taken back\. Black to move\.")
    reader.walk_to("^Resign$|^New game$")


def test_game_is_reviewed_by_keys(reader):
    reader.go("#/review?moves=f5d6c3d3c4f4f6f3e6e7")
    reader.press("Tab")  # the review has begun by itself
    reader.until_said(r"^The review is finished\. Black: \d+ blunder")
    reader.press("Home")
    reader.until_said(r"^The start\.")
    reader.press("ArrowRight")
    reader.until_said(r"^Black f5, flips 1\. White to move\. Black f5: nothing lost\.$")
    reader.press("ArrowRight")
    reader.until_said(r"^White d6, flips 1\. Black to move\. White d6: ")
    reader.walk_to(r"^Why\?$")
    reader.press("Enter")
    reader.until_said(r"^d6 ")


def test_puzzle_is_solved_by_keys(reader):
    reader.go("#/practice")
    reader.walk_to("^Puzzles")
    reader.press("Enter", may_be_lost=True)
    difficulty = "Difficulty: (very easy|easy|medium|hard|very hard)"
    reader.until_said(rf"^Puzzles\. {difficulty}\. (Black|White) to move\. Which move is clearly the best\?")
    key = reader.tab.page.evaluate("outflank.modes.practice.part.part.told.key")
    puzzle = next(each for each in shipped() if each.key == key)
    if not re.match(r"\w\d,", reader.focus["name"]):
        reader.walk_to(r"^\w\d,")
    reader.walk_over_the_board_to(puzzle.best.move)
    reader.press("Enter", may_be_lost=True)
    reader.until_said(r"(^|\. )Right")  # behind what was said just before, if that is slow
    assert reader.focus["name"] == "Next puzzle"
    reader.press("Enter", may_be_lost=True)
    reader.until_said(r"Which move is clearly the best\?")


def test_study_is_made_and_found_again_by_keys(reader):
    reader.go("#/analyse?moves=f5d6c3")
    reader.walk_to("^Save as a study$")
    assert reader.press("Enter") == "Title of the study"
    reader.keys.type("Tiger hunt")
    reader.walk_to("^All studies$")
    reader.press("Enter", may_be_lost=True)
    reader.until_said(r"^Studies\.")
    reader.walk_to("^Open Tiger hunt$")
    reader.press("Enter", may_be_lost=True)
    reader.until_said(r"^Analyse\.")
    assert reader.tab.page.evaluate("outflank.examined.card.title") == "Tiger hunt"
    reader.press("ArrowLeft")
    reader.until_said(r"White d6, flips 1\. Black to move\.$")
