"""Exact searches by up to 64 threads, simulated: how many times as fast they would be, on a computer that has so many.

    python benchmarks/threads.py           # three positions of 22 empty squares, from games
    python benchmarks/threads.py ffo-40-59.obf:1-5 --workers 2 8
    python benchmarks/threads.py ffo-40-59.obf:7-8 --workers 1 2 4 8 16 --docs    # into benchmarks/endgame.md

What is searched are the two null windows that prove a score, with the guess and the moves of the table that the
searches before the exact one leave. The simulated tree is the real one: its leaves, where 11 squares are empty, are
solved by the real kernel; above, moves are in the order of the real kernels, and stable discs, transpositions and
enhanced transpositions cut off as there. Work is counted in nodes, each at what a node of an exact search takes here.
What it costs to share work is measured before: a message from processor to processor, a compare-and-swap, a wake-up,
and how long after a cut-off a search looks whether it is to stop. Assumed is that

- there is a processor for each worker, as fast as one alone: cache, memory, clock and heat are not shared;
- the table holds everything, and reading it costs nothing beyond the node; leaves remember nothing of each other, so
  that the tree is larger than that of the kernels with all their memory (both are printed);
- the searches before the exact one take no time, nor does the line of best play after it: one thread does much of
  that, and what it takes limits all threads together.

See `schedule.py` for the two ways to share work. Speed-ups are of all positions together, against one worker, who
pays for no sharing. Two processors must be free for a moment, or --message, --exchange and --wake be given.
"""

import argparse
from dataclasses import dataclass

import latency
from problems import chosen, fail, from_games
from recording import DOCS, write_section
from schedule import Costs, Memory, Simulation
from search_tree import SearchTree

from outflank.errors import OutflankError
from outflank.evaluation.weights import shipped
from outflank.plots import line_chart
from outflank.search.midgame import LAST_SHARED_FROM

WORKERS = [1, 2, 4, 8, 16, 32, 64]
N_EMPTIES, N_POSITIONS = 22, 3
WAYS = {"as it is (ABDADA)": True, "young brothers wait": False}
FREE = Costs(node=1.0, message=0.0, exchange=0.0, wake=0.0, poll=0.0)


@dataclass(frozen=True)
class Total:
    """What some searches took, in nanoseconds: from beginning to end, and the work of all workers together."""

    nanoseconds: float
    work: float


def simulate(trees: list[SearchTree], costs: Costs, n_workers: int, split_from: int, *, is_abdada: bool) -> Total:
    """Prove the score of each tree's root. Raises OutflankError if a window is answered wrongly."""
    nanoseconds = work = 0.0
    for tree in trees:
        memory: Memory = {}
        for alpha in (tree.score - 1, tree.score + 1):
            if not -64 <= alpha < 64:
                continue
            found = Simulation(tree, costs, memory, split_from).run(alpha, n_workers, is_abdada=is_abdada)
            if (found.value > alpha) != (tree.score > alpha):
                raise OutflankError(f"expected the score {tree.score:+d}, got {found.value:+d} at alpha {alpha:+d}")
            nanoseconds += found.nanoseconds
            work += found.work
    return Total(nanoseconds, work)


def grown(options: argparse.Namespace) -> list[SearchTree]:
    """The trees, searched once by one worker, so that their leaves are known. Raises OutflankError."""
    positions = [problem.position for name in options.files for problem in chosen(name).problems]
    trees = []
    for position in positions or from_games(N_EMPTIES, N_POSITIONS):
        if not (position.legal_mask and 14 <= position.n_empties <= 40):
            raise OutflankError(f"expected 14 to 40 empty squares and a move: {position!r}")
        tree = SearchTree(position, shipped())
        nodes = simulate([tree], FREE, 1, options.shared_from, is_abdada=True).nanoseconds
        print(
            f"{tree.n_empties} empties, {tree.score:+d}: {nodes:,.0f} nodes, of which {tree.n_leaves:,} leaves of "
            f"{tree.leaf_size:,.0f}; the kernels with all their memory: {tree.kernel_nodes:,}",
            flush=True,
        )
        trees.append(tree)
    return trees


