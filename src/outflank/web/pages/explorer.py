"""The opening explorer, which shows the moves played in a position, their values and the person's own results.

The library of games belongs to the server's operator, and this module only reads it. Beside its counts, or in their
place if there is no library, the page shows those of the WTHOR archive, which come with the package.
"""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from outflank.errors import OutflankError
from outflank.library import ArchiveCounts, GameRow, Search
from outflank.library.boards import board_of
from outflank.practice.repertoire import opening_named
from outflank.rules import Game, Position
from outflank.sessions.exploring import Exploring, NoLibraryError, people_in
from outflank.text import Text
from outflank.web import catalogue, logs
from outflank.web.engines.pool import Pool, Warming
from outflank.web.engines.short_work import beside
from outflank.web.games.own_games import OwnGames
from outflank.web.games.own_positions import OwnPositions
from outflank.web.pages.popular_openings import names_of_openings
from outflank.web.wire import Handler, LineMessage, Message, Screen


class Explore(LineMessage):
    """A request for the games, results and values in the position after some moves.

    - `source`: either the whole library or only the person's own games
    - `since`: the first year to include
    - `player`: only games by this player or, with the person's own games, only those against this player
    """

    type: Literal["explore"]
    source: Literal["all", "mine"] = "all"
    since: Annotated[int, Field(ge=0, le=9999)] | None = None
    player: Annotated[str, Field(max_length=200)] = ""


class ExplorePeople(LineMessage):
    """A request for the moves of people of several ratings in the position after some moves."""

    type: Literal["explore_people"]


class FindOpening(Message):
    """A request for the moves of a named opening."""

    type: Literal["find_opening"]
    name: Annotated[str, Field(max_length=100)]


class ListOpenings(Message):
    """A request for the names of all openings."""

    type: Literal["opening_names"]


class Explorer(Screen):
    """The handlers for the explorer's requests and for openings by name.

    `check` raises OutflankError if a person may not see a position's values. `pool` runs the model of people's moves
    once `warming` is done; None runs it in a thread.
    """

    def __init__(
        self,
        games: OwnGames,
        exploring: Exploring,
        check: Callable[[str, Position], None] = lambda _person, _position: None,
        pool: Pool | None = None,
        warming: Warming | None = None,
    ):
        self._games, self._exploring, self._check = games, exploring, check
        self._pool, self._warming = pool, warming
        self._own = OwnPositions(games)
        self._fills = exploring.library.path is not None and not games.is_shared

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {
            "explore": self.explore,
            "explore_people": self.explore_people,
            "find_opening": self.find_opening,
            "opening_names": self.opening_names,
        }

    async def explore(self, message: Explore, person: str) -> dict[str, Any]:
        """Return a position's games, results and values.

        Raises OutflankError if the line of play is invalid, or if the person may not see the position's values.
        """
        position = await beside(_position_of, message)
        self._check(person, position)
        return await beside(self._explored, position, message, person)

    async def find_opening(self, message: FindOpening, _person: str) -> dict[str, Any]:
        """Return an opening's name, its moves and the side to move. Raises OutflankError unless one matches."""
        opening = await beside(opening_named, message.name)
        moves = list(Game(Position.start(), opening.moves).moves)
        return {"type": "found_opening", "name": opening.name, "moves": moves, "turn": int(opening.position.turn)}

    async def opening_names(self, _message: ListOpenings, _person: str) -> dict[str, Any]:
        """Return the names of all openings, most frequent in the archive first."""
        return {"type": "named_openings", "openings": await beside(names_of_openings)}

    async def explore_people(self, message: ExplorePeople, person: str) -> dict[str, Any]:
        """Return the probability of each move for people of several ratings, and the discs that they lose.

        Raises OutflankError if the line of play is invalid, or if the person may not see the position's values.
        """
        position = await beside(_position_of, message)
        self._check(person, position)
        if self._warming is not None:
            await self._warming.wait(lambda _words: None)
        run = beside if self._pool is None else partial(self._pool.run, is_counted=False)
        people = await run(people_in, position)
        explored = await beside(self._exploring.explored, position, people=people)
        return {
            "type": "explored_people",
            "people": [each.to_json() for each in explored.people],
            "moves": {each.played.move: each.to_json()["people"] for each in explored.moves},
        }

    def _explored(self, position: Position, message: Explore, person: str) -> dict[str, Any]:
        is_mine = message.source == "mine"
        against = message.player if is_mine else ""
        own, n_own, last = self._own.look(person, position, message.since if is_mine else None, against)
        look, trouble = None, None
        if is_mine:
            examples, total = [_own_example(game) for game in self._games.these(person, last)], n_own
        else:
            try:
                query = Search(player=message.player, since=message.since)
                look = self._exploring.look(position, query)
                if message.player and not look.played.results.games and (hint := self._exploring.hint(query)):
                    trouble = {"code": "name", "message": hint}
            except OutflankError as error:  # everything else is sent anyway
                trouble = library_trouble(error, is_shared=self._games.is_shared)
            examples, total = ([_example(row) for row in look.examples], look.n_games) if look else ([], 0)
        explored = self._exploring.explored(position, look, own if is_mine or own.whole.games else None)
        return {
            "type": "explored",
            "source": message.source,
            "total": total,
            "archive_total": ArchiveCounts.shipped().n_games,
            "turn": int(position.switched().turn if position.must_pass else position.turn),
            **explored.to_json(),
            "examples": examples,
            "trouble": trouble,
            "fills": self._fills,
        }

    def close(self) -> None:
        """Close the libraries and the file of values."""
        self._own.close()
        self._exploring.values.close()


def library_trouble(error: OutflankError, *, is_shared: bool) -> dict[str, str]:
    """Describe a library error to the page. On a shared server, the description does not contain the file's path."""
    if isinstance(error, NoLibraryError):
        return {"code": "no library", "message": error.message}
    logs.event(logs.WARNING, "library not read", reason=str(error))
    hidden = Text("the library of games cannot be read at the moment")
    return {"code": "library", "message": hidden if is_shared else error.message}


def _position_of(message: LineMessage) -> Any:
    """The position that a request's line of play reaches.

    Raises OutflankError if the line is invalid or if libraries cannot store the position.
    """
    kind = catalogue.kind_named(message.kind)
    position = kind.new_game(catalogue.start_of(message.kind, message.start), message.moves).position
    board_of(position)
    return position


def _example(row: GameRow) -> dict[str, Any]:
    """Describe a library game so that the page can open it."""
    start = row.entry.start
    return {
        "players": [row.black, row.white],
        "place": row.place,
        "date": row.date,
        "won": None if row.won is None else {1: [0], 0: [0, 1], -1: [1]}[row.won],
        "score": row.score,
        "start": "" if start == Position.start() else start.board_string,
        "moves": list(row.record.tree.moves),
    }


def _own_example(game: dict[str, Any]) -> dict[str, Any]:
    """Describe one of the person's games so that the page can open it."""
    result = game["result"]
    is_counted = result["how"] in ("counted", "board")
    return {
        "game": game["id"],
        "players": game["players"],
        "persons": game["persons"],
        "own": game["own"],
        "place": game["name"],
        "date": date.fromtimestamp(game["created"]).isoformat(),
        "won": result["winners"],
        "score": result["scores"][0] if is_counted else None,
        "start": game["start"],
        "moves": game["moves"],
    }
