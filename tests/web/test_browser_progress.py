"""Progress in a browser: reviewing all one's games, stopping, going on, plots, and the way to a mistake."""

import re

import pytest

from outflank.web.games.store import GameStore
from tests.web.conftest import Served
from tests.web.ended_games import fill
from tests.web.test_browser_access import LOOKS, check, check_width

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory):
    """A server with reviewed games of six months, and two games that wait for a review."""
    folder = tmp_path_factory.mktemp("served")
    store = GameStore(folder / "games.sqlite")
    fill(store, waiting=2)
    store.close()
    server = Served(folder).start()
    yield server
    server.stop()


def until_shown(tab):
    tab.page.wait_for_selector(".screen-progress .facts")


def reviewed(tab):
    words = tab.page.locator(".screen-progress section p").first.inner_text()
    return int(re.match(r"(\d+) of", words)[1])


@LOOKS
def test_everything_is_there_for_everybody(tab, options):
    page = tab.more(**options).go("#/progress")
    until_shown(page)
    for title in (
        "In short",
        "How it changes",
        "Phases of the game",
        "Kinds of mistake",
        "Costliest mistakes",
        "Openings",
    ):
        assert page.page.get_by_role("region", name=title, exact=True).first.is_visible()
    check(page, "progress")
    check_width(page)
    page.page.get_by_text("The plot as a table").click()
    assert page.page.locator("details .plain tbody tr").count() == 6
    page.button("By kind of mistake").click()
    assert page.page.get_by_text("Mistakes per ten games").is_visible()
    assert page.page.locator(".plot .trend").count() == 4
    assert page.page.evaluate("document.activeElement.textContent") == "By kind of mistake"
    check(page, "kinds")
    check_width(page)


def test_a_mistake_opens_its_game_at_the_move_with_its_review(tab):
    tab.go("#/progress")
    until_shown(tab)
    first = tab.page.locator(".worst button").first
    move = re.search(r"([a-h][1-8]) instead of", first.inner_text())[1]
    first.click()
    tab.wait("outflank.mode.name === 'review' && outflank.modes.review.isWhole")
    assert tab.page.evaluate("outflank.examined.study.current.move") == move
    tab.page.wait_for_selector(".verdict")
    assert move in tab.page.locator(".verdict").inner_text()
    tab.page.go_back()
    until_shown(tab)


def test_a_mistake_shows_whether_it_is_proven(tab):
    tab.go("#/progress")
    until_shown(tab)
    marks = tab.page.locator(".worst .badge")
    assert marks.count() == tab.page.locator(".worst button").count()
    for number in range(marks.count()):
        name = marks.nth(number).get_attribute("class").split()
        assert ("proven" in name) != ("estimate" in name)
    has_estimates = tab.page.locator(".worst .badge.estimate").count() > 0
    assert tab.page.get_by_text("A hollow mark is an estimate").count() == has_estimates


def test_the_trend_goes_by_what_is_chosen(tab):
    tab.go("#/progress")
    until_shown(tab)
    tab.page.get_by_label("Steps").focus()
    tab.page.get_by_label("Steps").select_option("games")
    tab.wait("[...document.querySelectorAll('.plot .tick')].some((each) => each.textContent.includes('–'))")
    assert tab.page.evaluate("document.activeElement.tagName") == "SELECT"


def test_games_are_reviewed_one_after_the_other_stopped_and_gone_on_with(tab):
    tab.go("#/progress")
    until_shown(tab)
    before = reviewed(tab)
    tab.button("Review my games").click()
    tab.button("Stop").click()
    tab.page.wait_for_selector("text=Review my games")
    tab.reload()
    until_shown(tab)
    assert tab.button("Review my games").is_visible()  # what was stopped does not begin by itself
    tab.button("Review my games").click()
    tab.reload()  # and what was not goes on
    until_shown(tab)
    tab.page.get_by_text(re.compile(f"^{before + 2} of {before + 2} finished")).wait_for(timeout=120_000)
    assert not tab.button("Stop").is_visible()
    assert not tab.button("Review my games").is_visible()
    assert tab.page.evaluate("localStorage.getItem('outflank.reviewing')") is None
