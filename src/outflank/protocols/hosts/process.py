"""Run a hosted engine as a process, exchange lines with it safely, and make sure that no process is left behind."""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from pathlib import Path
from typing import IO

from outflank.errors import EndedError, LateError, OptionError, ProgramError, excerpt
from outflank.protocols.hosts import keeper

_LONGEST_LINE = 64 * 1024  # bytes; the rest of a line is dropped
_MOST_KEPT = 256 * 1024  # bytes of unread lines; if there are more, the oldest are dropped
_LAST_WORDS = 4 * 1024  # bytes of its standard error to keep
_PARTING = 0.3  # seconds that an engine gets to exit when asked
_KILLING = 2.0  # seconds after which a keeper is killed if it has not exited
_GLANCE = 0.25  # seconds between wake-ups of a waiting thread, so that it can be interrupted


def program(command: str, folder: Path) -> list[str]:
    """Split a command into a program and its arguments, without using a shell. The program runs in `folder`.

    Raises OptionError if the command is unreadable, or if there is no such program.
    """
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise OptionError(f"cannot read the command {excerpt(command, 60)}: {str(error).lower()}") from None
    if not words:
        raise OptionError("expected the command that starts a program, got none")
    name = os.path.expanduser(words[0] if os.name == "posix" else words[0].strip('"'))  # noqa: PTH111  may be no path
    is_path = os.path.dirname(name) != ""  # noqa: PTH120
    found = folder / name if is_path else None
    if shutil.which(name if found is None else found) is None:
        if found is not None and found.exists():
            raise OptionError(f"expected a program, but {excerpt(name, 60)} is not executable")
        where = "" if is_path else " in any folder on the PATH"
        raise OptionError(f"there is no program {excerpt(name, 60)}{where}")
    return [name, *words[1:]]


class _Output:
    """The output of a stream, as complete lines in order.

    A thread reads the stream and never blocks: when the buffer is full, the oldest lines are dropped.
    """

    def __init__(self, stream: IO[bytes]):
        self._came = threading.Condition()
        self._lines: deque[bytes] = deque()
        self._size = 0
        self._has_ended = False
        self.thread = threading.Thread(target=self._read, args=(stream,), name="engine output", daemon=True)
        self.thread.start()

    def next(self, until: float) -> str | None:
        """Return the next line, or None at the end of the stream.

        Raises TimeoutError if the monotonic clock reaches `until`.
        """
        with self._came:
            while not self._lines:
                if self._has_ended:
                    return None
                left = until - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                self._came.wait(min(left, _GLANCE))
            line = self._lines.popleft()
            self._size -= len(line)
        return line.decode(errors="replace").rstrip("\r")

    def forget(self) -> None:
        """Discard all lines that have not been read."""
        with self._came:
            self._lines.clear()
            self._size = 0

    def _read(self, stream: IO[bytes]) -> None:
        begun = b""  # an incomplete line
        with contextlib.suppress(OSError), stream:
            while chunk := os.read(stream.fileno(), _LONGEST_LINE):
                *ended, rest = chunk.split(b"\n")
                if ended:
                    ended[0] = begun + ended[0]
                    self._add(ended)
                    begun = b""
                begun = (begun + rest)[:_LONGEST_LINE]
        with self._came:
            self._has_ended = True
            self._came.notify_all()

    def _add(self, lines: list[bytes]) -> None:
        with self._came:
            for line in lines:
                self._lines.append(line[:_LONGEST_LINE])
                self._size += len(self._lines[-1])
            while self._size > _MOST_KEPT or len(self._lines) > _MOST_KEPT // 64:
                self._size -= len(self._lines.popleft())
            self._came.notify_all()


_AFTER_AN_ERROR = ("at ", "Node.js v")  # beginnings of the lines that node prints after an error message


