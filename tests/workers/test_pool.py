"""Processes of this machine: their work, and the fate of those that die or are left."""

import os
import queue
import signal
import threading
import time
from concurrent.futures import wait
from itertools import pairwise
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from outflank.errors import OutflankError, RequestError
from outflank.workers import ProcessPool, Watch, heed_stop, tell_watch
from tests.ending import is_running


def fail(text):
    raise OutflankError(text)


def refuse(code):
    raise RequestError(code, "come back later")


def die_once(path):
    """End this process, unless that was done before."""
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


@pytest.mark.slow
def test_processes_run_tasks_and_a_dead_one_is_replaced(tmp_path):
    with ProcessPool(1) as workers:
        workers.check()
        assert workers.submit(divmod, 7, 2).result(60) == (3, 1)
        with pytest.raises(OutflankError, match="no such thing"):
            workers.submit(fail, "no such thing").result(60)
        with pytest.raises(OutflankError, match="ZeroDivisionError"):
            workers.submit(divmod, 7, 0).result(60)
        assert workers.submit(die_once, tmp_path / "died").result(60) == "done"
        later = workers.submit(os.getpid)
        assert later.result(60) != os.getpid()


@pytest.mark.slow
def test_processes_that_always_die_are_an_error():
    with ProcessPool(1) as workers, pytest.raises(OutflankError, match="keep exiting immediately"):
        workers.submit(os._exit, 1).result(60)


def test_processes_end_when_they_are_left():
    with ProcessPool(2) as workers:
        numbers = {workers.submit(os.getpid).result(60) for _ in range(3)}
    assert not any(is_running(number) for number in numbers)


def wait_for(path):
    """Leave a sign and wait for ever."""
    path.touch()
    time.sleep(600)


def until_there(path):
    while not path.exists():
        time.sleep(0.01)


def test_a_process_that_is_busy_ends_when_it_is_left(tmp_path):
    with ProcessPool(1) as workers:
        number = workers.submit(os.getpid).result(60)
        workers.submit(wait_for, tmp_path / "begun")
        waiting = workers.submit(os.getpid)
        until_there(tmp_path / "begun")
    assert not is_running(number)
    assert wait([waiting], 60).done == {waiting}
    assert waiting.cancelled()
    with pytest.raises(RuntimeError, match="have been ended"):
        workers.submit(os.getpid)


def test_tasks_of_higher_priority_are_begun_first_and_cancelled_ones_never(tmp_path):
    order = []
    with ProcessPool(1) as workers:
        blocker = workers.submit(until_there, tmp_path / "go")
        while not blocker.running():
            time.sleep(0.01)
        futures = {name: workers.submit(str, name, priority=n) for n, name in enumerate(("low", "gone", "high"))}
        for name, future in futures.items():
            future.add_done_callback(lambda _future, name=name: order.append(name))
        assert futures["gone"].cancel()
        (tmp_path / "go").touch()
        assert [futures[name].result(60) for name in ("low", "high")] == ["low", "high"]
        assert futures["gone"].cancelled()
    assert order == ["gone", "high", "low"]


def test_what_cannot_be_sent_or_sent_back_is_an_error_of_its_future():
    with ProcessPool(1) as workers:
        with pytest.raises(OutflankError, match="pickle"):
            workers.submit(str, threading.Lock()).result(60)
        with pytest.raises(OutflankError, match="pickle"):
            workers.submit(threading.Lock).result(60)
        assert list(workers.map(abs, (-1, 2))) == [1, 2]


class Unreadable:
    """Can be sent, and not be made again where it arrives."""

    def __reduce__(self):
        return int, ("no number",)


def say_what_cannot_be_read():
    tell_watch(Unreadable())
    return "never mind"


@pytest.mark.parametrize("task", [Unreadable, say_what_cannot_be_read])
def test_what_cannot_be_read_is_an_error_of_its_future_and_the_next_task_is_done(task):
    """Once, the reading thread ended, and nobody got an answer."""
    with ProcessPool(1) as workers:
        with pytest.raises(OutflankError, match="ValueError: invalid literal"):
            workers.submit(task).result(60)
        assert workers.submit(abs, -3).result(60) == 3


def test_an_error_comes_back_with_its_code():
    with ProcessPool(1) as workers:
        error = workers.submit(refuse, "busy").exception(60)
    assert (type(error), error.code, str(error)) == (RequestError, "busy", "come back later")


def test_a_task_that_is_next_when_the_pool_closes_is_answered(tmp_path):
    """Once it stayed without an answer, if the thread had taken it when the pool was closed."""
    with ProcessPool(1) as workers:
        first, second = workers.submit(until_there, tmp_path / "go"), workers.submit(abs, -3)
        first.add_done_callback(lambda _: workers.close())  # in the thread, which has the next task by then
        (tmp_path / "go").touch()
        assert wait([second], 60).done
    with pytest.raises(OutflankError, match="have been ended"):
        second.result()


class Listening(Watch):
    """Reports how the process ended, and its earlier messages."""

    def __init__(self, owners=(), patience=None):
        self.owners, self._patience, self.heard = frozenset(owners), patience, []

    def hear(self, message):
        self.heard.append(message)

    def patience(self):
        return self._patience

    def ended(self, how):
        return [*self.heard, how]


