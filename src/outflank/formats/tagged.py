"""Code shared by GGF, PGN and SGF, the formats that write a game as tags or properties with values in brackets."""

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from outflank.errors import IllegalMoveError, OutflankError, ParseError, excerpt
from outflank.formats import clocks
from outflank.formats.places import error_at
from outflank.play.moves import PASS, move_named
from outflank.play.record import Record
from outflank.play.tree import GameNode
from outflank.rules import Colour, Position
from outflank.rules.openings import JAPANESE, name_at
from outflank.text import Text

MOST_DISCS = 100
"""Largest possible win, in discs, on the largest board. Some programs write a larger number for an unfinished game."""

_NUMBER = re.compile(rf"[+-]?{clocks.NUMBER}")
_LARGEST = 1e9
_MOST_NOUNS = 20  # kinds of unreadable parts to list separately
_WIN = re.compile(
    r"(Black|White) wins(?: by ([0-9]+(?:\.[0-9]+)?))?"
    r"(?:: \w+ (ran out of time|forfeits the game|resigned|left the game)\b.*)?(, as agreed)?"
)
_FORFEITED = re.compile(r"(black|white) forfeited \((.*)\)")  # as in games saved by the terminal
_DRAW = re.compile(r"draw(, as agreed)?")
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TURNING = re.compile(r"[\u202a-\u202e\u2066-\u2069\ufeff]")  # characters that reorder or hide the text after them
_CODE = re.compile(r"([BW])\+([a-z]*|[0-9]{1,5}(?:\.[0-9]{0,9})?)", re.IGNORECASE)

TIME, FORFEIT, RESIGNED, AGREED, LEFT = "time", "forfeit", "resigned", "agreed", "left"
"""Ways in which a game can end before it is over on the board."""

_CODES = {"r": RESIGNED, "resign": RESIGNED, "t": TIME, "time": TIME, "f": FORFEIT, "forfeit": FORFEIT, "": ""}
_LETTERS = {RESIGNED: "R", TIME: "T", FORFEIT: "F", LEFT: "F"}
_BY_LOSER = {
    TIME: "ran out of time",
    FORFEIT: "forfeits the game",
    RESIGNED: "resigned",
    LEFT: "left the game",
}
"""Phrases for a record's result, for each way in which the loser can end a game."""


class Source(NamedTuple):
    """A text that is being read, and the name of the text in error messages."""

    text: str
    name: str | None = None

    def unexpected(self, template: str, offset: int) -> ParseError:
        """Create an error about the text at an offset, after any white space.

        The template's field `found` is filled with that text.
        """
        rest = self.text[offset:].lstrip()
        found = excerpt(rest) if rest else Text("the end of the text")
        return error_at(Text(template, found=found), self.text, len(self.text) - len(rest), self.name)

    def placed(self, error: OutflankError, offset: int, so_far: Record | None = None) -> ParseError:
        """Convert an error to one that gives the line and column of an offset.

        If a move caused the error, `so_far` is the game before it.
        """
        placed = error_at(error.message, self.text, offset, self.name)
        placed.so_far = so_far
        return placed

    @contextmanager
    def at(self, offset: int) -> Iterator[None]:
        """Context manager that adds the line and column of an offset to any error raised inside it."""
        try:
            yield
        except OutflankError as error:
            raise self.placed(error, offset) from None


