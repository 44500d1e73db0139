"""Starts threads without end."""

import threading
import time


def choose(position):
    while True:
        try:
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        except RuntimeError:
            time.sleep(0.01)
