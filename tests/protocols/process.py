"""The engine as a process of its own, as other programs run it."""

import subprocess
import sys
import threading
import time
from queue import Queue


class EngineProcess:
    """`outflank engine` with some options: lines go in, lines come out with the time at which they came."""

    def __init__(self, protocol, *options):
        command = [sys.executable, "-m", "outflank", "engine", "--protocol", protocol, *map(str, options)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._lines = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, start, seconds=60):
        """The lines up to the first one that begins with `start`."""
        lines = []
        end = time.monotonic() + seconds
        while not lines or not lines[-1].startswith(start):
            line = self._lines.get(timeout=max(end - time.monotonic(), 0.001))
            assert line is not None, f"it ended after {lines}: {self.process.stderr.read()}"
            lines.append(line)
        return lines

    def close_input(self):
        self.process.stdin.close()

    def end(self, seconds=60):
        """The exit code, once it has ended by itself, and its standard error."""
        code = self.process.wait(seconds)
        self._reader.join()
        return code, self.process.stderr.read()


def seconds_of(action):
    began = time.perf_counter()
    action()
    return time.perf_counter() - began
