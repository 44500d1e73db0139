"""The screen with a person's games, where they can search, name, delete and restore them and open their reviews."""

from typing import Annotated, Any, Literal

from pydantic import Field

from outflank.sessions.people import LONGEST_GAME_NAME, clean_name
from outflank.sessions.sharing import RunningError
from outflank.web import catalogue
from outflank.web.engines.short_work import beside
from outflank.web.games.fairness import Fairness
from outflank.web.games.own_games import OwnGames, Query
from outflank.web.wire import Ending, GameId, Handler, Message, OfGame, Screen


class ListGames(Message):
    """A request for the person's games that match the criteria in `Query`, newest first.

    To get the next page of results, the page sends the id of the last game as `after`.
    """

    type: Literal["games"]
    text: Annotated[str, Field(max_length=200)] = ""
    kind: Annotated[str, Field(max_length=40)] = ""
    against: Annotated[str, Field(max_length=120)] = ""
    ending: Ending | None = None
    mine: bool = False
    after: GameId | None = None
    most: Annotated[int, Field(ge=1, le=50)] = 30


class ClaimGames(Message):
    """A request to add the games that the browser remembers to the person's list.

    These games are older than the server's record of players.
    """

    type: Literal["claim"]
    games: Annotated[list[GameId], Field(max_length=1000)]


class NameGame(OfGame):
    """A request to name a game in the person's list. An empty string removes the name."""

    type: Literal["name"]
    name: Annotated[str, Field(max_length=LONGEST_GAME_NAME)]


class DeleteGame(OfGame):
    """A request to delete a game from the person's list or to restore it."""

    type: Literal["delete", "restore"]


class AskReview(OfGame):
    """A request for a game's stored review."""

    type: Literal["reviewed"]


class GamesScreen(Screen):
    """The handlers for a person's list of games."""

    def __init__(self, library: OwnGames, fairness: Fairness):
        self._library, self._fairness = library, fairness

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {
            "games": self._games,
            "claim": self._claim,
            "name": self._name,
            "delete": self._delete,
            "restore": self._restore,
            "reviewed": self._reviewed,
        }

    async def _games(self, message: ListGames, person: str) -> dict[str, Any]:
        return await beside(self._listed, message, person)

    def _listed(self, message: ListGames, person: str) -> dict[str, Any]:
        query = Query(message.text, message.kind, message.against, message.ending, message.mine)
        found = self._library.find(person, query, message.after, message.most + 1)
        answer = {"type": "games", "games": found[: message.most], "more": len(found) > message.most}
        if message.after is None:
            answer["count"] = self._library.count(person, query)
        if message.after is None and query == Query():  # nothing has been searched for yet
            opponents = self._library.opponents(person)
            answer["opponents"] = [
                {"name": name, "label": name if is_person else catalogue.spoken(name)}
                for name, is_person in opponents.items()
            ]
        return answer

    async def _claim(self, message: ClaimGames, person: str) -> dict[str, Any]:
        return {"type": "claimed", "count": await beside(self._library.claim, person, message.games)}

    async def _name(self, message: NameGame, person: str) -> dict[str, Any]:
        name = clean_name(message.name, LONGEST_GAME_NAME)
        await beside(self._library.name, person, message.game, name)
        return {"type": "named", "name": name}

    async def _delete(self, message: DeleteGame, person: str) -> dict[str, Any]:
        await beside(self._library.delete, person, message.game)
        return {"type": "done"}

    async def _restore(self, message: DeleteGame, person: str) -> dict[str, Any]:
        await beside(self._library.restore, person, message.game)
        return {"type": "done"}

    async def _reviewed(self, message: AskReview, _person: str) -> dict[str, Any]:
        if self._fairness.is_running(message.game):
            raise RunningError
        review = await beside(self._library.review, message.game)
        moves, judged = ([], []) if review is None else (review.moves, review.judged)
        return {"type": "reviewed", "moves": moves, "judged": judged}
