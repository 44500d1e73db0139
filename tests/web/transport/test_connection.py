"""Pages that connect and say nothing: they go in time, and sooner if others come."""

import asyncio
import logging

from outflank.web import logs
from outflank.web.transport import connection
from outflank.web.transport.app import create
from outflank.web.transport.services import Capacity, Services
from tests.web.asgi import Page
from tests.web.conftest import run


def served(path, talk, pages=4):
    async def go():
        services = Services(path / "games.sqlite", Capacity(pages=pages))
        try:
            return await talk(create(services), services)
        finally:
            await services.stop()

    return run(go())


def test_a_page_that_says_no_hello_is_let_go_in_time_and_the_log_says_so(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(connection, "_HELLO", 0.1)
    monkeypatch.setattr(logs, "dropped", logs.Dropped())

    async def talk(app, services):
        page = Page(app, greets=False)
        said = await page.heard()
        await page.serving
        return said, len(services.connections)

    with caplog.at_level(logging.INFO, "outflank.web"):
        assert served(tmp_path, talk) == (1008, 0)
    fields = [record.fields for record in caplog.records if record.message == "connections dropped"]
    assert fields == [{"reason": "the page did not say hello", "connections": 1}]


def test_a_page_that_says_anything_but_hello_is_let_go_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "_HELLO", 0.3)

    async def talk(app, _services):
        page = Page(app, greets=False)

        async def babble():
            while True:
                page.say("receive", text="{}")
                await asyncio.sleep(0.01)

        babbling = asyncio.ensure_future(babble())
        while (said := await page.heard()) == "message":
            pass
        babbling.cancel()
        return said

    assert served(tmp_path, talk) == 1008


def test_silent_pages_make_room_for_one_that_comes(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "_HELLO", 600.0)

    async def talk(app, _services):
        silent = [Page(app, greets=False) for _ in range(4)]
        await asyncio.sleep(0)
        page = Page(app)
        return await page.heard(), await silent[0].heard()

    assert served(tmp_path, talk) == ("welcome", 1008)
