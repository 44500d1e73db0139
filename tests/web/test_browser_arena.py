"""A tournament in a browser, while another process plays it: the table and the boards move."""

import time

import pytest

from tests.ending import Command
from tests.matches.conftest import text_of
from tests.web.test_browser_access import LOOKS, check, check_width

pytestmark = pytest.mark.slow

EVIL = '<img src="x" onerror="alert(1)">'
SLOW = "def slow(position):\n    import time\n    time.sleep(0.15)\n    return position.legal_moves[0]\n"


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A tournament that another process plays as long as the tests last."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "bots.py").write_text(SLOW, encoding="utf-8")
    slow = "module:bots.py:slow"
    names = ("Ada", EVIL, "Random", "Greedy")
    top = "title = 'Club evening'\nsize = 6\nopenings = 'random:6'\ntime = '5/move'"
    text = text_of(*names, players=(slow, slow, "random", "greedy"), top=top, schedule="games = 100")
    (folder / "club.toml").write_text(text, encoding="utf-8")
    with Command("arena", "run", folder / "club.toml", "--jobs", 2) as playing:
        deadline = time.monotonic() + 60
        while not (folder / "club.sqlite").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        yield folder / "club.toml"
        assert playing.process.poll() is None


@pytest.fixture(scope="module")
def server_options(club):
    return ("--arena", str(club))


def until_shown(tab):
    tab.page.wait_for_selector(".screen-arena tbody tr", timeout=60_000)
    tab.page.wait_for_selector(".screen-arena .arena-boards .thumbnail", timeout=60_000)


@LOOKS
def test_everything_is_there_for_everybody(tab, options):
    page = tab.more(**options).go("#/arena")
    until_shown(page)
    assert page.page.get_by_role("heading", name="Club evening").is_visible()
    for title in ("Games in progress", "Played last", "Table"):
        page.page.get_by_role("region", name=title, exact=True).first.wait_for()  # between two games there is none
    assert page.page.locator(".screen-arena tbody tr").count() == 4
    assert page.page.locator(".screen-arena th bdi").get_by_text(EVIL).is_visible()
    assert page.page.locator(".screen-arena img").count() == 0
    check(page, "arena")
    check_width(page)
    assert page.faults == []


@LOOKS
def test_it_is_found_from_the_home(tab, options):
    page = tab.more(**options).go("#/")
    page.page.get_by_role("button", name="Tournament Boards and table, while it is played").click()
    until_shown(page)
    assert page.page.evaluate("location.hash") == "#/arena"
    page.page.go_back()
    page.wait("outflank.mode.name === 'home'")
    check(page, "home")
    check_width(page)


def test_the_boards_and_the_table_move(tab):
    tab.go("#/arena")
    until_shown(tab)
    boards = "document.querySelector('.screen-arena .arena-boards').innerHTML"
    before = tab.page.evaluate(boards)
    tab.wait(f"before => {boards} !== before", before, seconds=30)
    games = "document.querySelector('.screen-arena progress').value"
    done = tab.page.evaluate(games)
    tab.wait(f"done => {games} >= done + 2", done, seconds=90)


def test_it_is_not_asked_for_any_more_when_something_else_is_shown(tab):
    tab.go("#/arena")
    until_shown(tab)
    tab.page.evaluate("location.hash = '#/'")
    tab.wait("outflank.mode.name === 'home'")
    title = tab.page.evaluate("document.querySelector('.screen-arena h2').textContent")
    tab.page.evaluate("document.querySelector('.screen-arena progress').value = 0")
    tab.page.wait_for_timeout(2500)
    assert tab.page.evaluate("document.querySelector('.screen-arena progress').value") == 0
    tab.page.evaluate("location.hash = '#/arena'")
    tab.wait("document.querySelector('.screen-arena progress').value > 0")
    assert title == "Club evening"


def test_a_server_without_a_tournament_says_what_shows_one(open_tab, serve):
    tab = open_tab(serve())
    tab.go("#/")
    tab.page.get_by_role("button", name="Practice").wait_for()
    assert tab.page.get_by_role("button", name="Tournament").count() == 0
    tab.go("#/arena")
    tab.page.get_by_text("this server shows no tournament", exact=False).or_(
        tab.page.get_by_text("This server shows no tournament", exact=False)
    ).first.wait_for()
    check(tab, "none")
    assert tab.faults == []
