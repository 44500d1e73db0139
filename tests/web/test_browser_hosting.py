"""A page while its server is stopped, or cannot save."""

import signal
import sys

import pytest

from tests.web.transport.test_hosting import fill_disk, make_room

pytestmark = pytest.mark.slow


@pytest.fixture
def own(open_tab, serve):
    """A server of its own, and a page of it in which a game is played."""
    server = serve()
    tab = open_tab(server, viewport={"width": 390, "height": 844}).go()
    tab.begin("human", "human")
    tab.square("f5").click()
    tab.until_moves(1)
    return server, tab


def banner(tab):
    return tab.page.locator("#banner")


def test_page_says_that_the_server_is_being_stopped_and_goes_on_when_it_is_back(own):
    server, tab = own
    server.process.send_signal(signal.SIGTERM)
    tab.page.locator("#status", has_text="No connection, trying again …").wait_for()
    assert server.process.wait(60) == 0
    tab.page.wait_for_timeout(1500)  # while it tries in vain
    assert tab.status == "No connection, trying again …"
    server.start()
    tab.page.locator("#status", has_text="to move").wait_for()
    assert tab.moves == ["f5"]
    tab.square("f6").click()
    tab.until_moves(2)


@pytest.mark.skipif(sys.platform != "linux", reason="limits the files of another process")
def test_page_says_in_one_line_that_the_game_cannot_be_saved_for_as_long_as_that_is_so(own):
    server, tab = own
    fill_disk(server)
    tab.square("f6").click()
    tab.until_moves(2)
    tab.wait("!document.querySelector('#banner').hidden")
    said = banner(tab).inner_text()
    assert said == "The server cannot save the game at the moment. It goes on, and will be saved as soon as possible."
    assert tab.page.locator(".note").count() == 0
    tab.square("e6").click()
    tab.until_moves(3)
    assert banner(tab).inner_text() == said
    tab.go(tab.page.evaluate("location.hash"))  # whoever comes now is told as well
    tab.wait("!document.querySelector('#banner').hidden")
    assert tab.moves == ["f5", "f6", "e6"]
    make_room(server)
    tab.wait("document.querySelector('#banner').hidden")
    server.kill()
    server.start()
    tab.go(tab.page.evaluate("location.hash"))
    assert tab.moves == ["f5", "f6", "e6"]