def tell_and_die(code):
    tell_watch("my turn")
    os._exit(code)


def test_a_watch_hears_a_task_and_judges_the_end_of_its_process(tmp_path):
    with ProcessPool(1) as workers:
        assert workers.submit(tell_and_die, 3, watch=Listening()).result(60) == ["my turn", "exit code 3"]
        assert workers.submit(signal.raise_signal, signal.SIGKILL, watch=Listening()).result(60) == ["SIGKILL"]
        assert workers.submit(wait_for, tmp_path / "begun", watch=Listening(patience=1)).result(60) == [None]


def test_a_process_that_has_run_the_code_of_others_is_replaced():
    with ProcessPool(1) as workers:
        asked = ("", "a", "a", "ab", "b")
        numbers = [workers.submit(os.getpid, watch=Listening(owners)).result(60) for owners in asked]
    assert [one == next_one for one, next_one in pairwise(numbers)] == [True, True, True, False]


class Heard(Watch):
    """Records the task's messages."""

    def __init__(self):
        self.messages = queue.SimpleQueue()

    def hear(self, message):
        self.messages.put(message)


def deaf_until_it_begins():
    """A search that does not hear a stop before it has begun."""
    begun, stopped = threading.Event(), threading.Event()
    heed_stop(lambda: stopped.set() if begun.is_set() else None)
    tell_watch("ready")
    time.sleep(0.05)
    begun.set()
    return stopped.wait(600)


def count_for_ever():
    """Python code that knows nothing of being stopped."""
    heed_stop(None)
    tell_watch("ready")
    while True:
        time.sleep(0.001)


def stay_deaf():
    tell_watch("ready")
    time.sleep(600)


@pytest.mark.parametrize("task", [deaf_until_it_begins, count_for_ever])
def test_a_task_that_is_stopped_ends_and_its_process_goes_on(task):
    with ProcessPool(2) as workers:
        number = workers.submit(os.getpid).result(60)
        future = workers.submit(task, watch=(watch := Heard()))
        assert watch.messages.get(timeout=60) == "ready"
        workers.stop(future, 60)
        assert future.exception(60) is None or "stopped" in str(future.exception())
        assert workers.submit(os.getpid).result(60) == number  # the process that was busy last


def test_the_process_of_a_task_that_does_not_stop_is_ended_and_replaced():
    with ProcessPool(1) as workers:
        number = workers.submit(os.getpid).result(60)
        future = workers.submit(stay_deaf, watch=(watch := Heard()))
        assert watch.messages.get(timeout=60) == "ready"
        workers.stop(future, 0.01)
        assert "stopped" in str(future.exception(60))
        assert workers.submit(os.getpid).result(60) != number
        assert not is_running(number)


def test_a_stop_does_not_reach_the_next_task_and_one_that_waits_is_not_begun(tmp_path):
    with ProcessPool(1) as workers:
        first = workers.submit(deaf_until_it_begins)
        second, third = workers.submit(wait_for, tmp_path / "begun"), workers.submit(abs, -3)
        workers.stop(second, 60)
        workers.stop(first, 60)
        assert third.result(60) == 3
        assert second.cancelled()
        assert not (tmp_path / "begun").exists()


def test_a_process_that_died_with_nothing_to_do_is_replaced():
    with ProcessPool(1) as workers:
        number = workers.submit(os.getpid).result(60)
        os.kill(number, signal.SIGKILL)
        while is_running(number):
            time.sleep(0.01)
        assert workers.submit(os.getpid, watch=Once()).result(60) != number


def test_a_process_that_ends_before_it_reads_its_task_is_replaced():
    with ProcessPool(1) as workers:
        number = workers.submit(os.getpid).result(60)
        os.kill(number, signal.SIGSTOP)
        while any(" T " not in path.read_text() for path in Path(f"/proc/{number}/task").glob("*/stat")):
            time.sleep(0.01)
        task = workers.submit(os.getpid, watch=Once())
        while not task.running():
            time.sleep(0.01)
        time.sleep(0.1)  # it is sent in a moment; later, it is sent to a process that is known to have ended
        os.kill(number, signal.SIGKILL)
        assert task.result(60) != number


class Once(Watch):
    """Takes no task up again whose process ends."""

    def ended(self, how):
        raise OutflankError("it ended: {how}", how=how)


def test_close_waits_for_a_process_that_is_starting(monkeypatch):
    begun, goes_on, started = threading.Event(), threading.Event(), []
    start = SpawnProcess.start

    def start_slowly(process):
        begun.set()
        goes_on.wait(60)
        start(process)
        started.append(process)

    monkeypatch.setattr(SpawnProcess, "start", start_slowly)
    pool = ProcessPool(1)
    future = pool.submit(abs, -1)
    assert begun.wait(60)
    closing = threading.Thread(target=pool.close)
    closing.start()
    closing.join(0.2)
    assert closing.is_alive()
    goes_on.set()
    closing.join(60)
    assert len(started) == 1
    with pytest.raises(OutflankError):
        future.result(60)
    started[0].join(60)
    assert not started[0].is_alive()
