"""Endgames against perfect play, with the exact loss of each move.

>>> from outflank.engine.engine import Engine
>>> position = Position.parse("OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXOO-XXXXXO- X")
>>> judged = judge(Engine(1), position, "h8")
>>> judged.played.value, judged.best.value, judged.loss
(-42, -42, 0.0)
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Literal

from outflank.analysis.judged import JudgedMove
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.play import Limit, MoveValue
from outflank.rules import PASS, Game, Position

Want = Literal["even", "winning", "any"]
"""The desired range of a position's score, from the point of view of the side to move.

The range is -2 to +2 for ``even``, +2 to +12 for ``winning``, and -12 to +24 for ``any``.
"""

Hardness = Literal["easy", "medium", "hard"]
"""Easy if a one-ply search chooses a best move, medium if a four-ply search does, and hard otherwise."""

WANTS: tuple[Want, ...] = ("any", "even", "winning")

_RANGES: dict[Want, tuple[int, int]] = {"even": (-2, 2), "winning": (2, 12), "any": (-12, 24)}
_GLANCE = 8  # plies in a first search, which rules out positions far from the range
_NEAR = 6  # tolerance of the first search, in discs
_FILE = "games.txt"


def judge(engine: Engine, position: Position, move: str) -> JudgedMove:
    """Judge a move by its exact score, with lines of best play to the end of the game.

    Raises IllegalMoveError if the move is not legal.
    """
    after = position.play(move)
    score, line = solved(engine, after)
    best, best_line = solved(engine, position)
    played = MoveValue(move, -score, kind="exact", pv=(move, *line))
    better = played if -score == best else MoveValue(best_line[0], best, kind="exact", pv=best_line)
    return JudgedMove(0, position.turn, position.n_empties, better, played)


def respond(engine: Engine, position: Position, move: str) -> tuple[JudgedMove, tuple[str, ...]]:
    """Judge a move by its exact score, and return the best replies up to the next choice of the side that played it.

    Raises IllegalMoveError if the move is not legal.
    """
    judged = judge(engine, position, move)
    return judged, replies(position.play(move), judged.played.pv[1:])


def solved(engine: Engine, position: Position) -> tuple[int, tuple[str, ...]]:
    """Return a position's exact score from the mover's point of view, and a line of best play to the end."""
    if position.is_over:
        return position.scores[position.turn], ()
    if position.must_pass:
        score, line = solved(engine, position.switched())
        return -score, (PASS, *line)
    found = engine.analyse(position, Limit(exact=True))
    if found.score is None:
        raise OutflankError("the search stopped before it solved the endgame")
    return int(found.score), found.pv


def replies(position: Position, line: Sequence[str]) -> tuple[str, ...]:
    """Return the first moves in a line of best play, up to the next choice of the side that has just moved."""
    mover, played = position.turn.opponent, []
    for move in line:
        if position.turn is mover and not position.must_pass:
            break
        played.append(move)
        position = position.play(move)
    return tuple(played)


@cache
def shipped_games() -> tuple[str, ...]:
    """Return the transcripts of the built-in games, which were played by people and come from the WTHOR archive."""
    text = resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def shuffled_games(seed: int | None) -> Iterator[Game[Position]]:
    """Yield the built-in games in random order."""
    games = list(shipped_games())
    random.Random(seed).shuffle(games)
    for moves in games:
        yield Game(Position.start(), moves)


def find(
    engine: Engine,
    games: Iterable[Game[Position]],
    n_empties: int,
    *,
    want: Want = "any",
    hardness: Hardness | None = None,
    seed: int | None = None,
) -> Position:
    """Return a position with `n_empties` empty squares from one of the games, after applying a random symmetry.

    The position has at least two legal moves and a score in the range for `want`. If `hardness` is not None, the
    position has that hardness. Raises OutflankError if no game contains such a position.
    """
    low, high = _RANGES[want]
    source = random.Random(seed)
    for game in games:
        position = next((each for each in game.positions if each.n_empties == n_empties), None)
        if not isinstance(position, Position) or not Engine.is_compiled_for(position):
            continue
        if len(position.legal_moves) < 2:
            continue
        engine.clear()
        glance = engine.analyse(position, Limit(depth=min(_GLANCE, n_empties))).value or 0
        if not low - _NEAR <= glance <= high + _NEAR:
            continue
        score, _ = solved(engine, position)
        if low <= score <= high and (hardness is None or hardness_of(engine, position, score) == hardness):
            return position.transformed(source.randrange(8))
    raise OutflankError("no game has such a position with {empties} empty squares", empties=n_empties)


def hardness_of(engine: Engine, position: Position, score: int) -> Hardness:
    """Return the hardness of a position whose exact score is `score`.

    The hardness depends on the search depth that is needed to choose a best move.
    """
    names: tuple[tuple[int, Hardness], ...] = ((1, "easy"), (4, "medium"))
    for depth, name in names:
        engine.clear()  # forget the results of deeper searches
        move = engine.analyse(position, Limit(depth=depth)).move
        if move is not None and -solved(engine, position.play(move))[0] == score:
            return name
    return "hard"
