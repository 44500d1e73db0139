"""Read any text that a user pastes: look for a board and moves, ignore the rest, and report how the text was read.

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
    """Name of the text's format, or ``text`` if the text is not in any particular format."""

    stopped: str = ""
    """Error message for the first illegal move, if any. The game ends before this move."""

    more: tuple[Record, ...] = ()
    """All games in the text except the first."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes about anything that the reader changed or ignored, one sentence each."""
        return self.record.notes

    @property
    def game(self) -> Any:
        """First game in the text.

        It starts from the board in the text or, if there is no board, from the usual start.
        """
        return self.record.game

    @property
    def noun(self) -> str:
        """Noun phrase for the text, such as *a transcript*. Empty if the text is not in any particular format."""
        return Text(registry.format_named(self.format).noun) if self.format in registry.names() else ""

    @property
    def is_usual(self) -> bool:
        """True if the game begins from the usual start."""
        start = self.record.tree.root.position
        return bool(self.format != "board" and start == Position.start(start.size))


def read(text: str) -> Reading:
    """Read the games in any text.

    A text in a known format is read in that format; any other text is read by `pasted`. If a move is illegal, the game
    ends before it. Raises ParseError if the text contains neither a board nor a move, or if the first move is illegal.
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
    """Read all good games in a text that contains errors. Returns an empty list if the first game is bad."""
    if name in ("board", "transcript"):
        return lines.readable_games(text) if "\n" in text.strip() else []
    try:
        found = streams.read(io.BytesIO(text.encode(errors="replace")), "the text", among=registry.that_hold(OTHELLO))
        return [each.record for each in found if each.record is not None]
    except OutflankError:
        return []
