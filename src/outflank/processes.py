"""Shut down processes cleanly, either after a signal or, at the latest, when their parent exits."""

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
_AT_ONCE = 1.0  # seconds within which a repeated signal counts as the same request: `timeout` sends two
_PR_SET_PDEATHSIG = 1  # of prctl(2)

_main = threading.Lock()  # guards the program's entry in sys.modules


@contextmanager
def interrupted_by_signals() -> Iterator[list[int]]:
    """Treat SIGTERM and SIGHUP like Ctrl-C inside the `with` block. Yields the list of signals received so far.

    Signals that were already ignored when the process started, for example because of `nohup`, are still ignored. Only
    the main thread can change signal handlers, so this has no effect in other threads.
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
    """Start processes inside the `with` block without running the program's main file again.

    As a result, scripts need no ``if __name__ == "__main__":`` guard, and code typed into an interactive session can
    also start processes.
    """
    with _main:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


@contextmanager
def in_one_go() -> Iterator[Callable[[], None]]:
    """Delay termination signals until the end of the `with` block, so that nothing interrupts it.

    If C code calls Python code, for example inside a compiler, an exception raised by a signal would only be printed.
    Yields a function that handles the signals received so far. Call it where an exception does no harm.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    def handle() -> None:
        while came:
            number = came.pop(0)
            before[number](number, None)

    heard = [number for number in (signal.SIGINT, *_ASKING) if callable(signal.getsignal(number))]
    before: dict[int, Callable[[int, FrameType | None], object]] = {}
    try:
        for number in heard:
            before[number] = cast(Any, signal.signal(number, note))
        yield handle
    finally:
        for number, handler in before.items():
            signal.signal(number, cast(Any, handler))
        handle()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Block termination signals inside the `with` block, so that no process is started without being registered.

    Processes started inside the block do not receive these signals until they call `serve_parent`.
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
    """Leave Ctrl-C to the parent process, and exit when the parent exits. Worker processes must call this first."""
    import ctypes  # not at the top: every command imports this module

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, *_ASKING})
    if sys.platform == "linux":  # works even while C code blocks all Python threads
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
