"""Workers that are threads of this process, and their requests."""

from concurrent.futures import ThreadPoolExecutor


class Threads:
    """Two threads behind the methods of `cluster.Cluster`. Use within `with`."""

    def __init__(self):
        self.asked = []

    def __enter__(self):
        self._executor = ThreadPoolExecutor(2)
        return self

    def __exit__(self, *_error):
        self._executor.shutdown()

    def submit(self, function, *arguments, priority=0.0):
        self.asked.append((function.__name__, arguments[0], priority))
        return self._executor.submit(function, *arguments)

    def check(self):
        pass
