"""Evaluation and search together: how the engine fares on problems that hold the exact score of every move.

    python benchmarks/hard.py problems.obf [more.obf] [--nodes 400000 4000000] [--seconds 0.05 0.5] [--weights FILE]

For each limit: how often the move is one of the best, how many discs it loses, how far the value is from the score, the
straight line from values to scores, and the mean of the values. --depths D E … searches to fixed depths instead, and
adds by how much values at odd depths are above those at even ones. One thread; --record appends the figures to
results.md.
"""

import argparse
import statistics
import sys
from pathlib import Path

import numpy as np
from recording import record

from outflank.engine.engine import Engine
from outflank.evaluation.weights import Weights
from outflank.formats import obf
from outflank.play import Limit

_FILLER = "--:-127;"  # in some collections, in the place of a move where there are fewer than in other positions


def problems_of(paths):
    """The problems of some files whose moves all have scores."""
    found = []
    for path in paths:
        text = Path(path).read_text(encoding="utf-8").replace(_FILLER, "")
        found += obf.read(text, source=path)
    if not found or not all(problem.scores for problem in found):
        sys.exit("hard.py: expected problems with the scores of their moves")
    return found


def measure(engine, problems, limit):
    """The figures of one limit, in words, and the mean of the values."""
    values, scores, lost, depths, nodes, seconds = [], [], [], [], 0, 0.0
    for problem in problems:
        engine.clear()
        analysis = engine.analyse(problem.position, limit)
        best = max(problem.scores.values())
        values.append(float(analysis.value or 0))
        scores.append(best)
        lost.append(best - problem.scores[analysis.move])
        depths.append(analysis.depth)
        nodes, seconds = nodes + analysis.nodes, seconds + analysis.seconds
    right = sum(not each for each in lost) / len(lost)
    slope, offset = np.polyfit(values, scores, 1)
    error = np.mean(np.abs(np.subtract(values, scores)))
    figures = (
        f"{right:.1%} best moves, {np.mean(lost):.2f} discs lost, error {error:.2f}, score = {slope:.2f} × value "
        f"{offset:+.2f}, mean value {np.mean(values):+.2f}; median depth {statistics.median_low(depths)}, "
        f"{nodes / len(lost):,.0f} nodes and {seconds / len(lost):.3f} s a position"
    )
    return figures, float(np.mean(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--nodes", type=int, nargs="*", default=[])
    parser.add_argument("--seconds", type=float, nargs="*", default=[])
    parser.add_argument("--depths", type=int, nargs="*", default=[])
    parser.add_argument("--weights")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    problems = problems_of(options.files)
    engine = Engine(64, weights=Weights.load(options.weights) if options.weights else None)
    engine.load()
    limits = {f"{nodes:,} nodes": Limit(nodes=nodes) for nodes in options.nodes}
    limits |= {f"{seconds:g} s": Limit(seconds=seconds) for seconds in options.seconds}
    limits |= {f"depth {depth}": Limit(depth=depth) for depth in options.depths}
    if not limits:
        limits = {"400,000 nodes": Limit(nodes=400_000), "4,000,000 nodes": Limit(nodes=4_000_000)}
    lines, means = [], {}
    for name, limit in limits.items():
        figures, means[name] = measure(engine, problems, limit)
        lines.append(f"{name}: {figures}")
        print(lines[-1], flush=True)
    odd = [means[f"depth {depth}"] for depth in options.depths if depth % 2]
    even = [means[f"depth {depth}"] for depth in options.depths if depth % 2 == 0]
    if odd and even:
        lines.append(f"values at odd depths are {np.mean(odd) - np.mean(even):+.2f} discs above those at even ones")
        print(lines[-1])
    if options.record:
        command = f"python benchmarks/hard.py {' '.join(sys.argv[1:])}"
        record(f"{len(problems)} problems, 1 thread", "; ".join(lines), command)


if __name__ == "__main__":
    main()
