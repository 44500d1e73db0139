"""One numbering of moves on the page, that of the transcript: passes are no moves, wherever a number is shown."""

import pytest

from outflank import Game, Position
from tests.web.test_browser_study import GAME

pytestmark = pytest.mark.slow

PASS_AT = 58  # moves before the pass of `GAME`
ROWS = [*[f"{number}." for number in range(1, PASS_AT, 2)], "59.", "60."]
"""The numbers of the rows; the pass is in that of 59."""


def rows(tab, panel):
    tab.page.wait_for_selector(f"#{panel} .moves .move >> nth=60")
    found = tab.page.locator(f"#{panel} .moves .row").evaluate_all(
        "rows => rows.map(row => [...row.children].map(each => each.textContent).filter(Boolean))"
    )
    assert found[-2] == ["59.", "pass", "e8"]
    assert found[-1] == ["60.", "d8"]
    return [row[0] for row in found]


def test_list_of_moves_counts_as_the_transcript_does_in_play_analysis_and_review(tab):
    tab.begin("human", "human", moves=list(Game(Position.start(), GAME).moves))
    assert rows(tab, "panel-play") == ROWS
    for part in ("analyse", "review"):
        tab.go(f"#/{part}?moves={GAME}&at=61")
        assert rows(tab, f"panel-{part}") == ROWS


def test_words_under_the_board_have_the_number_of_the_list(tab):
    tab.begin("human", "human", moves=list(Game(Position.start(), GAME).moves))
    for move, number in (("e8", 59), ("h6", 58), ("pass", 58)):
        tab.page.locator("#panel-play .moves").get_by_text(move, exact=True).click()
        tab.page.locator("#status", has_text=f"Looking at move {number} of 60").wait_for()
    tab.go(f"#/review?moves={GAME}&at=60")
    tab.page.locator("#status", has_text="After move 59").wait_for()


def test_variation_has_the_numbers_of_its_moves(tab):
    tab.go("#/analyse?moves=f5d6c3d3c4&at=3")
    tab.wait("outflank.examined.study.current.path.length === 3")
    tab.square("f4").click()
    tab.page.wait_for_selector("#panel-analyse .variation")
    assert tab.page.locator("#panel-analyse .variation .number").all_inner_texts() == ["4."]


def test_graph_counts_as_the_transcript_does(tab):
    tab.go(f"#/review?moves={GAME}&at=61")
    rows(tab, "panel-review")
    cells = tab.page.locator("#panel-review table.plain th[scope=row]").all_text_contents()
    assert cells[58:] == ["58. h6", "pass", "59. e8", "60. d8"]
    ticks = tab.page.locator("#panel-review .graph .tick.middle")
    assert ticks.all_text_contents() == ["10", "20", "30", "40", "50", "60"]
    end = tab.page.evaluate("outflank.modes.review.graph.x(61)")
    assert float(ticks.last.get_attribute("x")) == pytest.approx(end)
