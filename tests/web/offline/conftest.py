import json
import shutil
import subprocess
from pathlib import Path

import pytest


class Node:
    """The page's own rules and players, run by Node."""

    def __init__(self):
        command = ["node", str(Path(__file__).with_name("driver.js"))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, what, **fields):
        self._process.stdin.write(json.dumps({"ask": what, **fields}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()


@pytest.fixture(scope="module")
def node():
    if not shutil.which("node"):
        pytest.skip("needs Node")
    node = Node()
    yield node
    node.close()
