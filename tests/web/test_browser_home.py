"""The home with its board, and the habits of chess sites: wheel, arrows, faces and words at the board."""

import json
import re
import time

import pytest

from outflank.practice.puzzles import shipped
from tests.web.conftest import LONG_THOUGHT

pytestmark = pytest.mark.slow

GAME = ["f5", "d6", "c3", "d3", "c4", "f4"]


def at_home(tab, square):
    return tab.page.locator(f'.hearth-board [data-square="{square}"]')


def middle(tab, square):
    box = tab.square(square).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_first_move_at_home_begins_a_game_with_it(open_tab, serve):
    tab = open_tab(serve()).go("#/")
    at_home(tab, "f5").click()
    tab.wait("outflank.mode.name === 'play' && outflank.modes.play.state.moves.length >= 1")
    assert tab.moves[0] == "f5"
    assert tab.page.locator(".hearth-board button").count() == 0


def test_first_visit_names_the_game_and_where_to_start_until_the_first_game(open_tab, serve):
    tab = open_tab(serve()).go("#/")
    welcome, start = tab.page.get_by_text("This is Othello (Reversi)"), tab.page.get_by_text("Start with lesson one")
    welcome.wait_for()
    tab.page.set_viewport_size({"width": 390, "height": 844})
    box = start.bounding_box()
    assert box["y"] + box["height"] < 400
    start.click()
    tab.wait("location.hash === '#/learn/rules/1'")
    tab.begin("human", "human", moves=GAME[:1])
    tab.square("f6").click()
    tab.until_moves(2)
    tab.go("#/")
    tab.page.locator("a.continue").wait_for()
    assert not welcome.is_visible()
    assert not start.is_visible()
    tab.reload()
    tab.page.locator(".invitation-card").wait_for()
    assert not welcome.is_visible()  # from the first picture on
    tab.page.locator("a.continue").wait_for()
    assert not welcome.is_visible()


def test_solved_board_of_a_lesson_ends_the_welcome(open_tab, serve):
    tab = open_tab(serve()).go("#/")
    tab.page.get_by_text("This is Othello (Reversi)").wait_for()
    tab.page.evaluate('localStorage.setItem(\'outflank.lessons\', \'{"rules": {"at": 2, "solved": [1]}}\')')
    tab.reload()
    tab.page.locator(".invitation-card").wait_for()
    assert not tab.page.get_by_text("This is Othello (Reversi)").is_visible()


@pytest.mark.parametrize(
    "last",
    [
        {"kind": "othello", "setup": {"size": 6}},
        {"kind": "othello", "setup": {"mirrored": True}},
        {"kind": "tribolo", "seats": {"tribolo": ["human", "tribolo", "tribolo"]}},
    ],
    ids=["small", "mirrored", "tribolo"],
)
def test_game_from_another_start_begins_only_by_the_button(open_tab, serve, last):
    """The board at home shows the usual start, from which its moves would be wrong in these games."""
    tab = open_tab(serve()).go("#/")
    for name, value in last.items():
        stored = {"name": f"outflank.{name}", "value": json.dumps(value)}
        tab.page.evaluate("({name, value}) => localStorage.setItem(name, value)", stored)
    tab.reload()
    tab.page.locator(".hearth-words").filter(has_text="Press Play to begin.").wait_for()
    assert tab.page.evaluate("outflank.modes.home.board.board.shown.kind") == "othello"
    assert tab.page.locator(".hearth-board .legal").count() == 0
    assert tab.faults == []


def test_unfinished_game_goes_on_at_home(open_tab, serve):
    tab = open_tab(serve()).go()
    tab.begin("human", "human", moves=GAME)
    tab.square("f3").click()
    tab.until_moves(len(GAME) + 1)
    tab.go("#/")
    tab.page.locator("a.continue").wait_for()
    assert tab.page.locator('.tile[href="#/games"]').inner_text() == "Your games\nFind, review and keep them"
    tab.go("#/progress")
    empty = "Finish a game of Othello on the 8×8 board, and see here which moves lost discs."
    tab.page.locator(".nothing-yet", has_text=empty).wait_for()
    tab.go("#/")
    tab.page.locator("a.continue").wait_for()
    move = tab.page.locator(".hearth-board .legal").first.get_attribute("data-square")
    at_home(tab, move).click()
    tab.wait("outflank.mode.name === 'play'")
    tab.until_moves(len(GAME) + 2)
    assert tab.moves == [*GAME, "f3", move]


def test_no_moves_are_offered_at_home_while_the_opponent_is_to_move(open_tab, serve):
    tab = open_tab(serve()).go()
    tab.begin("human", LONG_THOUGHT)
    tab.square("f5").click()
    tab.until_moves(1)
    tab.page.evaluate("outflank.turnTo('home')")
    tab.page.locator("a.continue").wait_for()
    tab.wait("outflank.modes.home.board.board.view?.turn === 1")
    assert tab.page.locator(".hearth-board .legal").count() == 0


