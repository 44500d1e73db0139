"""The requests that a page makes until a move can be made on it."""

import json

import pytest

pytestmark = pytest.mark.slow

HOLD = """const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  window.held = () => send.call(this, data);
  if (window.goes) window.held();
};"""
"""Script that sends nothing to the server until the test says so."""


def test_page_takes_at_most_four_requests(open_tab, shared_server):
    tab = open_tab(shared_server)
    asked = []
    tab.page.on("request", lambda request: asked.append(request.url))
    tab.page.goto(f"{tab.address}/#/play")
    tab.page.wait_for_selector("html[data-ready]")
    tab.page.wait_for_selector("button.legal")
    own = {url for url in asked if url.startswith(shared_server.address)}  # the icon is asked for by two elements
    assert len(own) <= 4, own


def test_a_button_pressed_before_the_games_have_arrived_acts_later(open_tab, shared_server):
    tab = open_tab(shared_server)
    tab.page.add_init_script(HOLD)
    tab.page.goto(f"{shared_server.address}/#/")
    tab.wait("Boolean(window.held && window.outflank)")
    tab.button("New game").first.click()
    assert tab.page.get_by_role("dialog").count() == 0
    tab.page.evaluate("(window.goes = true, window.held())")
    tab.page.get_by_role("dialog").wait_for()
    assert tab.faults == []


def test_keys_pressed_before_the_games_have_arrived_do_nothing(open_tab, shared_server):
    tab = open_tab(shared_server)
    tab.page.add_init_script(HOLD)
    tab.page.goto(f"{shared_server.address}/#/play")
    tab.wait("Boolean(window.held && window.outflank)")
    for key in ("r", "l", "b", "a", "g", "Backspace", " "):
        tab.page.keyboard.press(key)
    assert tab.page.evaluate("location.hash") == "#/play"
    tab.page.evaluate("(window.goes = true, window.held())")
    tab.page.wait_for_selector("button.legal")
    assert tab.faults == []


def test_home_is_asked_for_with_the_hello_and_not_again(open_tab, shared_server):
    tab = open_tab(shared_server)
    sent, sizes = [], []

    def follow(socket):
        socket.on("framesent", lambda data: sent.append(json.loads(data)["type"]))
        socket.on("framereceived", lambda data: sizes.append(len(data)))

    tab.page.on("websocket", follow)
    tab.page.goto(f"{shared_server.address}/#/")
    tab.page.wait_for_selector("html[data-ready]")
    tab.page.wait_for_selector(".hearth-board button.legal")
    assert sent[:6] == ["hello", "practice", "rating", "games", "games", "look"]
    assert sum(sizes) < 20_000
    tab.wait("outflank.isSettled")
    assert [sent.count(type_) for type_ in ("practice", "rating", "look")] == [1, 1, 1]
    assert tab.faults == []


def test_a_button_pressed_before_the_script_has_loaded_acts_later(open_tab, shared_server):
    tab = open_tab(shared_server)
    waiting = []
    tab.page.route("**/main.js", lambda route: waiting.append(route))
    tab.page.goto(f"{shared_server.address}/#/", wait_until="commit")
    tab.button("New game").first.click()
    assert tab.page.evaluate("typeof outflank") == "undefined"
    waiting[0].continue_()
    tab.page.get_by_role("dialog").wait_for()
    assert tab.faults == []
