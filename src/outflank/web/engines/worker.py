"""The process in which engines work: jobs come in on standard input, one JSON object a line, and answers go out.

``{"job": 7, "do": "move", …}`` is answered by any number of ``{"job": 7, "found": …}`` and one last
``{"job": 7, "done": …}``, ``{"job": 7, "failed": …}`` or ``{"job": 7, "stopped": true}``. ``{"stop": 7}`` ends a job
early. When standard input ends, because the server has gone in whatever way, the process ends at once.
"""

import ctypes
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from outflank.errors import OutflankError
from outflank.text import dumps

_AGAIN = 0.005  # seconds until a job that has not stopped is told again


class _Stopped(BaseException):
    """Raised inside a job that is to end."""


class JobRunner:
    """The jobs one after the other in this thread, the commands read in another."""

    def __init__(self, commands: Any, answers: Any):
        self._commands, self._answers = commands, answers
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._current: int | None = None
        self._stop: Callable[[], None] | None = None  # how the job that runs is stopped politely
        self._stopped: set[int] = set()  # jobs stopped before they began
        self._thread = threading.get_ident()

    def run(self) -> None:
        """Work until the process ends."""
        threading.Thread(target=self._listen, name="commands", daemon=True).start()
        self._answer({"ready": os.getpid()})
        while True:
            with suppress(_Stopped):  # one that comes too late
                self._work(self._jobs.get())

    def _work(self, job: dict[str, Any]) -> None:
        from outflank.web.engines import jobs

        number = job["job"]
        try:
            with self._lock:
                if number in self._stopped:
                    raise _Stopped
                self._current, self._stop = number, None
            done = jobs.do(job, lambda found: self._answer({"job": number, "found": found}), self._on_stop)
            outcome: dict[str, Any] = {"stopped": True} if number in self._stopped else {"done": done}
        except _Stopped:
            outcome = {"stopped": True}
        except OutflankError as error:
            outcome = {"failed": str(error)}
        except (Exception, SystemExit) as error:  # whatever a player does
            outcome = {"failed": f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"}
        with self._lock:
            self._current = self._stop = None
            self._stopped.discard(number)
        self._answer({"job": number, **outcome})

    def _on_stop(self, stop: Callable[[], None] | None) -> None:
        """A job says how it wants to be stopped: by a function, or by an exception at its next step (None).

        Until it has said so it is left alone, since it may be importing modules, which an exception would leave half
        done: a worker that takes too long is killed by the pool.
        """
        with self._lock:
            self._stop = stop or self._interrupt
            if self._current in self._stopped:
                self._stop_current()

    def _stop_current(self) -> None:
        """Stop the job that runs, with the lock held.

        A search that has not begun yet does not hear a stop, so it is told again until the job has ended.
        """
        number, stop = self._current, self._stop
        if stop is None or number is None:
            return
        stop()
        if stop != self._interrupt:
            threading.Thread(target=self._insist, args=(number, stop), name="stop", daemon=True).start()

    def _insist(self, number: int, stop: Callable[[], None]) -> None:
        while True:
            time.sleep(_AGAIN)
            with self._lock:
                if self._current != number:
                    return
                stop()

    def _interrupt(self) -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(_Stopped))

    def _listen(self) -> None:
        for line in self._commands:
            command = json.loads(line)
            if "stop" not in command:
                self._jobs.put(command)
                continue
            with self._lock:
                self._stopped.add(command["stop"])
                if command["stop"] == self._current:
                    self._stop_current()
        os._exit(0)  # the server has gone: nobody waits for anything any more

    def _answer(self, answer: dict[str, Any]) -> None:
        try:
            self._answers.write(dumps(answer) + "\n")
            self._answers.flush()
        except OSError:
            os._exit(0)


def main() -> None:
    """Speak over the process's own streams, which players may not print to; the argument lowers the priority."""
    if len(sys.argv) > 1 and hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(KeyboardInterrupt):
        JobRunner(sys.stdin, answers).run()


if __name__ == "__main__":
    main()
