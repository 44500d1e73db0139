"""Takes memory that is not counted as its own: shared, and in files that have no name."""

import mmap
import os
import sys


def choose(position):
    try:
        os.memfd_create("hidden")
        print("got: memory without a name", file=sys.stderr, flush=True)
    except OSError as error:
        print(f"got: {error.strerror}", file=sys.stderr, flush=True)
    kept = []
    while True:
        kept.append(mmap.mmap(-1, 8_000_000))
        kept[-1].write(b"x" * 8_000_000)
