"""Build a seccomp filter against system calls that no bot needs. The launcher loads it.

These calls would let a bot use memory that is not counted, send signals to another bot, watch other processes, or
create a sandbox in which it is root. Few of them are designed to let a bot out of its sandbox, but all of them have had
bugs that made it possible.
"""

import errno
import platform
import struct
from typing import NamedTuple

from outflank.bots.guard import SHARED

_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _EQUAL, _MORE, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x25, 0x35, 0x45, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets within the kernel's description of a system call
_NAMESPACES = 0x7E020000  # the flags of clone(2) that make namespaces
_LOCAL = 1  # the family of local sockets, the only sockets whose memory the guard counts
_SHARED_ANONYMOUS = 0x21  # flags of mmap(2) for shared memory without a file, whose size the guard cannot see
_PIPE_SIZE, _LEASE, _NOTIFY, _SIGNAL = 1031, 1024, 1026, 10  # fcntl(2): enlarge pipes, and get signals from files
_LOCKS = (6, 7, 37, 38)  # fcntl(2): file locks, which use memory and would let bots communicate


class _Calls(NamedTuple):
    """System call numbers of a processor architecture."""

    architecture: int
    clone: int
    sockets: tuple[int, int]
    mmap: int
    fcntl: int
    flock: int
    refused: tuple[int, ...]


_CALLS = {
    "x86_64": _Calls(
        architecture=0xC000003E,
        clone=56,
        sockets=(41, 53),
        mmap=9,
        fcntl=72,
        flock=73,
        refused=(
            *(29, 64, 68, 240),  # System V shared memory, semaphores and queues, and POSIX queues
            *(101, 310, 311),  # ptrace, process_vm_readv and writev
            # The next line is for calls that only root can make.
            *(103, 153, 155, 159, 161, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 175, 176, 179),
            *(227, 246, 248, 249, 250, 272, 298, 300, 303, 304, 305, 308, 312, 313, 319, 320, 321, 323, 447),
            *(253, 254, 294),  # inotify, which shows who else reads a file
            *(276, 278),  # tee and vmsplice, which keep memory pages in a pipe only
            *(135, 203),  # personality and sched_setaffinity
        ),
    ),
    "aarch64": _Calls(
        architecture=0xC00000B7,
        clone=220,
        sockets=(198, 199),
        mmap=222,
        fcntl=25,
        flock=32,
        refused=(
            *(194, 190, 186, 180),
            *(117, 270, 271),
            *(116, 58, 41, 171, 51, 89, 170, 40, 39, 224, 225, 142, 161, 162, 105, 106, 60),
            *(112, 104, 217, 218, 219, 97, 241, 262, 264, 265, 266, 268, 272, 273, 279, 294, 280, 282, 447),
            *(26, 27),
            *(77, 75),
            *(92, 122),
        ),
    ),
}
_EVERYWHERE = (425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442)  # io_uring, mounts, and other processes' files
_CLONE3 = 435  # a filter cannot see its flags; callers fall back to clone

_Test = tuple[int, int, int, int]


def program() -> bytes | None:
    """Build the filter program for this machine, or return None if its system call numbers are unknown."""
    calls = _CALLS.get(platform.machine())
    if calls is None:
        return None
    tests: list[_Test] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, calls.architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if platform.machine() == "x86_64":  # the x32 interface has different numbers for the same calls
        tests += [(_AT_LEAST, 0, 1, 0x40000000), _refusal(errno.ENOSYS)]
    for number in (*calls.refused, *_EVERYWHERE):
        tests += _call(number, [_refusal(errno.EPERM)])
    tests += _call(_CLONE3, [_refusal(errno.ENOSYS)])
    tests += _call(calls.clone, [_argument(0), (_ANY_BIT, 0, 1, _NAMESPACES), _refusal(errno.EPERM)])
    for number in calls.sockets:
        tests += _call(number, [_argument(0), (_EQUAL, 1, 0, _LOCAL), _refusal(errno.EAFNOSUPPORT)])
    shared = [_argument(3), (_AND, 0, 0, _SHARED_ANONYMOUS), (_EQUAL, 0, 5, _SHARED_ANONYMOUS)]
    length = [_argument(1, 4), (_EQUAL, 0, 2, 0), _argument(1), (_MORE, 0, 1, SHARED), _refusal(errno.ENOMEM)]
    tests += _call(calls.mmap, [*shared, *length])
    tests += _call(calls.flock, [_PRETENDED])
    commands: list[_Test] = [_argument(1)]
    for command in (_PIPE_SIZE, _LEASE, _NOTIFY, _SIGNAL):
        commands += [(_EQUAL, 0, 1, command), _refusal(errno.EPERM)]
    for command in _LOCKS:
        commands += [(_EQUAL, 0, 1, command), _PRETENDED]
    tests += _call(calls.fcntl, commands)
    tests.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *test) for test in tests)


_PRETENDED: _Test = (_RETURN, 0, 0, _ERROR)
"""Filter result that makes a call report success without doing anything. It is used for file locks: libraries such as
SQLite need them, but nobody else can write to files in the sandbox.
"""


def _call(number: int, then: list[_Test]) -> list[_Test]:
    """Build the instructions that apply the tests in `then` to one system call.

    It is allowed unless a test refuses it.
    """
    return [(_EQUAL, 0, len(then) + 1, number), *then, (_RETURN, 0, 0, _ALLOW)]


def _argument(place: int, offset: int = 0) -> _Test:
    """Build the instruction that loads half of a system call's argument, which is four bytes.

    By default, it loads the lower half; with an `offset` of 4, it loads the upper half.
    """
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * place + offset)


def _refusal(number: int) -> _Test:
    return (_RETURN, 0, 0, _ERROR | number)
