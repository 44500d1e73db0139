"""The messages of the opening explorer."""

from typing import Annotated, Literal

from pydantic import Field

from outflank.web.wire import BoardText, KindName, Message, Moves


class Explore(Message):
    """What was played in the position after some moves, and what came of it.

    In all games of the library, or in those of who asks; from a year on, with a player (of one's own games: against).
    """

    type: Literal["explore"]
    kind: KindName = "othello"
    start: BoardText = ""
    moves: Moves
    source: Literal["all", "mine"] = "all"
    since: Annotated[int, Field(ge=0, le=9999)] | None = None
    player: Annotated[str, Field(max_length=200)] = ""


class Fill(Message):
    """Take games into the library: an address for their files, good for one request."""

    type: Literal["fill"]
