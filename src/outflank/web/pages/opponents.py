"""The gallery below the ladder of opponents: the publications behind the players."""

from typing import Any, Literal

from outflank.web import catalogue
from outflank.web.wire import Handler, Message, Screen


class AskStories(Message):
    """A request for the publications behind the players, and for the approaches of the characters."""

    type: Literal["stories"]


class OpponentsScreen(Screen):
    """The handler for the screen of the opponents. Their ladder is in the welcome message."""

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {"stories": self._stories}

    def _stories(self, _message: AskStories, _person: str) -> dict[str, Any]:
        return {"type": "stories", "stories": catalogue.stories(), "approaches": catalogue.approaches()}
