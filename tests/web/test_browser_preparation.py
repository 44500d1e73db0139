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


def status(tab):
    return tab.page.locator(".prepare-state [role=status]").inner_text()


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
    tab.page.locator(".screen-prepare").get_by_role("link", name="Analyse", exact=True).click()
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


def test_two_players_are_compared(tab, library):
    reported(tab, "#/prepare/ann%2Fb/against/ben")
    assert "4 games: Ann/B 100% scores" in tab.page.locator(".prepare-body").inner_text()
    check(tab, "pair")
    check_width(tab)
    tab.page.locator(".prepare-body .prepare-row").first.click()
    tab.wait("outflank.mode === outflank.modes.analyse && outflank.examined.study.current.path.length > 3")


@pytest.mark.parametrize(
    ("hash_", "words"),
    [
        ("#/prepare/nobody/black", "No player is called 'nobody'"),
        ("#/prepare/n/black", "matches several players"),
        ("#/prepare/Ben/against/ben", "Expected two players, got Ben twice"),
    ],
)
def test_bad_names_are_told_beside_the_form(tab, library, hash_, words):
    tab.go(hash_)
    tab.wait("words => document.querySelector('.prepare-state [role=status]')?.textContent.includes(words)", words)
    assert tab.page.locator(".prepare-form").evaluate("form => form.open")
    assert tab.page.locator(".prepare-state progress").is_hidden()


@pytest.mark.parametrize("hash_", ["#/prepare/Ben/green", "#/prepare/%E0%A4%A/black", "#/prepare/Ben/black/more/still"])
def test_addresses_that_lead_nowhere_show_the_form(tab, library, hash_):
    tab.go(hash_)
    tab.page.wait_for_selector(".note:has-text('There is no page')")
    tab.page.wait_for_selector(".prepare-found li")


def test_without_a_library_the_page_tells_what_to_do(tab):
    tab.go("#/prepare")
    tab.page.wait_for_selector("text=There is no library of games yet.")
    tab.button("Open the explorer").click()
    tab.page.wait_for_selector(".explorer .empty")
    tab.go(ANN)
    tab.wait("document.querySelector('.prepare-state [role=status]').textContent.includes('no library')")


def test_a_phone_shows_everything_in_its_width(tab, library):
    phone = tab.more(viewport={"width": 390, "height": 844})
    reported(phone, ANN)
    check_width(phone)
    phone.page.locator(".prepare-tree .prepare-row").last.click()
    phone.wait("location.hash.includes('line=')")
    phone.wait("document.querySelector('.prepare-board .board').getBoundingClientRect().top >= 0")
    check(phone, "phone")
