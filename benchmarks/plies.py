"""What a ply costs in exact endgames: nodes and seconds against empty squares, one thread.

    python benchmarks/plies.py                        # 12 to 24 empty squares, 20 positions each
    python benchmarks/plies.py --docs                 # the same, into benchmarks/endgame.md and its plot

Seconds are those of the processor, so that other work on the machine matters less. The positions come from games of the
engine against itself at depth 6, one from a game. The factor of a ply is that of the straight line through the
logarithms of the geometric means, from 14 empty squares on, where searches are prepared.
"""

import argparse
import statistics
import time

import numpy as np
from problems import fail, from_games
from recording import DOCS, write_section

from outflank.engine.engine import Engine
from outflank.play import Limit
from outflank.plots import line_chart

FITTED_FROM = 14


def factor(points: list[tuple[int, float]]) -> float:
    """By how much a quantity grows with each ply, on average."""
    n_empties, values = zip(*[point for point in points if point[0] >= FITTED_FROM], strict=True)
    slope, _ = np.polyfit(n_empties, np.log(values), 1)
    return float(np.exp(slope))


def measure(low: int, high: int, n_positions: int) -> dict[int, list[tuple[int, float]]]:
    """Nodes and seconds of processor time of each position, by empty squares."""
    engine = Engine(256)
    engine.load()
    found: dict[int, list[tuple[int, float]]] = {}
    for n_empties in range(low, high + 1):
        found[n_empties] = []
        for position in from_games(n_empties, n_positions):
            engine.clear()
            began = time.process_time()
            solution = engine.analyse(position, Limit(exact=True))
            found[n_empties].append((solution.nodes, time.process_time() - began))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", type=int, default=12, dest="low")
    parser.add_argument("--to", type=int, default=24, dest="high")
    parser.add_argument("--positions", type=int, default=20, help="for each number of empty squares")
    parser.add_argument("--docs", action="store_true", help="write benchmarks/endgame.md and its plot")
    options = parser.parse_args()
    if options.low < 12 or not max(options.low, FITTED_FROM) < options.high <= 40:
        fail(f"expected empty squares from 12 up and to {FITTED_FROM + 1} to 40, got {options.low} to {options.high}")
    if options.positions < 1:
        fail(f"expected at least one position, got {options.positions}")
    lines = [
        "| empty squares | nodes: geometric mean | least | most | milliseconds: geometric mean | least | most |",
        "|---" * 7 + "|",
    ]
    of_nodes, of_hardest, of_time = [], [], []
    for n_empties, runs in measure(options.low, options.high, options.positions).items():
        nodes, milliseconds = [n for n, _ in runs], [seconds * 1e3 for _, seconds in runs]
        mean_nodes, mean_time = statistics.geometric_mean(nodes), statistics.geometric_mean(milliseconds)
        of_nodes.append((n_empties, mean_nodes))
        of_hardest.append((n_empties, float(max(nodes))))
        of_time.append((n_empties, mean_time * 1e3))
        cells = [f"{mean_nodes:,.0f}", f"{min(nodes):,}", f"{max(nodes):,}"]
        cells += [f"{value:,.2f}" for value in (mean_time, min(milliseconds), max(milliseconds))]
        lines.append(f"| {n_empties} | {' | '.join(cells)} |")
    summary = (
        f"From {FITTED_FROM} empty squares on, a ply costs {factor(of_nodes):.2f} times the nodes and "
        f"{factor(of_time):.2f} times the seconds ({options.positions} positions for each number of empty squares)."
    )
    print("\n".join([*lines, "", summary]))
    if options.docs:
        series = {"nodes, hardest": of_hardest, "nodes": of_nodes, "microseconds": of_time}
        title = "Exact endgames by one thread: geometric means"
        chart = line_chart(title, "empty squares", "nodes, microseconds", series, y_is_log=True)
        (DOCS / "images" / "plies.svg").write_text(chart, encoding="utf-8")
        write_section(
            "endgame.md", "plies", [summary, "", *lines, "", "![the same as a plot](../docs/images/plies.svg)"]
        )


if __name__ == "__main__":
    main()
