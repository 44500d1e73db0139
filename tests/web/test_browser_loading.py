"""The requests that a page makes until a move can be made on it."""

import pytest

pytestmark = pytest.mark.slow


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
    tab.page.add_init_script(
        "const send = WebSocket.prototype.send;"
        "WebSocket.prototype.send = function (data) { window.held = () => send.call(this, data);"
        " if (window.goes) window.held(); };"
    )
    tab.page.goto(f"{shared_server.address}/#/")
    tab.wait("Boolean(window.held && window.outflank)")
    tab.button("New game").first.click()
    assert tab.page.get_by_role("dialog").count() == 0
    tab.page.evaluate("(window.goes = true, window.held())")
    tab.page.get_by_role("dialog").wait_for()
    assert tab.faults == []
