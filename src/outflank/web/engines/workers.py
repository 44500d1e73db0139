"""A pool of worker processes, off the event loop: whoever awaits a job can be cancelled, and the engine stops.

Processes start when they are first needed. One that does not stop in time, or dies, is replaced.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from outflank.errors import OutflankError
from outflank.text import loads
from outflank.web import logs
from outflank.web.shares import Turns

GRACE = 0.08
"""Seconds that a worker has to stop before it is killed, unless its pool gives it more."""

_LONGEST_LINE = 32 * 1024 * 1024
Watch = Callable[[dict[str, Any]], None]


class JobError(OutflankError):
    """A job that failed; the message says why."""


class _WorkerProcess:
    def __init__(self, process: asyncio.subprocess.Process):
        self.process = process
        self.stdin, self.stdout = process.stdin, process.stdout
        self.is_counted, self.is_ending = True, False

    @classmethod
    async def start(cls, nice: int) -> "_WorkerProcess":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "outflank.web.engines.worker",
            str(nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
            start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
        )
        worker = cls(process)
        try:
            await worker.hear()
        except BaseException:
            await worker.end()
            raise
        return worker

    def say(self, command: dict[str, Any]) -> None:
        assert self.stdin is not None
        with suppress(OSError, RuntimeError):
            self.stdin.write(json.dumps(command).encode() + b"\n")

    async def hear(self) -> dict[str, Any]:
        """The next answer. Raises JobError if the process has ended."""
        assert self.stdout is not None
        line = await self.stdout.readline()
        if not line:
            if not self.is_ending:
                logs.event(logs.WARNING, "engine ended unexpectedly")
            raise JobError("the engine's process ended unexpectedly")
        answer: dict[str, Any] = loads(line)
        return answer

    async def end(self) -> None:
        self.is_ending = True
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Pool:
    """At most `size` jobs at once; more wait for their turn (`shares.Turns`). `nice` lowers the workers' priority.

    A worker has `grace` seconds to stop before it is killed.
    """

    def __init__(self, size: int, nice: int = 0, grace: float = GRACE):
        self.size, self.nice, self.grace = size, nice, grace
        self._free = Turns(size)
        self._idle: list[_WorkerProcess] = []
        self._all: set[_WorkerProcess] = set()
        self._retiring: set[asyncio.Task[None]] = set()
        self._number = 0
        self.running = 0

    @property
    def is_full(self) -> bool:
        """Whether another job would have to wait."""
        return self._free.locked()

    async def warm(self) -> None:
        """Start a worker if there is none, so that the next job does not wait for it. Raises JobError."""
        self._forget_ended()
        if not self._all:
            await self._free.acquire()
            try:
                self._idle.append(await self._start())
            finally:
                self._free.release()

    async def run(self, job: dict[str, Any], watch: Watch | None = None, *, is_counted: bool = True) -> Any:
        """The result of a job, `is_counted` if it is one of those `running`. Raises JobError.

        If cancelled, the engine is stopped.
        """
        await self._free.acquire()
        try:
            self._forget_ended()
            worker = self._idle.pop() if self._idle else await self._start()
        except BaseException:
            self._free.release()
            raise
        self._number += 1
        number = self._number
        worker.is_counted = is_counted
        self.running += is_counted
        worker.say({"job": number, **job})
        finished = False
        try:
            while True:
                answer = await worker.hear()
                if answer.get("job") != number:
                    continue  # the last words of a job that was stopped
                if "found" in answer:
                    if watch is not None:
                        watch(answer["found"])
                    continue
                finished = True
                if "failed" in answer:
                    why = answer["failed"]
                    raise JobError(why)
                return answer.get("done")
        except asyncio.CancelledError:
            worker.say({"stop": number})
            raise
        finally:
            self._retire(worker, None if finished else number)

    def _forget_ended(self) -> None:
        """Forget workers that have ended while they had nothing to do, as when memory was short."""
        for worker in [worker for worker in self._idle if worker.process.returncode is not None]:
            self._idle.remove(worker)
            self._all.discard(worker)

    def _retire(self, worker: _WorkerProcess, number: int | None) -> None:
        """Let a worker wait for its next job once it has ended the one it was at, or end it."""
        if number is None:
            self._release(worker)
            return
        task = asyncio.ensure_future(self._wait_for_end(worker, number))
        self._retiring.add(task)
        task.add_done_callback(self._retiring.discard)

    async def _wait_for_end(self, worker: _WorkerProcess, number: int) -> None:
        try:
            async with asyncio.timeout(self.grace):
                while True:
                    answer = await worker.hear()
                    if answer.get("job") == number and "found" not in answer:
                        break
        except (TimeoutError, JobError, asyncio.CancelledError):
            await worker.end()
            self._all.discard(worker)
            self.running -= worker.is_counted
            self._free.release()
        else:
            self._release(worker)

    def _release(self, worker: _WorkerProcess) -> None:
        if worker.process.returncode is None:
            self._idle.append(worker)
        else:
            self._all.discard(worker)
        self.running -= worker.is_counted
        self._free.release()

    async def _start(self) -> _WorkerProcess:
        try:
            worker = await _WorkerProcess.start(self.nice)
        except OSError as error:
            logs.event(logs.ERROR, "engine not started", reason=error.strerror or type(error).__name__)
            raise JobError("no process for an engine could be started: {reason}", reason=error.strerror) from None
        self._all.add(worker)
        return worker

    async def settle(self) -> None:
        """Wait until everything that was cancelled has stopped."""
        while self._retiring:
            await asyncio.gather(*self._retiring, return_exceptions=True)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.end() for worker in self._all), return_exceptions=True)
        self._all.clear()
        self._idle.clear()
