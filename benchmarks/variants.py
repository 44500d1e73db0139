"""Exact scores and best lines on 6×6: nodes and processor seconds of one thread, for random positions and known ones.

    python benchmarks/variants.py                         # 30 random positions each of 20, 22 and 24 empty squares
    python benchmarks/variants.py --at 26 --anti          # anti-Othello, 26 empty squares
    python benchmarks/variants.py --at 20 28 --known      # along the best line (Feinstein 1993)
    python benchmarks/variants.py --at 32 --known         # from the start

A position is solved as in the app, with an empty table, up to a line of best play. Positions with n empty squares are
always the same ones: they come from random games with the seeds 0, 1, 2 and so on.
"""

import argparse
import statistics
import threading
import time

from positions import played

from outflank.engine.variants import VariantSearch
from outflank.play import Limit
from outflank.rules import DiscPosition, Position
from outflank.rules.anti import AntiPosition

BEST_LINE = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6e1f1"  # without its passes


def known(kind: type[DiscPosition], n_empties: int) -> DiscPosition:
    """The position with `n_empties` empty squares on the best line of 6×6."""
    position = kind.start(6)
    if BEST_LINE[:2] not in position.legal_moves:
        position = kind.start(6, mirrored=True)
    for ply in range(32 - n_empties):
        while position.must_pass:
            position = position.play(position.legal_moves[0])
        position = position.play(BEST_LINE[2 * ply : 2 * ply + 2])
    return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at", type=int, nargs="+", default=[20, 22, 24], help="empty squares")
    parser.add_argument("--positions", type=int, default=30, help="for each number of empty squares")
    parser.add_argument("--anti", action="store_true", help="anti-Othello")
    parser.add_argument("--known", action="store_true", help="one position each, from the best line")
    parser.add_argument("--each", action="store_true", help="print a line for each position")
    parser.add_argument("--megabytes", type=int, default=256, help="size of the table")
    options = parser.parse_args()
    kind: type[DiscPosition] = AntiPosition if options.anti else Position
    search = VariantSearch(kind, 6, options.megabytes, 1)
    print("| empty squares | positions | million nodes: median | mean | seconds: median | mean | most |")
    print("|---|---|---|---|---|---|---|")
    for n_empties in options.at:
        nodes, seconds = [], []
        for seed in range(1 if options.known else options.positions):
            position = known(kind, n_empties) if options.known else played(kind, 6, n_empties, seed)
            search.root.table.clear()
            began = time.process_time()
            found = search.run(position, Limit(), 1, threading.Event(), None)
            seconds.append(time.process_time() - began)
            nodes.append(found.nodes / 1e6)
            if options.each:
                print(seed, found.moves[0].value, f"{nodes[-1]:.3f} {seconds[-1]:.3f}", flush=True)
        figures = statistics.median(nodes), statistics.mean(nodes), statistics.median(seconds), statistics.mean(seconds)
        cells = " | ".join(f"{figure:.2f}" for figure in (*figures, max(seconds)))
        print(f"| {n_empties} | {len(nodes)} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
