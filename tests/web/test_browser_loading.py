"""How long a page takes on a slow line, and what it asks for."""

import time

import pytest

pytestmark = pytest.mark.slow

FIRST, AGAIN = 4.0, 2.5  # seconds that are allowed until a move can be made; 2.85 and 1.1 where nothing else runs
READY = "document.documentElement.dataset.ready && document.querySelector('button.legal')?.checkVisibility()"
"""Asked fifty times a second: Playwright's own way to wait for an element soon looks only every half second."""


def loaded(tab):
    """Seconds from an empty page to a board on which a move can be made."""
    tab.page.goto("about:blank")
    began = time.perf_counter()
    tab.page.goto(f"{tab.address}/#/play", wait_until="domcontentloaded")
    tab.wait(READY)
    return time.perf_counter() - began


def test_page_takes_at_most_four_requests(open_tab, shared_server):
    tab = open_tab(shared_server)
    asked = []
    tab.page.on("request", lambda request: asked.append(request.url))
    loaded(tab)
    own = {url for url in asked if url.startswith(shared_server.address)}  # the icon is asked for by two elements
    assert len(own) <= 4, own