def test_puzzle_of_the_day_is_solved_at_home(open_tab, serve):
    tab = open_tab(serve()).go("#/")
    tab.page.evaluate('localStorage.setItem(\'outflank.results\', \'{"momo": [{"game": "a", "margin": 4}]}\')')
    tab.reload()
    words = tab.page.locator(".hearth-words")
    words.filter(has_text="Which move is clearly the best?").wait_for()
    key = tab.page.evaluate("outflank.modes.home.board.puzzle.key")
    puzzle = next(each for each in shipped() if each.key == key)
    wrong, best = puzzle.choices[-1], puzzle.best
    at_home(tab, wrong.move).click()
    words.filter(has_text=f"{wrong.move} loses {best.value - wrong.value} discs. Try again.").wait_for()
    tab.page.locator(f'.hearth-board .legal[data-square="{best.move}"]').click()  # the position is there again
    words.filter(has_text=f"Right. {best.move} is the best move.").wait_for()
    assert tab.page.locator(".hearth-board .legal").count() == 0
    assert tab.page.evaluate("outflank.mode.name") == "home"


def test_face_chooses_the_opponent(open_tab, serve):
    tab = open_tab(serve()).go("#/")
    tab.page.get_by_role("button", name=re.compile("^Kiki, rating")).click()
    tab.page.get_by_role("button", name="Play Kiki, you are Black").click()
    tab.wait("outflank.modes.play.state?.seats.join() === 'human,kiki'")
    assert tab.page.locator(".score .portrait").count() == 1


def test_character_speaks_unless_it_is_told_not_to(tab):
    tab.begin("human", "momo")
    assert tab.page.locator(".bubble").inner_text()
    tab.page.evaluate("localStorage.setItem('outflank.settings', '{\"talk\": false}')")
    tab.reload()
    tab.begin("human", "momo")
    assert tab.page.locator(".bubble").count() == 0
    tab.page.evaluate("localStorage.removeItem('outflank.settings')")


def test_wheel_over_the_board_steps_through_the_game(tab):
    tab.begin("human", "human", moves=GAME)
    tab.page.mouse.move(*middle(tab, "a1"))
    ply = len(GAME)
    for notch in (-100, -100, -100, 100, 100, 100):
        tab.page.mouse.wheel(0, notch)
        ply += 1 if notch > 0 else -1
        tab.wait("ply => outflank.modes.play.ply === ply", ply)
        tab.wait("empty => outflank.board.view.cells.replace(/[^-]/g, '').length === empty", 60 - ply)
        time.sleep(0.2)  # the page takes events within 90 ms for one notch
        assert tab.page.evaluate("outflank.modes.play.ply") == ply
    assert tab.page.evaluate("outflank.modes.play.at") is None
    tab.page.keyboard.down("Control")  # the browser's zoom
    tab.page.mouse.wheel(0, -100)
    tab.page.keyboard.up("Control")
    time.sleep(0.2)
    assert tab.page.evaluate("outflank.modes.play.ply") == len(GAME)


def test_right_button_draws_and_left_button_clears(tab):
    tab.begin("human", "human", moves=GAME)
    tab.page.mouse.move(*middle(tab, "a1"))
    tab.page.mouse.down(button="right")
    tab.page.mouse.move(*middle(tab, "d4"))
    tab.page.mouse.up(button="right")
    assert tab.page.locator(".scribbles .head").count() == 1
    tab.square("h8").click(button="right")
    assert tab.page.locator(".scribbles > path").count() == 5  # an arrow of three, a circle of two
    tab.square("h8").click(button="right")
    assert tab.page.locator(".scribbles > path").count() == 3
    tab.page.mouse.click(*middle(tab, "a8"))
    assert tab.page.locator(".scribbles > path").count() == 0
    assert len(tab.moves) == len(GAME)


def test_animated_picture_is_saved(tab):
    pytest.importorskip("PIL", reason="animated pictures need outflank[pictures]")
    from PIL import Image

    tab.begin("human", "human", moves=GAME)
    tab.page.evaluate("document.documentElement.dataset.palette = 'blue'")
    tab.button("Share").click()
    with tab.page.expect_download() as download:
        tab.button("Save animated picture").click()
    assert download.value.suggested_filename == "othello.gif"
    with Image.open(download.value.path()) as picture:
        assert picture.convert("RGB").getpixel((1, 1)) == (0x1D, 0x34, 0x42)  # its frame is that of the page's board


def test_clock_of_ones_own(tab):
    tab.page.evaluate("outflank.dialogs.newGame()")
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_label("Clock").select_option("own")
    dialog.get_by_label("Minutes a player").fill("7")
    dialog.get_by_label("Seconds added a move").fill("3")
    dialog.get_by_label("White is played by").select_option("human")
    tab.button("Start game").click()
    tab.wait("outflank.modes.play.state?.clock?.control === '420+3'")
    tab.page.evaluate("localStorage.removeItem('outflank.setup')")
