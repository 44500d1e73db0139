"""Threads that run blocking work of pages, such as database queries, outside the event loop.

A thread cannot be stopped. It goes on when its page disconnects, and may still use a database. Before a server closes
its databases, it therefore waits until all threads have ended.
"""

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, TypeVar

T = TypeVar("T")

_running: set[asyncio.Future[Any]] = set()


def start(do: Callable[[], T]) -> "asyncio.Future[T]":
    """Call a function in a thread. Cancelling the result has no effect on the call."""
    call = asyncio.get_running_loop().run_in_executor(None, copy_context().run, do)
    _running.add(call)
    call.add_done_callback(_running.discard)
    return asyncio.shield(call)


async def in_thread(do: Callable[[], T]) -> T:
    """Call a function in a thread, and return its result."""
    return await start(do)


async def all_ended() -> None:
    """Wait until all threads of this event loop have ended."""
    loop = asyncio.get_running_loop()
    while calls := [call for call in _running if call.get_loop() is loop]:
        await asyncio.wait(calls)
