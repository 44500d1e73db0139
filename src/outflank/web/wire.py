"""The parts that all messages between a page and the server share: protocol version, field types, base classes."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from outflank.errors import RequestError, described, excerpt
from outflank.text import Text

VERSION = 6
"""Version of the protocol. The server asks a page with a different version to reload."""

LONGEST = 256 * 1024
"""Largest message in bytes; a larger one ends the connection."""

GameId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,40}$")]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
PersonName = Annotated[str, Field(max_length=200)]
KindName = Annotated[str, Field(min_length=1, max_length=40)]
PlayerName = Annotated[str, Field(min_length=1, max_length=120)]
LongText = Annotated[str, Field(max_length=100_000)]
BoardText = Annotated[str, Field(max_length=2000)]
Moves = Annotated[list[Annotated[str, Field(min_length=1, max_length=8)]], Field(max_length=400)]


Ending = Literal["won", "lost", "drawn", "unfinished"]
"""A game's outcome from the point of view of the person looking at it."""


class MessageError(RequestError):
    """A message that cannot be understood, or a request that cannot be met."""


INCOMING: list[type["Message"]] = []
"""The messages that a page may send: every subclass of `Message` with a `type`, in order of definition."""


class Message(BaseModel):
    """Base class of the messages that a page sends; the answer repeats `id` as `re`.

    A message with unknown fields is rejected.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    id: int = Field(0, ge=0, le=2**53)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Add the class to `INCOMING`."""
        if "type" in cls.model_fields:
            INCOMING.append(cls)


class OfGame(Message):
    """A message about a game."""

    game: GameId


class LineMessage(Message):
    """A message about a line of play: the game, its start (empty for the usual start) and the moves."""

    kind: KindName = "othello"
    start: BoardText = ""
    moves: Moves


class MatchSetup(BaseModel):
    """The settings of a new match: players by seat, board, start and clock.

    `pace` is the minimum time in seconds that a program takes for a move.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: KindName = "othello"
    seats: Annotated[list[PlayerName], Field(min_length=2, max_length=3)]
    size: Annotated[int, Field(ge=4, le=10)] = 8
    mirrored: bool = False
    start: BoardText = ""
    moves: Moves = []
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    clock: Annotated[str, Field(max_length=40)] = ""
    pace: Annotated[float, Field(ge=0, le=3)] = 0.0


Answer = dict[str, Any] | str | None
"""An answer's fields, either as a dictionary or as JSON text; None if the answer is sent later."""

Handler = Callable[[Any, str], Answer | Awaitable[Answer]]
"""A function that answers messages of one type, given the message and the person at the page.

It may raise OutflankError.
"""


class Screen:
    """A part of the page, with a handler for each type of message that it sends."""

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handler for each message type."""
        return {}

    def close(self) -> None:
        """Release all resources, because the page or the server has gone away."""


_WORDS: dict[str, Text] = {
    "missing": Text("is missing"),
    "extra_forbidden": Text("is unknown"),
    "string_too_long": Text("may have at most {max_length} characters"),
    "string_too_short": Text("may not be empty"),
    "too_long": Text("may have at most {max_length} entries"),
    "too_short": Text("needs at least {min_length} entries"),
    "greater_than": Text("must be above {gt}"),
    "greater_than_equal": Text("must be at least {ge}"),
    "less_than": Text("must be below {lt}"),
    "less_than_equal": Text("must be at most {le}"),
    "finite_number": Text("must be a number"),
    "string_type": Text("must be text"),
    "literal_error": Text("must be {expected}"),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), Text("must be a whole number")),
    **dict.fromkeys(("float_type", "float_parsing"), Text("must be a number")),
    **dict.fromkeys(("bool_type", "bool_parsing"), Text("must be true or false")),
    **dict.fromkeys(("list_type", "tuple_type"), Text("must be a list")),
}
"""Phrases for Pydantic's error types; each follows the name of the field."""


def in_words(error: ValidationError) -> Text:
    """Describe a validation error for users in one line."""
    first = error.errors(include_url=False)[0]
    if first["type"] == "union_tag_invalid":
        return Text("there is no message of type {name}", name=excerpt(str(first["ctx"]["tag"]), 40))
    names = [part for part in first["loc"] if isinstance(part, str)]
    words = _WORDS.get(first["type"])
    if words is not None and len(names) > 1:
        at = first["loc"][-1]
        field = Text("the {name}", name=names[-1])
        if isinstance(at, int):
            field = Text("entry {number} of the {name}", number=at + 1, name=names[-1])
        context = first.get("ctx", {}).items()
        values = {name: f"{value:g}" if isinstance(value, float) else value for name, value in context}
        sentence = Text("{field} {complaint}", field=field, complaint=Text(words.template, **values))
    else:
        where, message = ".".join(names), first["msg"][:1].lower() + first["msg"][1:]
        sentence = Text(f"{where}: {message}" if where else message)
    if first["type"] in ("missing", "extra_forbidden"):
        return sentence
    return Text("{complaint}, got {value}", complaint=sentence, value=described(first.get("input")))
