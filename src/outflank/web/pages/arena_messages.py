"""The message of the tournament screen."""

from typing import Literal

from outflank.web.wire import Message


class AskArena(Message):
    """How the tournament stands that this server shows, and the boards on which it is played."""

    type: Literal["arena"]
