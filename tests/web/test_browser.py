"""The first things that anybody does in a browser; the other tests of the page are marked slow."""

import re

from tests.web.playing import clicking_at_random, play_on


def test_a_whole_game_by_clicks(tab):
    tab.begin("human", "level1")
    play_on(tab, clicking_at_random(tab, 1))
    result = tab.page.evaluate("outflank.modes.play.state.result.words")
    assert re.match(r"(Black wins|White wins|draw) \d+–\d+", result)
    result = result.replace("Black wins", "You won")
    if found := re.match(r"White wins (\d+)–(\d+)(.*)", result):
        result = f"You lost {found[2]}–{found[1]}{found[3]}"
    assert tab.status == result
    assert tab.page.get_by_role("group", name=f"Game over: {result}").is_visible()
    assert result in tab.said
    assert tab.button("Review").is_visible()


def test_moves_are_announced_with_what_they_turn(tab):
    tab.begin("human", "human")
    tab.square("f5").click()
    tab.until_moves(1)
    assert tab.said == "Black f5, flips 1. White to move."
    assert tab.square("f5").get_attribute("aria-label") == "f5, black, last move"
    assert tab.square("f6").get_attribute("aria-label") == "f6, empty, legal, flips 1"
    assert tab.square("a1").get_attribute("aria-label") == "a1, empty"


def test_undo_redo_restart_and_resign(tab):
    tab.begin("human", "human")
    for name in ("f5", "d6", "c3"):
        tab.square(name).click()
        tab.wait("name => outflank.modes.play.state.moves.at(-1)?.move === name", name)
    tab.button("Undo").click()
    tab.until_moves(2)
    tab.page.keyboard.press("Backspace")
    tab.until_moves(1)
    tab.button("Redo").click()
    tab.until_moves(2)
    tab.button("Resign").click()
    tab.page.wait_for_selector(".result")
    assert "resigned" in tab.status
    tab.button("Play again").click()
    tab.until_moves(0)


def test_hint_rings_a_move(tab):
    tab.begin("human", "human")
    tab.button("Hint").click()
    tab.page.get_by_text("again to see the square").first.wait_for(state="attached")  # first it is in words
    tab.button("Hint").click()
    tab.page.wait_for_selector(".hint-ring")
    assert tab.status.startswith("Best: ")
    assert tab.page.locator('[aria-label$=", hint"]').count() == 1


def test_reload_in_mid_game_loses_nothing(tab):
    tab.begin("human", "level1")
    tab.square("f5").click()
    tab.until_moves(2)
    moves = tab.moves
    tab.reload()
    assert tab.moves == moves
    assert tab.square("f5").get_attribute("aria-label").startswith("f5, ")
