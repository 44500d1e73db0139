"""Text of any kind, as people paste it: find a board and moves, ignore the rest, and report the result.

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
    """Result of reading a text."""

    record: Record
    """First game of the text."""

    format: str
    """Format of the text; ``text`` if it is in none."""

    stopped: str = ""
    """Error at the first illegal move, where the game ends; empty if all moves are legal."""

    more: tuple[Record, ...] = ()
    """Further games of the text."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Changes by the reader, one sentence each."""
        return self.record.notes

    @property
    def game(self) -> Any:
        """The game: the board in the text or the usual start, and the moves."""
        return self.record.game

    @property
    def noun(self) -> str:
        """Noun for the text, as in *a transcript*; empty if it has none."""
        return Text(registry.format_named(self.format).noun) if self.format in registry.names() else ""

    @property
    def is_usual(self) -> bool:
        """True if the game begins with the usual start."""
        start = self.record.tree.root.position
        return bool(self.format != "board" and start == Position.start(start.size))


def read(text: str) -> Reading:
    """Read the games of any text.

    A text in a known format is read as such; `pasted` reads any other. A game ends before its first illegal move.
    Raises ParseError if there is neither a board nor a move, or if the first move is illegal.
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
    """Readable games of a text with errors; none if the first game is bad."""
    if name in ("board", "transcript"):
        return lines.readable_games(text) if "\n" in text.strip() else []
    try:
        found = streams.read(io.BytesIO(text.encode(errors="replace")), "the text", among=registry.that_hold(OTHELLO))
        return [each.record for each in found if each.record is not None]
    except OutflankError:
        return []