class Ending(NamedTuple):
    """Outcome of a game: the winner, the number of discs, and the way in which the game ended."""

    winner: Colour | None
    """Side that won, or None for a draw."""

    discs: float | None = None
    """Number of discs by which the winner won, or None if it is unknown."""

    how: str = ""
    """Way in which the game ended, such as `TIME`. Empty if the game ended on the board."""

    @property
    def words(self) -> str:
        """Description of the ending in words, in the form that `play.match` writes in a record."""
        agreed = ", as agreed" if self.how == AGREED else ""
        if self.winner is None:
            return f"draw{agreed}"
        wins = f"{_name(self.winner)} wins{'' if self.discs is None else f' by {self.discs:g}'}{agreed}"
        return f"{wins}: {_name(self.winner.opponent)} {_BY_LOSER[self.how]}" if self.how in _BY_LOSER else wins

    @classmethod
    def of(cls, record: Record) -> "Ending | None":
        """Return the ending of a record's game, or None if the game is unfinished."""
        if record.position.is_over:
            difference = record.position.scores[0]
            return cls(None if not difference else Colour(difference < 0), abs(difference))
        said = cls.said(record.result)
        if record.resigned is not None:
            discs = said.discs if said is not None and said.how == RESIGNED else None
            return cls(Colour(record.resigned).opponent, discs, RESIGNED)
        return said

    @classmethod
    def said(cls, words: str) -> "Ending | None":
        """Parse a description of an ending, as produced by `Ending.words`. Returns None for any other text."""
        if draw := _DRAW.fullmatch(words):
            return cls(None, 0, AGREED if draw[1] else "")
        if lost := _FORFEITED.fullmatch(words):
            return cls(Colour(lost[1] == "black"), how=TIME if lost[2] == "time" else FORFEIT)
        if win := _WIN.fullmatch(words):
            how = next((how for how, does in _BY_LOSER.items() if does == win[3]), AGREED if win[4] else "")
            return cls(Colour(win[1] == "White"), None if win[2] is None else float(win[2]), how)
        return None


def with_ending(record: Record, ending: Ending | None) -> Record:
    """Set the ending of a record whose game is unfinished on the board.

    If the game is finished and its ending is different, add a note instead.
    """
    if ending is None:
        return record
    if record.position.is_over:
        return record if _agrees(record, ending) else noted(record, _contradiction(record, ending))
    words = "" if ending.how == RESIGNED and ending.discs is None else ending.words
    if ending.how == RESIGNED and ending.winner is not None:
        return replace(record, resigned=int(ending.winner.opponent), result=words)
    return replace(record, result=words)


def _agrees(record: Record, ending: Ending) -> bool:
    """True if an ending agrees with the moves of a finished game.

    The ending may omit empty squares. With komi, every ending agrees.
    """
    black, white = record.position.counts
    differences = {record.position.scores[0], -black + white if record.position.fewest_win else black - white}
    if has_komi(record):
        return True
    if ending.discs is not None and ending.how not in _BY_LOSER:
        return (-ending.discs if ending.winner else ending.discs) in differences
    return any(ending.winner == (None if not each else Colour(each < 0)) for each in differences)


def has_komi(record: Record) -> bool:
    """True if one side started with an advantage in discs, so that the board alone does not show the result."""
    try:
        return number(record.tags.get("KM", "0")) != 0
    except ParseError:
        return True


def _contradiction(record: Record, ending: Ending) -> str:
    board = Ending.of(record)
    return f"the result says {ending.words}, but the moves lead to {board and board.words}, which is kept"


def noted(record: Record, *notes: str) -> Record:
    """Add notes about changes and omissions to a record."""
    return replace(record, notes=(*record.notes, *notes)) if notes else record


class LeftOut:
    """Counter for the unreadable parts of a game.

    For each kind of part, it stores the number of parts and describes the first.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, str]] = {}

    def add(self, noun: str, reason: object, node: GameNode[Any] | None = None) -> None:
        """Count an unreadable part of the kind `noun`.

        If the part belongs to a move, `node` is the node of that move.
        """
        message = reason.message if isinstance(reason, ParseError) else str(reason)
        noun = noun if noun in self._found or len(self._found) < _MOST_NOUNS else "rest"
        count, first = self._found.get(noun, (0, ""))
        at = "" if node is None or node.parent is None else f" of move {node.ply}"
        self._found[noun] = count + 1, first or f"{at}: {message}"

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for a record, one for each kind of unreadable part."""
        return tuple(
            f"left out the {noun}{first}" + (f"; and {count - 1:,} more" if count > 1 else "")
            for noun, (count, first) in self._found.items()
        )


def coded(ending: Ending | None) -> str:
    """Write an ending in SGF notation: ``B+12``, ``W+R``, ``0``, or ``Void`` if the game is unfinished."""
    if ending is None:
        return "Void"
    if ending.winner is None:
        return "0"
    return f"{'BW'[ending.winner]}+{_LETTERS.get(ending.how) or shown(ending.discs)}"


