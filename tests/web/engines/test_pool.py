"""Jobs in processes, as the event loop sees them."""

import asyncio
import subprocess
import sys
import time

import pytest

from outflank.errors import OutflankError
from outflank.web.engines.pool import Pool
from outflank.workers import tell_watch
from tests.web.conftest import run


def tell(*messages):
    for message in messages:
        tell_watch(message)
    return "done"


def go_on_for_ever():
    tell_watch("begun")
    time.sleep(600)


def exit_():
    raise SystemExit(1)


def with_pool(script):
    async def within():
        pool = Pool(1)
        try:
            return await script(pool)
        finally:
            await pool.close()

    return run(within())


def test_a_job_tells_what_it_finds_before_its_result():
    async def script(pool):
        heard = []
        heard.append(await pool.run(tell, 1, 2, hear=heard.append))
        return heard, pool.running, pool.is_full

    assert with_pool(script) == ([1, 2, "done"], 0, False)


def test_a_cancelled_job_keeps_its_place_until_it_has_stopped_and_is_heard_no_more():
    async def script(pool):
        begun, heard = asyncio.Event(), []

        def hear(message):
            heard.append(message)
            begun.set()

        job = asyncio.ensure_future(pool.run(go_on_for_ever, hear=hear))
        await begun.wait()
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        was_running = pool.running
        await pool.settle()
        return was_running, pool.running, await pool.run(tell), heard

    assert with_pool(script) == (1, 0, "done", ["begun"])


def test_a_player_that_would_leave_has_failed():
    async def script(pool):
        with pytest.raises(OutflankError, match="SystemExit"):
            await pool.run(exit_)
        return await pool.run(tell)

    assert with_pool(script) == "done"


def test_a_process_begins_before_it_has_loaded_an_engine():
    code = "import outflank.web.engines.process, sys; print([name for name in sys.modules if 'outflank.' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    room = "outflank.web.engines"
    assert done.stdout.strip() == str(["outflank.web", room, f"{room}.process"])
