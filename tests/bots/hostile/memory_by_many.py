"""Takes memory by several processes, each of which takes less than it may."""

import os
import time


def choose(position):
    for _ in range(8):
        if os.fork() == 0:
            kept = []
            for _ in range(15):
                kept.append(bytearray(b"x" * 8_000_000))
                time.sleep(0.02)
            time.sleep(1000)
    time.sleep(1000)
