"""`outflank perft`: count the leaves of the game tree, to check the rules and measure their speed."""

import argparse
import threading
import time
from collections.abc import Callable

from outflank.cli.arguments import Commands, add_json, add_start, print_json, start_of, whole_number
from outflank.play import kind_of
from outflank.rules import Position


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "perft",
        help="count the leaves of the game tree",
        description="Count the leaves of the game tree after DEPTH plies: the sequences of DEPTH moves, and the games "
        "that end earlier. A forced pass counts as a ply. "
        "Compiled code counts 8×8 boards; plain Python counts other sizes.",
        epilog="Example: outflank perft 9",
    )
    parser.add_argument("depth", type=whole_number(0, 60), metavar="DEPTH", help="plies")
    parser.add_argument("--divide", action="store_true", help="also show the count below each first move")
    add_start(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count the leaves, and print their number and the time taken."""
    from outflank.rules.perft import divide, perft

    start: Position = start_of(options, kind_of("othello"))
    count = _compiled() if start.size == 8 else perft
    divided = options.divide and options.depth > 0 and not start.is_over
    began = time.perf_counter()
    parts = divide(start, options.depth, count) if divided else {}
    leaves = sum(parts.values()) if divided else count(start, options.depth)
    seconds = time.perf_counter() - began
    if options.json:
        answer = {"depth": options.depth, "leaves": leaves, "seconds": round(seconds, 6)}
        print_json({**answer, "moves": parts} if options.divide else answer)
        return 0
    for move, part in parts.items():
        print(f"{move} {part}")
    print(leaves)
    print(f"perft {options.depth}: {leaves:,} leaves in {seconds:.3f} s, {leaves / seconds / 1e6:,.1f} million/s")
    return 0


def _compiled() -> Callable[[Position, int], int]:
    """Return a compiled function that counts leaves from 8×8 positions."""
    from outflank.board.perft import perft

    def count(position: Position, depth: int) -> int:
        """Count the leaves in a separate thread.

        Ctrl-C can interrupt the wait for a thread, but not compiled code.
        """
        leaves: list[int] = []
        thread = threading.Thread(
            target=lambda: leaves.append(perft(position.player, position.opponent, depth)), daemon=True
        )
        thread.start()
        thread.join()
        return leaves[0]

    return count
