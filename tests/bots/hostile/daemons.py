"""Leaves processes behind: in sessions of their own, deaf to signals, without a parent."""

import os
import signal
import time


def choose(position):
    for _ in range(2 if len(position.cells.replace("-", "")) < 6 else 0):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                    signal.signal(number, signal.SIG_IGN)
                for stream in range(3):
                    os.close(stream)
                time.sleep(1000)
            os._exit(0)
    return position.legal_moves[0]
