"""Move notation: parsing move names and sequences of moves, and restoring forced passes that the notation omits."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from outflank.errors import IllegalMoveError, described, excerpt
from outflank.play.position import GamePosition, Move

PASS = "pass"
"""Name of the pass, in games where passing counts as a move."""

_PASSES = ("pa", "ps", "pass", "--")
_MOVES = re.compile(
    r"\s*(?:(?P<passed>pass|pa|ps|--|@@@@)|(?:p@)?(?P<move>[a-z]\s?[0-9]{1,2})|(?P<wrong>\S+))", re.IGNORECASE
)


def moves_in(text: str) -> Iterator[Move]:
    """Yield the moves in a string such as ``f5d6c3`` or ``F5 d6 PA``.

    Raises IllegalMoveError if any part of the string is not a move.
    """
    for found in _MOVES.finditer(plain(text).rstrip()):
        if found["wrong"]:
            raise IllegalMoveError("expected a move such as f5, got {text}", text=excerpt(found["wrong"]))
        yield PASS if found["passed"] else "".join(found["move"].split()).lower()


def with_passes(moves: str | Iterable[Move], here: Callable[[], GamePosition]) -> Iterator[Move]:
    """Yield moves from a string or a sequence, and insert forced passes that were omitted.

    `here` returns the current position; the caller must play each move before requesting the next one. Raises
    IllegalMoveError if the string contains anything but moves.
    """
    if not isinstance(moves, Iterable):
        raise IllegalMoveError("expected moves such as 'f5d6', got {moves}", moves=described(moves))
    for move in moves_in(moves) if isinstance(moves, str) else moves:
        position = here()
        if position.must_pass and normalised(move) not in position.legal_moves:
            yield position.legal_moves[0]
        yield move


def move_named(text: str) -> Move:
    """Normalise a move name from a file. All common spellings of a pass are accepted."""
    move = normalised(text)
    return PASS if move in _PASSES else move


def normalised(move: object) -> Move:
    """Convert a move name to the spelling that positions use: lower-case ASCII without surrounding spaces.

    Raises IllegalMoveError if `move` is not a string.
    """
    if not isinstance(move, str):
        raise IllegalMoveError("expected a move such as 'f5', got {move}", move=excerpt(repr(move)))
    return plain(move).strip().lower()


def plain(text: str) -> str:
    """Replace characters with their ASCII equivalents, for example full-width ``ｆ５`` with ``f5``.

    The length does not change, so offsets are valid in both strings.
    """
    return text if text.isascii() else text.translate({ord(letter): _plain(letter) for letter in set(text)})


@lru_cache(4096)
def _plain(letter: str) -> str:
    simple = unicodedata.normalize("NFKC", letter)
    return simple if len(simple) == 1 and simple.isascii() else letter
