"""Fills the disk, by many files."""

import errno
import os
import sys


def choose(position):
    size = 0
    why = "no end"
    for folder in ("/tmp", "/dev/shm"):
        for number in range(10_000):
            try:
                with open(f"{folder}/{os.getpid()}-{number}", "wb") as file:
                    for _ in range(10):
                        size += file.write(b"x" * 1_000_000)
                        file.flush()
            except OSError as error:
                why = errno.errorcode[error.errno or 0]
                break
    print(f"got: {'less' if size < 100_000_000 else 'more'} than 100 MB, then {why}", file=sys.stderr, flush=True)
    return position.legal_moves[0]
