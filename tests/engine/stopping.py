"""The time an engine takes to stop."""

import threading
import time


def seconds_after_stop(engine, search, after=0.2):
    """The seconds that a search goes on for when another thread stops the engine a little later."""

    def stop():
        stopped.append(time.perf_counter())
        engine.stop()

    stopped, timer = [], threading.Timer(after, stop)
    timer.start()
    search()
    ended = time.perf_counter()
    timer.join()
    assert ended > stopped[0], "the search ended by itself"
    return ended - stopped[0]
