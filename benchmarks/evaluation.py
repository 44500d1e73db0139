"""How far the evaluation is from the truth, by phase: exact scores at 12 to 20 empty squares, depth-12 searches before.

    python benchmarks/evaluation.py                              # the shipped weights; a quarter of an hour
    python benchmarks/evaluation.py --docs docs                  # the same into docs/held-out.md and docs/held-out.svg
    python benchmarks/evaluation.py w1.weights w2.weights        # several, on the same positions

The positions come from games played for this alone, from a seed that no training uses; the first file plays them, and
searches for the values that all are held against. `--keep FILE` saves those, or reads them if it is there.
"""

import argparse
import multiprocessing
from pathlib import Path

import numpy as np

from outflank.evaluation.evaluate import UNIT, evaluate, features_of
from outflank.evaluation.weights import Weights, shipped
from outflank.search.midgame import settle
from outflank.search.state import SearchState
from outflank.search.table import EXACT, Table
from outflank.training.labels import positions_of
from outflank.training.plan import Settings
from outflank.training.plot import line_chart
from outflank.training.selfplay import SelfPlay

SEED = 777_777
SOLVE_FROM, SOLVE_TO = 20, 12
DEPTH, LEVEL = 12, 4
EARLIEST = 54

TRUTH = np.dtype([("player", "<u8"), ("opponent", "<u8"), ("n_empties", "u1"), ("value", "i1")])


def truths(task):
    """Positions of every number of empty squares from EARLIEST to SOLVE_TO, once each, with what searches say."""
    source, seed, numbers = task
    weights = load(source)
    play = SelfPlay(weights, Settings(depth=6, solve_from=SOLVE_TO, least_random=4, random_plies=20, random_percent=2))
    table = Table(128)
    state = SearchState(table, weights)
    found = []
    for number in numbers:
        for n_empties in range(SOLVE_TO, EARLIEST + 1):
            game = play.game(number * 100 + n_empties, seed)
            positions = positions_of(game, SOLVE_TO, 0.0)
            here = positions[positions["n_empties"] == n_empties]
            if not len(here):
                continue
            player, opponent = int(here[0]["player"]), int(here[0]["opponent"])
            table.clear()
            state.begin()
            state.place(player, opponent)
            to_the_end = n_empties <= SOLVE_FROM
            value = 0
            for depth in range(4, min(DEPTH, n_empties - 1) + 1, 2):
                value, _ = settle(player, opponent, value, depth, LEVEL, n_empties, state.record)
            if to_the_end:
                value, _ = settle(player, opponent, value, n_empties, EXACT, n_empties, state.record)
            found.append((player, opponent, n_empties, value))
    return np.array(found, TRUTH)


def load(source):
    return shipped() if source is None else Weights.load(source)


def errors(weights, positions):
    """What the evaluation says more than the truth, in discs."""
    address = weights.address
    values = []
    for position in positions:
        features = features_of(int(position["player"]), int(position["opponent"]))
        aligned = np.zeros(96, np.int16)
        start = (-aligned.ctypes.data % 64) // 2
        aligned[start : start + 64] = features
        values.append(evaluate(aligned.ctypes.data + 2 * start, int(position["n_empties"]), address) / UNIT)
    return np.array(values) - positions["value"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", nargs="*", type=Path, help="files of weights (default: those that are shipped)")
    parser.add_argument("--positions", type=int, default=40, help="for each number of empty squares")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a file for the positions and their values")
    parser.add_argument("--docs", type=Path, help="the folder to write held-out.md and held-out.svg into")
    options = parser.parse_args()
    sources = options.weights or [None]
    if options.keep and options.keep.exists():
        positions = np.load(options.keep)
    else:
        tasks = [(sources[0], SEED, [number]) for number in range(options.positions)]
        with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
            positions = np.concatenate(pool.map(truths, tasks, chunksize=1))
        if options.keep:
            np.save(options.keep, positions)
    names = [str(source.stem) if source else "shipped" for source in sources]
    found = [errors(load(source), positions) for source in sources]
    groups = [(low, min(low + 1, EARLIEST)) for low in range(SOLVE_TO, EARLIEST + 1, 2)]
    lines = [
        "| empty squares | held against | positions | " + " | ".join(names) + " |",
        "|---" * (3 + len(names)) + "|",
    ]
    series = {name: [] for name in names}
    for low, high in reversed(groups):
        here = (positions["n_empties"] >= low) & (positions["n_empties"] <= high)
        if not here.any():
            continue
        rms = [float(np.sqrt(np.mean(error[here] ** 2))) for error in found]
        against = "exact score" if high <= SOLVE_FROM else f"depth {DEPTH}" if low > SOLVE_FROM else "both"
        lines.append(f"| {low}–{high} | {against} | {here.sum()} | " + " | ".join(f"{e:.2f}" for e in rms) + " |")
        for name, e in zip(names, rms, strict=True):
            series[name].append(((low + high) / 2, e))
    for text, chosen in (
        (f"{SOLVE_TO}–{SOLVE_FROM}", positions["n_empties"] <= SOLVE_FROM),
        (f"{SOLVE_FROM + 1}–{EARLIEST}", positions["n_empties"] > SOLVE_FROM),
    ):
        rms = [float(np.sqrt(np.mean(error[chosen] ** 2))) for error in found]
        lines.append(f"| **{text}** | all | {chosen.sum()} | " + " | ".join(f"**{e:.2f}**" for e in rms) + " |")
    print("\n".join(lines))
    if options.docs:
        title = "Error of the evaluation, against exact scores and depth-12 searches"
        chart = line_chart(title, "empty squares", "root mean square, discs", series, x_falls=True)
        (options.docs / "held-out.svg").write_text(chart)
        (options.docs / "held-out.md").write_text(
            "# How far the evaluation is from the truth\n\n"
            f"Root mean squared errors, in discs, of the evaluation alone, with no search: against exact scores at "
            f"{SOLVE_TO} to {SOLVE_FROM} empty\nsquares, against searches of {DEPTH} plies at 99 % before. The "
            f"positions come from games that no training has seen.\n"
            f"Written by `python benchmarks/evaluation.py --docs docs`.\n\n"
            + "\n".join(lines)
            + "\n\n![the same as a plot](held-out.svg)\n"
        )


if __name__ == "__main__":
    main()
