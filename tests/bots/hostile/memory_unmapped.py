"""Takes shared memory with only one page mapped: the rest is still held, and can be mapped again."""

import ctypes
import mmap

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
LIBC.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
SIZE = 1 << 24
PAGE = mmap.PAGESIZE
FAILED = ctypes.c_void_p(-1).value


def choose(position):
    taken = 0
    while taken < 1_500_000_000:
        at = LIBC.mmap(None, SIZE, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, -1, 0)
        if at == FAILED:
            break
        ctypes.memset(at, 1, SIZE)
        LIBC.munmap(at + PAGE, SIZE - PAGE)
        taken += SIZE
    return position.legal_moves[0]
