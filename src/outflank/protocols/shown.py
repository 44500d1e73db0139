"""How protocols write moves and lines of moves."""

from collections.abc import Iterable

from outflank.rules import BLACK, PASS, DiscPosition

NO_MOVE = "--"


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
