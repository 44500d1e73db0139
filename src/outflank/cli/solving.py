"""Implementation of `outflank solve`: reads and solves positions, locally or on a cluster, and prints solutions."""

import argparse
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from rich.progress import TimeElapsedColumn

from outflank.cli import solutions
from outflank.cli.screen import live_bar
from outflank.cli.searching import MEGABYTES, engine_of, followed, warn_of_wait
from outflank.cli.solutions import Count, Question
from outflank.errors import OptionError, OutflankError, ParseError
from outflank.formats import files
from outflank.formats.obf import Problem, problems_of, read_problems
from outflank.play import Analysis, Limit, kind_of
from outflank.search.estimate import Forecast, in_words

_NO_WORKERS = 1.0  # seconds between checks for workers
_OFTEN = 0.25  # seconds between updates of the progress


def solve_file(options: argparse.Namespace) -> int:
    """Solve the positions in a file, print each solution and the totals, and return the exit code."""
    problems, errors = _read(options.file)
    if errors and not problems:
        more = f"; {len(errors) - 1:,} more lines are not positions" if len(errors) > 1 else ""
        raise OutflankError(f"{errors[0]}{more}")
    for error in errors:
        print(f"outflank: {error}", file=sys.stderr, flush=True)
    top = 0 if options.all else options.top or 1
    report = _Report(problems, Question(top, options.win_only, options.best_move), options)
    if options.scheduler is None:
        _solve_here(problems, report, options)
    else:
        _solve_there(problems, report, options)
    report.print_totals()
    return 2 if errors else 0 if report.count.is_good else 1


def _read(file: str) -> tuple[list[Problem], list[ParseError]]:
    """Read the problems in a file or on standard input, and return them with the errors for invalid lines.

    If the argument is a single position or game in another format, raises OutflankError with the correct command for
    it.
    """
    if file == "-":
        return problems_of(sys.stdin.buffer, "standard input")
    if not files.exists(file) and _is_one_game(file):
        raise _elsewhere(file)
    problems, errors = read_problems(file)
    if errors and _is_one_game(file):
        raise _elsewhere(file)
    return problems, errors


def _is_one_game(argument: str) -> bool:
    """True if the argument is a single position or game in any format."""
    try:
        files.find_record(argument, kind_of("othello"))
    except OutflankError:
        return False
    return True


def _elsewhere(argument: str) -> OutflankError:
    command = f"outflank analyse --exact {shlex.quote(argument)}"
    return OptionError(f"expected an OBF file, one position per line; to solve this position: {command}")


def _limit(options: argparse.Namespace) -> Limit:
    is_exact = not options.win_only and not options.best_move
    return Limit(None, options.time, options.nodes, is_exact, options.win_only, options.best_move)


def _solve_here(problems: list[Problem], report: "_Report", options: argparse.Namespace) -> None:
    """Solve the positions on this machine, one after another."""
    engine, limit = engine_of(options), _limit(options)
    engine.prepare(problems[0].position)  # compile before the time is estimated
    warn_of_wait((problem.position for problem in problems), options, engine.threads)
    report.begin(engine.threads)
    with shown_progress([each.position.n_empties for each in problems], engine.threads) as bar:
        for number, problem in enumerate(problems):
            engine.clear()  # a position takes the same number of nodes wherever it is in the file
            bar.begin(problem.position.n_empties, lambda: engine.nodes)
            top = report.wanted.top_of(problem)
            analysis, is_interrupted = followed(engine, problem.position, limit, top=top)
            bar.finish(problem.position.n_empties, analysis, partial(report.take, number, analysis))
            if is_interrupted:
                raise KeyboardInterrupt


def _solve_there(problems: list[Problem], report: "_Report", options: argparse.Namespace) -> None:
    """Solve the positions on a cluster. If this fails or is interrupted, the results so far are still printed."""
    from outflank.cluster import Cluster
    from outflank.solving.deal import deal

    cluster = Cluster(options.scheduler)
    try:
        if not cluster.n_threads:
            print("the scheduler has no workers yet: waiting for one", file=sys.stderr, flush=True)
        while not (n_threads := cluster.n_threads):
            cluster.check()
            time.sleep(_NO_WORKERS)
        report.begin(n_threads)
        with shown_progress([each.position.n_empties for each in problems], n_threads) as bar:

            def take(number: int, analysis: Analysis) -> None:
                n_empties = problems[number].position.n_empties
                bar.finish(n_empties, analysis, partial(report.take, number, analysis), n_threads)

            deal(
                [each.position for each in problems],
                cluster,
                take,
                limit=_limit(options),
                top=[report.wanted.top_of(each) for each in problems],
                megabytes=options.memory or MEGABYTES,
                n_threads=n_threads,
            )
    finally:
        report.print_the_rest()
        cluster.close()


