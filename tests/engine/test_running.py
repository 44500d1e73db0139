"""Analyses that run beside the program, as people who know python-chess write them."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from outflank.engine.engine import Engine
from outflank.errors import EngineError, OptionError, OutflankError
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.rules import AntiPosition, Position
from tests.patience import least
from tests.search.positions import played

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")

START = Position.start()
ENDLESS = [START, Position.start(10), AntiPosition.start()]
NAMES = ["8×8", "10×10", "anti-Othello"]


@pytest.fixture(scope="module")
def engine():
    engine = Engine(4)
    engine.load()
    return engine


def is_free(engine):
    return engine.analyse(START, Limit(1)).move is not None


@pytest.mark.parametrize("position", ENDLESS, ids=NAMES)
def test_with_and_for_follow_it_until_it_is_deep_enough(engine, position):
    depths = []
    with engine.analysis(position) as analysis:
        for info in analysis:
            depths.append(info.depth)
            if info.depth >= 3:
                break
    assert depths == sorted(depths)
    assert depths[-1] == 3
    assert not analysis.is_running
    assert analysis.info.depth >= 3
    assert is_free(engine)


def test_what_ends_by_itself_ends_the_loop_and_waits_no_longer(engine):
    with engine.analysis(START, Limit(3)) as analysis:
        infos = list(analysis)
    assert [info.depth for info in infos][-1] == 3
    assert analysis.wait() == analysis.info == analysis.wait(timeout=0)
    assert [info.depth for info in analysis] == [info.depth for info in infos]  # whoever comes late misses nothing


def test_without_with_it_is_stopped_by_hand(engine):
    analysis = engine.analysis(START)
    with pytest.raises(TimeoutError, match=r"not finished within 0.05 s"):
        analysis.wait(timeout=0.05)
    assert analysis.is_running
    analysis.stop()
    analysis.stop()
    assert analysis.wait(timeout=60).move in START.legal_moves
    assert is_free(engine)


@pytest.mark.parametrize("position", ENDLESS, ids=NAMES)
def test_a_stop_at_once_is_never_lost(engine, position):
    for _ in range(100):
        analysis = engine.analysis(position)
        analysis.stop()
        assert analysis.wait(timeout=60).move in position.legal_moves


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_from_another_thread_is_never_lost_whenever_it_comes(threads):
    engine = Engine(1, threads)
    for i in range(100):
        analysis = engine.analysis(START)
        stopper = threading.Thread(target=lambda: (time.sleep(i * 0.0001), engine.stop()))  # noqa: B023
        stopper.start()
        assert analysis.wait(timeout=60).move in START.legal_moves
        stopper.join()


def test_a_stop_that_comes_too_late_does_not_end_the_next_analysis(engine):
    """Once, it interrupted whatever the engine was at."""
    for _ in range(20):
        first = engine.analysis(START, Limit(1))
        first.wait()
        over = threading.Event()

        def stop_again(first=first, over=over):
            while not over.is_set():
                first.stop()

        stopper = threading.Thread(target=stop_again)
        stopper.start()
        try:
            assert engine.analyse(START, Limit(depth=9)).depth == 9
        finally:
            over.set()
            stopper.join()


def test_a_second_analysis_at_the_same_time_is_an_error_that_says_so(engine):
    with engine.analysis(START) as analysis:
        for again in (engine.analyse, engine.analysis):
            with pytest.raises(EngineError, match="busy with another analysis: stop it first, or use another engine"):
                again(START)
        assert analysis.is_running
    assert is_free(engine)


def test_what_cannot_be_asked_for_is_an_error_at_once(engine):
    with pytest.raises(OptionError):
        engine.analysis(START, top=0)
    with pytest.raises(EngineError):
        engine.analysis("start")
    assert is_free(engine)


async def awaited_with(engine, **arguments):
    return await engine.analysis(START, **arguments)


@pytest.mark.parametrize("limit", [5, "depth 5", 0, "", False, START], ids=repr)
@pytest.mark.parametrize(
    "ask",
    [Engine.analyse, Engine.analysis, lambda engine, _, limit: asyncio.run(awaited_with(engine, limit=limit))],
    ids=["analyse", "analysis", "asyncio"],
)
def test_a_limit_of_another_type_is_refused_and_leaves_the_engine_free(engine, ask, limit):
    with pytest.raises(OptionError, match="expected a Limit, got "):
        ask(engine, START, limit)
    assert is_free(engine)


def test_a_watch_that_is_no_function_is_refused_and_leaves_the_engine_free(engine):
    for watch in (5, "print", ()):
        with pytest.raises(OptionError, match="expected watch to be a function, got "):
            engine.analyse(START, Limit(1), watch=watch)
        assert is_free(engine)


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt, ZeroDivisionError])
def test_an_exception_before_the_search_leaves_the_engine_free(engine, error, monkeypatch):
    def fail(*_):
        raise error

    for owner, name in ((Limit, "at"), (threading.Thread, "start"), (type(START), "is_over")):
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, property(fail) if name == "is_over" else fail)
            with pytest.raises(error):
                engine.analyse(START, Limit(1)) if owner is not threading.Thread else engine.analysis(START)
        assert is_free(engine)


def test_a_thread_that_cannot_be_had_leaves_the_engine_free(engine, monkeypatch):
    def refuse(_thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(EngineError, match="cannot start the analysis: can't start new thread"):
            engine.analysis(START)
    assert is_free(engine)


@pytest.mark.usefixtures("engine")
def test_errors_of_the_search_are_raised_where_it_is_waited_for(monkeypatch, tmp_path):
    def broken(self, *_):
        raise OutflankError("broken")

    other = Engine(1)
    monkeypatch.setattr(other, "_search_for", broken)
    with other.analysis(START) as analysis:
        for follow in (list, lambda each: each.wait(), lambda each: asyncio.run(waited(each))):
            with pytest.raises(OutflankError, match="broken"):
                follow(analysis)
    assert analysis.info.move is None
    assert not analysis.is_running


def test_two_engines_work_at_once_in_two_threads():
    engines, ending = [Engine(4), Engine(4)], played(2, 8 if INTERPRETED else 16)
    results = {}

    def work(number):
        results[number] = engines[number].analyse(ending, Limit(exact=True)).score

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results[0] == results[1] == Engine(4).analyse(ending, Limit(exact=True)).score


def test_an_engine_is_left_with_its_analysis_stopped():
    with Engine(1) as engine:
        analysis = engine.analysis(START)
    assert analysis.wait(timeout=60).move in START.legal_moves


def test_nothing_is_kept_of_an_analysis_that_nobody_follows_any_more(engine):
    engine.analysis(START, Limit(1)).wait()
    gc.collect()
    from outflank.engine import running

    deadline = time.perf_counter() + 60  # its thread may not have ended yet
    while list(running._running) and time.perf_counter() < deadline:
        time.sleep(0.01)
        gc.collect()
    assert not list(running._running)


# --- async --------------------------------------------------------------------------------------------------------


async def waited(analysis):
    return await analysis


def test_async_with_and_async_for(engine):
    async def follow():
        depths = []
        async with engine.analysis(START) as analysis:
            async for info in analysis:
                depths.append(info.depth)
                if info.depth >= 4:
                    break
        assert not analysis.is_running
        return depths

    depths = asyncio.run(follow())
    assert depths == sorted(depths)
    assert depths[-1] == 4


def test_await_does_not_hold_up_the_loop(engine):
    async def main():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        analysis = await engine.analysis(START, Limit(seconds=0.5))
        ticking.cancel()
        return analysis, ticks

    analysis, ticks = asyncio.run(main())
    assert analysis.move in START.legal_moves
    assert ticks > 10


def test_several_listen_to_one_analysis_and_a_stop_reaches_all(engine):
    async def main():
        analysis = engine.analysis(START)

        async def last():
            return [info async for info in analysis][-1]

        listeners = [asyncio.create_task(last()) for _ in range(3)]
        await asyncio.sleep(0.1)
        analysis.stop()
        return {found.depth for found in await asyncio.gather(*listeners)}, (await analysis).depth

    depths, depth = asyncio.run(main())
    assert depths == {depth}


def test_a_waiter_may_give_up_and_leave_it_running(engine):
    async def main():
        async with engine.analysis(START) as analysis:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(waited(analysis), 0.05)
            assert analysis.is_running
        return await analysis

    assert asyncio.run(main()).move in START.legal_moves
    assert is_free(engine)


# --- nobody wants to know more --------------------------------------------------------------------------------------


async def gives_up_waiting(engine):
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(engine.analysis(START), 0.05)


async def gives_up_at_once(engine):
    """The task is cancelled before it has begun to wait."""
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(engine.analysis(START), 0)


async def runs_out_of_time(engine):
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await engine.analysis(START)


async def runs_out_of_time_in_a_block(engine):
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05), engine.analysis(START) as analysis:
            await analysis


async def runs_out_of_time_in_a_loop(engine):
    with pytest.raises(TimeoutError):  # noqa: PT012
        async with asyncio.timeout(0.05):
            async for _ in engine.analysis(START):
                pass


async def is_cancelled(engine):
    task = asyncio.create_task(waited(engine.analysis(START)))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def is_cancelled_before_it_begins(engine):
    task = asyncio.create_task(waited(engine.analysis(START)))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    del task
    await asyncio.sleep(0)  # until the loop has let go of the task; its error and the traceback hold each other
    gc.collect()


async def is_cancelled_twice(engine):
    task = asyncio.create_task(waited(engine.analysis(START)))
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def has_a_sibling_that_fails(engine):
    async def fail():
        await asyncio.sleep(0.05)
        raise ValueError("no")

    with pytest.raises(ExceptionGroup):  # noqa: PT012
        async with asyncio.TaskGroup() as group:
            group.create_task(waited(engine.analysis(START)))
            group.create_task(fail())


async def is_one_of_several_that_are_gathered(engine):
    task = asyncio.gather(waited(engine.analysis(START)), asyncio.sleep(10))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def leaves_the_loop(engine):
    async for info in engine.analysis(START):
        if info.depth >= 2:
            break


async def leaves_the_loop_by_an_error(engine):
    with pytest.raises(ZeroDivisionError):  # noqa: PT012
        async for info in engine.analysis(START):
            info.depth / 0


async def closes_the_iterator(engine):
    infos = aiter(engine.analysis(START))
    await anext(infos)
    await infos.aclose()
    with pytest.raises(StopAsyncIteration):
        await anext(infos)


async def raises_in_a_block(engine):
    with pytest.raises(ZeroDivisionError):
        async with engine.analysis(START):
            1 / 0  # noqa: B018


async def raises_in_a_block_without_async(engine):
    with pytest.raises(ZeroDivisionError), engine.analysis(START):
        1 / 0  # noqa: B018


async def leaves_a_loop_without_async(engine):
    for info in engine.analysis(START):
        if info.depth >= 2:
            break


async def forgets_it(engine):
    engine.analysis(START)


LEAVING = [
    gives_up_waiting, gives_up_at_once, runs_out_of_time, runs_out_of_time_in_a_block, runs_out_of_time_in_a_loop,
    is_cancelled, is_cancelled_before_it_begins, is_cancelled_twice, has_a_sibling_that_fails,
    is_one_of_several_that_are_gathered, leaves_the_loop, leaves_the_loop_by_an_error, closes_the_iterator,
    raises_in_a_block, raises_in_a_block_without_async, leaves_a_loop_without_async, forgets_it,
]  # fmt: skip


@pytest.mark.parametrize("leave", LEAVING, ids=lambda leave: leave.__name__)
def test_whoever(engine, leave):
    """…, leaves no search behind: the engine is free for another one, in `async` code and without, at once."""

    async def main():
        await leave(engine)
        assert (await engine.analysis(START, Limit(2))).depth == 2
        await leave(engine)
        assert engine.analyse(START, Limit(2)).depth == 2

    asyncio.run(main())
    assert engine._task is None
    nodes = engine.nodes
    time.sleep(0.05)
    assert engine.nodes == nodes


def test_one_of_several_may_leave_and_the_others_hear_on(engine):
    async def main():
        analysis = engine.analysis(START)
        other = asyncio.create_task(waited(analysis))
        await asyncio.sleep(0)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(analysis, 0.05)
        async for _ in analysis:
            break
        assert analysis.is_running
        other.cancel()
        with pytest.raises(asyncio.CancelledError):
            await other
        assert not analysis.is_running

    asyncio.run(main())
    assert is_free(engine)


def test_a_shield_lets_it_go_on(engine):
    async def main():
        analysis = engine.analysis(START)
        waiting = asyncio.ensure_future(analysis)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(waiting), 0.05)
        assert analysis.is_running
        analysis.stop()
        return await waiting

    assert asyncio.run(main()).move in START.legal_moves
    assert is_free(engine)


def test_ctrl_c_while_it_is_waited_for_ends_it(engine, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    analysis = engine.analysis(START)
    with monkeypatch.context() as patch:
        patch.setattr(threading.Condition, "wait_for", interrupted)
        with pytest.raises(KeyboardInterrupt):
            analysis.wait()
    assert analysis.wait(timeout=60).move in START.legal_moves
    assert is_free(engine)


def test_within_a_block_a_loop_may_be_left_and_begun_again(engine):
    with engine.analysis(START) as analysis:
        for _ in range(2):
            assert next(iter(analysis)).move in START.legal_moves
            assert analysis.is_running


def test_an_analysis_that_was_stopped_makes_room_for_the_next(engine):
    for _ in range(20):
        first = engine.analysis(START)
        first.stop()
        assert engine.analyse(START, Limit(3)).depth == 3
        assert not first.is_running


def test_but_not_in_its_own_thread(engine):
    def watch(_):
        engine.stop()
        with pytest.raises(EngineError, match="busy with another analysis"):
            engine.analyse(START)

    assert engine.analyse(START, Limit(9), watch=watch).move in START.legal_moves
    assert is_free(engine)


# --- programs -----------------------------------------------------------------------------------------------------

FORGETFUL = """
from outflank import Engine, Position
engine = Engine(4)
engine.load()
analyses = [engine.analysis(Position.start())]
print("begun", flush=True)
"""
FORGETFUL_OF_MANY = FORGETFUL.replace(
    "analyses = [", "others = [Engine(1, 2) for _ in range(3)]; [other.load() for other in others]\nanalyses = ["
).replace("())]", "())] + [other.analysis(Position.start(8)) for other in others]")
PLAIN = FORGETFUL.replace("engine.load()\n", "").replace("start()", "start(10)")


@pytest.mark.slow
@pytest.mark.parametrize("program", [FORGETFUL, FORGETFUL_OF_MANY, PLAIN], ids=["one", "many", "plain"])
def test_a_program_that_ends_without_stopping_ends_soon_and_quietly(engine, program):
    def seconds():
        with subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as running:
            assert running.stdout.readline() == "begun\n"
            began = time.perf_counter()
            _, complaints = running.communicate(timeout=60)
            spent = time.perf_counter() - began
        assert (running.returncode, complaints) == (0, "")
        return spent

    assert least(2, seconds, tries=10) <= 2


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_ctrl_c_in_a_program_ends_it_as_any_other(engine):
    program = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)" + FORGETFUL
    with subprocess.Popen(
        [sys.executable, "-c", program + "analyses[0].wait()"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout.readline() == "begun\n"
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        _, complaints = running.communicate(timeout=60)
    assert complaints.rstrip().endswith("KeyboardInterrupt")
    assert running.returncode == -signal.SIGINT
