"""The line below the header about a game of the person that is not on screen."""

import pytest

from tests.web.conftest import Tab
from tests.web.playing import STATE, resign
from tests.web.test_browser_access import PHONE
from tests.web.test_browser_together import YOURS, accept, invite, play

pytestmark = pytest.mark.slow


@pytest.fixture
def two(tab):
    """Anna, who is Black, and Bob on a phone."""
    bob = tab.more(**PHONE)
    accept(bob, invite(tab))
    tab.wait(YOURS)
    yield tab, bob
    assert bob.faults == []


def line(tab):
    return tab.page.locator(".elsewhere")


def ended(two):
    """The id of the game of two people, after one of them has resigned."""
    play(two, "f5")
    resign(two[0])
    for tab in two:
        tab.page.wait_for_selector(".result")
    return two[0].page.evaluate(f"{STATE}.game")


@pytest.mark.parametrize("clock", ["", "300"])
def test_inviter_on_another_screen_hears_that_the_game_begins_and_ends(tab, clock):
    link = invite(tab, **({"Clock": clock} if clock else {}))
    tab.page.evaluate("outflank.turnTo('learn')")
    bob = tab.more().go()
    accept(bob, link, 24 * "W")
    line = tab.page.locator(".elsewhere")
    line.filter(has_text=f"{24 * 'W'}\u2069 is here: your game has begun").wait_for()
    assert line.get_attribute("href") == f"#/play/{bob.page.evaluate(f'{STATE}.game')}"
    tab.page.set_viewport_size({"width": 390, "height": 844})
    if clock:
        line.locator(".clock").wait_for()
        box = line.locator(".clock").bounding_box()
        assert box["x"] + box["width"] <= 390
    line.click()
    tab.wait("outflank.mode === outflank.modes.play")
    line.wait_for(state="hidden")
    tab.page.evaluate("outflank.turnTo('learn')")
    resign(bob)
    line.filter(has_text="You won: White resigned at 2–2").wait_for()
    assert line.locator(".clock").count() == 0
    line.click()
    line.wait_for(state="hidden")
    assert bob.faults == []


@pytest.mark.parametrize("place", ["lobby", "", "learn"])
def test_a_rematch_is_asked_on_every_screen_while_the_question_stands(two, place):
    anna, bob = two
    game = ended(two)
    bob.page.evaluate("place => { location.hash = `#/${place}`; }", place)
    bob.wait("outflank.mode !== outflank.modes.play")
    anna.button("Rematch").click()
    asks = line(bob).filter(has_text="Anna\u2069 asks for a rematch.")
    asks.wait_for()
    assert line(bob).get_attribute("href") == f"#/play/{game}"
    assert line(bob).locator(".clock").count() == 0
    bob.reload()
    asks.wait_for()
    bob.page.evaluate("location.hash = '#/help'")
    bob.wait("outflank.mode.name === 'help'")
    assert asks.is_visible()
    anna.button("Never mind").click()
    line(bob).wait_for(state="hidden")
    anna.button("Rematch").click()
    asks.click()
    bob.button("Accept rematch").click()
    for each in two:
        each.wait(f"game => {STATE}.game !== game && !{STATE}.result", game)
        line(each).wait_for(state="hidden")


def test_an_answer_from_another_screen_reaches_everybody(two):
    """The one who asks hears that the rematch begins, and the other's second page that the question is answered."""
    anna, bob = two
    game = ended(two)
    second = Tab(bob.page.context, bob.address).go("#/learn")
    anna.button("Rematch").click()
    line(second).filter(has_text="asks for a rematch").wait_for()
    anna.page.evaluate("outflank.turnTo('learn')")
    bob.button("Accept rematch").click()
    bob.wait(f"game => {STATE}.game !== game", game)
    line(anna).filter(has_text="Bob\u2069 is here: your game has begun").wait_for()
    line(second).filter(has_text="Anna\u2069 is here: your game has begun").wait_for()
    assert line(bob).count() == 0 or not line(bob).is_visible()
    line(anna).click()
    anna.wait(f"game => {STATE}.game !== game && !{STATE}.result", game)
    assert second.faults == []


def test_a_move_back_is_asked_on_every_screen(two):
    anna, bob = two
    play(two, "f5")
    bob.page.evaluate("outflank.turnTo('home')")
    anna.button("Take back").click()
    line(bob).filter(has_text="Anna\u2069 asks to take a move back.").click()
    bob.button("Allow it").click()
    anna.until_moves(0)


def test_the_end_of_a_game_leaves_the_line_with_the_next_screen(two):
    """Once, it stayed in every page in which nobody opened the game."""
    anna, bob = two
    play(two, "f5")
    second = Tab(anna.page.context, anna.address).go("#/learn")
    resign(bob)
    line(second).filter(has_text="You won: White resigned at 4–1").wait_for()
    second.page.evaluate("outflank.connection.request('awaited').then(() => outflank.askAwaited())")
    assert line(second).is_visible()
    second.page.evaluate("location.hash = '#/help'")
    line(second).wait_for(state="hidden")
    assert second.faults == []
