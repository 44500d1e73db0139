"""Exact endgames: nodes, seconds and speed for positions of OBF files, checked against the scores there.

    python benchmarks/endgame.py ffo-20-39.obf ffo-40-59.obf:1-10 --rounds 5 --table
    python benchmarks/endgame.py ffo-40-59.obf:1-10 --beside solver.cpp --unit ffo-20-39.obf:5
    python benchmarks/endgame.py ffo-40-59.obf:6-10 --threads 2

FILE.obf:1-10,15 stands for these lines of a file. With --beside, a C++ program that solves OBF files is built, and run
before and after ours in each round, so that both meet the same state of the machine; its seconds for the positions of
--unit (by default those of the first argument) are the unit Y, of which all other seconds are given as a multiple.
With --threads N, each position is solved by one thread and by N in turn. What is reported are medians of the rounds,
and in brackets the least and the most. --table prints a line for each position in Markdown; --record appends the
figures to results.md. Exit code 1 means that a score was wrong.
"""

import argparse
import contextlib
import shlex
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from problems import ProblemSet, chosen, fail
from recording import record
from yardstick import Yardstick

from outflank.engine.engine import MOST_THREADS, Engine
from outflank.errors import OutflankError
from outflank.formats.obf import Problem
from outflank.play import Limit


@dataclass
class Runs:
    """What some positions took a number of threads in each round, together."""

    nodes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, round_: int, nodes: int, seconds: float) -> None:
        if round_ == len(self.nodes):
            self.nodes.append(0)
            self.seconds.append(0.0)
        self.nodes[round_] += nodes
        self.seconds[round_] += seconds

    @property
    def median(self) -> tuple[float, float, float]:
        """Nodes, seconds, and million nodes a second."""
        nodes, seconds = statistics.median(self.nodes), statistics.median(self.seconds)
        return nodes, seconds, nodes / seconds / 1e6


class Measurement:
    """The sets of positions, the engines by their numbers of threads, and all that was measured of them."""

    def __init__(self, sets: list[ProblemSet], threads: list[int], megabytes: int, yardstick: Yardstick | None):
        self.sets, self.threads, self.yardstick = sets, threads, yardstick
        self.engines = {n: Engine(megabytes, n) for n in threads}
        for engine in self.engines.values():
            engine.load()
        self.of_position = {
            (s, p, n): Runs() for s, each in enumerate(sets) for p in range(len(each.problems)) for n in threads
        }
        self.of_set = {(s, n): Runs() for s in range(len(sets)) for n in threads}
        self.of_all = {n: Runs() for n in threads}
        self.scores: dict[tuple[int, int], int] = {}
        self.units: list[float] = []
        """The yardstick's seconds in each round."""

    def round(self, round_: int) -> None:
        """Solve all positions by each number of threads, one after the other. Raises OutflankError."""
        before = self.yardstick.run() if self.yardstick else 0.0
        for s, each in enumerate(self.sets):
            for p, problem in enumerate(each.problems):
                for n in self.threads if round_ % 2 == 0 else reversed(self.threads):
                    nodes, seconds, self.scores[s, p] = self._solve(each, problem, n, loud=round_ == 0)
                    for runs in (self.of_position[s, p, n], self.of_set[s, n], self.of_all[n]):
                        runs.add(round_, nodes, seconds)
        if self.yardstick:
            self.units.append((before + self.yardstick.run()) / 2)

    def _solve(self, each: ProblemSet, problem: Problem, n: int, *, loud: bool) -> tuple[int, float, int]:
        engine = self.engines[n]
        engine.clear()
        solution = engine.analyse(problem.position, Limit(exact=True))
        if problem.score is not None and solution.score != problem.score:
            print(
                f"endgame.py: {each.label(problem)}: expected {problem.score:+d}, got {solution.score}", file=sys.stderr
            )
            sys.exit(1)
        if loud:
            print(
                f"{problem.line:>4}  {problem.position.n_empties} empties  {solution.score:+4g}  {solution.nodes:>13,} "
                f"{solution.seconds:8.3f} s {solution.nodes / solution.seconds / 1e6:6.1f} M/s  "
                f"{'' if len(self.threads) == 1 else f'{plural(n)}  '}{''.join(solution.pv)}",
                flush=True,
            )
        return solution.nodes, solution.seconds, int(solution.score or 0)

    def figures(self, runs: Runs, n: int) -> str:
        """The medians of a set by `n` threads, in words."""
        nodes, seconds, speed = runs.median
        words = f"{nodes:,.0f} nodes, {spread(runs.seconds, '.2f')} s, {speed:.1f} million nodes/s"
        if self.yardstick:
            multiples = [ours / unit for ours, unit in zip(runs.seconds, self.units, strict=True)]
            words += f", {seconds / self.yardstick.y:.2f} Y ({min(multiples):.2f} to {max(multiples):.2f})"
            if n == 1:
                theirs = self.yardstick.nodes / self.yardstick.y / 1e6
                words += f", {speed / theirs:.2f} × the nodes per second of {self.yardstick.name}"
        return words

    def ratios(self, of: dict[int, Runs]) -> list[float]:
        """How many times as fast the threads were as one, in each round."""
        one, several = of[self.threads[0]], of[self.threads[-1]]
        return [a / b for a, b in zip(one.seconds, several.seconds, strict=True)]

    def lines(self) -> list[str]:
        """All figures, a line each."""
        found = []
        groups = [(each.name, {n: self.of_set[s, n] for n in self.threads}) for s, each in enumerate(self.sets)]
        if len(self.sets) > 1:
            groups.append(("all", self.of_all))
        for name, of in groups:
            found += [f"{name}, {plural(n)}: {self.figures(runs, n)}" for n, runs in of.items()]
            if len(of) > 1:
                found.append(f"{name}: {self.threads[-1]} threads {spread(self.ratios(of), '.2f')} × as fast as one")
        if self.yardstick:
            y = self.yardstick
            found.append(f"Y: {spread(y.seconds, '.3f')} s, {y.nodes:,} nodes, {y.name} on {y.unit}")
        return found

    def table(self) -> list[str]:
        """A Markdown table with a line for each position, and one for each set."""
        head = ["position", "empties", "score"]
        for n in self.threads:
            by = "" if n == 1 else f" by {n} threads"
            head += [f"nodes{by}", f"seconds{by}", f"million nodes/s{by}"] + ([f"Y{by}"] if self.yardstick else [])
        if len(self.threads) > 1:
            head.append("times as fast")
        lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
        for s, each in enumerate(self.sets):
            for p, problem in enumerate(each.problems):
                what = [each.label(problem), str(problem.position.n_empties), f"{self.scores[s, p]:+d}"]
                lines.append(self._row(what, {n: self.of_position[s, p, n] for n in self.threads}))
            lines.append(self._row([f"**{each.name}**", "", ""], {n: self.of_set[s, n] for n in self.threads}))
        return lines

    def _row(self, cells: list[str], of: dict[int, Runs]) -> str:
        for runs in of.values():
            nodes, seconds, speed = runs.median
            cells += [f"{nodes:,.0f}", f"{seconds:.3f}", f"{speed:.1f}"]
            if self.yardstick:
                cells.append(f"{seconds / self.yardstick.y:.2f}")
        if len(of) > 1:
            cells.append(f"{statistics.median(self.ratios(of)):.2f}")
        return f"| {' | '.join(cells)} |"


