"""Transcripts: the moves of a game one after another, as in ``f5d6c3``.

>>> game = read("1. F5 d6 2. c3")
>>> write(game)
'f5d6c3'
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from outflank.board.squares import SIZES
from outflank.errors import IllegalMoveError, ParseError, excerpt
from outflank.formats.places import check_length, error_at
from outflank.play.moves import plain
from outflank.rules import PASS, DiscPosition, Game, Position
from outflank.text import Text

ROW = {size: "(?:10|[0-9])" if size > 9 else "[0-9]" for size in SIZES}
"""Maps each board size to a regular expression for a row number."""

# Character classes with both cases instead of IGNORECASE, which would accept ſ for s. White space is allowed inside a
# move, because a transcript may be broken into lines anywhere.
_TOKENS = {
    size: re.compile(
        r"(?P<ignored>\s+|[0-9]{1,3}\.+)"
        r"|(?P<passed>[Pp][Aa][Ss][Ss]|[Pp][AaSs]|--|@@@@)"
        rf"|(?:[Pp]@)?(?P<move>[A-Za-z]\s*{row})"
        r"|(?P<wrong>\S+)"
    )
    for size, row in ROW.items()
}


def read(text: str, start: DiscPosition | None = None, *, source: str | None = None) -> Game[Any]:
    """Read a transcript of a game that begins from `start`. If this is None, the game begins from the usual start.

    Letters may be upper-case, lower-case or full-width, and a move may be prefixed with ``P@``, as in XBoard. Forced
    passes may be omitted, or written as ``PA``, ``PS``, ``pass``, ``--`` or ``@@@@``. White space and move numbers such
    as ``12.`` are ignored.

    Raises ParseError with the line and column. If a move is illegal, the error also gives the reason and the number of
    the move, not counting passes.
    """
    check_length(text, source)
    start = Position.start() if start is None else start
    game, error = play(start, moves_of(text, start.size, source), text, source)
    if error is not None:
        raise error
    return game


def play(
    start: DiscPosition, moves: Iterable[tuple[int, str]], text: str, source: str | None = None
) -> tuple[Game[Any], ParseError | None]:
    """Play `moves` up to the first illegal one, and return the game along with the error, if any.

    Each move is paired with its offset in `text`, from which the location of the error is computed.
    """
    game: Game[Any] = Game(start)
    number = 1
    for offset, move in moves:
        try:
            game.extend([move])
        except IllegalMoveError as error:
            return game, error_at(Text("move {number}: {error}", number=number, error=error), text, offset, source)
        number += move != PASS
    return game, None


def write(game: Game) -> str:
    """Write the moves in lower case without separators.

    Passes are omitted, so a pass at the end of the game is lost.
    """
    return game.transcript


def recognises(text: str) -> bool:
    """True if the text begins with a move."""
    first = next(_tokens(text, 8), None)
    return first is not None and first.lastgroup == "move"


def holds_only_moves(text: str, size: int = 8) -> bool:
    """True if the text consists only of moves, legal or not, and of text that `read` ignores."""
    return all(token.lastgroup != "wrong" for token in _tokens(text, size))


def moves_of(text: str, size: int, source: str | None = None) -> Iterator[tuple[int, str]]:
    """Yield each move in a text of moves, with its offset. Raises ParseError if the text contains anything else."""
    for token in _tokens(text, size):
        if token.lastgroup == "wrong":
            raise error_at(
                Text("expected a move such as f5, got {text}", text=excerpt(token[0])), text, token.start(), source
            )
        if token["passed"]:
            yield token.start(), PASS
        else:
            yield token.start("move"), "".join(token["move"].split()).lower()


def _tokens(text: str, size: int) -> Iterator[re.Match[str]]:
    return (token for token in _TOKENS[size].finditer(plain(text)) if token.lastgroup != "ignored")
