"""Read whatever text a user pastes: find a board and moves, ignore the rest, and report how the text was read.

>>> read("My game: 1.f5 d6 2.c3 and then I lost").game
Game(moves='f5d6c3')
"""

import io
from dataclasses import dataclass
from typing import Any

from outflank.errors import OutflankError, ParseError, excerpt
from outflank.formats import lines, pasted, registry, streams
from outflank.formats.places import check_length
from outflank.play.record import Record
from outflank.rules import Position
from outflank.rules.kinds import OTHELLO
from outflank.text import Text


@dataclass(frozen=True, slots=True)
class Reading:
    """The games found in a text, and how the text was read."""

    record: Record
    """First game in the text."""

    format: str
    """Name of the text's format; ``text`` if it is in no format."""

    stopped: str = ""
    """Error for the first illegal move, before which the game ends; empty if all moves are legal."""

    more: tuple[Record, ...] = ()
    """Further games in the text."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes about changes and omissions made while reading, one sentence each."""
        return self.record.notes

    @property
    def game(self) -> Any:
        """The first game: the board in the text, or else the usual start, and the moves."""
        return self.record.game

    @property
    def noun(self) -> str:
        """Noun phrase for the text, such as *a transcript*; empty if it is in no format."""
        return Text(registry.format_named(self.format).noun) if self.format in registry.names() else ""

    @property
    def is_usual(self) -> bool:
        """True if the game begins from the usual start."""
        start = self.record.tree.root.position
        return bool(self.format != "board" and start == Position.start(start.size))


def read(text: str) -> Reading:
    """Read the games in any text.

    Text in a known format is read in that format; `pasted` reads any other text. A game ends before its first illegal
    move. Raises ParseError if there is neither a board nor a move, or if the first move is illegal.
    """
    text = text.removeprefix("\ufeff")
    check_length(text)
    name = registry.recognise(text, among=registry.that_hold(OTHELLO))
    if name is None:
        raise ParseError(
            "expected a board or moves, got {text}", text=excerpt(text.strip(), 60) if text.strip() else Text("nothing")
        )
    try:
        records, stopped = registry.read_as(name, text), ""
    except ParseError as error:
        records, stopped = _several(text, name), ""
        if len(records) < 2:
            if error.so_far is None or not error.so_far.tree.moves:
                raise
            records, stopped = [error.so_far], str(error)
    are_boards = name == "board" and len(records) > 1
    if name in ("board", "transcript") and not are_boards and not pasted.is_bare(text):
        name = "text"
    return Reading(records[0], name, stopped, tuple(records[1:]))


def _several(text: str, name: str) -> list[Record]:
    """Read the good games in a text with errors; return none if the first game is bad."""
    if name in ("board", "transcript"):
        return lines.readable_games(text) if "\n" in text.strip() else []
    try:
        found = streams.read(io.BytesIO(text.encode(errors="replace")), "the text", among=registry.that_hold(OTHELLO))
        return [each.record for each in found if each.record is not None]
    except OutflankError:
        return []
