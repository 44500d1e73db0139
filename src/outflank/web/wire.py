"""What messages between page and server are made of: the version of the protocol, types of fields, the base class."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from outflank.errors import OutflankError

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

What = Literal["undo", "rematch"]
"""What those who play ask of one another."""


class MessageError(OutflankError):
    """A message that cannot be understood, or a request that cannot be met. `code` is for programs."""

    def __init__(self, code: str, message: object, /, **values: object):
        super().__init__(message, **values)
        self.code = code


class Message(BaseModel):
    """What every message has: a number by which its answer names it. Fields that it does not know are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    id: int = Field(0, ge=0, le=2**53)


Handler = Callable[[Any, str], dict[str, Any] | Awaitable[dict[str, Any]]]
"""What answers one type of message: it takes the message and who is at the page, and gives the answer's fields."""
