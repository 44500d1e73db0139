"""Preparation in a browser: from a name to a report with its own address, walked by clicks and keys, on a phone too."""

import pytest

from outflank import Game, Record
from outflank.library import Library
from tests.web.test_browser_access import check, check_width

pytestmark = pytest.mark.slow

LINES = ["f5d6c3d3c4f4", "f5d6c3d3c4b3", "f5f6e6f4c3", "f5d6c3d3c4f4f6f3"]
REPORT = ".prepare-columns"


@pytest.fixture
def library(shared_server):
    """Make a library in which Ann/B has eight games as Black; without it there is none."""
    path = shared_server.folder / "library.sqlite"
    records = [
        Record.of(Game(moves=moves), ("Ann/B 100%", white), date=str(1990 + i))
        for i, moves in enumerate(LINES)
        for white in ("Ben", "Cy")
    ]
    with Library.open(path) as found:
        found.add([*records, Record.of(Game(moves="e6f4c3"), ("Ben", "Annabel"), date="2003")])
    yield path
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def address(tab):
    return tab.page.evaluate("location.hash")


def reported(tab, hash_):
    """Go to an address and wait for its report; the values of a new one are searched first."""
    tab.go(hash_)
    tab.page.wait_for_selector(f".screen-prepare {REPORT}, .screen-prepare .prepare-pair", timeout=120_000)
    tab.wait("!document.querySelector('.prepare-board') || document.querySelector('.prepare-path button')")
    return tab


ANN = "#/prepare/Ann%2FB%20100%25/black"


def test_a_player_is_found_prepared_for_and_walked_through(tab, library):
    tab.go("#/prepare")
    tab.page.wait_for_selector(".prepare-found li")
    assert tab.page.locator(".prepare-found bdi").all_inner_texts() == ["Ann/B 100%", "Ben", "Cy", "Annabel"]
    check(tab, "form")
    tab.page.get_by_label("Player", exact=True).fill("anabell")
    tab.page.wait_for_selector("text=Do you mean one of these?")
    assert tab.page.locator(".prepare-found bdi").all_inner_texts() == ["Annabel"]
    tab.page.get_by_label("Player", exact=True).fill("ann/b")
    tab.page.wait_for_selector(".prepare-found li:only-child bdi:text('Ann/B 100%')")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector(REPORT, timeout=120_000)
    tab.wait("location.hash.startsWith('#/prepare/Ann%2FB%20100%25/black')")  # the library's spelling
    assert "8 games" in tab.page.locator(".prepare-head").inner_text()
    assert "says little about" in tab.page.locator(".prepare-doubt").first.inner_text()
    assert tab.page.title() == "Ann/B 100% as Black – Outflank"
    check(tab, "report")
    check_width(tab)

    tab.page.wait_for_selector(".prepare-moves .square")
    tab.page.locator(".prepare-moves .square").first.click()
    tab.wait("location.hash.endsWith('line=f5')")
    tab.page.keyboard.press("ArrowRight")
    tab.wait("location.hash.endsWith('line=f5d6')")
    tab.page.keyboard.press("ArrowLeft")
    tab.wait("location.hash.endsWith('line=f5')")
    tab.page.locator(".prepare-board .board button[aria-label^=f6]").click()
    tab.wait("location.hash.endsWith('line=f5f6')")
    assert "100 %" in tab.page.locator(".prepare-moves").inner_text()

    tab.reload()
    tab.page.wait_for_selector(REPORT, timeout=120_000)
    tab.wait("document.querySelector('.prepare-path')?.textContent.includes('f6')")
    tab.page.get_by_role("link", name="Analyse", exact=True).click()
    tab.wait("outflank.examined.study.current.path?.join('') === 'f5f6'")
    tab.page.go_back()
    tab.wait("document.querySelector('.prepare-path')?.textContent.includes('f6')")
    assert address(tab).endswith("line=f5f6")
    tab.page.locator(".prepare-board .actions .primary").click()
    tab.wait("outflank.mode === outflank.modes.play && outflank.modes.play.state?.moves.length >= 2")
    seats = tab.page.evaluate("outflank.modes.play.state.seats")
    assert seats[0] != "human"  # the character takes the side of the player
    assert seats[1] == "human"


def test_colours_and_players_are_places_of_their_own(tab, library):
    reported(tab, ANN)
    tab.page.evaluate("location.hash = '#/prepare/Ben/white'")
    tab.page.wait_for_selector("h2:text('Ben as White')", timeout=120_000)
    tab.page.wait_for_selector(REPORT, timeout=120_000)
    tab.page.go_back()
    tab.page.wait_for_selector("h2:text('Ann/B 100% as Black')", timeout=120_000)
    tab.page.wait_for_selector(REPORT, timeout=120_000)
    tab.page.go_forward()
    tab.page.wait_for_selector("h2:text('Ben as White')", timeout=120_000)
    tab.go("#/prepare/Cy/black")
    tab.wait("document.querySelector('.prepare-doubt')?.textContent.includes('Cy has no such game as Black')")
    assert "Try the other colour" in tab.page.locator(".prepare-body").inner_text()
