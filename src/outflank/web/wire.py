"""The parts that all messages between pages and the server share: protocol version, field types and base classes."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from outflank.errors import RequestError, described, excerpt
from outflank.text import Text

VERSION = 7
"""The protocol version. A page with a different version is asked to reload."""

LONGEST = 256 * 1024
"""Maximum size of a message in bytes. A larger message closes the connection."""

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
    """Raised for a message that cannot be understood, or for a request that cannot be fulfilled."""


def check_key(person: str) -> None:
    """Raise MessageError if the page has no key, so that its person is unknown."""
    if not person:
        raise MessageError("no key", "this page has no key and can only watch: reload it")


INCOMING: list[type["Message"]] = []
"""The types of messages that a page may send, in order of definition.

These are all subclasses of `Message` that have a `type`.
"""


class Message(BaseModel):
    """Base class of the messages that pages send. The answer contains the message's `id` as `re`.

    Messages with unknown fields are rejected.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    id: int = Field(0, ge=0, le=2**53)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Register the class in `INCOMING`."""
        if "type" in cls.model_fields:
            INCOMING.append(cls)


class OfGame(Message):
    """Base class of messages about one game."""

    game: GameId


class LineMessage(Message):
    """Base class of messages about a line of play: the type of game, its start and the moves.

    An empty `start` stands for the usual start.
    """

    kind: KindName = "othello"
    start: BoardText = ""
    moves: Moves


class MatchSetup(BaseModel):
    """The settings of a new match, such as its players, board, start position and clock.

    `pace` is the minimum number of seconds that a program takes for a move.
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
"""The fields of an answer as a dictionary or as JSON text; None if the answer is sent later."""

Handler = Callable[[Any, str], Answer | Awaitable[Answer]]
"""A function that answers one type of message. Its arguments are the message and the person at the page.

It may raise OutflankError.
"""


class Screen:
    """The server's side of a screen, with a handler for each type of message that the screen sends."""

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handler for each message type."""
        return {}

    def close(self) -> None:
        """Release all resources, because the page or the server is closing."""


def handlers_of(screens: Iterable[Screen]) -> dict[str, Handler]:
    """The handlers of several screens, for each type of message."""
    return {type_: handler for screen in screens for type_, handler in screen.handlers.items()}


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
"""User messages for Pydantic's error types. Each of them follows the name of a field."""


def in_words(error: ValidationError) -> Text:
    """Describe a validation error in one line that users can understand."""
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