class _LastWords:
    """The last bytes that a stream printed. `str` returns the last meaningful line of them."""

    def __init__(self, stream: IO[bytes]):
        self._said = b""
        self.thread = threading.Thread(target=self._read, args=(stream,), name="engine errors", daemon=True)
        self.thread.start()

    def _read(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:
            while chunk := os.read(stream.fileno(), _LAST_WORDS):
                self._said = (self._said + chunk)[-_LAST_WORDS:]

    def __str__(self) -> str:
        lines = [line.strip() for line in self._said.decode(errors="replace").splitlines() if line.strip()]
        while len(lines) > 1 and lines[-1].startswith(_AFTER_AN_ERROR):
            lines.pop()
        return lines[-1] if lines else ""


class EngineProcess:
    """A running engine.

    It is killed by `end`, when this object is deleted, or when this process ends for any reason.
    """

    def __init__(self, command: list[str], folder: Path):
        """Start the engine's program. Raises ProgramError if it cannot be started."""
        self._lifeline: int | None = None
        try:
            self._process = self._kept(command, folder) if os.name == "posix" else self._plain(command, folder)
        except OSError as error:
            raise EndedError(f"cannot be started: {error.strerror or error}") from None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._output, self._errors = _Output(self._process.stdout), _LastWords(self._process.stderr)
        threads = (self._output.thread, self._errors.thread)
        self._finish = weakref.finalize(self, _finish, self._process, self._lifeline, threads)

    def _kept(self, command: list[str], folder: Path) -> "subprocess.Popen[bytes]":
        """Start the engine under a keeper, which kills the engine when this process closes its end of the pipe."""
        held, self._lifeline = os.pipe()
        try:
            return subprocess.Popen(
                [sys.executable, "-I", "-S", keeper.__file__, str(held), *command],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                pass_fds=(held,),
                start_new_session=True,  # Ctrl-C is meant for us
            )
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(held)

    def _plain(self, command: list[str], folder: Path) -> "subprocess.Popen[bytes]":
        """Start the engine directly. This is for systems without process groups."""
        pipe = subprocess.PIPE
        group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        return subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder, creationflags=group
        )

    @property
    def is_running(self) -> bool:
        """True while the engine is running."""
        return self._process.poll() is None

    def say(self, line: str) -> None:
        """Send a line to the engine. Raises EndedError if the engine has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
        except (OSError, ValueError):
            raise self._ended() from None

    def hear(self, until: float) -> str:
        """Return the engine's next line.

        Raises LateError if the monotonic clock reaches `until`, or EndedError if the output ends.
        """
        try:
            line = self._output.next(until)
        except TimeoutError:
            raise LateError("did not answer in time") from None
        if line is None:
            raise self._ended()
        return line

    def forget(self) -> None:
        """Discard unread output, so that it is not mistaken for the answer to the next question."""
        self._output.forget()

    def end(self, farewell: str = "") -> None:
        """Kill the engine and all its processes.

        If `farewell` is given, it is sent first, and the engine gets time to exit.
        """
        if farewell and self._finish.alive and self._process.stdin is not None:
            with contextlib.suppress(OSError, ValueError, subprocess.TimeoutExpired):
                self._process.stdin.write(farewell.encode() + b"\n")
                self._process.stdin.close()
                self._process.wait(_PARTING)
        ending = threading.Thread(target=self._finish, name="engine end")
        ending.start()  # on its own thread: the referee may interrupt this one at any point
        ending.join()

    def _ended(self) -> ProgramError:
        """Create an error that describes how the engine ended, including the last line of its error output."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_PARTING)
        code = self._process.poll()
        if code is not None:
            self._errors.thread.join(_PARTING)
        said = str(self._errors)
        words = f": {excerpt(said, 80)}" if said else ""
        if code is None:
            return EndedError(f"closed its output or its input but did not exit{words}")
        if code == keeper.CANNOT_START and said.startswith(keeper.COMPLAINT):
            return EndedError(said)
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return EndedError(f"ended ({how}){words}")


def _finish(process: "subprocess.Popen[bytes]", lifeline: int | None, threads: tuple[threading.Thread, ...]) -> None:
    if lifeline is None:
        process.kill()
    else:
        os.close(lifeline)
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    try:
        process.wait(_KILLING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for thread in threads:
        if thread is not threading.current_thread():
            thread.join(_PARTING)
