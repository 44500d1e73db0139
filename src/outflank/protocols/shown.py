"""Moves and lines of moves as protocols write and read them."""

import re
from collections.abc import Iterable

from outflank.play.moves import move_named
from outflank.play.position import Move
from outflank.rules import BLACK, PASS, DiscPosition

_DROP = re.compile(r"\s*P@(?=[a-j][0-9])", re.IGNORECASE)

NO_MOVE = "--"


def move_of(text: str) -> Move:
    """The move of a name, in capitals or not; ``P@f4`` is how XBoard writes a disc that is set on f4."""
    return move_named(_DROP.sub("", text))


def short(move: str) -> str:
    """A move in two characters, or three on the largest board: ``F5``, a pass ``PA``."""
    return "PA" if move == PASS else move.upper()


def cased(moves: Iterable[str], position: DiscPosition) -> list[str]:
    """Moves from a position, those of Black in capitals and those of White in small letters; a pass is ``PA``."""
    written, side = [], position.turn
    for move in moves:
        written.append(short(move) if side is BLACK else short(move).lower())
        side = side.opponent
    return written
