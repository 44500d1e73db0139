"""OBF: test positions with the scores of their moves, one position per line.

A line has the form ``CELLS SIDE; MOVE:SCORE; MOVE:SCORE; …``. Each field ends with ``;``, and ``%`` starts a comment.
Scores are disc differences for the side to move, best first. A pass is written as ``PA:SCORE``. Instead of the moves, a
line may contain only the best score, as in `` +18;``, or no score at all. ``G8:>=+18`` is a bound. A score of ±127, as
in ``--:-127``, means that the score is unknown. Scores are considered proven unless a comment says that they come from
a book.

>>> problem, = read("OX-- ---- ---- ---- O; C1:+14; % one move")
>>> problem.scores
{'c1': 14}
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from outflank.errors import ParseError, excerpt
from outflank.formats import diagram
from outflank.formats.files import lines_of, opened, shown
from outflank.formats.format import Format
from outflank.formats.places import LIMIT
from outflank.play.analysis import Analysis, Bound, Kind, MoveValue
from outflank.play.moves import move_named
from outflank.play.record import Record
from outflank.play.tree import GameTree
from outflank.rules import PASS, DiscPosition, Position
from outflank.rules.labels import CELL

_SCORE = re.compile(r"(?P<bound>[<>]=?|[≤≥])?[ \t]*+(?P<number>[+-]?[0-9]{1,3})")
_ANY_SCORE = r"(?:[<>]=?|[≤≥])?[ \t]*+[+-]?[0-9]{1,3}"
_UNKNOWN = 127
_BOUNDS: dict[str, Bound] = {">": "lower", "≥": "lower", "<": "upper", "≤": "upper"}
_SIGNS: dict[Bound, str] = {"exact": "", "lower": ">=", "upper": "<="}
_OF_BOOK = "values of a book"
"""Comment which indicates that the scores of a position come from a book and are not proven."""

_FIELD = rf"[ \t]*+(?:[-\w]{{1,4}}[ \t]*+:[ \t]*+)?{_ANY_SCORE}[ \t]*+(?:[;%\r]|$)"
_RECORD = re.compile(rf"^(?:{CELL}|[ \t])++;{_FIELD}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Problem:
    """A test position with the scores of its moves, or with the best score alone."""

    position: Position
    """Position to be solved."""

    scores: Mapping[str, int] = field(default_factory=dict)
    """Scores of the moves from the mover's point of view, best first."""

    best_score: int | None = None
    """Best score, if the line gives only this score and no moves."""

    comment: str = ""
    """Comment at the end of the line, after the ``%``."""

    line: int = field(default=0, compare=False)
    """Line number in the file, counting from 1, or 0 if the position does not come from a file."""

    bounds: Mapping[str, tuple[Bound, int]] = field(default_factory=dict)
    """Bounds for the moves whose exact score is not given."""

    @property
    def score(self) -> int | None:
        """Score of the best move, or None if it is unknown."""
        best = max(self.scores.values()) if self.scores else self.best_score
        is_open = any(bound == "lower" or best is None or score > best for bound, score in self.bounds.values())
        return None if is_open else best

    @property
    def is_proven(self) -> bool:
        """True unless the scores come from a book."""
        return self.comment != _OF_BOOK


def read(text: str, *, source: str | None = None) -> list[Problem]:
    """Read all positions in the text. Raises ParseError for the first bad line."""
    problems, errors = collect(text.split("\n"), source=source)
    if errors:
        raise errors[0]
    return problems


def collect(lines: Iterable[str], *, source: str | None = None) -> tuple[list[Problem], list[ParseError]]:
    """Read the positions in a text, line by line, and return them with the errors for the bad lines."""
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
    """Write positions, one per line."""
    return "".join(_line(problem) + "\n" for problem in problems)


def recognises(text: str) -> bool:
    """True if any line of the text is a position with scores."""
    return _RECORD.search(text) is not None


def _read_line(line: str, number: int) -> Problem | None:
    if len(line) > LIMIT:
        raise ParseError(
            "expected at most {most} characters per line, got {length}", most=f"{LIMIT:,}", length=f"{len(line):,}"
        )
    record, _, comment = line.partition("%")
    if not record.strip():
        return None
    cells, *fields = record.split(";")
    position = _position(cells)
    scores: dict[str, int] = {}
    bounds: dict[str, tuple[Bound, int]] = {}
    best_score: int | None = None
    column = len(cells) + 2
    for index, text in enumerate(fields):
        if text.strip() or index < len(fields) - 1:
            here = column + len(text) - len(text.lstrip())
            move, bound, score = _field(text.strip(), position, here)
            if abs(score) == _UNKNOWN:
                pass
            elif best_score is not None or (move is None and scores):
                raise ParseError("expected move scores or a single best score", column=here)
            elif move is None:
                best_score = score
            elif move in scores or move in bounds:
                raise ParseError("expected each move once, got {move} again", column=here, move=move)
            elif bound != "exact":
                bounds[move] = bound, score
            else:
                scores[move] = score
        column += len(text) + 1
    best_first = dict(sorted(scores.items(), key=lambda item: -item[1]))
    return Problem(position, best_first, best_score, comment.strip(), number, bounds)


def _position(cells: str) -> Position:
    position = Position.parse(cells)
    if len("".join(cells.split())) == position.size**2:
        raise ParseError("expected the side to move (X or O) after the cells: {cells}", cells=excerpt(cells.strip()))
    return position


