"""What the formats share that write a game as tags with values in brackets, GGF, PGN and SGF."""

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
"""By how many discs a game can be won on the largest board; some programs write more for a game that is not over."""

_NUMBER = re.compile(rf"[+-]?{clocks.NUMBER}")
_LARGEST = 1e9
_MOST_NOUNS = 20  # that are told apart of what is left out of a game
_WIN = re.compile(
    r"(Black|White) wins(?: by ([0-9]+(?:\.[0-9]+)?))?"
    r"(?:: \w+ (ran out of time|forfeits the game|resigned|left the game)\b.*)?(, as agreed)?"
)
_FORFEITED = re.compile(r"(black|white) forfeited \((.*)\)")  # as a game at the terminal is saved
_DRAW = re.compile(r"draw(, as agreed)?")
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TURNING = re.compile(r"[\u202a-\u202e\u2066-\u2069\ufeff]")  # what follows in another place, or not at all
_CODE = re.compile(r"([BW])\+([a-z]*|[0-9]{1,5}(?:\.[0-9]{0,9})?)", re.IGNORECASE)

TIME, FORFEIT, RESIGNED, AGREED, LEFT = "time", "forfeit", "resigned", "agreed", "left"
"""How a game may end besides on the board."""

_CODES = {"r": RESIGNED, "resign": RESIGNED, "t": TIME, "time": TIME, "f": FORFEIT, "forfeit": FORFEIT, "": ""}
_LETTERS = {RESIGNED: "R", TIME: "T", FORFEIT: "F", LEFT: "F"}
_BY_LOSER = {
    TIME: "ran out of time",
    FORFEIT: "forfeits the game",
    RESIGNED: "resigned",
    LEFT: "left the game",
}
"""The ways in which the loser may end a game, in the words of a record."""


class Source(NamedTuple):
    """A text that is being read, and what errors call it."""

    text: str
    name: str | None = None

    def unexpected(self, template: str, offset: int) -> ParseError:
        """The error of a template with the gap `found`: what stands at an offset, white space skipped."""
        rest = self.text[offset:].lstrip()
        found = excerpt(rest) if rest else Text("the end of the text")
        return error_at(Text(template, found=found), self.text, len(self.text) - len(rest), self.name)

    def placed(self, error: OutflankError, offset: int, so_far: Record | None = None) -> ParseError:
        """An error that stands at an offset, behind the game `so_far` if it is one of its moves."""
        placed = error_at(error.message, self.text, offset, self.name)
        placed.so_far = so_far
        return placed

    @contextmanager
    def at(self, offset: int) -> Iterator[None]:
        """Give the errors that are raised inside a place in the text."""
        try:
            yield
        except OutflankError as error:
            raise self.placed(error, offset) from None


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
        wins = f"{_name(self.winner)} wins{'' if self.discs is None else f' by {self.discs:g}'}{agreed}"
        return f"{wins}: {_name(self.winner.opponent)} {_BY_LOSER[self.how]}" if self.how in _BY_LOSER else wins

    @classmethod
    def of(cls, record: Record) -> "Ending | None":
        """How a game ended, as its record tells; None if it is unfinished."""
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
        """Read the ending of a game from words; None if they do not tell it."""
        if draw := _DRAW.fullmatch(words):
            return cls(None, 0, AGREED if draw[1] else "")
        if lost := _FORFEITED.fullmatch(words):
            return cls(Colour(lost[1] == "black"), how=TIME if lost[2] == "time" else FORFEIT)
        if win := _WIN.fullmatch(words):
            how = next((how for how, does in _BY_LOSER.items() if does == win[3]), AGREED if win[4] else "")
            return cls(Colour(win[1] == "White"), None if win[2] is None else float(win[2]), how)
        return None


def with_ending(record: Record, ending: Ending | None) -> Record:
    """A record that says how its game ended, where its moves do not tell; where they tell another result, as a note."""
    if ending is None:
        return record
    if record.position.is_over:
        return record if _agrees(record, ending) else noted(record, _contradiction(record, ending))
    words = "" if ending.how == RESIGNED and ending.discs is None else ending.words
    if ending.how == RESIGNED and ending.winner is not None:
        return replace(record, resigned=int(ending.winner.opponent), result=words)
    return replace(record, result=words)


