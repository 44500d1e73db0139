"""Convert moves and lines of play to and from the notation of the protocols."""

import re
from collections.abc import Iterable

from outflank.play.moves import move_named
from outflank.play.position import Move
from outflank.rules import BLACK, PASS, DiscPosition

_DROP = re.compile(r"\s*P@(?=[a-j][0-9])", re.IGNORECASE)

NO_MOVE = "--"


def move_of(text: str) -> Move:
    """Parse a move in upper or lower case. XBoard's notation, in which f4 is ``P@f4``, is also accepted."""
    return move_named(_DROP.sub("", text))


def short(move: str) -> str:
    """Write a move in upper case, such as ``F5``. A pass is written as ``PA``."""
    return "PA" if move == PASS else move.upper()


def cased(moves: Iterable[str], position: DiscPosition) -> list[str]:
    """Write moves played from a position, Black's in upper case and White's in lower case. A pass is ``PA``/``pa``."""
    written, side = [], position.turn
    for move in moves:
        written.append(short(move) if side is BLACK else short(move).lower())
        side = side.opponent
    return written
