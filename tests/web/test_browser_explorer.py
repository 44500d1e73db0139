"""The opening explorer in a browser: empty, filled from files, walked by clicks and keys, with one's own games."""

from dataclasses import replace

import pytest

from outflank.formats.files import write_records
from outflank.library import Library
from tests.library.conftest import random_records
from tests.web.playing import WIPE_OUT
from tests.web.test_browser_access import check

pytestmark = pytest.mark.slow

GAMES = "f5d6c3d3c4f4f6f3\nf5d6c3d3c4\nf5f6e6f4\nf5d6a1\n"


@pytest.fixture
def library(shared_server):
    """Make a library of random games; without it there is none."""
    path = shared_server.folder / "library.sqlite"

    def make(count=30):
        with Library.open(path) as found:
            found.add(random_records(count))
        return path

    yield make
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def opened(tab, moves=""):
    """Analyse with the explorer open."""
    tab.go("#/analyse" + (f"?moves={moves}" if moves else ""))
    if not tab.page.locator(".explorer").evaluate("each => each.open"):
        tab.page.locator(".explorer summary").click()
    tab.page.wait_for_selector(".explorer-move, .explorer .empty, .explorer [role=status]:not(:empty)")
    return tab


def moves_of(tab):
    return tab.page.locator(".explorer-move").all_inner_texts()


def current(tab):
    return tab.page.evaluate("outflank.examined.study.current.path")


def status(tab):
    return tab.page.locator(".explorer [role=status]").inner_text()


def until_status(tab, words):
    tab.wait("words => document.querySelector('.explorer [role=status]').textContent.includes(words)", words)


def row(tab, move):
    return tab.page.locator(f".explorer tbody:has([data-move={move}])")


def test_library_is_filled_from_files_explored_and_a_game_is_opened(tab, library, tmp_path):
    opened(tab)
    assert "There is no library of games yet." in tab.page.locator(".explorer .empty").inner_text()
    assert "book" in row(tab, moves_of(tab)[0]).inner_text()  # what is known besides is there all the same
    check(tab, "empty")
    (tmp_path / "games.moves").write_text(GAMES, encoding="utf-8")
    write_records(tmp_path / "WTH_2001.wtb", [replace(each, date="2001") for each in random_records(12, seed=4)])
    files = [tmp_path / name for name in ("games.moves", "WTH_2001.wtb", "WTH_2001.jou", "WTH_2001.trn")]
    tab.page.locator(".explorer input[type=file]").set_input_files(files)
    tab.page.wait_for_selector(".note", timeout=60_000)
    assert "15 games were added to the library. 1 game could not be imported." in tab.page.locator(".note").inner_text()
    assert "games.moves:4" in tab.page.locator(".explorer .faults").inner_text()
    until_status(tab, "15 of 15")
    check(tab, "filled")
    tab.page.locator(".explorer .foot button").click(trial=True)

    first = moves_of(tab)[0]
    tab.page.locator(".explorer").get_by_role("button", name=f"Play {first}", exact=True).click()
    tab.wait("outflank.examined.study.current.path.length === 1")
    tab.wait("document.querySelectorAll('.explorer-move').length > 1")
    assert current(tab) == [first]
    opened(tab, "f5d6c3d3c4")
    assert "Tiger" in tab.page.locator(".explorer summary").inner_text()
    assert status(tab) == "2 of 15 games reached this position. 1 ended here."
    assert moves_of(tab)[0] == "f4"
    tab.page.locator(".example").last.click()
    tab.wait("outflank.examined.study.mainLine.length === 9")
    assert current(tab) == ["f5", "d6", "c3", "d3", "c4"]
    tab.page.locator(".note .undo").click()  # the line that was looked at is not lost
    tab.wait("outflank.examined.study.mainLine.length === 6")


