"""The first program in a sandbox. It gives up the rights a bot does not need, then becomes the bot or its parent.

``python launcher.py FOLDER USER STATUS FILTER DATA PROCESSES FILE FILES CPU COMMAND …``

- FOLDER: working folder of the bot
- USER: user number to switch to, or ``-``
- STATUS: file descriptor to which the exit code of the bot is written, or ``-``
- FILTER: system call filter in hexadecimal, or ``-``
- DATA: private memory per process, in bytes
- PROCESSES: number of processes and threads for the user
- FILE, FILES: size of a file in bytes, and number of open files
- CPU: processor time per process, in seconds

If there is a STATUS, the launcher is the first process of a namespace, where it remains as the bot's parent; the bot
can neither send signals to it nor access its memory. Otherwise, the launcher itself becomes the bot.

This file imports nothing from the package, because the imports would take longer than all the rest.
"""

import ctypes
import os
import resource
import signal
import sys
from typing import Any

APART = 1 << 22
"""Difference between the user numbers of the bot and of its parent, if the bot runs as a separate user."""

_PDEATHSIG, _DUMPABLE, _SECCOMP, _NO_NEW_PRIVS = 1, 4, 22, 38  # options of prctl(2)
_BY_FILTER = 2


def main() -> None:
    """Apply the limits from the command line, then become the bot or its parent."""
    folder, user, status, program, data, processes, file, files, cpu = sys.argv[1:10]
    command = sys.argv[10:]
    _limit(
        {
            "RLIMIT_CORE": 0,
            "RLIMIT_DATA": int(data),
            "RLIMIT_FSIZE": int(file),
            "RLIMIT_NOFILE": int(files),
            "RLIMIT_CPU": int(float(cpu)) + 1,
            "RLIMIT_MSGQUEUE": 0,
            "RLIMIT_MEMLOCK": 1 << 20,
            "RLIMIT_SIGPENDING": 1024,
            "RLIMIT_NICE": 0,
            "RLIMIT_RTPRIO": 0,
            "RLIMIT_NPROC": int(processes),
        }
    )
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGHUP):  # Python and the guard ignore these
        signal.signal(number, signal.SIG_DFL)
    if sys.platform == "linux":
        _set(_NO_NEW_PRIVS, 1)
        if program != "-":
            _filter(bytes.fromhex(program))
    if status != "-":
        _stay(int(status), user)
    if user != "-":
        for stream in range(3):  # so that the bot can open /dev/stdout
            os.fchmod(stream, 0o666)
        _become(int(user))
    try:
        os.chdir(folder)
        os.execvp(command[0], command)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr, flush=True)
        os._exit(126)


def _limit(limits: dict[str, int]) -> None:
    for name, most in limits.items():
        number = getattr(resource, name, None)
        if number is not None:
            _, ceiling = resource.getrlimit(number)
            least = most if ceiling == resource.RLIM_INFINITY else min(most, ceiling)
            resource.setrlimit(number, (least, least))


def _become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _stay(status: int, user: str) -> None:
    """Fork, and return only in the child, which becomes the bot.

    The parent waits for the bot, reports its exit code, and exits.
    """
    os.set_inheritable(status, False)
    _set(_DUMPABLE, 0)  # before the bot exists, which may run as the same user
    bot = os.fork()
    if bot == 0:
        return
    if user != "-":
        _become(int(user) + APART)
        _set(_DUMPABLE, 0)
        _set(_PDEATHSIG, signal.SIGKILL)  # changing the user has cleared it
    nothing = os.open("/dev/null", os.O_RDWR)
    for stream in range(3):  # so that readers of the bot's output see when it closes
        os.dup2(nothing, stream)
    while True:
        ended, how = os.wait()
        if ended == bot:
            os.write(status, str(os.waitstatus_to_exitcode(how)).encode())
            os._exit(0)


def _set(option: int, value: int) -> None:
    """Set an attribute of this process. If that fails, exit."""
    _prctl(f"prctl {option}", option, ctypes.c_ulong(value))


class _Program(ctypes.Structure):
    _fields_ = (("n_instructions", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def _filter(instructions: bytes) -> None:
    program = _Program(len(instructions) // 8, instructions)
    _prctl("the system call filter", _SECCOMP, ctypes.c_ulong(_BY_FILTER), ctypes.byref(program))


def _prctl(about: str, option: int, *values: Any) -> None:
    """Call prctl(2). If that fails, exit, because it would not be safe to continue."""
    rest = [ctypes.c_ulong(0)] * (4 - len(values))
    if ctypes.CDLL(None, use_errno=True).prctl(option, *values, *rest) != 0:
        print(f"the system refuses {about}: {os.strerror(ctypes.get_errno())}", file=sys.stderr, flush=True)
        os._exit(126)


if __name__ == "__main__":
    main()
