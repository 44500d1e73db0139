"""The loop of a process that speaks a protocol: lines in, lines out, and a search that never delays a line."""

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
_READY = 2.0  # seconds that the first answer may wait for the engine, so that no clock runs while it loads
_MOST_EVENTS = 100  # lines and results that may wait
_CHUNK = 1 << 16  # bytes


class Server:
    """One conversation on standard input and output, until it ends or the other side is gone.

    The end of the input ends a running search. A file as input is a script instead: each line waits for the search
    before it. All lines in both directions go to `log`, if given. Raises errors that leave no engine to talk to.
    """

    def __init__(self, make: MakeDialogue, settings: Settings, log: "Log | None" = None):
        self._events: Queue[Callable[[], None]] = Queue(_MOST_EVENTS)
        self._log = log
        self._is_idle = threading.Event()
        self._is_idle.set()
        self._thinker = Thinker(settings, self._events.put)
        self._dialogue = make(self._say, self._thinker, settings)

    def run(self) -> None:
        """Talk until the end."""
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
        # Not through sys.stdin: a thread that waits for input would hold its lock at exit.
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
    except OSError:  # such as a closed terminal
        return b""


class Log:
    """A file that records both sides of a conversation with times. Raises OutflankError."""

    def __init__(self, path: Path):
        try:
            self._file: TextIO | None = path.open("a", encoding="utf-8", buffering=1)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise OutflankError(f"cannot write {quoted_path(path)}: {reason}") from None

    def write(self, direction: str, line: str) -> None:
        """Add a line: ``<`` for input, ``>`` for output. A full disk ends the log, not the conversation."""
        now = time.time()
        moment = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now))
        if self._file is not None:
            try:
                self._file.write(f"{moment}.{int(now * 1000) % 1000:03d} {direction} {line}\n")
            except OSError:
                with suppress(OSError):
                    self._file.close()
                self._file = None