def measured(trees: list[SearchTree], options: argparse.Namespace) -> Costs:
    """What things take here. Raises OutflankError."""
    nodes = sum(tree.kernel_nodes for tree in trees)
    node = sum(tree.nanoseconds * tree.kernel_nodes for tree in trees) / nodes
    return Costs(
        node,
        latency.message() if options.message is None else options.message,
        latency.contended_exchange() if options.exchange is None else options.exchange,
        latency.wake() if options.wake is None else options.wake,
        node * sum(tree.nodes_to_poll() for tree in trees) / len(trees),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE.obf[:LINES]")
    parser.add_argument("--workers", type=int, nargs="+", default=WORKERS)
    parser.add_argument(
        "--shared-from", type=int, default=LAST_SHARED_FROM, help="empty squares from which on work is shared"
    )
    for name in ("message", "exchange", "wake"):
        parser.add_argument(f"--{name}", type=float, help="nanoseconds, in place of what is measured")
    parser.add_argument("--docs", action="store_true", help="write benchmarks/endgame.md and its plot")
    options = parser.parse_args()
    if min(options.workers) < 1:
        fail(f"expected at least one worker, got {min(options.workers)}")
    if bad := [
        each for each in (options.message, options.exchange, options.wake) if each is not None and not each >= 0
    ]:
        fail(f"expected nanoseconds from 0 up, got {bad[0]:g}")
    try:
        run(options)
    except OutflankError as error:
        fail(error)


def run(options: argparse.Namespace) -> None:
    """Do what the arguments say. Raises OutflankError."""
    trees = grown(options)
    costs = measured(trees, options)
    stated = (
        f"A node takes {costs.node:.0f} ns, a message {costs.message:.0f} ns, a compare-and-swap that two threads "
        f"compete for {costs.exchange:.0f} ns, so that a split point costs {costs.split:.0f} ns and each helper "
        f"{costs.join:.0f} ns; a thread begins {costs.wake / 1e3:.1f} µs after the one before it, and hears of a "
        f"cut-off after {(costs.message + costs.poll) / 1e3:.1f} µs."
    )
    print(stated)
    alone = simulate(trees, costs, 1, options.shared_from, is_abdada=True)
    head = ["threads", *(f"{name}: times as fast | work" for name in WAYS)]
    lines = [f"| {' | '.join(head)} |", "|---" * (1 + 2 * len(WAYS)) + "|"]
    print("\n".join(lines))
    series: dict[str, list[tuple[float, float]]] = {name: [] for name in WAYS}
    for n_workers in options.workers:
        cells = [str(n_workers)]
        for name, is_abdada in WAYS.items():
            total = simulate(trees, costs, n_workers, options.shared_from, is_abdada=is_abdada)
            speed_up = alone.nanoseconds / total.nanoseconds
            series[name].append((n_workers, speed_up))
            cells += [f"{speed_up:.2f}", f"{total.work / alone.work:.2f}"]
        lines.append(f"| {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    if options.docs:
        sizes = " and ".join(str(size) for size in sorted({tree.n_empties for tree in trees}))
        title = f"Threads, simulated: exact scores, {sizes} empty squares"
        ideal = {"ideal": [(1.0, 1.0), (float(max(options.workers)), float(max(options.workers)))]}
        chart = line_chart(title, "threads", "times as fast as one", ideal | series)
        (DOCS / "images" / "threads.svg").write_text(chart, encoding="utf-8")
        write_section(
            "endgame.md",
            "threads",
            [stated, "", *lines, "", "![the same as a plot](../docs/images/threads.svg)"],
        )


if __name__ == "__main__":
    main()
