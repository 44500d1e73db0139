"""Commands in processes of their own, and what is left of them when they have ended."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

COMMAND = (sys.executable, "-m", "outflank")


def hear_signals():
    """In a new process: hear of Ctrl-C and of a closed window, whatever the tests were started to ignore."""
    for name in ("SIGINT", "SIGHUP", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def descendants(process_id):
    """The processes that a process and those below it have started, and that still run."""
    parents = {child: _parent(child) for child in _running()}
    found, before = {process_id}, set()
    while found != before:
        before = found
        found = before | {child for child, parent in parents.items() if parent in before}
    return {child for child in found - {process_id} if is_running(child)}


def _running():
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]


def _stat(process_id):
    """State, parent, … of a process; empty if there is none."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process_id}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return []


def _parent(process_id):
    stat = _stat(process_id)
    return int(stat[1]) if stat else None


def is_running(process_id):
    """Whether there is such a process, and not only its exit code."""
    return _stat(process_id)[:1] not in ([], ["Z"], ["X"])


def serves_parent(process_id):
    """Whether a process leaves Ctrl-C to its parent, as workers do once they know who it is."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process_id}/status").read_text(errors="replace").splitlines():
            if line.startswith("SigIgn:"):
                return bool(int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1)
    return False


class Command:
    """`outflank` in a process and a session of its own. Use within `with`, which ends it and all that it started."""

    def __init__(self, *arguments, command=COMMAND, prefix=(), **options):
        self.process = subprocess.Popen(
            [*prefix, *command, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
            preexec_fn=hear_signals,
            **{"stdin": subprocess.DEVNULL, **options},
        )
        self.started: set[int] = set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process_id in {self.process.pid, *self.started}:
            if is_running(process_id):
                with contextlib.suppress(OSError):
                    os.kill(process_id, signal.SIGKILL)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self.process.wait(60)

    def reads_until(self, text, stream="stderr"):
        """Read lines until one has some text in it, and note which processes run by then."""
        lines = []
        while text not in (line := getattr(self.process, stream).readline()):
            assert line, f"{text!r} was never said, but {lines}: {self.process.stderr.read()}"
            lines.append(line)
        self.notes()

    def notes(self):
        """Remember the processes that run by now below this one."""
        self.started |= descendants(self.process.pid)

    def waits_for_workers(self, seconds=60):
        """Wait until there are workers, and all of them know their parent: nobody can spare them its end before."""
        until, before = time.monotonic() + seconds, None
        while before != self.started or not self.started or not all(map(serves_parent, self.started)):
            assert time.monotonic() < until, f"no workers, or not ready: {self.started}"
            before = set(self.started)
            time.sleep(0.1)
            self.notes()

    def ends(self, number, seconds=60):
        """Send a signal, wait for the end, and return the exit code and what else came on both streams.

        Those who read the streams to their end wait for all processes that hold them open.
        """
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=seconds)
        return self.process.returncode, out, err

    def left(self, seconds=30):
        """Which of the processes that were noted still run after as many seconds; they have that long to end."""
        until = time.monotonic() + seconds
        while (left := {child for child in self.started if is_running(child)}) and time.monotonic() < until:
            time.sleep(0.02)
        return left
