"""Closes its streams and goes on."""

import os
import time


def choose(position):
    for stream in range(20):
        try:
            os.close(stream)
        except OSError:
            pass
    time.sleep(1000)
