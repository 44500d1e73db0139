"""Thinks on its opponent's time: a thread and a process count on after the move."""

import os
import sys
import threading
import time

COUNT = [0]
LAST = [0, 0.0]


def count():
    while True:
        COUNT[0] += 1


def choose(position):
    if not LAST[1]:
        threading.Thread(target=count, daemon=True).start()
        if os.fork() == 0:
            count()
    else:
        passed = time.monotonic() - LAST[1]
        used = time.process_time() - LAST[0]
        print(f"got: {used:.1f} s of {passed:.1f} s", file=sys.stderr, flush=True)
    time.sleep(0.05)
    LAST[:] = [time.process_time(), time.monotonic()]
    return position.legal_moves[0]
