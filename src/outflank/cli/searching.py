"""Shared by the commands that search: their options, following a search until it ends or Ctrl-C, words for waiting."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from outflank.cli.arguments import add_shared, refuse
from outflank.errors import OptionError, OutflankError
from outflank.play import Analysis, Limit
from outflank.rules import DiscPosition
from outflank.search.estimate import expected_seconds, in_words

if TYPE_CHECKING:
    from outflank.engine.engine import Engine
    from outflank.workers import Workers

THREADS, MEGABYTES = 1, 128
"""Unless the options say otherwise."""

SEARCH_OPTIONS = ("threads", "memory", "nodes", "time")
"""Options of `add_search_options`; None where not given."""

_LONG = 30.0  # seconds that nobody needs to be warned of
_PLAIN = 1000  # how many times as long the search in plain Python takes


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """`--threads`, `--memory`, `--nodes`, `--time`."""
    add_shared(
        parser,
        threads=f"default: {THREADS}",
        memory=f"transposition table (default: {MEGABYTES})",
        nodes="stop after N nodes, with what is known",
        time="stop after S seconds a position, with what is known",
    )


def engine_of(options: argparse.Namespace, book: str | None = None) -> "Engine":
    """The engine that the options ask for, with an opening book if there is one. Raises OutflankError for a bad one."""
    from outflank.engine.engine import Engine

    return Engine(options.memory or MEGABYTES, options.threads or THREADS, book=book)


def limit_of(options: argparse.Namespace, usual: int) -> Limit:
    """The limit of a search by `--level`, or by `--depth` and `--exact-from`. Raises OptionError."""
    if options.depth is None:
        if options.exact_from is not None:
            raise OptionError("expected a --depth with --exact-from, which says from when on more is searched")
        return Limit.at_level(options.level or usual)
    refuse(options, "--depth", "level")
    return Limit.at_depth(options.depth, options.exact_from)


def cores() -> int:
    """Number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def workers_of(n_jobs: int, scheduler: str | None = None) -> "Iterator[tuple[Workers, int]]":
    """Processes, or the workers of a cluster if a `scheduler` is named; and how many tasks they do at once.

    Raises OutflankError.
    """
    from outflank.cluster import Cluster
    from outflank.workers import ProcessPool

    with ProcessPool(n_jobs) if scheduler is None else Cluster(scheduler) as workers:
        if not workers.n_threads:
            raise OutflankError(f"the scheduler at {scheduler} has no workers")
        yield workers, workers.n_threads


def followed(
    engine: "Engine",
    position: DiscPosition,
    limit: Limit,
    *,
    top: int = 1,
    watch: Callable[[Analysis], None] = lambda _: None,
) -> tuple[Analysis, bool]:
    """An analysis, and whether Ctrl-C ended it. Raises KeyboardInterrupt if nothing is known by then."""
    engine.prepare(position)  # here, where Ctrl-C is heard
    running = engine.analysis(position, limit, top=top)
    try:
        for info in running:
            watch(info)
        return running.wait(), False
    except KeyboardInterrupt:
        running.stop()
        known = running.wait()
        if known.move is None:
            raise
        return known, True


def warn_of_wait(positions: Iterable[DiscPosition], options: argparse.Namespace) -> None:
    """Say how long it will take before beginning what may take very long."""
    if options.time is not None or options.nodes is not None:
        return
    from outflank.engine.engine import Engine

    seconds, n_empties = 0.0, 0
    for position in positions:
        if not position.is_over:
            here = expected_seconds(position.n_empties, options.threads or THREADS)
            if not Engine.is_compiled_for(position):
                here *= _PLAIN
            seconds, n_empties = max((seconds, n_empties), (here, position.n_empties))
    if seconds > _LONG:
        print(
            f"{n_empties} empty squares: expect about {in_words(seconds)}; Ctrl-C stops and shows what is proven",
            file=sys.stderr,
            flush=True,
        )


def bounds_in_words(analysis: Analysis, position: DiscPosition) -> str:
    """The proven bounds of a position's score: ``+6``, ``at least +2``, ``from -4 to +8``, ``unknown``."""
    lower, upper = bounds_of(analysis, position)
    most = position.size**2
    if lower == upper:
        return f"{lower:+d}"
    if (lower, upper) == (-most, most):
        return "unknown"
    if upper == most:
        return f"at least {lower:+d}"
    return f"at most {upper:+d}" if lower == -most else f"from {lower:+d} to {upper:+d}"


def bounds_of(analysis: Analysis, position: DiscPosition) -> tuple[int, int]:
    """Between which numbers a position's score is proven to lie."""
    lower, upper, most = analysis.lower, analysis.upper, position.size**2
    return -most if lower is None else int(lower), most if upper is None else int(upper)


def line_of(analysis: Analysis) -> str:
    """Depth, value, speed and line of an analysis that goes on."""
    depth = f"{analysis.depth}@{analysis.selectivity}%" if analysis.selectivity < 100 else str(analysis.depth)
    speed = analysis.nodes / max(analysis.seconds, 1e-6) / 1e6
    cost = f"{analysis.seconds:8.2f} s {analysis.nodes:>14,} nodes {speed:5.1f} M/s"
    return f"{depth:>6} {analysis.chosen.verdict:>12} {cost}  {' '.join(analysis.pv[:10])}"
