"""Endgames to play out against perfect play: each move is told what it gave away, exactly.

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
"""A position that is worth from -2 to +2, one that is worth from +2 to +12, or any from -12 to +24."""

Hardness = Literal["easy", "medium", "hard"]
"""A best move is seen one ply ahead; not one, but four plies ahead; or not four plies ahead."""

WANTS: tuple[Want, ...] = ("any", "even", "winning")

_RANGES: dict[Want, tuple[int, int]] = {"even": (-2, 2), "winning": (2, 12), "any": (-12, 24)}
_GLANCE = 8  # plies of the search that leaves out positions far from what is wanted
_NEAR = 6  # discs that this may be wrong by
_FILE = "games.txt"


def judge(engine: Engine, position: Position, move: str) -> JudgedMove:
    """A legal move, judged exactly; its line goes on to the end of the game. Raises IllegalMoveError."""
    after = position.play(move)
    score, line = solved(engine, after)
    best, best_line = solved(engine, position)
    played = MoveValue(move, -score, kind="exact", pv=(move, *line))
    better = played if -score == best else MoveValue(best_line[0], best, kind="exact", pv=best_line)
    return JudgedMove(0, position.turn, position.n_empties, better, played)


def respond(engine: Engine, position: Position, move: str) -> tuple[JudgedMove, tuple[str, ...]]:
    """A legal move, judged exactly, and what perfect play answers until the mover can choose again.

    Raises IllegalMoveError.
    """
    judged = judge(engine, position, move)
    return judged, replies(position.play(move), judged.played.pv[1:])


def solved(engine: Engine, position: Position) -> tuple[int, tuple[str, ...]]:
    """The exact score of a position in the mover's view, and best play to the end of the game."""
    if position.is_over:
        return position.scores[position.turn], ()
    if position.must_pass:
        score, line = solved(engine, position.switched())
        return -score, (PASS, *line)
    found = engine.analyse(position, Limit(exact=True))
    if found.score is None:
        raise OutflankError("the search was stopped before the endgame was solved")
    return int(found.score), found.pv


def replies(position: Position, line: Sequence[str]) -> tuple[str, ...]:
    """The moves of a `line` of best play after somebody's move, up to that side's next choice."""
    mover, played = position.turn.opponent, []
    for move in line:
        if position.turn is mover and not position.must_pass:
            break
        played.append(move)
        position = position.play(move)
    return tuple(played)


@cache
def shipped_games() -> tuple[str, ...]:
    """The transcripts that come with the package: games of the archive of WTHOR, as people played them."""
    text = resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def shuffled_games(seed: int | None) -> Iterator[Game[Position]]:
    """The games that come with the package, in an order of chance."""
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
    """A position with so many empty squares from one of the games, turned by chance.

    It has two moves at least, is worth what is wanted, and is as hard as asked. Raises OutflankError if none of the
    games has one.
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
    raise OutflankError("none of the games has such a position with {empties} empty squares", empties=n_empties)


def hardness_of(engine: Engine, position: Position, score: int) -> Hardness:
    """The depth at which a search sees a best move of a position that is worth `score`, in words."""
    names: tuple[tuple[int, Hardness], ...] = ((1, "easy"), (4, "medium"))
    for depth, name in names:
        engine.clear()  # or it would remember what it looked at further ahead
        move = engine.analyse(position, Limit(depth=depth)).move
        if move is not None and -solved(engine, position.play(move))[0] == score:
            return name
    return "hard"
