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