def plural(n: int) -> str:
    return f"{n} thread{'s'[: n > 1]}"


def spread(values: Sequence[float], form: str) -> str:
    """The median of some values, and in brackets the least and the most if there are several."""
    median = f"{statistics.median(values):{form}}"
    return median if len(values) == 1 else f"{median} ({min(values):{form}} to {max(values):{form}})"


def measure(options: argparse.Namespace, stack: contextlib.ExitStack) -> None:
    """Do what the arguments say. Raises OutflankError."""
    sets = [chosen(argument) for argument in options.files]
    yardstick = None
    if options.beside:
        yardstick = Yardstick(options.beside, chosen(options.unit) if options.unit else sets[0])
        stack.callback(yardstick.close)
    threads = [1] if options.threads == 1 else [1, options.threads]
    measurement = Measurement(sets, threads, options.memory, yardstick)
    for round_ in range(options.rounds):
        measurement.round(round_)
        seconds = ", ".join(f"{measurement.of_all[n].seconds[round_]:.3f} s" for n in threads)
        unit = f", Y {measurement.units[round_]:.3f} s" if yardstick else ""
        print(f"round {round_ + 1}: {seconds}{unit}", flush=True)
    lines = measurement.lines()
    print("\n".join(lines))
    if options.table:
        print("\n".join(["", *measurement.table()]))
    if options.record:
        words = [Path(word).name if "/" in word else word for word in sys.argv[1:] if word != "--record"]
        command = f"python benchmarks/endgame.py {shlex.join(words)}"
        record(f"exact endgames, {options.rounds} rounds", "; ".join(lines), command)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.obf[:LINES]")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=128, help="megabytes of each engine's table")
    parser.add_argument("--beside", type=Path, metavar="SOURCE.cpp")
    parser.add_argument("--unit", metavar="FILE.obf[:LINES]", help="what the C++ solves (default: the first argument)")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.rounds < 1:
        fail(f"expected at least one round, got {options.rounds}")
    if not 1 <= options.threads <= MOST_THREADS:
        fail(f"expected 1 to {MOST_THREADS} threads, got {options.threads}")
    if options.unit and not options.beside:
        fail("expected --beside SOURCE.cpp with --unit")
    with contextlib.ExitStack() as stack:
        try:
            measure(options, stack)
        except OutflankError as error:
            fail(error)


if __name__ == "__main__":
    main()
