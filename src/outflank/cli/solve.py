"""`outflank solve`: exact scores of many positions."""

import argparse
import shlex
import sys
import time
from collections.abc import Callable
from functools import partial

from outflank.cli import solutions
from outflank.cli.arguments import Commands, add_json, refuse, whole_number
from outflank.cli.searching import MEGABYTES, THREADS, add_search_options, engine_of, followed, warn_of_wait
from outflank.cli.solutions import Count, Wanted, shown_progress
from outflank.errors import OptionError, OutflankError, ParseError
from outflank.formats import files
from outflank.formats.obf import Problem, problems_of, read_problems
from outflank.play import Analysis, Limit, kind_of

_NO_WORKERS = 1.0  # seconds between two looks for workers


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "solve",
        help="exact scores of many positions",
        description="Solve the positions of an OBF file exactly: score and best line, from the side to move's point of "
        "view. "
        "Scores that the file gives are checked; exit code 1 if one differs or is not reached within the limits. "
        "A bad line is reported on standard error, the others are solved, and the exit code is 2. "
        "With --json, each position is an object on a line of its own, with the keys line, empties, score, best, pv, "
        "nodes and seconds; score is null where it was not proven, and lower and upper say what was; with --top or "
        "--all, moves holds the score of each move, or null and its upper bound; problem says what "
        'is wrong. The last line is {"total": {"positions", "nodes", "seconds"}}.',
        epilog="Example: outflank solve problems.obf --threads 2",
    )
    parser.add_argument("file", metavar="FILE", help="a file in OBF, one position a line; - for standard input")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--win-only", action="store_true", help="find out who wins, not by how much")
    what.add_argument(
        "--best-move", action="store_true", help="find a best move, and of its score no more than that takes"
    )
    what.add_argument(
        "--top", type=whole_number(1), metavar="N", help="exact scores of the N best moves, bounds of the others"
    )
    what.add_argument("--all", action="store_true", help="exact scores of all moves")
    parser.add_argument("--obf", action="store_true", help="print the positions with their scores as OBF")
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="solve on a Dask cluster, tcp://HOST:PORT; --memory is for each thread there",
    )
    add_search_options(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve, print each position in the order of the file, and the totals."""
    if options.obf:
        refuse(options, "--obf", "json")
        because = "--obf, which has exact scores alone"
        refuse(options, because, "win_only", "best_move")
    if options.scheduler is not None:
        refuse(options, "--scheduler: the cluster has its own", "threads")
    problems, errors = _read(options.file)
    if errors and not problems:
        more = f"; {len(errors) - 1:,} more lines are no positions either" if len(errors) > 1 else ""
        raise OutflankError(f"{errors[0]}{more}")
    for error in errors:
        print(f"outflank: {error}", file=sys.stderr, flush=True)
    top = 0 if options.all else options.top or 1
    report = _Report(problems, Wanted(top, options.win_only, options.best_move), options)
    if options.scheduler is None:
        _solve_here(problems, report, options)
    else:
        _solve_there(problems, report, options)
    report.print_totals()
    return 2 if errors else 0 if report.count.is_good else 1


def _read(file: str) -> tuple[list[Problem], list[ParseError]]:
    """The problems of a file or of standard input, and the errors of its bad lines.

    Raises OutflankError for what is one position or game written otherwise, with the command that solves it.
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
    """True if a person's words name one position or game, in whatever format."""
    try:
        files.find_record(argument, kind_of("othello"))
    except OutflankError:
        return False
    return True


def _elsewhere(argument: str) -> OutflankError:
    command = f"outflank analyse --exact {shlex.quote(argument)}"
    return OptionError(f"expected a file of positions in OBF, one a line: {command} solves this one")


def _limit(options: argparse.Namespace) -> Limit:
    is_exact = not options.win_only and not options.best_move
    return Limit(None, options.time, options.nodes, is_exact, options.win_only, options.best_move)


def _solve_here(problems: list[Problem], report: "_Report", options: argparse.Namespace) -> None:
    """Solve one position after another."""
    engine, limit = engine_of(options), _limit(options)
    engine.prepare(problems[0].position)  # so that what is said of the wait is said when it begins
    warn_of_wait((problem.position for problem in problems), options)
    report.begin()
    with shown_progress([each.position.n_empties for each in problems], options.threads or THREADS) as bar:
        for number, problem in enumerate(problems):
            engine.clear()  # so that each position takes the same nodes wherever it stands
            bar.begin(problem.position.n_empties, lambda: engine.nodes)
            top = report.wanted.top_of(problem)
            analysis, is_interrupted = followed(engine, problem.position, limit, top=top)
            bar.finish(problem.position.n_empties, analysis, partial(report.take, number, analysis))
            if is_interrupted:
                raise KeyboardInterrupt


def _solve_there(problems: list[Problem], report: "_Report", options: argparse.Namespace) -> None:
    """Deal the positions to a cluster. Whatever ends this, what was solved by then is printed."""
    from outflank.cluster import Cluster
    from outflank.solving.deal import deal

    cluster = Cluster(options.scheduler)
    try:
        if not cluster.n_threads:
            print("the scheduler has no workers yet: waiting for one", file=sys.stderr, flush=True)
        while not (n_threads := cluster.n_threads):
            cluster.check()
            time.sleep(_NO_WORKERS)
        report.begin()
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
    """Prints solutions in the order of the file, however they come, and counts them."""

    def __init__(self, problems: list[Problem], wanted: Wanted, options: argparse.Namespace):
        self.wanted = wanted
        self.count, self._nodes = Count(), 0
        self._problems, self._options = problems, options
        self._waiting: dict[int, Analysis] = {}
        self._next = 0
        self._began = time.perf_counter()
        self._say: Callable[..., str] = (
            solutions.obf_of if options.obf else solutions.json_of if options.json else solutions.text_of
        )

    def begin(self) -> None:
        """From now on the time counts."""
        self._began = time.perf_counter()

    def take(self, number: int, analysis: Analysis) -> None:
        """Print the solution of a position as soon as those before it are printed."""
        self._waiting[number] = analysis
        while self._next in self._waiting:
            self._print(self._next)
            self._next += 1

    def print_the_rest(self) -> None:
        """Print what still waits for others."""
        for number in sorted(self._waiting):
            self._print(number)

    def _print(self, number: int) -> None:
        problem, analysis = self._problems[number], self._waiting.pop(number)
        wrong = solutions.verdict(problem, analysis, self.wanted)
        self.count.add(problem, wrong)
        self._nodes += analysis.nodes
        print(self._say(problem, analysis, wrong, self.wanted), flush=True)

    def print_totals(self) -> None:
        """The last line: an object, or words; as a comment of OBF if that is what is printed."""
        seconds = time.perf_counter() - self._began
        if self._options.json:
            print(solutions.totals_as_json(self.count.positions, self._nodes, seconds))
        else:
            words = solutions.totals_in_words(self.count, self._nodes, seconds)
            print(f"% {words}" if self._options.obf else words)