def decoded(code: str) -> Ending | None:
    """Parse an ending in the notation that `coded` writes.

    Returns None if the game is unfinished. Raises ParseError.
    """
    if code.lower() in ("", "?", "void"):
        return None
    if code.lower() in ("0", "draw"):
        return Ending(None, 0)
    result = _CODE.fullmatch(code)
    how, discs = "", None
    if result is not None and result[2][:1].isdecimal():
        discs = float(result[2])
    elif result is not None:
        how = _CODES.get(result[2].lower(), "?")
    if result is None or how == "?":
        raise ParseError("expected a result such as B+12, W+R, 0 or Void, got {value}", value=excerpt(code))
    return Ending(Colour("BW".index(result[1].upper())), discs, how)


OPENING = "Opening"
"""Record tag for the name of an opening, used if the name differs from the one that `opening_of` returns."""


def opening_tag(record: Record) -> str:
    """Return the name of the opening for writing to a file.

    The name in the record's tags takes precedence over the one that `opening_of` returns.
    """
    return record.tags.get(OPENING) or opening_of(record)


def with_opening(record: Record, name: str) -> Record:
    """Store the name of an opening in a record, unless `opening_of` already returns the same name."""
    return replace(record, tags={**record.tags, OPENING: name}) if name and name != opening_of(record) else record


def opening_of(record: Record) -> str:
    """Return the name of the opening that the moves follow.

    The name is English if possible, otherwise Japanese, and empty if there is none.
    """
    start = record.tree.root.position
    if not isinstance(start, Position) or start.size != 8:
        return ""
    positions = [node.position for node in record.tree]
    return name_at(positions) or name_at(positions, JAPANESE)


def step(node: GameNode[Any], seat: Colour, text: str) -> GameNode[Any]:
    """Play a move by the side `seat`, adding a forced pass before it if the text omits that pass. Returns the new node.

    Some programs write passes after the end of the game; these are ignored. Raises IllegalMoveError.
    """
    move = move_named(text) or PASS  # an empty name also means a pass
    if move == PASS and node.position.is_over:
        return node
    if node.position.turn != seat and node.position.must_pass:
        node = node.add(PASS)
    if node.position.turn != seat and not node.position.is_over:
        raise IllegalMoveError(
            "expected a move by {side}, got {other}'s {move}",
            side=_name(seat.opponent),
            other=_name(seat),
            move=excerpt(move),
        )
    return node.add(move)


def played(node: GameNode[Any], move: str) -> GameNode[Any]:
    """Play a move, adding a forced pass before it if the text omits that pass. Returns the new node.

    Passes after the end of the game are ignored. Raises IllegalMoveError.
    """
    if move == PASS and node.position.is_over:
        return node
    try:
        return node.add(move)
    except IllegalMoveError:
        if not node.position.must_pass:
            raise
        return node.add(PASS).add(move)


def number(text: str) -> float:
    """Parse a number in any of the notations that programs use. Raises ParseError."""
    if _NUMBER.fullmatch(text.strip()) and abs(found := clocks.number(text)) < _LARGEST:
        return found
    raise ParseError("expected a number, got {text}", text=excerpt(text))


def shown(value: float | None, sign: str = "") -> str:
    """Format a number with up to four decimals and no trailing zeros.

    Returns an empty string for None, infinities and NaN.
    """
    if value is None or not math.isfinite(value):
        return ""
    return f"{round(value, 4) + 0:{sign}.4f}".rstrip("0").rstrip(".")


def joined(comment: str, more: str) -> str:
    """Join two comments with a line break. Empty comments are dropped."""
    return "\n".join(part for part in (comment, more.strip()) if part)


def printable(text: str) -> str:
    """Clean up a comment for writing: blank out control characters except line endings, and remove direction marks."""
    return _CONTROLS.sub(" ", _TURNING.sub("", "\n".join(text.splitlines()))).strip()


def _name(side: Colour) -> str:
    return side.name.capitalize()
