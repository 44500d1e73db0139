"""A connection that is lost or stalls during a game: the page says so soon, and the board stays where it is."""

import signal

import pytest

from tests.web.playing import STATE

pytestmark = pytest.mark.slow

LOST = "No connection, trying again …"


@pytest.fixture
def timed(open_tab, serve):
    """A game with a clock at a server of its own, after one move."""
    server = serve()
    tab = open_tab(server).go()
    tab.begin("human", "human", clock="300+0")
    tab.square("f5").click()
    tab.until_moves(1)
    tab.wait("outflank.modes.play.part !== null")
    tab.server = server
    yield tab
    server.process.send_signal(signal.SIGCONT)


def clocks(tab):
    return tab.page.locator(".scores .clock").all_inner_texts()


def until_status(tab, words):
    tab.page.locator("#status", has_text=words).wait_for()


def until_connected(tab):
    tab.wait("outflank.connection.ready && !outflank.modes.play.isCut")


def test_stalled_server_stops_the_clock_on_the_page_and_moves_nothing(timed):
    board = timed.page.locator("#board").bounding_box()
    timed.server.process.send_signal(signal.SIGSTOP)
    until_status(timed, LOST)
    assert timed.page.locator("#board").bounding_box() == board
    assert not timed.page.locator("#banner").is_visible()
    before = clocks(timed)
    timed.page.wait_for_timeout(2500)
    assert clocks(timed) == before
    timed.square("d6").click()
    timed.page.locator(".note", has_text="No connection: your move was not sent.").wait_for()
    timed.server.process.send_signal(signal.SIGCONT)
    until_connected(timed)
    assert timed.moves == ["f5"]
    assert timed.page.evaluate(f"outflank.modes.play.clock.left(1) <= {STATE}.clock.left[1]")
    timed.square("d6").click()
    timed.until_moves(2)
    assert timed.faults == []


def test_move_that_a_stalled_server_has_not_answered_is_played_once(timed):
    timed.server.process.send_signal(signal.SIGSTOP)
    timed.square("d6").click()
    timed.wait("outflank.modes.play.isCut")
    timed.server.process.send_signal(signal.SIGCONT)
    until_connected(timed)
    timed.until_moves(2)
    assert timed.moves == ["f5", "d6"]


def test_quiet_game_without_a_loss_is_left_alone(timed):
    """Nothing is said while a server answers, however long nobody moves."""
    lost = timed.page.evaluate("outflank.connection.tries")
    timed.page.wait_for_timeout(7000)
    assert timed.page.evaluate("outflank.connection.tries") == lost == 0
    assert timed.status != LOST


@pytest.mark.parametrize("place", ["#/analyse", "#/"])
def test_banner_moves_no_board(tab, place):
    tab.go(place)
    board = "#board" if place == "#/analyse" else ".hearth-board"
    before = tab.page.locator(board).bounding_box()
    with tab.without_connection():
        tab.page.locator("#banner").wait_for()
        assert tab.page.locator(board).bounding_box() == before