def _agrees(record: Record, ending: Ending) -> bool:
    """True if a finished game ended so; a result may leave the empty squares out, and komi changes it."""
    black, white = record.position.counts
    differences = {record.position.scores[0], -black + white if record.position.fewest_win else black - white}
    if has_komi(record):
        return True
    if ending.discs is not None and ending.how not in _BY_LOSER:
        return (-ending.discs if ending.winner else ending.discs) in differences
    return any(ending.winner == (None if not each else Colour(each < 0)) for each in differences)


def has_komi(record: Record) -> bool:
    """True if discs were given to one side, so that the board does not say the result."""
    try:
        return number(record.tags.get("KM", "0")) != 0
    except ParseError:
        return True


def _contradiction(record: Record, ending: Ending) -> str:
    board = Ending.of(record)
    return f"the result says {ending.words}, but the moves lead to {board and board.words}, which is kept"


def noted(record: Record, *notes: str) -> Record:
    """A record with further notes of what was changed or left out of it."""
    return replace(record, notes=(*record.notes, *notes)) if notes else record


class LeftOut:
    """The parts of a game that cannot be read: for each noun their number, and the first."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, str]] = {}

    def add(self, noun: str, reason: object, node: GameNode[Any] | None = None) -> None:
        """One more of a noun, at the move that led to a node if it is that of a move."""
        message = reason.message if isinstance(reason, ParseError) else str(reason)
        noun = noun if noun in self._found or len(self._found) < _MOST_NOUNS else "rest"
        count, first = self._found.get(noun, (0, ""))
        at = "" if node is None or node.parent is None else f" of move {node.ply}"
        self._found[noun] = count + 1, first or f"{at}: {message}"

    @property
    def notes(self) -> tuple[str, ...]:
        """A note for each noun."""
        return tuple(
            f"left out the {noun}{first}" + (f"; and {count - 1:,} more" if count > 1 else "")
            for noun, (count, first) in self._found.items()
        )


def coded(ending: Ending | None) -> str:
    """How a game ended as SGF writes it: ``B+12``, ``W+R``, ``0``; ``Void`` if it is unfinished."""
    if ending is None:
        return "Void"
    if ending.winner is None:
        return "0"
    return f"{'BW'[ending.winner]}+{_LETTERS.get(ending.how) or shown(ending.discs)}"


def decoded(code: str) -> Ending | None:
    """How a game ended, from what `coded` gives. Raises ParseError."""
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
"""The tag of a record for a name of its opening that is not the one that the moves tell."""


def opening_tag(record: Record) -> str:
    """The name of the opening that is written into a file: the one that was read, or else that of `opening_of`."""
    return record.tags.get(OPENING) or opening_of(record)


def with_opening(record: Record, name: str) -> Record:
    """A record with a name of its opening that was read, unless the moves tell the same."""
    return replace(record, tags={**record.tags, OPENING: name}) if name and name != opening_of(record) else record


def opening_of(record: Record) -> str:
    """The name of the opening of a game, in English or else in Japanese; empty if it has none."""
    start = record.tree.root.position
    if not isinstance(start, Position) or start.size != 8:
        return ""
    positions = [node.position for node in record.tree]
    return name_at(positions) or name_at(positions, JAPANESE)


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
        raise IllegalMoveError(
            "expected a move of {side}, got {other}'s {move}",
            side=_name(seat.opponent),
            other=_name(seat),
            move=excerpt(move),
        )
    return node.add(move)


def played(node: GameNode[Any], move: str) -> GameNode[Any]:
    """The node after a move; a forced pass before it may have been left out. Raises IllegalMoveError.

    Passes after the end of a game are passed over.
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
    """The number of a text, however a program has printed it. Raises ParseError."""
    if _NUMBER.fullmatch(text.strip()) and abs(found := clocks.number(text)) < _LARGEST:
        return found
    raise ParseError("expected a number, got {text}", text=excerpt(text))


def shown(value: float | None, sign: str = "") -> str:
    """A number in the fewest digits, at most four of them after the point; empty for what is no number."""
    if value is None or not math.isfinite(value):
        return ""
    return f"{round(value, 4) + 0:{sign}.4f}".rstrip("0").rstrip(".")


def joined(comment: str, more: str) -> str:
    """Two comments as one."""
    return "\n".join(part for part in (comment, more.strip()) if part)


def printable(text: str) -> str:
    """A comment as it is written: control characters become blanks, but for line ends; what turns text round goes."""
    return _CONTROLS.sub(" ", _TURNING.sub("", "\n".join(text.splitlines()))).strip()


def _name(side: Colour) -> str:
    return side.name.capitalize()
