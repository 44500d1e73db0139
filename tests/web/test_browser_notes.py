"""Notes cover nothing; what is done at once can be taken back; the end of a game is told once."""

import pytest

from tests.web.playing import EXAMINED, WIPE_OUT
from tests.web.test_browser_sizes import SIZES

pytestmark = pytest.mark.slow

LONG = "The moves in the address cannot be read: “something that is none” is none, and so it goes on for a while."

# What of the board, and which of the things that can be pressed, lies under the note.
COVERED = """() => {
  const box = document.querySelector(".note").getBoundingClientRect();
  const dialog = document.querySelector("dialog[open]");
  const edge = dialog?.getBoundingClientRect().bottom ?? Infinity; // a dialog shows nothing below its edge
  const under = (element) => {
    const other = element.getBoundingClientRect();
    const [left, right] = [box.left + 0.5, box.right - 0.5];
    const bottom = Math.min(other.bottom, edge);
    return other.left < right && other.right > left && other.top < box.bottom - 0.5 && bottom > box.top + 0.5;
  };
  const all = dialog ?? document; // what lies below a dialog cannot be pressed
  return [...all.querySelectorAll("#board svg, button, select, input, summary, a[href]")]
    .filter((each) => each.checkVisibility() && !each.closest(".note, .skip") && under(each))
    .map((each) => each.outerHTML.slice(0, 80));
}"""
IN_SIGHT = """() => {
  const box = document.querySelector(".note").getBoundingClientRect();
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 0.5 && box.right <= innerWidth + 0.5;
}"""
NOTE = """async ([words, undo]) => {
  const notes = await import("/js/core/announce.js");
  notes.note(words, undo ? "info" : "error", undo ? () => {} : null);
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_note_covers_neither_the_board_nor_anything_to_press(tab, width, height):
    touch = {"has_touch": True, "is_mobile": True} if min(width, height) < 500 else {}
    other = tab.more(viewport={"width": width, "height": height}, **touch).go()
    for kind, seats in (("othello", ["human"] * 2), ("tribolo", ["human"] * 3)):
        other.begin(*seats, kind=kind, **({"seed": 7} if kind == "tribolo" else {"moves": ["f5", "d6"]}))
        for words, undo in (("The game is resigned.", True), (LONG, False)):
            other.page.evaluate(NOTE, [words, undo])
            other.page.wait_for_selector(".note")
            assert other.page.evaluate(COVERED) == [], (kind, words)
            assert other.page.evaluate(IN_SIGHT), (kind, words)
    other.page.get_by_role("tab", name="Analyse").click()
    other.page.evaluate("scrollTo(0, 0)")
    other.page.evaluate(NOTE, ["The analysis is empty again.", True])
    assert other.page.evaluate(COVERED) == []
    assert other.page.evaluate(IN_SIGHT)
    assert other.faults == []


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_note_is_seen_where_one_has_scrolled_to(tab, width, height):
    other = tab.more(viewport={"width": width, "height": height}).go()
    other.begin("human", "human", moves=["f5", "d6"])
    other.page.evaluate("document.querySelector('details.card').open = true; scrollTo(0, 1e6)")
    other.page.evaluate(NOTE, ["The players have changed.", False])
    assert other.page.evaluate(IN_SIGHT)
    board = other.page.locator("#board svg").bounding_box()
    box = other.page.locator(".note").bounding_box()
    assert box["x"] >= board["x"] + board["width"] or board["y"] + board["height"] <= box["y"]


@pytest.mark.parametrize(("width", "height"), [(320, 480), (390, 844), (844, 390), (1280, 720)])
def test_note_in_a_dialog_is_seen_and_covers_nothing_of_it(tab, width, height):
    other = tab.more(viewport={"width": width, "height": height}).go()
    other.begin("human", "human")
    for dialog in ("settings()", "paste()"):
        other.page.evaluate(f"outflank.dialogs.{dialog}")
        before = other.page.locator("dialog[open]").bounding_box()
        for words, undo in (("Something is copied.", False), (LONG, True)):
            other.page.evaluate(NOTE, [words, undo])
            assert other.page.locator("dialog[open] .note").is_visible()
            assert other.page.evaluate(IN_SIGHT), (dialog, words)
            assert other.page.evaluate(COVERED) == [], (dialog, words)
            assert other.page.locator("dialog[open]").bounding_box()["y"] == before["y"]
        other.page.locator(".note .close").click()
        assert other.page.locator("dialog[open]").bounding_box() == before
        other.page.keyboard.press("Escape")
    assert other.faults == []


def undo(tab):
    tab.page.locator(".note").get_by_role("button", name="Undo").click()


def test_resigning_asks_nothing_and_can_be_taken_back(tab):
    tab.begin("human", "level1")
    tab.square("f5").click()
    tab.until_moves(2)
    moves = tab.moves
    tab.button("Resign").click()
    tab.page.wait_for_selector(".result")
    assert tab.page.locator("dialog[open]").count() == 0
    tab.button("Undo").click()
    tab.page.wait_for_selector(".result", state="detached")
    assert tab.moves == moves
    tab.button("Resign").click()
    tab.page.wait_for_selector(".result")
    tab.page.keyboard.press("Backspace")
    tab.page.wait_for_selector(".result", state="detached")
    assert tab.moves == moves


def test_undo_is_offered_no_longer_once_the_game_has_changed(tab):
    tab.begin("human", "human", moves=["f5", "d6"])
    tab.button("Restart").click()
    tab.page.wait_for_selector(".note .undo")
    tab.square("f5").click()
    tab.page.wait_for_selector(".note", state="detached")
    assert tab.moves == ["f5"]


def test_restart_leaves_the_game_where_it_can_be_gone_back_to(tab):
    tab.begin("human", "human")
    for name in ("f5", "d6"):
        tab.square(name).click()
        tab.wait("name => outflank.modes.play.state.moves.at(-1)?.move === name", name)
    game = tab.page.evaluate("outflank.modes.play.id")
    tab.button("Restart").click()
    tab.until_moves(0)
    tab.page.wait_for_selector(".note .undo")
    undo(tab)
    tab.until_moves(2)
    assert tab.page.evaluate("outflank.modes.play.id") == game


def line(tab):
    return tab.page.evaluate(f"{EXAMINED}.join('')")


def test_clearing_and_pasting_can_be_taken_back(tab):
    tab.go("#/analyse?moves=f5d6c3")
    tab.square("f4").click()
    tab.wait("outflank.examined.study.mainLine.length === 5")
    tab.button("Clear").click()
    tab.wait("outflank.examined.isEmpty")
    undo(tab)
    tab.wait("!outflank.examined.isEmpty")
    assert line(tab) == "f5d6c3f4"
    tab.page.evaluate("outflank.dialogs.take('d3c5')")
    tab.wait("outflank.examined.study.mainLine.length === 3")
    undo(tab)
    tab.wait("outflank.examined.study.mainLine.length === 5")
    assert line(tab) == "f5d6c3f4"


def test_deleted_moves_can_be_put_back(tab):
    tab.go("#/analyse?moves=f5d6c3d3")
    tab.page.keyboard.press("ArrowLeft")
    tab.page.keyboard.press("ArrowLeft")
    tab.wait("outflank.examined.study.current.ply === 2")
    tab.button("Delete from here").click()
    assert line(tab) == "f5"
    undo(tab)
    tab.wait("outflank.examined.study.current.ply === 2")
    assert line(tab) == "f5d6c3d3"


def test_there_is_one_button_for_a_new_game_and_it_is_always_in_sight(tab):
    for width, height in ((1280, 720), (390, 844), (844, 390)):
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.begin("human", "human", moves=["f5", "d6"])
        for place in (0, 1e6):
            tab.page.evaluate("place => scrollTo(0, place)", place)
            button = tab.button("New game")
            assert button.count() == 1
            box = button.bounding_box()
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height


def test_result_is_told_once_and_the_keyboard_stays_where_it_is(tab):
    tab.begin("human", "human", moves=WIPE_OUT[:8])
    tab.page.evaluate(
        """() => {
            window.told = [];
            new MutationObserver(() => told.push(document.getElementById("live").textContent))
              .observe(document.getElementById("live"), { childList: true, characterData: true, subtree: true });
        }"""
    )
    tab.square("c5").focus()
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector(".result")
    tab.page.wait_for_timeout(200)
    assert [words for words in tab.page.evaluate("told") if "Black wins" in words] == [tab.said]
    assert tab.page.locator("[role=status], [role=alert]").filter(has_text="Black wins").count() == 0
    assert tab.page.evaluate("document.activeElement.dataset.square") == "c5"


def test_reading_goes_on_at_the_result_where_the_keyboard_was_nowhere(tab):
    tab.begin("human", "human", moves=WIPE_OUT[:8])
    tab.page.evaluate("outflank.mode.choose('c5')")
    tab.page.wait_for_selector(".result")
    tab.wait("document.activeElement.matches('.result')")
    tab.page.keyboard.press("ArrowLeft")  # goes through the moves as ever
    tab.wait("outflank.modes.play.at === 8")
