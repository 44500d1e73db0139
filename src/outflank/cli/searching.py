"""Options, interruptible searches and time estimates for commands that search."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from outflank.cli.arguments import THREADS, add_shared, refuse
from outflank.cores import free_cores
from outflank.errors import OptionError, OutflankError
from outflank.play import Analysis, Limit
from outflank.rules import DiscPosition
from outflank.search.estimate import expected_seconds, in_words

if TYPE_CHECKING:
    from outflank.engine.engine import Engine
    from outflank.workers import Workers

MEGABYTES = 128
"""Default size of the transposition table."""

SEARCH_OPTIONS = ("threads", "memory", "nodes", "time")
"""Names of the options that `add_search_options` adds. An option that is not set is None."""

_LONG = 30.0  # seconds; warn of longer waits


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """Add the options `--threads`, `--memory`, `--nodes` and `--time`."""
    add_shared(
        parser,
        threads=f"{THREADS}; 1 with --nodes, as only one thread always visits the same nodes)",
        memory=f"size of the transposition table (default: {MEGABYTES})",
        nodes="stop after N nodes with the results so far",
        time="stop after S seconds per position with the results so far",
    )


def engine_of(options: argparse.Namespace, book: str | None = None) -> "Engine":
    """Create an engine from the options and an optional opening `book`. Raises OutflankError for a bad book.

    By default, it has a thread for each free core, but only one if the nodes are limited.
    """
    from outflank.engine.engine import Engine

    threads = options.threads or (1 if getattr(options, "nodes", None) else free_cores())
    return Engine(options.memory or MEGABYTES, threads, book=book)


def threads_in_words(n_threads: int) -> str:
    """The number of search threads, for reports."""
    return f"{n_threads} thread{'s' * (n_threads != 1)}"


def limit_of(options: argparse.Namespace, usual: int) -> Limit:
    """Return the limit set by `--level`, or by `--depth` and `--exact-from`.

    The default level is `usual`. Raises OptionError if the options contradict each other.
    """
    if options.depth is None:
        if options.exact_from is not None:
            raise OptionError("--exact-from requires --depth")
        return Limit.at_level(options.level or usual)
    refuse(options, "--depth", "level")
    return Limit.at_depth(options.depth, options.exact_from)


@contextmanager
def workers_of(n_jobs: int | None, scheduler: str | None = None) -> "Iterator[tuple[Workers, int]]":
    """Start `n_jobs` local processes, by default one per free core, or connect to the cluster at `scheduler`.

    Yields the workers and the number of tasks that they can run simultaneously. Raises OutflankError if the cluster
    cannot be reached or has no workers.
    """
    from outflank.cluster import Cluster
    from outflank.workers import ProcessPool

    with ProcessPool(n_jobs or free_cores()) if scheduler is None else Cluster(scheduler) as workers:
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
    """Analyse a position until the search ends or Ctrl-C stops it.

    Returns the analysis, and True if it was interrupted. Raises KeyboardInterrupt if there is no result yet.
    """
    engine.prepare(position)  # on this thread, which Ctrl-C reaches
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


def warn_of_wait(positions: Iterable[DiscPosition], options: argparse.Namespace, threads: int) -> None:
    """Print a warning with an estimate of the time before a search that may take very long."""
    if options.time is not None or options.nodes is not None:
        return
    from outflank.engine.engine import Engine
    from outflank.large import estimate as large
    from outflank.variants import estimate
    from outflank.variants.shape import SIDE

    seconds, n_empties = 0.0, 0
    for position in positions:
        if not position.is_over:
            here = expected_seconds(position.n_empties, threads)
            if position.size > SIDE:
                here = large.expected_seconds(position, threads)
            elif not Engine.is_compiled_for(position):
                here = estimate.expected_seconds(position, threads)
            seconds, n_empties = max((seconds, n_empties), (here, position.n_empties))
    if seconds > _LONG:
        print(
            f"{n_empties} empty squares: expect about {in_words(seconds)}; "
            "Ctrl-C stops the search and shows what is proven so far",
            file=sys.stderr,
            flush=True,
        )


def bounds_in_words(analysis: Analysis, position: DiscPosition) -> str:
    """Describe the proven bounds of a score, for example ``+6``, ``at least +2``, ``from -4 to +8`` or ``unknown``."""
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
    """Return the proven lower and upper bounds of a position's score, or the widest possible bounds."""
    lower, upper, most = analysis.lower, analysis.upper, position.size**2
    return -most if lower is None else int(lower), most if upper is None else int(upper)


def line_of(analysis: Analysis) -> str:
    """Format the depth, value, time, node count, speed and PV of an analysis in progress."""
    depth = f"{analysis.depth}@{analysis.selectivity}%" if analysis.selectivity < 100 else str(analysis.depth)
    speed = analysis.nodes / max(analysis.seconds, 1e-6) / 1e6
    cost = f"{analysis.seconds:8.2f} s {analysis.nodes:>14,} nodes {speed:5.1f} M/s"
    return f"{depth:>6} {analysis.chosen.verdict:>12} {cost}  {' '.join(analysis.pv[:10])}"
