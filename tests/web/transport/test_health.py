"""What the health of a server is, in the pieces that a whole server cannot show."""

import asyncio
import errno
import os
import signal
import time

import pytest

from outflank.errors import OutflankError
from outflank.web.engines.pool import Pool
from outflank.web.transport import health
from outflank.web.transport.health import Health, watch_loop
from tests.ending import is_running
from tests.web.conftest import run


class Things:
    """A store and a pool that can fail."""

    def __init__(self):
        self.looked, self.failure, self.start = 0, "", ""

    def check(self):
        self.looked += 1
        if self.failure:
            raise OutflankError(self.failure)

    async def warm(self):
        if self.start == "hangs":
            await asyncio.sleep(60)
        if self.start:
            raise OutflankError(self.start)


@pytest.fixture
def things():
    return Things()


def test_healthy_server_has_no_reasons(things):
    assert run(Health(things, things).reasons()) == []


def test_each_thing_that_is_wrong_is_a_reason(things, monkeypatch):
    things.failure, things.start = "database or disk is full", "no process could be started"
    assert run(Health(things, things).reasons()) == [
        "games cannot be saved: database or disk is full",
        "no process could be started",
    ]
    monkeypatch.setattr(health, "_LONGEST_START", 0.05)
    things.start = "hangs"
    assert run(Health(things, things).reasons())[1] == "no engine process started in time"


def test_a_thousand_questions_at_once_look_once(things):
    async def script():
        look = Health(things, things)
        await asyncio.gather(*(look.reasons() for _ in range(1000)))

    run(script())
    assert things.looked == 1


def test_worker_that_ended_while_idle_is_replaced():
    async def script():
        pool = Pool(1)
        try:
            await pool.warm()
            before = await pool.run(os.getpid)
            assert await pool.run(os.getpid) == before
            os.kill(before, signal.SIGKILL)
            while is_running(before):
                await asyncio.sleep(0.01)
            await pool.warm()
            assert await pool.run(os.getpid) != before
        finally:
            await pool.close()

    run(script())


def test_process_that_cannot_be_started_is_a_reason(things, monkeypatch):
    def start(_process):
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", start)
    assert run(Health(things, Pool(1)).reasons()) == [
        "cannot start an engine process: Resource temporarily unavailable"
    ]


def test_event_loop_that_was_held_up_is_logged(caplog):
    async def script():
        watching = asyncio.ensure_future(watch_loop())
        await asyncio.sleep(0)
        time.sleep(1)
        await asyncio.sleep(0.05)
        watching.cancel()

    caplog.set_level("INFO", "outflank.web")
    run(script())
    (record,) = [record for record in caplog.records if record.message == "event loop slow"]
    assert 0.3 < record.fields["seconds"] < 60
