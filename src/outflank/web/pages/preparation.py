"""The preparation screen: find players in the library, prepare for one of them, and compare two.

Reports are made in the processes for analyses, which several pages share, and the latest ones are remembered.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Annotated, Any, Literal

from pydantic import Field

from outflank.errors import OptionError, OutflankError
from outflank.library import Search
from outflank.library.names import names_in
from outflank.play import GamePosition
from outflank.play.words import nearest
from outflank.rules import BLACK, WHITE
from outflank.sessions.exploring import LibraryReader, LibraryState, NoLibraryError
from outflank.web.engines import preparing
from outflank.web.engines.jobs import Notice, Ready
from outflank.web.engines.page_work import Send, Tell, Work
from outflank.web.engines.pool import Pool, Warming
from outflank.web.engines.preparing import PreparationFiles
from outflank.web.engines.short_work import beside
from outflank.web.pages.explorer import library_trouble
from outflank.web.wire import Handler, Message, MessageError, Screen

_LISTED = 8  # players found at once
_MOST_REPORTS, _MOST_LISTS = 16, 100  # remembered

_Name = Annotated[str, Field(min_length=1, max_length=200)]
_Year = Annotated[int, Field(ge=0, le=9999)]


class FindPlayers(Message):
    """A request for the players whose names contain all words in a text, those with the most games first."""

    type: Literal["find_players"]
    text: Annotated[str, Field(max_length=200)] = ""
    people: bool = False


class _OfGames(Message):
    """Base class of requests about some of the library's games.

    - `since`, `until`: the first and the last year
    - `people`: leave out games in which a program plays
    - `xot`: only games from XOT openings, instead of only others
    """

    since: _Year | None = None
    until: _Year | None = None
    people: bool = False
    xot: bool = False

    @property
    def query(self) -> Search:
        """The search for these games."""
        return Search(since=self.since, until=self.until, people=self.people, xot=self.xot)


class PrepareForPlayer(_OfGames):
    """A request for a report about the way a player plays the opening with one colour."""

    type: Literal["prepare"]
    player: _Name
    side: Literal["black", "white"]


class ComparePlayers(_OfGames):
    """A request for a comparison of two players."""

    type: Literal["compare"]
    player: _Name
    other: _Name


class StopPreparing(Message):
    """A request to stop the preparation or comparison on this page."""

    type: Literal["stop_preparing"]


class Preparations:
    """The library for preparations, and the reports that are remembered; all pages share them."""

    def __init__(self, files: PreparationFiles, *, is_shared: bool = False):
        self.files, self._is_shared = files, is_shared
        self._library = LibraryReader(files.library)
        self._reports: OrderedDict[Any, Any] = OrderedDict()
        self._lists: OrderedDict[Any, dict[str, Any]] = OrderedDict()

    def state(self) -> LibraryState:
        """Return the state of the library. Raises OutflankError if there is none."""
        try:
            with self._library.opened() as (state, _):
                return state
        except OutflankError as error:
            raise self.for_page(error) from error

    def recall(self, key: Any) -> Any:
        """Return the report for a request and a state of the library; None if it is unknown."""
        return self._reports.get(key)

    def remember(self, key: Any, report: Any) -> None:
        """Remember a report, and forget the oldest one if there are too many."""
        _put(self._reports, key, report, _MOST_REPORTS)

    def find(self, text: str, *, people: bool) -> dict[str, Any]:
        """Find players by their names; without any, name similar ones."""
        try:
            with self._library.opened() as (state, library):
                key = state, text, people
                if key not in self._lists:
                    rows = library.players(text, most=_LISTED, people=people)
                    near = () if rows or not text.strip() else nearest(text, names_in(library))
                    found = {"players": [row.to_json() for row in rows], "near": list(near), "total": state.n_games}
                    _put(self._lists, key, found, _MOST_LISTS)
                return {**self._lists[key], "trouble": None}
        except OutflankError as error:
            trouble = library_trouble(error, is_shared=self._is_shared)
            return {"players": [], "near": [], "total": 0, "trouble": trouble}

    def for_page(self, error: OutflankError) -> OutflankError:
        """Return an error without the library's path; errors about names and about a missing library have none."""
        if isinstance(error, NoLibraryError | OptionError):
            return error
        trouble = library_trouble(error, is_shared=self._is_shared)
        return MessageError(trouble["code"], trouble["message"])

    @property
    def fills(self) -> bool:
        """True if a person can import games on the page."""
        return self.files.library is not None and not self._is_shared


def _put(cache: OrderedDict[Any, Any], key: Any, value: Any, most: int) -> None:
    cache[key] = value
    if len(cache) > most:
        cache.pop(next(iter(cache)), None)


class PreparationScreen(Screen):
    """The handlers of one page's preparations.

    `check_all` raises OutflankError if a person may not see the values of some positions, and `send` sends results.
    """

    def __init__(
        self,
        preparations: Preparations,
        analysts: Pool,
        warming: Warming,
        check_all: Callable[[str, Sequence[GamePosition]], None],
        send: Send,
    ):
        self._preparations, self._analysts, self._warming = preparations, analysts, warming
        self._check_all, self._work = check_all, Work(send)

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {
            "find_players": self._find,
            "prepare": self._prepare,
            "compare": self._compare,
            "stop_preparing": self._stop,
        }

    def close(self) -> None:
        """Stop the page's preparation."""
        self._work.stop()

    async def _find(self, message: FindPlayers, _person: str) -> dict[str, Any]:
        found = await beside(self._preparations.find, message.text, people=message.people)
        return {"type": "found_players", **found, "fills": self._preparations.fills}

    def _prepare(self, message: PrepareForPlayer, person: str) -> None:
        side = BLACK if message.side == "black" else WHITE

        async def search(tell: Tell) -> Any:
            found, positions = await self._made(message, tell, preparing.prepare, message.player, side)
            self._check_all(person, positions)
            return found

        self._work.begin("preparation", message.id, {}, search)

    def _compare(self, message: ComparePlayers, _person: str) -> None:
        async def search(tell: Tell) -> Any:
            return await self._made(message, tell, preparing.compare, message.player, message.other)

        self._work.begin("preparation", message.id, {}, search)

    def _stop(self, _message: StopPreparing, _person: str) -> dict[str, Any]:
        self._work.stop()
        return {"type": "stopped"}

    async def _made(self, message: _OfGames, tell: Tell, job: Callable[..., Any], *arguments: Any) -> Any:
        """Return a remembered report, or run the job that makes it."""
        key = await beside(self._preparations.state), job.__name__, *arguments, astuple(message.query)
        found = self._preparations.recall(key)
        if found is not None:
            return found

        def hear(news: Any) -> None:
            if isinstance(news, Notice):
                tell(found={"notice": news.words})
            elif not isinstance(news, Ready):
                tell(found=news)

        await self._warming.wait(lambda words: tell(found={"notice": words}))
        if self._analysts.is_full:
            tell(waiting=True)
        try:
            found = await self._analysts.run(job, self._preparations.files, *arguments, message.query, hear=hear)
        except OutflankError as error:
            raise self._preparations.for_page(error) from error
        self._preparations.remember(key, found)
        return found
