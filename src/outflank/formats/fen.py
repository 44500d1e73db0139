"""FEN, the board notation that Othello programs borrowed from chess: ``8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1``.

Rows are listed from 8 down to 1. A black disc is ``p``, a white disc is ``P``, and a digit stands for a run of empty
squares. The next field is the side to move, ``b`` or ``w``. The fields after it have no meaning in Othello.

>>> from outflank.rules import Position
>>> write(Position.start())
'8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1'
"""

import re
from typing import TypeVar

from outflank.board.squares import SIZES
from outflank.errors import ParseError, excerpt
from outflank.rules import DiscPosition

P = TypeVar("P", bound=DiscPosition)

_FEN = re.compile(r"([pP0-9/]{3,200})\s+([bw])\b.*", re.DOTALL)


def read(text: str, positions: type[P]) -> P:
    """Read a position from a FEN. Raises ParseError."""
    fen = _FEN.fullmatch(text.strip())
    if fen is None:
        raise ParseError("expected a FEN such as 8/8/8/3pP3/3Pp3/8/8/8 b, got {text}", text=excerpt(text))
    rows = [re.sub("[0-9]+", _empty, row) for row in fen[1].split("/")]
    if len(rows) not in SIZES or any(len(row) != len(rows) for row in rows):
        sizes = ", ".join(map(str, SIZES))
        raise ParseError(
            "expected a square board with a side of {sizes} in the FEN, got {text}", sizes=sizes, text=excerpt(text)
        )
    cells = "".join(reversed(rows)).replace("p", "X").replace("P", "O")
    return positions.parse(f"{cells} {'X' if fen[2] == 'b' else 'O'}")


def write(position: DiscPosition) -> str:
    """Write a position as a FEN."""
    cells, size = position.cells.replace("X", "p").replace("O", "P"), position.size
    rows = [re.sub("-+", lambda empty: str(len(empty[0])), cells[at : at + size]) for at in range(0, size**2, size)]
    return f"{'/'.join(reversed(rows))} {'w' if position.turn else 'b'} - - 0 1"


def recognises(text: str) -> bool:
    """True if the text looks like a FEN."""
    return _FEN.fullmatch(text.strip()) is not None


def _empty(number: re.Match[str]) -> str:
    return "-" * int(number[0][:3])  # a longer number is invalid anyway
