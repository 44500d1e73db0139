"""`outflank book grow`: its options, its workers and its progress display."""

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import add_json, add_shared, positive_number, print_json, record_from, refuse, whole_number
from outflank.cli.searching import limit_of, workers_of
from outflank.errors import OutflankError
from outflank.play import kind_of
from outflank.rules import Position

if TYPE_CHECKING:
    from outflank.solving.growth import GrowthProgress

FILE = "a book: an SQLite file; grow, learn and import create it if it does not exist"
"""Help text for arguments that name a book."""

_LEVEL = 22
_SHOWN_EVERY = 1.0  # seconds between progress lines on a terminal


def add_parser(actions: Any) -> None:
    """Add the action `grow` to the parser of `outflank book`."""
    grow = actions.add_parser(
        "grow",
        help="search where best play leaves the book",
        description="Search positions and add them to a book: first positions from learned games, then positions where "
        "best play leaves the book, starting with those reached at the smallest loss. Ctrl-C, or even a kill, loses "
        "only the searches in progress; repeat the command to continue.",
        epilog="Example: outflank book grow my.book --minutes 60 --jobs 2 --depth 20 --exact-from 22",
    )
    grow.add_argument("book", metavar="BOOK", help=FILE)
    grow.add_argument(
        "--minutes", type=positive_number("a positive number of minutes", 1e7), metavar="M", help="stop after M minutes"
    )
    grow.add_argument("--positions", type=whole_number(1), metavar="N", help="stop after N new positions")
    grow.add_argument("--level", type=whole_number(10, 30), metavar="L", help=f"search level (default: {_LEVEL})")
    add_shared(grow, depth="search N plies, instead of --level")
    grow.add_argument(
        "--exact-from",
        type=whole_number(0, 30),
        metavar="N",
        help="with --depth: solve exactly with N or fewer empty squares",
    )
    grow.add_argument("--start", type=str.strip, metavar="POSITION", help="grow from POSITION (default: start)")
    grow.add_argument(
        "--least-games",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="first search positions that occur in at least N learned games (default: 1)",
    )
    add_shared(
        grow,
        jobs="number of processes (default: 1)",
        scheduler="search on a Dask cluster, tcp://HOST:PORT",
    )
    grow.add_argument(
        "--memory",
        type=whole_number(1, 1 << 20),
        default=64,
        metavar="MB",
        help="size of each process's transposition table (default: 64)",
    )
    add_json(grow)
    grow.set_defaults(run=run, game=None, tribolo=False)


def run(options: argparse.Namespace) -> int:
    """Grow a book and print the totals."""
    limit = limit_of(options, _LEVEL)
    if options.scheduler is not None:
        refuse(options, "--scheduler, as the cluster sets its own", "jobs")
    root = Position.start() if options.start is None else position_of(options, options.start)
    from outflank.book.store import BookStore
    from outflank.solving.growth import GrowthPlan, grow

    with BookStore(options.book, writes=True) as book:
        report = _Growth(options)
        try:
            with workers_of(options.jobs or 1, options.scheduler) as (workers, n_at_once):
                plan = GrowthPlan(limit, root, options.least_games, options.memory)
                grow(book, workers, plan, n_at_once=n_at_once, enough=report.is_enough, report=report)
        finally:
            report.close(len(book))
    return 0


class _Growth:
    """Reports the growth of a book, and decides when to stop."""

    def __init__(self, options: argparse.Namespace):
        self._options = options
        self._began = self._shown = time.monotonic()
        self._last: GrowthProgress | None = None

    def is_enough(self, n_new: int) -> bool:
        """True when enough positions have been added, or the requested number of minutes has passed."""
        positions, minutes = self._options.positions, self._options.minutes
        is_late = minutes is not None and self._seconds >= 60 * minutes
        return is_late or (positions is not None and n_new >= positions)

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def __call__(self, progress: "GrowthProgress") -> None:
        self._last = progress
        if sys.stderr.isatty() and time.monotonic() - self._shown > _SHOWN_EVERY:
            self._shown = time.monotonic()
            rate = 3600 * progress.n_new / self._seconds
            print(
                f"{progress.n_new:>7,} new, {progress.n_searches:,} searches, {rate:,.0f} new an hour; "
                f"the last had {progress.key.n_empties} empty squares, value {progress.verdict.value:+d}",
                file=sys.stderr,
                flush=True,
            )

    def close(self, n_positions: int) -> None:
        """Print the final totals."""
        n_new, n_searches = (self._last.n_new, self._last.n_searches) if self._last else (0, 0)
        if self._options.json:
            answer = {
                "new": n_new,
                "searches": n_searches,
                "positions": n_positions,
                "seconds": round(self._seconds, 3),
            }
            print_json(answer)
        else:
            print(
                f"{n_new:,} new positions from {n_searches:,} searches in {self._seconds:.0f} s; "
                f"the book has {n_positions:,}",
                flush=True,
            )


def position_of(options: argparse.Namespace, argument: str) -> Position:
    """Read the 8×8 Othello position that `argument` refers to. Raises OutflankError if it refers to anything else."""
    position = record_from(options, argument).position
    if not isinstance(position, Position) or position.size != 8:
        raise OutflankError(f"a book is for 8×8 Othello, got a position from {kind_of(position).title}")
    return position
