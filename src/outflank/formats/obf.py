"""OBF: test positions, one a line, with the scores of their moves.

A line is ``CELLS SIDE; MOVE:SCORE; MOVE:SCORE; …``, where the fields end in ``;`` and a ``%`` starts a comment. Scores
are disc differences for the side to move, best first; a pass is ``PA:SCORE``. The moves may be replaced by the best
score alone, as in `` +18;``, or be missing.

>>> problem, = read("OX-- ---- ---- ---- O; C1:+14; % one move")
>>> problem.scores
{'c1': 14}
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from outflank.errors import ParseError, excerpt
from outflank.formats import diagram
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.files import lines_of, opened, shown
from outflank.play.formats import Format
from outflank.play.game import move_named
from outflank.play.places import LIMIT
from outflank.play.record import Record
from outflank.play.tree import GameTree
from outflank.rules import PASS, DiscPosition, Position
from outflank.rules.labels import CELL

_SCORE = re.compile(r"[+-]?[0-9]{1,3}")
_FIELD = rf"[ \t]*+(?:[-\w]{{1,4}}[ \t]*+:[ \t]*+)?{_SCORE.pattern}[ \t]*+(?:[;%\r]|$)"
_RECORD = re.compile(rf"^(?:{CELL}|[ \t])++;{_FIELD}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Problem:
    """A position with the scores of its moves, or with the best of them alone.

    Scores are in the view of the side to move, best first. `best_score` is what a record without moves gives. `line`
    is where the record stood, 0 if nowhere.
    """

    position: Position
    scores: Mapping[str, int] = field(default_factory=dict)
    best_score: int | None = None
    comment: str = ""
    line: int = field(default=0, compare=False)

    @property
    def score(self) -> int | None:
        """The score of the best move as far as the record knows, None if it says nothing."""
        return max(self.scores.values()) if self.scores else self.best_score


def read(text: str, *, source: str | None = None) -> list[Problem]:
    """All problems of a text. Raises ParseError at the first bad line."""
    problems, errors = collect(text.split("\n"), source=source)
    if errors:
        raise errors[0]
    return problems


def collect(lines: Iterable[str], *, source: str | None = None) -> tuple[list[Problem], list[ParseError]]:
    """The problems of all good lines, and the errors of all bad ones."""
    problems, errors = [], []
    for number, line in enumerate(lines, 1):
        try:
            problem = _read_line(line, number)
        except ParseError as error:
            errors.append(error.at(source=source, line=number))
        else:
            if problem is not None:
                problems.append(problem)
    return problems, errors


def write(problems: Iterable[Problem]) -> str:
    """The lines of some problems."""
    return "".join(_line(problem) + "\n" for problem in problems)


def recognises(text: str) -> bool:
    """Whether some line of a text is a position with scores."""
    return _RECORD.search(text) is not None


def _read_line(line: str, number: int) -> Problem | None:
    if len(line) > LIMIT:
        raise ParseError(f"expected at most {LIMIT:,} characters a line, got {len(line):,}")
    record, _, comment = line.partition("%")
    if not record.strip():
        return None
    cells, *fields = record.split(";")
    position = _position(cells)
    scores: dict[str, int] = {}
    best_score: int | None = None
    column = len(cells) + 2
    for index, text in enumerate(fields):
        if text.strip() or index < len(fields) - 1:
            here = column + len(text) - len(text.lstrip())
            move, score = _field(text.strip(), position, here)
            if best_score is not None or (move is None and scores):
                raise ParseError("expected the scores of moves or one best score, got both or two", column=here)
            if move is None:
                best_score = score
            elif move in scores:
                raise ParseError(f"expected each move once, got {move} again", column=here)
            else:
                scores[move] = score
        column += len(text) + 1
    best_first = dict(sorted(scores.items(), key=lambda item: -item[1]))
    return Problem(position, best_first, best_score, comment.strip(), number)


def _position(cells: str) -> Position:
    position = Position.parse(cells)
    if len("".join(cells.split())) == position.size**2:
        raise ParseError(f"expected the side to move (X or O) after the cells: {excerpt(cells.strip())}")
    return position


def _field(text: str, position: Position, column: int) -> tuple[str | None, int]:
    """The move, None for the best score alone, and the score of one field."""
    name, colon, number = text.rpartition(":")
    number = number.strip()
    if not _SCORE.fullmatch(number):
        raise ParseError(f"expected a move and its score such as G8:+18, got {excerpt(text)}", column=column)
    score, most = int(number), position.size**2
    if abs(score) > most:
        raise ParseError(f"expected a score from -{most} to +{most}, got {number}", column=column)
    if not colon:
        return None, score
    move = move_named(name)
    if move not in position.legal_moves:
        raise ParseError(position.why_illegal(move), column=column)
    return move, score


def _line(problem: Problem) -> str:
    fields = [f"{diagram.write(problem.position)};"]
    if problem.scores:
        best_first = sorted(problem.scores.items(), key=lambda item: -item[1])
        fields += [f"{'PA' if move == PASS else move.upper()}:{score:+d};" for move, score in best_first]
    elif problem.best_score is not None:
        fields.append(f"{problem.best_score:+d};")
    if problem.comment:
        fields.append(f"% {' '.join(problem.comment.split())}")
    return " ".join(fields)


def read_problems(path: str | Path) -> tuple[list[Problem], list[ParseError]]:
    """The problems of a file, and the errors of its bad lines.

    Raises ParseError for a file without any, or OutflankError for one that cannot be read.
    """
    with opened(path) as file:
        return problems_of(file, shown(path))


def problems_of(file: BinaryIO, source: str) -> tuple[list[Problem], list[ParseError]]:
    """The problems of an open file, and the errors of its bad lines, in their order; `source` is its name in errors.

    Raises ParseError for a file without any.
    """
    bad: list[ParseError] = []
    problems, errors = collect(lines_of(file, source, bad=bad), source=source)
    if not problems and not errors and not bad:
        raise ParseError(f"{source} holds no position")
    return problems, sorted([*errors, *bad], key=lambda error: error.line or 0)


# --- as records -----------------------------------------------------------------------------------------------------


def _record_of(problem: Problem) -> Record:
    """The position as a game without moves; what is known of it is the analysis and the comment of its start."""
    tree = GameTree(problem.position)
    tree.root.comment = problem.comment
    moves = tuple(MoveValue(move, score, kind="exact", pv=(move,)) for move, score in problem.scores.items())
    if problem.score is not None:
        best = moves[0].move if moves else None
        tree.root.analysis = Analysis(best, moves, lower=problem.score, upper=problem.score)
    return Record(tree)


def _problem_of(record: Record) -> Problem:
    """The position that a game begins with if anything is known of it, else the one that it ends with."""
    root = record.tree.root
    known = root.analysis
    if known is None:
        return Problem(record.position)
    scores = {found.move: int(found.value) for found in known.moves if found.is_proven and found.value is not None}
    score = known.score
    return Problem(root.position, scores, None if scores or score is None else int(score), root.comment)


FORMAT = Format(
    "a test position",
    "test positions, one a line, with the scores of their moves",
    (".obf",),
    recognises,
    lambda text, source: [_record_of(problem) for problem in read(text, source=source)],
    lambda records: write(_problem_of(record) for record in records),
    order=1,
    by_line=True,
    holds=DiscPosition,
    keeps=frozenset(("analyses",)),
)