class _Report:
    """Counts solutions and prints them in the order of the file, even if they arrive in another order."""

    def __init__(self, problems: list[Problem], wanted: Question, options: argparse.Namespace):
        self.wanted = wanted
        self.count, self._nodes = Count(), 0
        self._problems, self._options = problems, options
        self._waiting: dict[int, Analysis] = {}
        self._next = 0
        self._n_threads, self._began = 1, time.perf_counter()
        self._say: Callable[..., str] = (
            solutions.obf_of if options.obf else solutions.json_of if options.json else solutions.text_of
        )

    def begin(self, n_threads: int) -> None:
        """Start timing. `n_threads` is the number of search threads."""
        self._n_threads, self._began = n_threads, time.perf_counter()

    def take(self, number: int, analysis: Analysis) -> None:
        """Record the solution of a position. It is printed when all earlier positions have been solved."""
        self._waiting[number] = analysis
        while self._next in self._waiting:
            self._print(self._next)
            self._next += 1

    def print_the_rest(self) -> None:
        """Print the solutions that are still waiting for an earlier one."""
        for number in sorted(self._waiting):
            self._print(number)

    def _print(self, number: int) -> None:
        problem, analysis = self._problems[number], self._waiting.pop(number)
        wrong = solutions.verdict(problem, analysis, self.wanted)
        self.count.add(problem, wrong)
        self._nodes += analysis.nodes
        print(self._say(problem, analysis, wrong, self.wanted), flush=True)

    def print_totals(self) -> None:
        """Print the totals in the output format: as JSON, as text or as an OBF comment."""
        seconds = time.perf_counter() - self._began
        if self._options.json:
            print(solutions.totals_as_json(self.count.positions, self._nodes, seconds, self._n_threads))
        else:
            words = solutions.totals_in_words(self.count, self._nodes, seconds, self._n_threads)
            print(f"% {words}" if self._options.obf else words)


class Bar:
    """Base class for progress displays, which are notified when a position starts and finishes. It shows nothing."""

    def begin(self, n_empties: int, nodes: Callable[[], int]) -> None:
        """Record the start of a position. `nodes` returns the number of nodes searched so far."""

    def finish(self, n_empties: int, analysis: Analysis, report: Callable[[], None], at_once: int = 1) -> None:
        """Record the end of a position and call `report`, which prints its solution.

        `at_once` is the number of positions that are searched in parallel.
        """
        del n_empties, analysis, at_once
        report()


class _LiveBar(Bar):
    """Progress bar that is hidden while lines are printed."""

    def __init__(self, progress: Any, forecast: Forecast):
        self._progress, self._forecast = progress, forecast
        self._task = progress.add_task("", total=1.0, left="")
        self._lock = threading.Lock()
        self._begun: tuple[int, Callable[[], int], float] | None = None

    def begin(self, n_empties: int, nodes: Callable[[], int]) -> None:
        with self._lock:
            self._begun = n_empties, nodes, time.perf_counter()

    def finish(self, n_empties: int, analysis: Analysis, report: Callable[[], None], at_once: int = 1) -> None:
        with self._lock:
            self._forecast.finish(n_empties, analysis.nodes, analysis.seconds / at_once)
            self._begun = None
        self.look()
        self._progress.stop()
        report()
        self._progress.start()

    def look(self) -> None:
        """Refresh the bar."""
        with self._lock:
            now: tuple[int | None, int, float] = (None, 0, 0.0)
            if self._begun is not None:
                n_empties, nodes, began = self._begun
                now = n_empties, nodes(), time.perf_counter() - began
            left, done = self._forecast.seconds_left(*now), self._forecast.done(*now)
        self._progress.update(self._task, completed=done, left=f"left, about {in_words(left)}")


@contextmanager
def shown_progress(n_empties: Sequence[int], threads: int) -> Iterator[Bar]:
    """Show a progress bar while positions with these numbers of empties are solved. Without a terminal, show nothing.

    `threads` is the number of search threads, which is used to estimate the remaining time.
    """
    over = threading.Event()
    # Leave the standard streams alone: results may go into a file, where lines must not be broken.
    as_it_is = {"redirect_stdout": False, "redirect_stderr": False}
    with live_bar("solving", TimeElapsedColumn(), "{task.fields[left]}", **as_it_is) as progress:
        if progress is None:
            yield Bar()
            return
        bar = _LiveBar(progress, Forecast(n_empties, threads))

        def follow() -> None:
            while not over.wait(_OFTEN):
                bar.look()

        follower = threading.Thread(target=follow, daemon=True)
        follower.start()
        try:
            yield bar
        finally:
            over.set()
            follower.join()
