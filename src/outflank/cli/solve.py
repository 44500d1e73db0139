"""`outflank solve`: exact scores of many positions."""

import argparse
import contextlib
import functools
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import Commands, add_json
from outflank.cli.searching import add_search_options, bounds_in_words, bounds_of, engine_of, followed, warn_of_wait
from outflank.errors import ParseError
from outflank.play import Analysis, Limit
from outflank.search.estimate import expected_nodes, in_words

if TYPE_CHECKING:
    from outflank.engine.engine import Engine
    from outflank.formats.obf import Problem


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
        "nodes and seconds; score is null where it was not proven, and lower and upper say what was; problem says what "
        'is wrong. The last line is {"total": {"positions", "nodes", "seconds"}}.',
        epilog="Example: outflank solve problems.obf --threads 2",
    )
    parser.add_argument("file", metavar="FILE", help="a file in OBF, one position a line; - for standard input")
    parser.add_argument("--win-only", action="store_true", help="find out who wins, not by how much")
    add_search_options(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve, print a line for each position, and the totals."""
    problems, errors = _read(options.file)
    for error in errors:
        print(f"outflank: {error}", file=sys.stderr, flush=True)
    if not problems:
        return 2
    engine = engine_of(options)
    limit = Limit(None, options.time, options.nodes, exact=not options.win_only, wld=options.win_only)
    engine.prepare(problems[0].position)  # so that what is said of the wait is said when it begins
    warn_of_wait((problem.position for problem in problems), options)
    report = _report_json if options.json else _report
    good, nodes, began = 0, 0, time.perf_counter()
    with _progress(engine, problems) as finish:
        for problem in problems:
            engine.clear()  # so that each position takes the same nodes wherever it stands
            analysis, is_interrupted = followed(engine, problem.position, limit)
            verdict = _verdict(problem, analysis, options.win_only)
            good += not verdict
            nodes += analysis.nodes
            finish(problem, functools.partial(report, problem, analysis, verdict))
            if is_interrupted:
                raise KeyboardInterrupt
    seconds = time.perf_counter() - began
    if options.json:
        print(json.dumps({"total": {"positions": len(problems), "nodes": nodes, "seconds": round(seconds, 6)}}))
    else:
        rate = f"{nodes / seconds / 1e6:.1f} million/s"
        positions = f"{len(problems)} position{'s' * (len(problems) != 1)}"
        print(f"{positions}, {good} as expected: {nodes:,} nodes in {seconds:.2f} s, {rate}")
    return 2 if errors else 0 if good == len(problems) else 1


def _read(file: str) -> "tuple[list[Problem], list[ParseError]]":
    """The problems of a file or of standard input, and the errors of its bad lines."""
    from outflank.formats.obf import problems_of, read_problems

    if file == "-":
        return problems_of(sys.stdin.buffer, "standard input")
    return read_problems(file)


def _verdict(problem: "Problem", analysis: Analysis, win_only: bool) -> str:
    """What is wrong with a solution; empty if nothing is."""
    expected = problem.score
    lower, upper = bounds_of(analysis, problem.position)
    if expected is not None and not lower <= expected <= upper:
        return f"differs from the {expected:+d} of the file"
    if not analysis.is_exact and not (win_only and (lower > 0 or upper < 0)):
        return "not solved within the limits"
    return ""


def _report(problem: "Problem", analysis: Analysis, verdict: str) -> None:
    score = bounds_in_words(analysis, problem.position)
    line = f"{problem.line:>4}  {problem.position.n_empties:>2} empties  {score:>4}  {analysis.move or '–':<4}"
    line += f" {analysis.nodes:>14,} nodes {analysis.seconds:>8.3f} s  {''.join(analysis.pv)}"
    print(f"{line}  {verdict.upper()}" if verdict else line, flush=True)


def _report_json(problem: "Problem", analysis: Analysis, verdict: str) -> None:
    answer: dict[str, Any] = {
        "line": problem.line,
        "empties": problem.position.n_empties,
        "score": None if analysis.score is None else int(analysis.score),
        "best": analysis.move,
        "pv": list(analysis.pv),
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }
    if analysis.score is None:
        answer["lower"], answer["upper"] = bounds_of(analysis, problem.position)
    if verdict:
        answer["problem"] = verdict
    print(json.dumps(answer), flush=True)


@contextlib.contextmanager
def _progress(engine: "Engine", problems: "list[Problem]") -> Iterator[Any]:
    """A progress bar on standard error, if a person is watching, with an estimate of the time left.

    Gives what is to be called with each problem that is finished, and with what reports it while there is no bar.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _problem, report: report()
        return
    columns = (TextColumn("solving"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[left]}"))
    over = threading.Event()
    done = 0.0
    # What is printed meanwhile is left as it is: results may go into a file, and must not be broken into lines.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        total = sum(expected_nodes(problem.position.n_empties) for problem in problems)
        task = bar.add_task("", total=total, left="")

        def follow() -> None:
            while not over.wait(0.25):
                left = bar.tasks[task].time_remaining
                words = "" if left is None else f"left, about {in_words(left)}"
                bar.update(task, completed=done + engine.nodes, left=words)

        def finish(problem: "Problem", report: Callable[[], None]) -> None:
            nonlocal done
            done += expected_nodes(problem.position.n_empties)
            bar.update(task, completed=done)
            bar.stop()
            report()
            bar.start()

        follower = threading.Thread(target=follow, daemon=True)
        follower.start()
        try:
            yield finish
        finally:
            over.set()
            follower.join()
