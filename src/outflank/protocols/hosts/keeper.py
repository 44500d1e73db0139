"""The keeper: a process between Outflank and a hosted engine that kills the engine when Outflank exits for any reason.

``python keeper.py FD COMMAND ARGUMENT …`` runs a command that inherits the keeper's standard streams. FD is the number
of a pipe, whose other end closes when Outflank exits, even if Outflank is killed. The keeper then kills the command and
all processes that it started. It also does this if the command exits by itself, or if a signal tells the keeper to
terminate. The keeper exits with the command's status.

This file imports nothing from the package, because the import would take longer than the rest of the program.
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
_LONGEST = 5.0  # seconds to spend on killing the command's processes, which may start new ones meanwhile

CANNOT_START, COMPLAINT = 127, "cannot be started:"
"""Exit code if a command cannot be started, as in a shell, and the first words of the error message in that case."""


def main() -> None:
    """Run the command until it exits, the pipe closes, or a signal arrives; then kill its processes and exit."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)  # the command must not inherit it
    prctl = _prctl()
    if prctl is not None:
        prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # orphaned descendants become children of this process
    wakes, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    asked: list[int] = []
    signal.signal(signal.SIGCHLD, lambda *_: None)  # an ignored signal would not wake select
    for number in _ENDING:
        signal.signal(number, lambda number, _frame: asked.append(number))
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # the parent may have blocked signals
    engine = os.fork()
    if engine == 0:
        _become(command, prctl)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # so that readers of the command's output see the end of it
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
    """Return the prctl function of the C library, or None if the system does not have it."""
    if sys.platform != "linux":
        return None
    try:
        import ctypes

        found: Callable[..., int] = ctypes.CDLL(None).prctl
        return found
    except (ImportError, OSError, AttributeError):
        return None


def _become(command: list[str], prctl: Callable[..., int] | None) -> None:
    """Replace this process, a fork of the keeper, with the command. The command runs in a new session."""
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
    """Reap exited children. Returns the command's status if it has exited, and whether any children are left."""
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
    """Kill the command and all processes that it started. Returns the command's status, unless it was reaped before."""
    with suppress(OSError):
        os.killpg(engine, signal.SIGKILL)  # where the system lists no descendants, killing the process group has to do
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
    """List the process IDs of this process's descendants. The list is empty if the system cannot provide it."""
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
    """Exit with the command's exit code. If a signal killed the command, die from the same signal."""
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
