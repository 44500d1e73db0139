"""A training run of seconds, also uncompiled; as a program: ``python -m tests.training.small FOLDER GAMES``."""

import sys
from pathlib import Path

from outflank.jit import INTERPRETED
from outflank.training.folder import Folder
from outflank.training.plan import (
    Acceptance,
    Fitting,
    Generation,
    Learning,
    MatchSettings,
    Measuring,
    PlaySettings,
    TrainingPlan,
)
from outflank.training.run import Training
from outflank.workers import ProcessPool

RANDOM = PlaySettings(depth=2, solve_from=5, least_random=60, random_plies=60)
SEARCHED = PlaySettings(depth=3, solve_from=5, least_random=48, random_plies=50)
MATCH = MatchSettings(50, 3, 6) if INTERPRETED else MatchSettings(12, 3, 10)
ACCEPTANCE = Acceptance(MATCH, 200, 2) if INTERPRETED else Acceptance(MATCH, 100, 100)


def plan(games, generations=3):
    """All generations but the first are searched, and the third learns a network."""
    later = (Generation(SEARCHED, games, network=number == 2) for number in range(1, generations))
    return TrainingPlan(
        (Generation(RANDOM, games, from_random=True), *later),
        seed=3,
        fitting=Fitting(rounds=2, held_out=5),
        learning=Learning(epochs=2, batch=64),
        acceptance=ACCEPTANCE,
        measuring=Measuring(2, 3, 0),
    )


def train(folder, games, generations=3, workers=None, watch=lambda _progress: None):
    """Begin a run, or go on with it."""
    folder = Folder(folder)
    with folder.locked():
        if folder.plan() is None:
            folder.begin(plan(games, generations), "test")
        with workers or ProcessPool(2) as workers:
            return Training(folder, folder.plan(), workers, watch).run()


if __name__ == "__main__":
    train(Path(sys.argv[1]), int(sys.argv[2]))
