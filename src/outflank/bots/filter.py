"""The system calls that no bot needs, as a program for the kernel's filter (seccomp), which bubblewrap loads.

They would let a bot hold memory that is not counted as its own, watch other processes, or make a sandbox of its own in
which it is root: none of these is a way out by itself, and all are where such ways were found.
"""

import errno
import platform
import struct
from typing import NamedTuple

_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16  # where a call's description has what
_NAMESPACES = 0x7E020000  # the flags of clone(2) that make some
_FAMILIES = (1, 2, 10, 16)  # of sockets: local, IPv4, IPv6, netlink, all of which a network namespace holds


class _Calls(NamedTuple):
    """The numbers of a machine."""

    architecture: int
    clone: int
    socket: int
    refused: tuple[int, ...]


_CALLS = {
    "x86_64": _Calls(
        0xC000003E,
        56,
        41,
        (
            *(29, 64, 68),  # System V shared memory, semaphores, queues
            *(101, 310, 311),  # ptrace, process_vm_readv and writev
            *(103, 153, 155, 159, 161, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 175, 176, 179),  # root's
            *(227, 246, 248, 249, 250, 272, 298, 300, 303, 304, 305, 308, 312, 313, 319, 320, 321, 323, 447),
        ),
    ),
    "aarch64": _Calls(
        0xC00000B7,
        220,
        198,
        (
            *(194, 190, 186),
            *(117, 270, 271),
            *(116, 58, 41, 171, 51, 89, 170, 40, 39, 224, 225, 142, 161, 162, 105, 106, 60),
            *(112, 104, 217, 218, 219, 97, 241, 262, 264, 265, 266, 268, 272, 273, 279, 294, 280, 282, 447),
        ),
    ),
}
_EVERYWHERE = (425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442)  # io_uring, mounts, files of other processes
_CLONE3 = 435  # whose flags a filter cannot see; who calls it goes on with clone


def program() -> bytes | None:
    """The filter for this machine; None for one whose system calls are not known here."""
    calls = _CALLS.get(platform.machine())
    if calls is None:
        return None
    refused = (*calls.refused, *_EVERYWHERE)
    tests: list[tuple[int, int, int, int]] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, calls.architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    for number in refused:
        tests += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR | errno.EPERM)]
    tests += [(_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]
    if platform.machine() == "x86_64":  # the other numbers for the same calls, of the x32 interface
        tests += [(_AT_LEAST, 0, 1, 0x40000000), (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]
    tests += [
        (_EQUAL, 0, 4, calls.clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 0, 1, _NAMESPACES),
        (_RETURN, 0, 0, _ERROR | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
        (_EQUAL, 0, len(_FAMILIES) + 2, calls.socket),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
    ]
    for place, family in enumerate(_FAMILIES):
        tests.append((_EQUAL, len(_FAMILIES) - place, 0, family))
    tests += [(_RETURN, 0, 0, _ERROR | errno.EAFNOSUPPORT), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *test) for test in tests)
