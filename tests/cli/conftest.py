import io
from dataclasses import dataclass

import pytest

from outflank.cli.main import main
from outflank.engine.engine import Engine
from outflank.jit import INTERPRETED

BOTS = """
import os, sys, time
from outflank import Analysis, MoveValue

def raises(position):
    raise ValueError("no\\nidea")

def recurses(position):
    return recurses(position)

def illegal(position):
    return "a1"

def nothing(position):
    return None

def exits(position):
    sys.exit(3)

def leaves(position):
    os._exit(3)

def loops(position):
    while True:
        pass

def stuck(position):
    print("stuck", flush=True)
    while True:
        pass

def prints(position):
    print("rubbish")
    return position.legal_moves[0]

def last(position):
    return position.legal_moves[-1]

def garbage(position):
    return Analysis(position.legal_moves[0], moves=("f5",))

def wordy(position):
    return Analysis("d3", moves=(MoveValue("d3", "high"),))

class FailsToStart:
    def __init__(self):
        raise RuntimeError("no\\nway")
"""


@pytest.fixture(scope="session", autouse=True)
def compiled():
    """The engine, compiled before a command has to say that it must be."""
    if not INTERPRETED:
        Engine(1).load()


@dataclass(frozen=True)
class Done:
    """What a command did."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty working folder, and a folder of games that is not the real one."""
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path / "data"))
    for name in ("FORCE_COLOR", "PYTHONUNBUFFERED"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def bots(home):
    """The file bots.py in the working folder."""
    (home / "bots.py").write_text(BOTS, encoding="utf-8")


@pytest.fixture
def outflank(monkeypatch, capsys):
    """The command `outflank`, run in this process."""

    def run(*arguments, stdin=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Done(code, *capsys.readouterr())

    return run


@pytest.fixture
def play(outflank):
    """`outflank play` by script: lines of input, then arguments."""

    def run(lines, *arguments):
        return outflank("play", *arguments, stdin="".join(f"{line}\n" for line in lines).encode())

    return run


@pytest.fixture
def games(tmp_path):
    """The saved games, oldest first."""

    def read():
        paths = sorted((tmp_path / "data").glob("games/*"), key=lambda path: path.stat().st_mtime_ns)
        return [path.read_text(encoding="utf-8") for path in paths]

    return read
