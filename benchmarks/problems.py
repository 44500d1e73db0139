"""Positions for benchmarks: lines of OBF files, as arguments name them; and how a benchmark refuses bad input."""

import itertools
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from outflank.errors import OutflankError, excerpt
from outflank.evaluation.weights import shipped
from outflank.formats.obf import Problem, read_problems
from outflank.rules import Position
from outflank.training.labels import positions_of
from outflank.training.plan import PlaySettings
from outflank.training.selfplay import SelfPlay

_LINES = re.compile(r"[0-9]{1,9}(-[0-9]{1,9})?(,[0-9]{1,9}(-[0-9]{1,9})?)*")


@dataclass(frozen=True)
class ProblemSet:
    """The positions that one argument names, and its name without folders."""

    name: str
    problems: list[Problem]

    def label(self, problem: Problem) -> str:
        """What to call a position: the comment of its record, or else the file and the line."""
        return problem.comment or f"{self.name.partition('.')[0]}:{problem.line}"


def fail(message: object) -> NoReturn:
    """End the program with one line on standard error and exit code 2."""
    print(f"{Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(2)


def chosen(argument: str) -> ProblemSet:
    """The positions of ``FILE.obf``, or of some lines of it: ``FILE.obf:5``, ``FILE.obf:1-10,15``.

    Raises OutflankError for a file that cannot be read or has a bad line, and for lines that hold no position.
    """
    path, colon, lines = argument.rpartition(":")
    if not colon or Path(argument).exists():
        path, lines = argument, ""
    elif not _LINES.fullmatch(lines):
        raise OutflankError(f"expected lines such as 5 or 1-10,15 after the colon, got {excerpt(lines)}")
    problems, errors = read_problems(path)
    if errors:
        raise errors[0]
    found = problems
    if lines:
        by_line = {problem.line: problem for problem in problems}
        found = []
        for interval in lines.split(","):
            first, _, last = interval.partition("-")
            ends = int(first), int(last or first)
            if missing := [line for line in ends if line not in by_line]:
                raise OutflankError(f"expected a position on line {missing[0]} of {path}, found none")
            here = [problem for line, problem in by_line.items() if ends[0] <= line <= ends[1]]
            if not here:
                raise OutflankError(f"expected the lower line first, got {interval}")
            found += here
    return ProblemSet(Path(argument).name, found)


def from_games(n_empties: int, n_positions: int, seed: int = 160_000) -> list[Position]:
    """Positions with so many empty squares, each from another game of the engine against itself at depth 6."""
    settings = PlaySettings(depth=6, solve_from=12, least_random=4, random_plies=20, random_percent=2)
    play, found = SelfPlay(shipped(), settings), list[Position]()
    for number in itertools.count():
        if len(found) == n_positions:
            break
        here = positions_of(play.game(number * 100 + n_empties, seed), settings.solve_from, 0.0)
        here = here[here["n_empties"] == n_empties][:1]  # none if the move there was random
        found += [Position(int(position["player"]), int(position["opponent"])) for position in here]
    return found
