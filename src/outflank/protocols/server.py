"""Main loop of a process that speaks a protocol on standard input and output, and stays responsive during a search."""

import os
import stat
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import TextIO

from outflank.errors import OutflankError, quoted_path
from outflank.protocols.dialogue import Dialogue, Say
from outflank.protocols.lines import Unreadable, lines_of
from outflank.protocols.settings import Settings
from outflank.protocols.thinker import Thinker

MakeDialogue = Callable[[Say, Thinker, Settings], Dialogue]

_TICK = 0.5  # seconds
_READY = 2.0  # seconds to wait for the engine before reading, so that no clock runs while the engine loads
_MOST_EVENTS = 100  # lines and results that may wait in the queue
_CHUNK = 1 << 16  # bytes


class Server:
    """A conversation on standard input and output. It lasts until the protocol ends it, or until the input ends.

    At the end of the input, a running search ends early. However, if the input is a file, it is treated as a script:
    each line waits until the search before it has finished. `log`, if given, records all lines in both directions. If
    the engine fails to load, `run` raises the error.
    """

    def __init__(self, make: MakeDialogue, settings: Settings, log: "Log | None" = None):
        self._events: Queue[Callable[[], None]] = Queue(_MOST_EVENTS)
        self._log = log
        self._is_idle = threading.Event()
        self._is_idle.set()
        self._thinker = Thinker(settings, self._events.put)
        self._dialogue = make(self._say, self._thinker, settings)

    def run(self) -> None:
        """Run the conversation until it ends."""
        self._thinker.wait(_READY)
        descriptor = sys.stdin.fileno()
        is_script = stat.S_ISREG(os.fstat(descriptor).st_mode)
        threading.Thread(target=self._listen, args=(descriptor, is_script), name="listening", daemon=True).start()
        try:
            while not self._dialogue.is_over:
                try:
                    event = self._events.get(timeout=_TICK)
                except Empty:
                    self._dialogue.tick()
                else:
                    event()
                    if not self._dialogue.is_busy:
                        self._is_idle.set()
        finally:
            self._dialogue.end()
            self._thinker.close()

    # --- in the talking thread ----------------------------------------------------------------------------------

    def _say(self, line: str) -> None:
        if self._log is not None:
            self._log.write(">", line)
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def _hear(self, line: str | Unreadable) -> None:
        if self._log is not None:
            self._log.write("<", f"{line.start} ({line.reason})" if isinstance(line, Unreadable) else line)
        if isinstance(line, Unreadable):
            self._dialogue.hear_unreadable(line)
        else:
            self._dialogue.hear(line)

    # --- in the listening thread --------------------------------------------------------------------------------

    def _listen(self, descriptor: int, is_script: bool) -> None:
        # Do not use sys.stdin: a thread waiting for input would still hold its lock when the process exits.
        for line in lines_of(lambda: _read(descriptor)):
            self._post(lambda line=line: self._hear(line), is_script)  # type: ignore[misc]
        self._post(self._dialogue.close, is_script)

    def _post(self, event: Callable[[], None], is_script: bool) -> None:
        if is_script:
            self._is_idle.wait()
            self._is_idle.clear()
        self._events.put(event)


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:  # for example, the terminal was closed
        return b""


class Log:
    """A log file that records both sides of a conversation, with time stamps.

    Raises OutflankError if it cannot be opened.
    """

    def __init__(self, path: Path):
        try:
            self._file: TextIO | None = path.open("a", encoding="utf-8", buffering=1)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise OutflankError(f"cannot write {quoted_path(path)}: {reason}") from None

    def write(self, direction: str, line: str) -> None:
        """Add a line to the log. `direction` is ``<`` for input and ``>`` for output.

        If the disk is full, logging stops, but the conversation continues.
        """
        now = time.time()
        moment = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now))
        if self._file is not None:
            try:
                self._file.write(f"{moment}.{int(now * 1000) % 1000:03d} {direction} {line}\n")
            except OSError:
                with suppress(OSError):
                    self._file.close()
                self._file = None
