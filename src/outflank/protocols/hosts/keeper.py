"""The process between Outflank and an engine that it hosts, so that none is left when Outflank ends, however it ends.

``python keeper.py FD COMMAND ARGUMENT …`` runs a command with its own standard streams. When the other end of the pipe
FD is closed, which the system does even for a process that is killed, it kills the command and everything that the
command has started; the same when the command has ended by itself, or on a signal that asks for an end. It ends as the
command did.

It is a file that imports nothing of the package, for that takes longer than all it does.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36  # of prctl(2)
_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_LONGEST = 5.0  # seconds for killing what a command has started, which may start more meanwhile

CANNOT_START, COMPLAINT = 127, "cannot be started:"
"""The exit code when there is no such command, as in a shell, and how what is then said begins."""


def main() -> None:
    """Keep a command until it ends or is not wanted any more."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)  # to the command
    prctl = _prctl()
    if prctl is not None:
        prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # what loses its parent becomes a child of this process
    wakes, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    asked: list[int] = []
    signal.signal(signal.SIGCHLD, lambda *_: None)  # one that is ignored would not wake
    for number in _ENDING:
        signal.signal(number, lambda number, _frame: asked.append(number))
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # those who start this one may have blocked signals
    engine = os.fork()
    if engine == 0:
        _become(command, prctl)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # so that whoever reads the command's output sees its end
        os.dup2(nothing, stream)
    status = None
    while status is None and not asked:
        ready, _, _ = select.select([lifeline, wakes], [], [])
        if lifeline in ready:
            break
        os.read(wakes, 4096)
        status, _ = _reap(engine)
    found = _kill_all(engine)
    _end_as(found if status is None else status)


def _prctl() -> Callable[..., int] | None:
    """The system call, None where there is none."""
    if sys.platform != "linux":
        return None
    try:
        import ctypes

        found: Callable[..., int] = ctypes.CDLL(None).prctl
        return found
    except (ImportError, OSError, AttributeError):
        return None


def _become(command: list[str], prctl: Callable[..., int] | None) -> None:
    """Turn a fork of this process into the command, in a session of its own."""
    try:
        os.setsid()
        if prctl is not None:
            prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGPIPE, *_ENDING):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        print(COMPLAINT, error.strerror, file=sys.stderr, flush=True)
    finally:
        os._exit(CANNOT_START)


def _reap(engine: int) -> tuple[int | None, bool]:
    """Take the exit codes of children that have ended: that of the command, if it has; and whether any still run."""
    status = None
    try:
        while True:
            child, ended = os.waitpid(-1, os.WNOHANG)
            if child == 0:
                return status, True
            if child == engine:
                status = ended
    except ChildProcessError:
        return status, False


def _kill_all(engine: int) -> int | None:
    """Kill the command and all that it has started; its status, if it had not ended before."""
    with suppress(OSError):
        os.killpg(engine, signal.SIGKILL)  # where the system does not tell of descendants, its group is all we know
    found, some_left = _reap(engine)
    until = time.monotonic() + _LONGEST
    while some_left and time.monotonic() < until:
        for child in _descendants():
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
        time.sleep(0.001)
        status, some_left = _reap(engine)
        found = status if found is None else found
    return found


def _descendants() -> list[int]:
    """The processes below this one, where the system tells."""
    parents = {}
    with suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208  pathlib takes as long to import as the rest
            if name.isdecimal():
                with suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                    parents[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
    found: set[int] = {os.getpid()}
    before: set[int] = set()
    while found != before:
        before = found
        found = before | {child for child, parent in parents.items() if parent in before}
    return sorted(found - {os.getpid()})


def _end_as(status: int | None) -> None:
    """End with the exit code of the command, or by the signal that ended it."""
    code = 0 if status is None else os.waitstatus_to_exitcode(status)
    if code < 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):  # SIGKILL cannot be set
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(max(code, 0))


if __name__ == "__main__":
    main()
