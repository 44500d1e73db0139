"""Moves as texts: their names, a text of several, and forced passes that were left out of them."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from outflank.errors import IllegalMoveError, described, excerpt
from outflank.play.position import GamePosition, Move

PASS = "pass"
"""The move of a side that can do nothing else, in games where a pass is a move."""

_PASSES = ("pa", "ps", "pass", "--")
_MOVES = re.compile(
    r"\s*(?:(?P<passed>pass|pa|ps|--|@@@@)|(?:p@)?(?P<move>[a-z]\s?[0-9]{1,2})|(?P<wrong>\S+))", re.IGNORECASE
)


def moves_in(text: str) -> Iterator[Move]:
    """The moves of a text such as ``f5d6c3`` or ``F5 d6 PA``. Raises IllegalMoveError for anything else in it."""
    for found in _MOVES.finditer(plain(text).rstrip()):
        if found["wrong"]:
            raise IllegalMoveError("expected a move such as f5, got {text}", text=excerpt(found["wrong"]))
        yield PASS if found["passed"] else "".join(found["move"].split()).lower()


def with_passes(moves: str | Iterable[Move], here: Callable[[], GamePosition]) -> Iterator[Move]:
    """The moves of a text, or of several, with the forced passes that were left out of them.

    `here` is the position that each of them is made in; those before it have been made by then. Raises
    IllegalMoveError for what is no move.
    """
    if not isinstance(moves, Iterable):
        raise IllegalMoveError("expected moves such as 'f5d6', got {moves}", moves=described(moves))
    for move in moves_in(moves) if isinstance(moves, str) else moves:
        position = here()
        if position.must_pass and normalised(move) not in position.legal_moves:
            yield position.legal_moves[0]
        yield move


def move_named(text: str) -> Move:
    """The move of a name in a file, in which a pass may be spelled in several ways."""
    move = normalised(text)
    return PASS if move in _PASSES else move


def normalised(move: object) -> Move:
    """A move as positions know it: in lower case, which it may not have, and in ASCII.

    Raises IllegalMoveError for what is no text.
    """
    if not isinstance(move, str):
        raise IllegalMoveError("expected a move such as 'f5', got {move}", move=excerpt(repr(move)))
    return plain(move).strip().lower()


def plain(text: str) -> str:
    """`text` with ASCII for the characters that stand for it, such as full-width ones: ``f5`` for ``ｆ５``.

    It keeps its length, so that an offset into one is an offset into the other.
    """
    return text if text.isascii() else text.translate({ord(letter): _plain(letter) for letter in set(text)})


@lru_cache(4096)
def _plain(letter: str) -> str:
    simple = unicodedata.normalize("NFKC", letter)
    return simple if len(simple) == 1 and simple.isascii() else letter
