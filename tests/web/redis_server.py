"""A real Redis server for tests: Debian's, in a temporary folder, without a network."""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest


class RedisServer:
    """A server that keeps nothing on disk, which can be stopped and started again."""

    def __init__(self):
        self._redis = pytest.importorskip("redis", reason="several processes need outflank[redis]")
        self._program = shutil.which("redis-server")
        if self._program is None:
            pytest.skip("no Redis server is installed here")
        self.folder = Path(tempfile.mkdtemp(prefix="redis"))  # short, as the path of a socket must be
        self.url = f"unix://{self.folder}/redis.sock"
        self.process = None
        self.start()

    def start(self):
        """Start the server, and wait until it answers."""
        options = ("--port", "0", "--unixsocket", f"{self.folder}/redis.sock", "--save", "", "--appendonly", "no")
        self.process = subprocess.Popen([self._program, *options], stdout=subprocess.DEVNULL, cwd=self.folder)
        ends = time.monotonic() + 60
        while True:
            assert time.monotonic() < ends
            try:
                with self._redis.Redis.from_url(self.url) as client:
                    client.ping()
                    return
            except self._redis.RedisError:
                time.sleep(0.02)

    def stop(self):
        """Stop the server as a power cut would."""
        self.process.kill()
        self.process.wait()

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
