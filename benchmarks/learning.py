"""Learning curves of the network: its error on positions it has not seen, by games and by times through them.

    python benchmarks/learning.py FOLDER --games 10000 20000 40000 80000 --epochs 1 2 4
    python benchmarks/learning.py FOLDER --docs  # also into benchmarks/training.md and its plot

Games that are missing in FOLDER are played first, at depth 4 with the package's weights, and kept; so are results, so
that a run that was stopped goes on. One game in fifty is held out, whatever the number of games. The network learns on
top of the package's sum of weights; errors are root mean squares, in discs, against labels.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from recording import DOCS, write_section

from outflank.evaluation.evaluate import UNIT
from outflank.evaluation.weights import shipped
from outflank.files import write_whole
from outflank.plots import line_chart
from outflank.training import dataset, playing
from outflank.training.fit import sums_of
from outflank.training.labels import positions_of
from outflank.training.network import Calibration, Learner
from outflank.training.plan import Learning, PlaySettings
from outflank.workers import ProcessPool

PLAY = PlaySettings(depth=4, solve_from=14)
TRUST = 0.9
HELD_OUT = 50
FEWEST_EMPTIES = 6  # up to five, no value is ever asked for


def play(folder: Path, n_games: int, n_processes: int) -> None:
    """Play the games with the numbers below `n_games` that are not in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / "weights"
    if not weights.exists():
        shipped().save(weights)
    done = set(dataset.read(folder)["number"].tolist())
    missing = iter([number for number in range(n_games) if number not in done])
    task = playing.Task(folder, weights, PLAY, seed=19)
    with ProcessPool(n_processes) as workers:
        for finished in playing.play(workers, task, missing, lambda: False):
            done.update(finished)
            print(f"\r{len(done):,} games", end="", flush=True)
    print()


def positions(games) -> tuple:
    """The positions of games, and how many discs they come to by the sum of weights as it is."""
    found = positions_of(games, PLAY.solve_from, TRUST)
    found = found[found["n_empties"] >= FEWEST_EMPTIES]
    return found, sums_of(shipped().by_class() / UNIT, found)


def error(values, found) -> float:
    """The root mean square of what values are off by."""
    return float(np.sqrt(np.mean((values - found["label"]) ** 2)))


def learn(games, held_out, epochs: list[int]) -> list[float]:
    """The error on held-out positions by the sum of weights, and by networks that went through the games so often."""
    (found, sums), (rest, rest_sums) = positions(games), positions(held_out)
    calibration = Calibration.of(found["n_empties"], sums, found["label"])
    bases, rest_bases = calibration.bases(found["n_empties"], sums), calibration.bases(rest["n_empties"], rest_sums)
    errors = [error(rest_bases, rest)]
    for each in epochs:
        learner = Learner()
        learner.learn(found, bases, Learning(epochs=each))
        errors.append(error(learner.values(rest, rest_bases), rest))
        print(f"  {each} times through: {errors[-1]:.3f}", flush=True)
    return errors


def curves(folder: Path, numbers: list[int], epochs: list[int]) -> dict[str, list[float]]:
    """For each number of games the errors that `learn` finds."""
    everything = dataset.read(folder)
    everything = everything[everything["number"] < max(numbers)]
    is_held_out = everything["number"] % HELD_OUT == 0
    path = folder / f"curves-{max(numbers)}-{'-'.join(map(str, epochs))}.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    for n_games in numbers:
        print(f"{n_games:,} games")
        if str(n_games) not in known:
            chosen = everything[~is_held_out & (everything["number"] < n_games)]
            known[str(n_games)] = learn(chosen, everything[is_held_out], epochs)
            write_whole(path, json.dumps(known).encode())
    return {name: known[name] for name in map(str, numbers)}


def write_docs(found: dict[str, list[float]], epochs: list[int]) -> None:
    """Table and chart of what `curves` found, into benchmarks/training.md and its plot."""
    series = {
        f"{int(name):,} games": [(times, line[0] - each) for times, each in zip([0, *epochs], line, strict=True)]
        for name, line in found.items()
    }
    chart = line_chart("What the network gains on positions not learned from", "times through", "discs", series)
    (DOCS / "images" / "learning.svg").write_text(chart, encoding="utf-8")
    lines = [
        "| games | sum of weights | " + " | ".join(f"{each} ×" for each in epochs) + " |",
        "|---" * (len(epochs) + 2) + "|",
        *(f"| {int(name):,} | " + " | ".join(f"{each:.2f}" for each in line) + " |" for name, line in found.items()),
        "",
        "![the same as a plot](../docs/images/learning.svg)",
    ]
    write_section("training.md", "learning", lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 20_000, 40_000, 80_000])
    parser.add_argument("--epochs", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--docs", action="store_true", help="write benchmarks/training.md and its plot")
    options = parser.parse_args()
    play(options.folder, max(options.games), options.processes)
    found = curves(options.folder, sorted(options.games), options.epochs)
    for name, line in found.items():
        print(f"{int(name):>9,} games: " + ", ".join(f"{each:.3f}" for each in line))
    if options.docs:
        write_docs(found, options.epochs)


if __name__ == "__main__":
    main()
