"""Store a training run on disk, so that it can be resumed after a kill at any moment.

- ``run.json``: the plan
- ``clock.json``: working time so far, in seconds
- ``lock``: locked by the process that is working on the run
- ``generation-0/``: files for one generation

  - ``worker-0.games`` and so on: the games, in one file for each process that plays
  - ``losses.json``: losses of the fit by phase, and the amount of data that was used
  - ``weights``: the fitted weights
  - ``match.txt``: match against the best weights so far; each line contains both scores of a pair of games
  - ``result.json``: the result of the match, and whether the weights were accepted

- ``weights``: the best weights and their provenance, after the run
- ``losses.svg``: held-out losses by phase, with one line for each generation

Except for games and matches, a file appears under its final name only when it is complete.
"""

import json
import math
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outflank.errors import OutflankError, excerpt
from outflank.files import remove_parts, write_whole
from outflank.training.plan import TrainingPlan

VERSION = 1

# Files that are written either completely or not at all.
_WRITTEN = ("run.json", "clock.json", "losses.json", "result.json", "losses.svg", "weights", "fitted", "learner.npz")


def write(path: Path, text: str) -> None:
    """Write or replace a file. It appears under its final name only when it is complete."""
    write_whole(path, text.encode())


def read(path: Path, *names: str) -> dict[str, Any]:
    """Read a JSON object that must contain these keys. Raises OutflankError if the file is damaged."""
    try:
        found = dict(json.loads(path.read_bytes()))
        if missing := set(names) - set(found):
            raise KeyError(*missing)
        return found
    except OSError as error:
        raise OutflankError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise OutflankError(f"damaged file: delete it to make it again ({path})") from None


class GenerationFiles:
    """Paths and match results of one generation."""

    def __init__(self, path: Path):
        self.path = path
        self.weights, self.losses, self.result = path / "weights", path / "losses.json", path / "result.json"
        self.fitted, self.learner = path / "fitted", path / "learner.npz"
        self._match = path / "match.txt"

    def pairs(self) -> list[tuple[int, int]]:
        """Scores of the pairs of games that have been played in the match."""
        if not self._match.exists():
            return []
        lines = self._match.read_bytes().split(b"\n")[:-1]  # an incomplete line has no line ending
        try:
            return [(int(first), int(second)) for first, second in (line.split() for line in lines)]
        except ValueError:
            raise OutflankError(f"damaged file: delete it to play the match again ({self._match})") from None

    def add_pair(self, n_before: int, scores: tuple[int, int]) -> None:
        """Save the scores of a pair of games. Keep the first `n_before` pairs of the match, and drop any others."""
        with self._match.open("r+b" if self._match.exists() else "w+b") as file:
            whole = b"".join(file.readlines()[:n_before])
            file.seek(len(whole))
            file.truncate()
            file.write(b"%d %d\n" % scores)


class Folder:
    """A training run's folder. Its methods raise OutflankError if the folder cannot be used."""

    def __init__(self, path: Path):
        self.path = path
        self.weights = path / "weights"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Create the folder if it does not exist, and lock it against other processes inside the `with` block."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            file = (self.path / "lock").open("a")
        except OSError as error:
            raise OutflankError(f"cannot train in {self.path}: {error.strerror}") from None
        with file:
            try:
                _lock(file.fileno())
            except OSError:
                raise OutflankError(
                    f"another training run is using {self.path}: wait for it to finish, or name another --folder"
                ) from None
            for folder in (self.path, *self.path.glob("generation-*")):
                for name in _WRITTEN:
                    remove_parts(folder / name)
            yield

    # --- plan -----------------------------------------------------------------------------------------------------

    def plan(self) -> TrainingPlan | None:
        """Read the plan of the run. Return None if the folder does not contain a run."""
        path = self.path / "run.json"
        if not path.exists():
            return None
        try:
            data = json.loads(path.read_text())
            if data["version"] != VERSION:
                raise OutflankError(f"expected a run of version {VERSION}, got {data['version']!r} ({path})")
            return TrainingPlan.from_json(data["plan"])
        except (ValueError, KeyError, TypeError):
            raise OutflankError(f"expected the plan of a training run ({path})") from None

    def begin(self, plan: TrainingPlan, command: str) -> None:
        """Save the plan of a new run, and the command that started it."""
        run = {"version": VERSION, "command": command, "plan": plan.to_json()}
        write(self.path / "run.json", json.dumps(run, indent=1) + "\n")

    def command(self) -> str:
        """The command that started the run."""
        return str(read(self.path / "run.json", "command")["command"])

    def generation(self, number: int) -> GenerationFiles:
        """The files for a generation."""
        return GenerationFiles(self.path / f"generation-{number}")


def _seconds(path: Path) -> float:
    seconds = read(path, "seconds")["seconds"]
    if not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        raise OutflankError(f"expected a number of seconds, got {excerpt(repr(seconds))}: delete the file ({path})")
    return float(seconds)


class WorkClock:
    """Measures a run's working time across interruptions. If the run is killed, at most two seconds are lost."""

    _EVERY = 2.0

    def __init__(self, folder: Folder):
        self._path = folder.path / "clock.json"
        self._before = _seconds(self._path) if self._path.exists() else 0.0
        self._began = self._kept = time.monotonic()

    def seconds(self) -> float:
        """Seconds of work so far. They are also saved at regular intervals."""
        now = time.monotonic()
        total = self._before + now - self._began
        if now - self._kept >= self._EVERY:
            self._kept = now
            write(self._path, json.dumps({"seconds": round(total, 3)}) + "\n")
        return total


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        """Lock an open file until this process exits. Raises OSError."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def append_new(folder: Path) -> Path:
    """Create an empty file with a unique name, to which one process will append its games."""
    number = len(list(folder.glob("worker-*.games")))
    while True:
        path = folder / f"worker-{number}.games"
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o644))
        except FileExistsError:
            number += 1
        else:
            return path
