"""Elements of the messages between page and server: the version of the protocol, types of fields, the base class."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from outflank.errors import RequestError, described, excerpt
from outflank.text import Text

VERSION = 6
"""Of the protocol. A page of another version is told to reload."""

LONGEST = 256 * 1024
"""Bytes of a message; a longer one ends the connection."""

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
"""How a game came out for whoever looks at it."""


class MessageError(RequestError):
    """A message that cannot be understood, or that asks a page's server for something that it cannot do."""


INCOMING: list[type["Message"]] = []
"""The messages that a page may send: each subclass of `Message` that has a `type`, in the order of definition."""


class Message(BaseModel):
    """Base class of the messages that a page sends. `id` is a number by which the answer names it.

    Unknown fields are refused.
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
    """A message about a line of play: a kind of game, the start (the usual one if empty), and the moves from there."""

    kind: KindName = "othello"
    start: BoardText = ""
    moves: Moves


class MatchSetup(BaseModel):
    """A match to be begun: who plays which side, on what board, with how much time.

    `pace` is the least time in seconds that a program takes for a move.
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
"""The fields of an answer, the same as JSON, or None where the answer comes later."""

Handler = Callable[[Any, str], Answer | Awaitable[Answer]]
"""Answers the messages of one type. It gets the message and the person at the page, and may raise OutflankError."""


class Screen:
    """A part of a page. `handlers` answer its messages, by their types."""

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handler of each type of message."""
        return {}

    def close(self) -> None:
        """Let go of everything; the page, or the server, has gone."""


_WORDS: dict[str, Text] = {
    "missing": Text("is missing"),
    "extra_forbidden": Text("is not known"),
    "string_too_long": Text("may have at most {max_length} characters"),
    "string_too_short": Text("may not be empty"),
    "too_long": Text("may have at most {max_length} entries"),
    "too_short": Text("needs at least {min_length}"),
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
"""Texts for Pydantic's errors by their types, to stand behind the name of the field."""


def in_words(error: ValidationError) -> Text:
    """Say in a line what is wrong with data that was given."""
    first = error.errors(include_url=False)[0]
    if first["type"] == "union_tag_invalid":
        return Text("there are no messages of the type {name}", name=excerpt(str(first["ctx"]["tag"]), 40))
    names = [part for part in first["loc"] if isinstance(part, str)]
    words = _WORDS.get(first["type"])
    if words is not None and len(names) > 1:
        at = first["loc"][-1]
        field = Text("the {name}", name=names[-1])
        if isinstance(at, int):
            field = Text("entry {number} of the {name}", number=at + 1, name=names[-1])
        context = first.get("ctx", {}).items()
        values = {name: f"{value:g}" if isinstance(value, float) else value for name, value in context}
        said = Text("{field} {complaint}", field=field, complaint=Text(words.template, **values))
    else:
        where, message = ".".join(names), first["msg"][:1].lower() + first["msg"][1:]
        said = Text(f"{where}: {message}" if where else message)
    if first["type"] in ("missing", "extra_forbidden"):
        return said
    return Text("{complaint}, got {value}", complaint=said, value=described(first.get("input")))
