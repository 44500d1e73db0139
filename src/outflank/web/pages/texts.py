"""Parsing, replaying and writing games for pages, in worker processes because users may send any input."""

import base64
from collections.abc import Awaitable, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from outflank import formats
from outflank.errors import OutflankError
from outflank.play import History, kind_of
from outflank.play.record import Record
from outflank.rules import DiscPosition
from outflank.sessions.people import visible
from outflank.web import catalogue
from outflank.web.animation import GREEN, animated
from outflank.web.engines.short_work import Desk
from outflank.web.games import trees
from outflank.web.pages.study_messages import LONGEST_TITLE
from outflank.web.views import view_of
from outflank.web.wire import Handler, LineMessage, LongText, Message, MessageError, Screen

_PICTURE = ".svg"  # the page draws its own pictures


Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
"""A colour in the form ``#rrggbb``."""


class ReadText(Message):
    """A request to parse pasted text that contains a game or a position."""

    type: Literal["read"]
    text: LongText


class LookAt(LineMessage):
    """A request for the positions in a line of play.

    `since` is the number of the first position to send; the start has number 0.
    """

    type: Literal["look"]
    since: Annotated[int, Field(ge=0, le=400)] = 0


class WriteGame(LineMessage):
    """A request to write a game in every format that can represent it, including its transcript and board."""

    type: Literal["write"]
    players: Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=3, default_factory=list)]


class AnimateGame(LineMessage):
    """A request for a game as an animated picture.

    - `felt`, `lines`, `frame`: the colours of the board, in the form ``#rrggbb``
    """

    type: Literal["animate"]
    felt: Colour = GREEN[0]
    lines: Colour = GREEN[1]
    frame: Colour = GREEN[2]


class TextScreen(Screen):
    """The handlers for messages about text. The work is done in the processes of `desk`."""

    def __init__(self, desk: Desk):
        self._desk = desk

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {"read": self._read, "look": self._look, "write": self._write, "animate": self._animate}

    def _read(self, message: ReadText, _person: str) -> Awaitable[str]:
        return self._desk.answer(read, message.text)

    def _look(self, message: LookAt, _person: str) -> Awaitable[str]:
        return self._desk.answer(look, message.kind, message.start, message.moves, message.since)

    def _write(self, message: WriteGame, _person: str) -> Awaitable[str]:
        return self._desk.answer(write, message.kind, message.start, message.moves, message.players)

    def _animate(self, message: AnimateGame, _person: str) -> Awaitable[str]:
        colours = (message.felt, message.lines, message.frame)
        return self._desk.answer(animate, message.kind, message.start, message.moves, colours)


def read(text: str) -> dict[str, Any]:
    """Answer a `read` message: parse the game or position in a pasted text.

    Raises OutflankError if the text contains neither.
    """
    from outflank.formats import text as any_text  # loads all readers, so it is imported only in the desk's processes

    reading = any_text.read(text)
    record, game = reading.record, reading.game
    return {
        "type": "reading",
        "format": reading.format,
        "noun": reading.noun,
        "usual": reading.is_usual,
        "stopped": reading.stopped,
        "notes": list(reading.notes),
        "others": len(reading.more),
        "kind": record.kind.name,
        "start": record.kind.write(game.start),
        "moves": list(game.moves),
        "views": [view_of(position) for position in game.positions],
        "black": record.player(0),
        "white": record.player(1),
        "name": visible(record.tags.get("GN", ""))[:LONGEST_TITLE],
        "tree": trees.write(record) if trees.has_more(record) else "",
    }


def look(kind: str, start: str, moves: list[str], since: int) -> dict[str, Any]:
    """Answer a `look` message: return the positions in a line of play from number `since` onward.

    Raises OutflankError if the start or a move is invalid.
    """
    game = _game_of(kind, start, moves)
    views = [view_of(position) for position in game.positions[since:]]
    return {"type": "views", "since": since, "moves": list(game.moves), "views": views}


def write(kind: str, start: str, moves: list[str], players: list[str]) -> dict[str, Any]:
    """Answer a `write` message: write a game in every format that can represent it.

    Raises OutflankError if the start or a move is invalid.
    """
    return {"type": "written", "texts": texts_of(_game_of(kind, start, moves), players)}


def animate(kind: str, start: str, moves: list[str], colours: tuple[str, str, str] = GREEN) -> dict[str, Any]:
    """Answer an `animate` message: draw the game as a GIF, in base 64.

    Raises OutflankError if the start or a move is invalid, or the game cannot be drawn.
    """
    game = _game_of(kind, start, moves)
    if not isinstance(game.start, DiscPosition):
        raise MessageError("kind", "an animated picture needs a game with discs")
    return {"type": "animated", "gif": base64.b64encode(animated(game.positions, game.moves, colours)).decode()}


def _game_of(kind: str, start: str, moves: list[str]) -> History[Any]:
    return catalogue.kind_named(kind).new_game(catalogue.start_of(kind, start), moves)


def texts_of(game: History[Any], players: Sequence[str] = ()) -> dict[str, str]:
    """Write a game in every format that can represent it.

    The keys of the result are "transcript", "board" (the current position) and the names of the formats.
    """
    kind = kind_of(game.start)
    texts = {"transcript": kind.transcript(game.moves), "board": kind.write(game.position)}
    record = Record.of(game, players, place="Outflank")
    for name in formats.that_hold(kind):
        if name not in texts:
            text = _written(record, name)
            if text is not None and not text.startswith(texts["board"]):  # it may contain only the board
                texts[name] = text.rstrip("\n")
    return texts


def _written(record: Record, name: str) -> str | None:
    """Write a record in one format.

    Returns None if the format is not available, is a picture or cannot represent the record.
    """
    try:
        format_ = formats.text_format(name)
        return None if _PICTURE in format_.extensions else format_.write([record])
    except OutflankError:
        return None
