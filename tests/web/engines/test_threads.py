"""Blocking work beside the event loop outlives whoever asked for it, and is over before databases are closed."""

import asyncio
import threading
from contextlib import suppress

import pytest

from outflank.errors import OutflankError
from outflank.web.engines import threads
from outflank.web.engines.threads import in_thread
from outflank.web.games.sqlite import SqliteGames
from tests.web.club.conftest import in_club
from tests.web.conftest import run


class Held:
    """Work that goes on in a thread until it may end."""

    def __init__(self):
        self.has_begun, self.may_end, self.has_ended = threading.Event(), threading.Event(), threading.Event()

    def __call__(self):
        self.has_begun.set()
        assert self.may_end.wait(60)
        self.has_ended.set()

    async def begin_and_cancel(self):
        """Ask for the work, and lose interest in it once it has begun."""
        task = asyncio.ensure_future(in_thread(self))
        while not self.has_begun.is_set():
            await asyncio.sleep(0.001)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def test_results_and_errors_come_back():
    assert run(in_thread(lambda: 7)) == 7
    with pytest.raises(ZeroDivisionError):
        run(in_thread(lambda: 1 / 0))


def test_all_have_ended_only_when_cancelled_work_has_too():
    async def script():
        held = Held()
        await held.begin_and_cancel()
        ending = asyncio.ensure_future(threads.all_ended())
        await asyncio.sleep(0.05)
        assert not ending.done()
        held.may_end.set()
        await ending
        assert held.has_ended.is_set()

    run(script())


def test_work_of_another_event_loop_is_not_waited_for():
    held = Held()

    async def other():
        await held.begin_and_cancel()
        await in_thread(lambda: run(threads.all_ended()))
        held.may_end.set()

    run(other())


def test_a_server_that_stops_closes_its_games_only_when_no_thread_reads_them(tmp_path, monkeypatch):
    """Once: SQLite crashed the process, because the connection of a running query was closed."""
    held, open_at_end = Held(), []

    async def talk(join, services):
        await join("Anna")
        await held.begin_and_cancel()
        close = services.store.close
        monkeypatch.setattr(services.store, "close", lambda: (open_at_end.append(held.has_ended.is_set()), close()))
        threading.Timer(0.1, held.may_end.set).start()

    in_club(talk, tmp_path / "games.sqlite")
    assert open_at_end == [True]


def test_games_that_are_closed_are_not_opened_again_by_another_thread(tmp_path):
    games = SqliteGames(tmp_path / "games.sqlite")
    games.close()

    async def script():
        with pytest.raises(OutflankError, match="has been closed"):
            await in_thread(lambda: games.rows("SELECT 1"))

    run(script())