def test_moves_are_walked_by_keys_and_follow_the_board(tab, library):
    library()
    opened(tab, "f5")
    names = moves_of(tab)
    assert len(names) == 3
    tab.page.locator(".explorer-move").first.focus()
    tab.page.keyboard.press("ArrowDown")
    tab.page.keyboard.press("ArrowDown")
    tab.page.keyboard.press("ArrowUp")
    assert tab.page.evaluate("document.activeElement.dataset.move") == names[1]
    tab.page.keyboard.press("Enter")
    tab.wait("outflank.examined.study.current.path.length === 2")
    assert current(tab) == ["f5", names[1]]
    tab.wait("document.activeElement?.dataset.move")  # the keyboard stays among the moves
    tab.page.keyboard.press("ArrowLeft")
    tab.wait("outflank.examined.study.current.path.length === 1")
    tab.wait(
        "names => [...document.querySelectorAll('.explorer-move')].map(each => each.textContent) + '' === names",
        ",".join(names),
    )
    tab.square("d6").click()
    tab.wait("outflank.examined.study.current.path.length === 2")
    tab.wait("document.querySelector('.explorer .aside-title').textContent === 'Perpendicular'")


def test_filters_and_sources(tab, library):
    library()
    tab.begin("human", "human", moves=WIPE_OUT)
    tab.page.wait_for_selector(".result")
    tab.begin("human", "level1", moves=WIPE_OUT[:-1])
    tab.square(WIPE_OUT[-1]).click()
    tab.page.wait_for_selector(".result")
    opened(tab, WIPE_OUT[0])
    until_status(tab, "30 of 30")
    assert "You: 2 games" in status(tab)
    tab.page.get_by_label("Since year").fill("2015")
    tab.wait("/^[1-9] of 30/.test(document.querySelector('.explorer [role=status]').textContent)")
    tab.page.get_by_label("Player", exact=True).fill("nobody")
    until_status(tab, "No player is called")
    tab.page.get_by_label("Player", exact=True).fill("")
    tab.page.get_by_label("Since year").fill("2999")
    until_status(tab, "No game in the library matches")
    tab.page.get_by_label("Since year").fill("")
    tab.button("My games").click()
    until_status(tab, "You: 2 games, 100 %.")
    assert moves_of(tab)[0] == WIPE_OUT[1]
    assert "2" in row(tab, WIPE_OUT[1]).inner_text()
    check(tab, "mine")
    tab.page.get_by_label("Against", exact=True).fill("computer 1")
    until_status(tab, "You: 1 game, 100 %.")
    tab.page.locator(".example").first.click()
    tab.wait("outflank.examined.study.mainLine.length === 10")
    assert "Computer 1" in tab.page.locator("#scores").inner_text()
    tab.reload()
    assert tab.button("My games").get_attribute("aria-pressed") == "true"  # as it was left
    tab.button("All games").click()


def test_game_is_played_on_from_here_against_a_chosen_opponent(tab):
    opened(tab, "f5d6c3d3c4")
    tab.page.get_by_label("Play from here against").select_option("momo")
    tab.page.locator(".explorer").get_by_role("button", name="Start game").click()
    tab.wait("outflank.modes.play.state?.seats.join() === 'momo,human'")
    assert tab.moves == ["f5", "d6", "c3", "d3", "c4"]


def test_other_boards_are_said_to_be_none_of_its_own(tab, library):
    library(3)
    opened(tab)
    tab.page.evaluate("outflank.examined.load({kind: 'anti-othello'})")
    until_status(tab, "The explorer knows games")
    tab.page.evaluate("start => outflank.examined.load({start})", "-" * 44 + "OX" + "-" * 8 + "XO" + "-" * 44 + " X")
    tab.wait("outflank.examined.study.current.view?.width === 10")
    until_status(tab, "The explorer knows games")
    assert moves_of(tab) == []
    assert not tab.page.get_by_label("Play from here against").is_visible()
    tab.page.evaluate("outflank.examined.load({})")
    tab.page.wait_for_selector(".explorer-move")
