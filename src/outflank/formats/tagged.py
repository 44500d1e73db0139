"""What the formats share that write a game as tags with values in brackets, GGF and SGF."""

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from outflank.errors import IllegalMoveError, OutflankError, ParseError, excerpt
from outflank.play.game import PASS, move_named
from outflank.play.places import error_at
from outflank.play.record import Record
from outflank.play.tree import GameNode
from outflank.rules import Colour

LONGEST = 2_000_000
"""The most characters that a file of many games may have: all of them are in memory at once."""

MOST_DISCS = 100
"""By how many discs a game can be won on the largest board; some programs write more for a game that is not over."""

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})")
_WIN = re.compile(
    r"(Black|White) wins(?: by ([0-9]+(?:\.[0-9]+)?))?(?:: \w+ (ran out of time|forfeits the game)\b.*)?(, as agreed)?"
)
_DRAW = re.compile(r"draw(, as agreed)?")

TIME, FORFEIT, RESIGNED, AGREED = "time", "forfeit", "resigned", "agreed"
"""How a game may end besides on the board."""


class Source(NamedTuple):
    """A text that is being read, and what errors call it."""

    text: str
    name: str | None = None

    def unexpected(self, expected: str, offset: int) -> ParseError:
        """The error that something else stands at an offset than was expected, white space skipped."""
        rest = self.text[offset:].lstrip()
        got = excerpt(rest) if rest else "the end of the text"
        return error_at(f"{expected}, got {got}", self.text, len(self.text) - len(rest), self.name)

    @contextmanager
    def at(self, offset: int) -> Iterator[None]:
        """Give the errors that are raised inside a place in the text."""
        try:
            yield
        except OutflankError as error:
            message = error.message if isinstance(error, ParseError) else str(error)
            raise error_at(message, self.text, offset, self.name) from None


class Ending(NamedTuple):
    """How a game ended: who won (None in a draw), by how many discs if that is known, and how besides on the board."""

    winner: Colour | None
    discs: float | None = None
    how: str = ""

    @property
    def words(self) -> str:
        """What a record says of it, in the words of `play.match`."""
        agreed = ", as agreed" if self.how == AGREED else ""
        if self.winner is None:
            return f"draw{agreed}"
        wins, loser = f"{_name(self.winner)} wins", _name(self.winner.opponent)
        if self.how in (TIME, FORFEIT):
            return f"{wins}: {loser} {'ran out of time' if self.how == TIME else 'forfeits the game'}"
        return f"{wins}{'' if self.discs is None else f' by {self.discs:g}'}{agreed}"

    @classmethod
    def of(cls, record: Record) -> "Ending | None":
        """How a game ended, as its record tells; None if it is unfinished."""
        if record.position.is_over:
            difference = record.position.scores[0]
            return cls(None if not difference else Colour(difference < 0), abs(difference))
        if record.resigned is not None:
            return cls(Colour(record.resigned).opponent, how=RESIGNED)
        if draw := _DRAW.fullmatch(record.result):
            return cls(None, 0, AGREED if draw[1] else "")
        if win := _WIN.fullmatch(record.result):
            how = {"ran out of time": TIME, "forfeits the game": FORFEIT}.get(win[3] or "", AGREED if win[4] else "")
            return cls(Colour(win[1] == "White"), None if win[2] is None else float(win[2]), how)
        return None


def with_ending(record: Record, ending: Ending | None) -> Record:
    """A record that says how its game ended, where its moves do not tell."""
    if ending is None or record.position.is_over:
        return record
    if ending.how == RESIGNED and ending.winner is not None:
        return replace(record, resigned=int(ending.winner.opponent))
    return replace(record, result=ending.words)


def step(node: GameNode[Any], seat: Colour, text: str) -> GameNode[Any]:
    """The node after a move of a side; a forced pass before it may have been left out. Raises IllegalMoveError.

    Some programs write passes after the end of a game: they are passed over.
    """
    move = move_named(text) or PASS  # no name at all is a pass too
    if move == PASS and node.position.is_over:
        return node
    if node.position.turn != seat and node.position.must_pass:
        node = node.add(PASS)
    if node.position.turn != seat and not node.position.is_over:
        raise IllegalMoveError(f"expected a move of {_name(seat.opponent)}, got {_name(seat)}'s {excerpt(move)}")
    return node.add(move)


def number(text: str) -> float:
    """The number of a text. Raises ParseError."""
    if not _NUMBER.fullmatch(text.strip()):
        raise ParseError(f"expected a number, got {excerpt(text)}")
    return float(text)


def shown(value: float | None, sign: str = "") -> str:
    """A number in the fewest digits, at most four of them after the point; empty for what is no number."""
    if value is None or not math.isfinite(value):
        return ""
    return f"{round(value, 4) + 0:{sign}.4f}".rstrip("0").rstrip(".")


def joined(comment: str, more: str) -> str:
    """Two comments as one."""
    return "\n".join(part for part in (comment, more.strip()) if part)


def printable(text: str) -> str:
    """A comment as it is written: line ends stay, what cannot be printed does not."""
    lines = "\n".join(text.splitlines()).strip()
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in lines)


def _name(side: Colour) -> str:
    return side.name.capitalize()
