"""Make puzzles from games: positions with one clearly best move, as confirmed by a second search.

A position becomes a puzzle if it meets four conditions:

- It has at least four legal moves and at most 46 empty squares.
- The same move beats the second-best one by `MARGIN` discs in an 11-ply search and by `CLEAR` discs in a 14-ply search.
  With at most 20 empties, exact scores replace the second search, and a lead of `MARGIN` is enough.
- The game is still open: the best move scores at least -12, and the second-best move scores at most +24 unless the best
  one is a wipe-out.
- If the best move takes a corner, it is not obvious: at least one search of 3 to 10 plies prefers another move.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from outflank.board.masks import CORNERS
from outflank.board.squares import SQUARES
from outflank.engine.engine import Engine
from outflank.people.curve import Curve
from outflank.people.difficulty import curve
from outflank.play import Analysis, Limit
from outflank.practice.puzzles import MARGIN, Choice, Puzzle
from outflank.practice.themes import level_of, n_fooled, themes_of
from outflank.rules import Position

LOOK, CHECK = 11, 14
"""Plies in the first search, and in the second search that must confirm its result."""

CLEAR = 6
"""Minimum lead of the best move, in discs, if the scores are not exact."""

SOLVED_FROM = 20
"""Maximum number of empty squares at which scores are exact."""

_MOST_EMPTIES, _FEWEST_MOVES = 46, 4
_LOST, _WON, _MOST = -12, 24, 64
_NEARLY = MARGIN - 1  # minimum lead in a first search that an exact one will check
_PLAIN_SIGHT = 4  # depth; a corner that shallower searches already prefer is too obvious
_SHOWN, _REFUTED = 6, 3  # moves shown after the best move, and after each of the others
_APART = 6  # minimum distance between two puzzles from one game, in plies
_MEGABYTES = 16


class Candidate(NamedTuple):
    """A position in a game, and the move played there."""

    position: Position
    played: str


class Made(NamedTuple):
    """A puzzle made from a game; `missed` is true if the player missed the best move."""

    puzzle: Puzzle
    missed: bool


class Maker:
    """Makes puzzles with its own engine; the same games always give the same puzzles."""

    def __init__(self) -> None:
        self._engine = Engine(_MEGABYTES)

    def from_game(self, candidates: Iterable[Candidate], *, missed: bool = False) -> Iterator[Made]:
        """Yield puzzles from a game, at least a few moves apart.

        With `missed`, yields only puzzles whose best move the player missed.
        """
        last: int | None = None
        for position, played in candidates:
            n_empties = position.n_empties
            if last is not None and abs(last - n_empties) < _APART:
                continue
            puzzle = self.puzzle_at(position)
            if puzzle is not None and not (missed and played == puzzle.best.move):
                last = n_empties
                yield Made(puzzle, played != puzzle.best.move)

    def puzzle_at(self, position: Position) -> Puzzle | None:
        """Make a puzzle from a position, or return None if it is not suitable."""
        if not Engine.is_compiled_for(position) or position.n_empties > _MOST_EMPTIES:
            return None
        if len(position.legal_moves) < _FEWEST_MOVES:
            return None
        self._engine.clear()
        preferred: dict[int, str] = {}  # by depth

        def note(analysis: Analysis) -> None:
            if analysis.move is not None:
                preferred[analysis.depth] = analysis.move

        found = self._engine.analyse(position, Limit(depth=min(LOOK, position.n_empties)), top=2, watch=note)
        is_proven = position.n_empties <= SOLVED_FROM
        if _margin(found) < (_NEARLY if is_proven else MARGIN):
            return None
        if is_proven:
            checked = self._engine.analyse(position, Limit(exact=True), top=2)
        else:
            checked = self._engine.analyse(position, Limit(depth=CHECK), top=2)
            if checked.move != found.move:
                return None
        least = MARGIN if is_proven else CLEAR
        if _margin(checked) < least or not _is_worth_it(checked):
            return None
        sight = _sight(preferred, str(checked.move))
        if CORNERS >> SQUARES[8][str(checked.move)] & 1 and sight < _PLAIN_SIGHT:
            return None
        choices = self._choices(position, is_proven=is_proven)
        if choices[0].move != checked.move or choices[0].value - choices[1].value < least:
            return None
        themes = themes_of(position, choices, is_proven=is_proven)
        level = level_of(sight, n_fooled(position, choices[0].move))
        return Puzzle(position, choices, themes, level, None if is_proven else CHECK, curve_of(position, choices))

    def _choices(self, position: Position, *, is_proven: bool) -> tuple[Choice, ...]:
        limit = Limit(exact=True) if is_proven else Limit(depth=CHECK)
        found = self._engine.analyse(position, limit, top=len(position.legal_moves))
        return tuple(
            Choice(each.move, round(each.value or 0), each.pv[1 : 1 + (_REFUTED if number else _SHOWN)])
            for number, each in enumerate(found.ranked())
        )


def curve_of(position: Position, choices: Iterable[Choice]) -> Curve:
    """Rate a puzzle with the model of people's moves, rounded as in a puzzle's line."""
    found = curve(position, {each.move: each.value for each in choices})
    return Curve(round(found.rating), round(found.slope, 2))


def candidates_of(positions: Iterable[Position], moves: Iterable[str]) -> Iterator[Candidate]:
    """Yield the positions of a game and the moves played there.

    The last position comes first, because endgames are the fastest to solve.
    """
    pairs = [Candidate(position, move) for position, move in zip(positions, moves, strict=False)]
    return reversed(pairs)


def _margin(found: Analysis) -> float:
    best, second = found.ranked()[:2]
    return (best.value or 0) - (second.value or 0)


def _is_worth_it(found: Analysis) -> bool:
    best, second = found.ranked()[:2]
    return (best.value or 0) >= _LOST and ((second.value or 0) <= _WON or best.value == _MOST)


def _sight(preferred: dict[int, str], best: str) -> int:
    """Return the smallest depth from which every search up to depth 10 prefers the best move.

    Returns 11 if the search at depth 10 does not prefer it.
    """
    sight = LOOK
    for depth in range(LOOK - 1, 0, -1):
        if preferred.get(depth, best) != best:
            break
        sight = depth
    return sight
