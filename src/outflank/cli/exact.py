"""What the commands that solve endgames share: their options, the solver, and a word to whoever has to wait."""

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from outflank.cli.arguments import SECONDS, whole_number
from outflank.rules import Position
from outflank.search.estimate import expected_seconds, in_words

if TYPE_CHECKING:
    from outflank.search.root import Limits
    from outflank.search.solver import Solver

_LONG = 30.0  # seconds that nobody needs to be warned of


def add_solver_options(parser: argparse.ArgumentParser) -> None:
    """`--threads`, `--memory`, `--nodes`, `--time`."""
    parser.add_argument("--threads", type=whole_number(1, 256), default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--memory", type=whole_number(1, 1 << 20), default=128, metavar="MB", help="transposition table (default: 128)"
    )
    parser.add_argument(
        "--nodes", type=whole_number(1, 10**18), metavar="N", help="stop after N nodes, with what is proven"
    )
    parser.add_argument(
        "--time", type=SECONDS, metavar="S", help="stop after S seconds a position, with what is proven"
    )


def solver_of(options: argparse.Namespace) -> "tuple[Solver, Limits]":
    """The solver and the limits that the options ask for; compiles the search if that has not been done."""
    from outflank.search.root import Limits
    from outflank.search.solver import Solver

    return Solver(options.memory, options.threads), Limits(options.nodes, options.time)


def warn_of_wait(positions: Iterable[Position], options: argparse.Namespace) -> None:
    """Say how long it will take before beginning what may take very long."""
    n_empties = max((position.n_empties for position in positions if not position.is_over), default=0)
    seconds = expected_seconds(n_empties, options.threads)
    if seconds > _LONG and options.time is None and options.nodes is None:
        print(
            f"{n_empties} empty squares: expect about {in_words(seconds)}; Ctrl-C stops and shows what is proven",
            file=sys.stderr,
            flush=True,
        )


def bounds_in_words(lower: int, upper: int) -> str:
    """``+6``, ``at least +2``, ``from -4 to +8``, ``unknown``."""
    if lower == upper:
        return f"{lower:+d}"
    if (lower, upper) == (-64, 64):
        return "unknown"
    if upper == 64:
        return f"at least {lower:+d}"
    return f"at most {upper:+d}" if lower == -64 else f"from {lower:+d} to {upper:+d}"