def _field(text: str, position: Position, column: int) -> tuple[str | None, Bound, int]:
    """Parse a field, and return its move, bound and score.

    The move is None if the field is a single best score. An unknown score is ±`_UNKNOWN`.
    """
    name, colon, number = text.rpartition(":")
    found = _SCORE.fullmatch(number.strip())
    if found is None or (found["bound"] and not colon):
        raise ParseError("expected a move and its score such as G8:+18, got {text}", column=column, text=excerpt(text))
    score, most = int(found["number"]), position.size**2
    if abs(score) == _UNKNOWN:
        return None, "exact", score
    if abs(score) > most:
        raise ParseError(
            "expected a score from -{most} to +{most}, got {number}", column=column, most=most, number=number.strip()
        )
    if not colon:
        return None, "exact", score
    move = move_named(name)
    if move not in position.legal_moves:
        raise ParseError(position.why_illegal(move), column=column)
    return move, _BOUNDS[found["bound"][0]] if found["bound"] else "exact", score


def _line(problem: Problem) -> str:
    fields = [f"{diagram.write(problem.position)};"]
    known: dict[str, tuple[Bound, int]] = {move: ("exact", score) for move, score in problem.scores.items()}
    known |= problem.bounds
    if known:
        best_first = sorted(known.items(), key=lambda item: -item[1][1])
        fields += [
            f"{'PA' if move == PASS else move.upper()}:{_SIGNS[bound]}{score:+d};"
            for move, (bound, score) in best_first
        ]
    elif problem.best_score is not None:
        fields.append(f"{problem.best_score:+d};")
    if problem.comment:
        fields.append(f"% {' '.join(problem.comment.split())}")
    return " ".join(fields)


def read_problems(path: str | Path) -> tuple[list[Problem], list[ParseError]]:
    """Read the positions in a file, and return them with the errors for its bad lines.

    Raises ParseError if the file contains no positions, and OutflankError if it cannot be read.
    """
    with opened(path) as file:
        return problems_of(file, shown(path))


def problems_of(file: BinaryIO, source: str) -> tuple[list[Problem], list[ParseError]]:
    """Read the positions in an open file, and return them with the errors for its bad lines, in order.

    `source` names the file in error messages. Raises ParseError if the file contains no positions.
    """
    bad: list[ParseError] = []
    problems, errors = collect(lines_of(file, source, bad=bad), source=source)
    if not problems and not errors and not bad:
        raise ParseError("{file} contains no position", file=source)
    return problems, sorted([*errors, *bad], key=lambda error: error.line or 0)


# --- as records -----------------------------------------------------------------------------------------------------


def _record_of(problem: Problem) -> Record:
    """Convert a test position to a record without moves. The scores become its analysis."""
    tree = GameTree(problem.position)
    tree.root.comment = problem.comment if problem.is_proven else ""
    kind: Kind = "exact" if problem.is_proven else "book"
    moves = tuple(MoveValue(move, score, kind=kind, pv=(move,)) for move, score in problem.scores.items())
    moves += tuple(MoveValue(move, score, bound, kind=kind) for move, (bound, score) in problem.bounds.items())
    if moves or problem.score is not None:
        score = problem.score if problem.is_proven else None
        tree.root.analysis = Analysis(moves[0].move if moves else None, moves, lower=score, upper=score)
    return Record(tree)


def _problem_of(record: Record) -> Problem:
    """Convert a record to a test position: the start position if it has an analysis, and otherwise the final position.

    Only scores that are proven or come from a book are included; heuristic values are dropped.
    """
    root = record.tree.root
    known = root.analysis
    if known is None:
        return Problem(record.position)
    kept = [found for found in known.moves if found.value is not None and _is_score(found)]
    scores = {found.move: int(found.value or 0) for found in kept if found.bound == "exact"}
    bounds = {found.move: (found.bound, int(found.value or 0)) for found in kept if found.bound != "exact"}
    score = known.score
    is_of_book = not known.is_exact and any(found.kind == "book" for found in kept)
    return Problem(
        root.position,
        scores,
        None if kept or score is None else int(score),
        _OF_BOOK if is_of_book else root.comment,
        bounds=bounds,
    )


def _is_score(found: MoveValue) -> bool:
    """True if a value is a whole number of discs, and is either proven or from a book."""
    return found.kind in ("exact", "book") and found.selectivity == 100 and (found.value or 0) % 1 == 0


def _loses(record: Record) -> Iterator[str]:
    """Yield *analyses* if some values are not scores or if a later position has an analysis, and the comments lost.

    The first position keeps its comment, unless the comment says that its values come from a book.
    """
    root = record.tree.root
    if root.comment and _problem_of(record).comment != root.comment:
        yield "comments"
    elif any(node.comment for node in root.walk() if node is not root):
        yield "comments on moves"
    of_root = () if root.analysis is None else root.analysis.moves
    if any(found.value is not None and not _is_score(found) for found in of_root) or any(
        node.analysis is not None for node in root.walk() if node is not root
    ):
        yield "analyses"


FORMAT = Format(
    "a test position",
    "test positions with the scores of their moves, one per line",
    (".obf",),
    recognises,
    lambda text, source: [_record_of(problem) for problem in read(text, source=source)],
    lambda records: write(_problem_of(record) for record in records),
    order=1,
    by_line=True,
    holds=DiscPosition,
    boards=True,
    keeps=frozenset(("comments", "analyses")),
    loses=_loses,
)
