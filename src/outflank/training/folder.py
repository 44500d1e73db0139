"""A training run on disk, which can be killed at any moment and goes on from there.

    run.json               the plan
    clock.json             the seconds worked so far
    lock                   held by the one process that is at work
    generation-0/
        worker-0.games …   the games, one file for each process that ever played, each added to by that process alone
        losses.json        the fit's losses by phase, and what it was made from
        weights            the fit's weights
        match.txt          pairs of games against the best weights so far: a line each, the scores of the two games
        result.json        whether they were kept
    weights                the best weights, with their provenance, once the run is over
    losses.svg             held-out losses by phase, a line for each generation

Files other than games and matches appear under their names only when they are whole.
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

# Whole, or not at all.
_WRITTEN = ("run.json", "clock.json", "losses.json", "result.json", "losses.svg", "weights", "fitted", "learner.npz")


def write(path: Path, text: str) -> None:
    """Write a file that appears under its name, or changes, only when it is whole."""
    write_whole(path, text.encode())


def read(path: Path, *names: str) -> dict[str, Any]:
    """A JSON object that was written to a file, which has these names. Raises OutflankError if it is damaged."""
    try:
        found = dict(json.loads(path.read_bytes()))
        if missing := set(names) - set(found):
            raise KeyError(*missing)
        return found
    except OSError as error:
        raise OutflankError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise OutflankError(f"damaged: delete the file to have it made again ({path})") from None


class GenerationFiles:
    """The files of one generation."""

    def __init__(self, path: Path):
        self.path = path
        self.weights, self.losses, self.result = path / "weights", path / "losses.json", path / "result.json"
        self.fitted, self.learner = path / "fitted", path / "learner.npz"
        self._match = path / "match.txt"

    def pairs(self) -> list[tuple[int, int]]:
        """The scores of the pairs of games that were played in the match so far."""
        if not self._match.exists():
            return []
        lines = self._match.read_bytes().split(b"\n")[:-1]  # one that is cut short has no line end
        try:
            return [(int(first), int(second)) for first, second in (line.split() for line in lines)]
        except ValueError:
            raise OutflankError(f"damaged: delete the file to have the match played again ({self._match})") from None

    def add_pair(self, n_before: int, scores: tuple[int, int]) -> None:
        """Add a pair to those of the match, of which there are `n_before`."""
        with self._match.open("r+b" if self._match.exists() else "w+b") as file:
            whole = b"".join(file.readlines()[:n_before])
            file.seek(len(whole))
            file.truncate()
            file.write(b"%d %d\n" % scores)


class Folder:
    """The folder of a run. Raises OutflankError where it cannot be used."""

    def __init__(self, path: Path):
        self.path = path
        self.weights = path / "weights"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Within this, no other process works in the folder, which is made if it is not there."""
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
                    f"another training is at work in {self.path}: wait until it has ended, or name another --folder"
                ) from None
            for folder in (self.path, *self.path.glob("generation-*")):
                for name in _WRITTEN:
                    remove_parts(folder / name)
            yield

    # --- plan -----------------------------------------------------------------------------------------------------

    def plan(self) -> TrainingPlan | None:
        """The plan of the run, None if there is no run here yet."""
        path = self.path / "run.json"
        if not path.exists():
            return None
        try:
            data = json.loads(path.read_text())
            if data["version"] != VERSION:
                raise OutflankError(f"expected a run of version {VERSION}, got {data['version']!r} ({path})")
            return TrainingPlan.from_json(data["plan"])
        except (ValueError, KeyError, TypeError):
            raise OutflankError(f"expected the plan of a training run, which this is not ({path})") from None

    def begin(self, plan: TrainingPlan, command: str) -> None:
        """Write a plan down."""
        run = {"version": VERSION, "command": command, "plan": plan.to_json()}
        write(self.path / "run.json", json.dumps(run, indent=1) + "\n")

    def command(self) -> str:
        """The command that the run began with."""
        return str(read(self.path / "run.json", "command")["command"])

    def generation(self, number: int) -> GenerationFiles:
        """The files of a generation."""
        return GenerationFiles(self.path / f"generation-{number}")


def _seconds(path: Path) -> float:
    seconds = read(path, "seconds")["seconds"]
    if not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        raise OutflankError(f"expected a number of seconds, got {excerpt(repr(seconds))}: delete the file ({path})")
    return float(seconds)


class WorkClock:
    """The seconds that a run has been worked on, however often it was stopped; a kill loses two at most."""

    _EVERY = 2.0

    def __init__(self, folder: Folder):
        self._path = folder.path / "clock.json"
        self._before = _seconds(self._path) if self._path.exists() else 0.0
        self._began = self._kept = time.monotonic()

    def seconds(self) -> float:
        """So far. Writes them down now and then."""
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
        """Lock an open file for this process, or raise OSError; the system unlocks it when the process ends."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def append_new(folder: Path) -> Path:
    """A new, empty file for the games of one process: no two ever get the same."""
    number = len(list(folder.glob("worker-*.games")))
    while True:
        path = folder / f"worker-{number}.games"
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o644))
        except FileExistsError:
            number += 1
        else:
            return path
