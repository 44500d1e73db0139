"""How far the evaluation is from the truth, by phase: exact scores at 12 to 20 empty squares, depth-12 searches before.

    python benchmarks/evaluation.py                          # the shipped weights; a quarter of an hour on two cores
    python benchmarks/evaluation.py --docs                   # the same, into benchmarks/evaluation.md and its plot
    python benchmarks/evaluation.py one.weights two.weights  # several, on the same positions

The positions come from games that are played for this alone, with a seed that no training uses, one position from a
game. The first of the weights play them, and search for the values that all are held against. `--keep FILE` saves
positions and values, or reads them if it is there.
"""

import argparse
import multiprocessing
from pathlib import Path

import numpy as np
from recording import DOCS, write_section

from outflank.evaluation.evaluate import UNIT
from outflank.evaluation.patterns import PHASES, phase_of
from outflank.evaluation.weights import Weights, shipped
from outflank.plots import line_chart
from outflank.search.midgame import settle
from outflank.search.selectivity import selectivity_for
from outflank.search.state import SearchState
from outflank.search.table import EXACT, Table
from outflank.training.labels import POSITION, positions_of
from outflank.training.plan import PlaySettings
from outflank.training.selfplay import SelfPlay
from outflank.training.verify import network_values, trainer_values

SEED = 777_777
SOLVE_FROM, SOLVE_TO = 20, 12
DEPTH, SELECTIVITY = 12, selectivity_for(99)
EARLIEST = 54
CLOSE = 12  # discs
PLAY = PlaySettings(depth=6, solve_from=SOLVE_TO, least_random=4, random_plies=20, random_percent=2)


def load(source):
    return shipped() if source is None else Weights.load(source)


def truths(task):
    """A position of every number of empty squares from EARLIEST to SOLVE_TO, with what a search says as its label."""
    source, number = task
    weights, table = load(source), Table(128)
    play, state = SelfPlay(weights, PLAY), SearchState(table, weights)
    found = []
    for n_empties in range(SOLVE_TO, EARLIEST + 1):
        positions = positions_of(play.game(number * 100 + n_empties, SEED), SOLVE_TO, 0.0)
        for position in positions[positions["n_empties"] == n_empties][:1]:  # none if those moves were random
            table.clear()
            state.begin()
            player, opponent = int(position["player"]), int(position["opponent"])
            state.place(player, opponent)
            value = 0
            for depth in range(4, min(DEPTH, n_empties - 1) + 1, 2):
                value, _ = settle(player, opponent, value, depth, SELECTIVITY, n_empties, state.record)
            if n_empties <= SOLVE_FROM:
                value, _ = settle(player, opponent, value, n_empties, EXACT, n_empties, state.record)
            position["label"] = value
            found.append(position)
    return np.array(found, POSITION)


def gather(options, source):
    """The positions that all weights are held against."""
    if options.keep and options.keep.exists():
        return np.load(options.keep)
    tasks = [(source, number) for number in range(options.positions)]
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        positions = np.concatenate(pool.map(truths, tasks, chunksize=1))
    if options.keep:
        np.save(options.keep, positions)
    return positions


def table_and_series(positions, errors):
    """The lines of a Markdown table, and the lines of a chart, of root mean squared errors by phase."""
    close = np.abs(positions["label"]) <= CLOSE
    columns = {
        f"{name}, {words}": (error, which)
        for name, error in errors.items()
        for words, which in (("all", close | True), ("close", close))
    }
    series = {column: [] for column in columns}
    head = ["empty squares", "held against", "positions", f"close: within {CLOSE} discs of even", *columns]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]

    def row(where, against, here, mark=""):
        rms = {
            column: float(np.sqrt(np.mean(error[here & which] ** 2)))
            for column, (error, which) in columns.items()
            if (here & which).any()
        }
        values = (f"{mark}{rms[column]:.2f}{mark}" if column in rms else "" for column in columns)
        lines.append(f"| {' | '.join([where, against, str(here.sum()), str((here & close).sum()), *values])} |")
        return rms

    n_empties = positions["n_empties"]
    phases = np.array([phase_of(int(n)) for n in n_empties])
    for phase in range(PHASES):
        here = phases == phase
        if here.any():
            low, high = n_empties[here].min(), n_empties[here].max()
            against = "exact scores" if high <= SOLVE_FROM else f"depth {DEPTH}"
            for name, value in row(f"{high}–{low}" if high > low else f"{high}", against, here).items():
                series[name].append(((low + high) / 2, value))
    row(f"{EARLIEST}–{SOLVE_FROM + 1}", f"depth {DEPTH}", n_empties > SOLVE_FROM, "**")
    row(f"{SOLVE_FROM}–{SOLVE_TO}", "exact scores", n_empties <= SOLVE_FROM, "**")
    return lines, series


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", nargs="*", type=Path, help="files of weights (default: those that are shipped)")
    parser.add_argument("--positions", type=int, default=40, help="for each number of empty squares")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a file for the positions and their values")
    parser.add_argument("--docs", action="store_true", help="write benchmarks/evaluation.md and its plot")
    options = parser.parse_args()
    sources = options.weights or [None]
    positions = gather(options, sources[0])
    errors = {}
    for source in sources:
        weights, name = load(source), "" if source is None else f"{source.stem}, "
        errors[f"{name}sum of weights"] = trainer_values(weights.by_class(), positions) / UNIT - positions["label"]
        if weights.network is not None:
            values = network_values(weights, weights.network, positions) / UNIT
            errors[f"{name}with network"] = np.clip(values, -63, 63) - positions["label"]
    lines, series = table_and_series(positions, errors)
    print("\n".join(lines))
    if options.docs:
        title = f"Error of the evaluation, against exact scores and depth-{DEPTH} searches"
        chart = line_chart(title, "empty squares", "root mean square, discs", series, x_falls=True)
        (DOCS / "images" / "held-out.svg").write_text(chart, encoding="utf-8")
        write_section("evaluation.md", "held-out", [*lines, "", "![the same as a plot](../docs/images/held-out.svg)"])


if __name__ == "__main__":
    main()
