"""`outflank solve`: exact scores of many positions."""

import argparse
import contextlib
import json
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import Commands, add_json
from outflank.cli.exact import add_solver_options, bounds_in_words, solver_of, warn_of_wait
from outflank.errors import OutflankError
from outflank.search.estimate import expected_nodes

if TYPE_CHECKING:
    from outflank.formats import Problem
    from outflank.search.solver import Solution, Solver


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "solve",
        help="exact scores of many positions",
        description="Solve the positions of an OBF file exactly: score and best line, in the view of the side to move. "
        "Scores that the file gives are checked; exit code 1 if one differs or is not reached within the limits.",
        epilog="Example: outflank solve problems.obf --threads 2",
    )
    parser.add_argument("file", metavar="FILE", help="a file in OBF, one position a line")
    parser.add_argument("--win-only", action="store_true", help="find out who wins, not by how much")
    add_solver_options(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve, print a line for each position, and the totals."""
    from outflank.formats import read_problems

    problems, errors = read_problems(options.file)
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise OutflankError(f"{errors[0]}{more}")
    for problem in problems:
        if problem.position.size != 8:
            raise OutflankError(f"expected 8×8 boards, got another size ({options.file}:{problem.line})")
    solver, limits = solver_of(options)
    from outflank.search.solver import Solution

    warn_of_wait((problem.position for problem in problems), options)
    report = _report_json if options.json else _report
    good, nodes, began = 0, 0, time.perf_counter()
    with _progress(solver, problems) as finish:
        for problem in problems:
            known = [Solution()]
            try:
                solution = solver.solve(problem.position, win_only=options.win_only, limits=limits, watch=known.append)
            except KeyboardInterrupt:
                report(problem, known[-1], _verdict(problem, known[-1], options.win_only))
                raise
            verdict = _verdict(problem, solution, options.win_only)
            good += not verdict
            nodes += solution.nodes
            finish(problem)
            report(problem, solution, verdict)
    seconds = time.perf_counter() - began
    if options.json:
        print(json.dumps({"total": {"positions": len(problems), "nodes": nodes, "seconds": round(seconds, 6)}}))
    else:
        rate = f"{nodes / seconds / 1e6:.1f} million/s"
        positions = f"{len(problems)} position{'s' * (len(problems) != 1)}"
        print(f"{positions}, {good} as expected: {nodes:,} nodes in {seconds:.2f} s, {rate}")
    return 0 if good == len(problems) else 1


def _verdict(problem: "Problem", solution: "Solution", win_only: bool) -> str:
    """What is wrong with a solution; empty if nothing is."""
    expected = problem.score
    if expected is not None and not solution.lower <= expected <= solution.upper:
        return f"differs from the {expected:+d} of the file"
    if solution.score is None and not (win_only and (solution.lower > 0 or solution.upper < 0)):
        return "not solved within the limits"
    return ""


def _report(problem: "Problem", solution: "Solution", verdict: str) -> None:
    score = bounds_in_words(solution.lower, solution.upper)
    line = f"{problem.line:>4}  {problem.position.n_empties:>2} empties  {score:>4}  {solution.best or '–':<4}"
    line += f" {solution.nodes:>14,} nodes {solution.seconds:>8.3f} s  {''.join(solution.pv)}"
    print(f"{line}  {verdict.upper()}" if verdict else line, flush=True)


def _report_json(problem: "Problem", solution: "Solution", verdict: str) -> None:
    answer: dict[str, Any] = {
        "line": problem.line,
        "empties": problem.position.n_empties,
        "score": solution.score,
        "best": solution.best,
        "pv": list(solution.pv),
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }
    if solution.score is None:
        answer |= {"lower": solution.lower, "upper": solution.upper}
    if verdict:
        answer["problem"] = verdict
    print(json.dumps(answer), flush=True)


@contextlib.contextmanager
def _progress(solver: "Solver", problems: "list[Problem]") -> Iterator[Any]:
    """A progress bar on standard error, if a person is watching, with an estimate of the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _problem: None
        return
    columns = (
        TextColumn("solving"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("left, about"),
        TimeRemainingColumn(),
    )
    over = threading.Event()
    done = 0.0
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=sum(expected_nodes(problem.position.n_empties) for problem in problems))

        def follow() -> None:
            while not over.wait(0.25):
                bar.update(task, completed=done + solver.nodes)

        def finish(problem: "Problem") -> None:
            nonlocal done
            done += expected_nodes(problem.position.n_empties)
            bar.update(task, completed=done)

        follower = threading.Thread(target=follow, daemon=True)
        follower.start()
        try:
            yield finish
        finally:
            over.set()
            follower.join()
