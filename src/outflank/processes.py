"""How processes end: on the signals that ask for it, and never later than the process that started them."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import Any, cast

_ASKING = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
_AT_ONCE = 1.0  # seconds in which a signal that comes again is the same request: `timeout` sends two
_PR_SET_PDEATHSIG = 1  # of prctl(2)

_main = threading.Lock()  # of the program's entry among the modules


@contextmanager
def interrupted_by_signals() -> Iterator[list[int]]:
    """Within this, SIGTERM and SIGHUP do what Ctrl-C does; yields the list to which each that comes is added.

    One that this process was started to ignore, as `nohup` does, stays ignored. Threads other than the main one cannot
    change what signals do, so in them nothing changes.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    first = float("-inf")

    def interrupt(number: int, _frame: FrameType | None) -> None:
        nonlocal first
        came.append(number)
        if time.monotonic() - first > _AT_ONCE:
            first = time.monotonic()
            raise KeyboardInterrupt

    heard = [number for number in _ASKING if signal.getsignal(number) not in (signal.SIG_IGN, None)]
    before = {number: signal.signal(number, interrupt) for number in heard}
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def without_main() -> Iterator[None]:
    """Within this, processes start without running the file of the program again, as they have no need of it.

    So a script needs no guard ``if __name__ == "__main__":``, and a program that was typed in can start them too.
    """
    with _main:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


@contextmanager
def in_one_go() -> Iterator[None]:
    """Within this, signals that ask to end wait, and are answered behind it: what happens here is not broken off.

    Python code that is called back by code in C, as compilers do, would print the exception of a signal and go on.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    heard = [number for number in (signal.SIGINT, *_ASKING) if callable(signal.getsignal(number))]
    before: dict[int, Callable[[int, FrameType | None], object]] = {}
    try:
        for number in heard:
            before[number] = cast(Any, signal.signal(number, note))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, cast(Any, handler))
        for number in came:
            before[number](number, None)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Within this, signals that ask to end wait: so that no process is started that nobody knows of.

    Processes that are started within do not hear them either, until they call `serve_parent`.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ASKING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve_parent() -> None:
    """What a process that works for another does first: it leaves Ctrl-C to its parent, and ends when that has gone."""
    import ctypes  # here, as below, because every command imports this module

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, *_ASKING})
    if sys.platform == "linux":  # this works even while code in C lets no other thread of Python run
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
