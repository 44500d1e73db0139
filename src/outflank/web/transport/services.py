"""The components of a server, and the pages that are connected to it."""

import asyncio
import itertools
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank import __version__
from outflank.cores import usable_cores
from outflank.files import remove_left_folders
from outflank.sessions.exploring import Exploring, LibraryReader, MoveValues
from outflank.text import Text
from outflank.web import catalogue, logs, wire
from outflank.web.club.club import Club
from outflank.web.engines import threads
from outflank.web.engines.pool import Pool, Warming
from outflank.web.engines.preparing import PreparationFiles
from outflank.web.engines.short_work import Desk
from outflank.web.games.matches import Matches
from outflank.web.games.own_games import OwnGames
from outflank.web.games.place import GamesPlace, file_beside
from outflank.web.games.program_moves import ProgramMoves
from outflank.web.games.retrying_store import RetryingStore
from outflank.web.pages.analysis import AnalysisScreen
from outflank.web.pages.arena import ArenaReader
from outflank.web.pages.club_tournaments import ClubTournamentsScreen
from outflank.web.pages.explorer import Explorer
from outflank.web.pages.file_transfer import Exchange, Tickets, export_formats
from outflank.web.pages.games import GamesScreen
from outflank.web.pages.library_upload import LibraryUpload
from outflank.web.pages.lobby import LobbyScreen
from outflank.web.pages.members import MembersScreen
from outflank.web.pages.offline_games import OfflineGames
from outflank.web.pages.opponents import OpponentsScreen
from outflank.web.pages.play import PlayScreen
from outflank.web.pages.popular_openings import Popularity
from outflank.web.pages.practice import OwnPractice
from outflank.web.pages.preparation import Preparations, PreparationScreen
from outflank.web.pages.profiles import ProfilesScreen
from outflank.web.pages.progress import OwnProgress
from outflank.web.pages.shared_studies import SharedStudyScreen
from outflank.web.pages.studies import Studies
from outflank.web.pages.texts import TextScreen
from outflank.web.shares import giving_way
from outflank.web.studies.shared_studies import SharedStudies
from outflank.web.transport.connection import Connection
from outflank.web.transport.languages import catalogues
from outflank.web.transport.page_socket import PageSocket, turn_away
from outflank.web.transport.public_address import PublicAddress
from outflank.web.transport.schema import Hello
from outflank.web.transport.sign_in import shown_user
from outflank.web.wire import Screen

_NOTICE_SECONDS = 0.3  # longest wait for pages to be told that the server is stopping


@dataclass(frozen=True, slots=True)
class Capacity:
    """A server's limits on pages, player and analysis processes, and seconds per engine search."""

    pages: int = 250
    players: int = 4
    analysts: int = 2
    seconds: float = 60.0
    scheduler: str = ""
    """The address of a Dask scheduler whose workers search; empty for processes of this machine."""

    @classmethod
    def of(cls, n_engines: int | None = None, **limits: Any) -> "Capacity":
        """Set the number of analysis processes to `n_engines`, and the number of player processes to twice as many.

        By default, there is one analysis process per core, but at least 2.
        """
        n_engines = n_engines or max(2, usable_cores())
        return cls(players=2 * n_engines, analysts=n_engines, **limits)


@dataclass(frozen=True, slots=True)
class Files:
    """The files that a server uses in addition to the games database. Each of them may be None.

    - `library`: the library of games
    - `values`: the stored values of explored moves; None keeps new values in memory only
    - `book`: an opening book that replaces the built-in one
    - `arena`: a tournament to show
    - `ratings`: the rating file of the only person on a local server
    """

    library: Path | None = None
    values: Path | None = None
    book: Path | None = None
    arena: Path | None = None
    ratings: Path | None = None


class Services:
    """The components of a server: its store, process pools, screens and connections.

    `is_shared` means that the server has several users, who see only their own games. Otherwise, everybody sees all
    games. `has_club` opens the club. `games` is the path of the games database. If it is None, games are stored in
    memory only. `tickets` are shared with the other processes of a server that has several.
    """

    def __init__(
        self,
        games: GamesPlace,
        capacity: Capacity,
        *,
        is_shared: bool = False,
        has_club: bool = False,
        files: Files | None = None,
        tickets: Tickets | None = None,
    ) -> None:
        """Open the games database. No process is started yet. Raises OutflankError if the database cannot be used."""
        files = files or Files()
        self.capacity, self.reach = capacity, PublicAddress()
        self.is_installable = True
        self.store = RetryingStore(games)
        self.analysts = Pool(capacity.analysts, nice=10, scheduler=capacity.scheduler)
        self.players = Pool(capacity.players, scheduler=capacity.scheduler)
        self.warming = Warming(self.analysts)
        self.desk = Desk()
        thinking = ProgramMoves(self.players, self.warming, capacity.seconds)
        self.matches = Matches(self.store, thinking, most=4 * capacity.pages)
        fairness = self.matches.fairness
        thinking.check = fairness.check_program
        self.club = Club(self.store, self.matches, is_open=has_club)
        self.club.tell = self.matches.tell = self._tell
        self.club.lobby.is_here = self._is_here
        self._own = OwnGames(self.store, is_shared=is_shared)
        self._values = MoveValues(
            files.values, files.book, lambda error: logs.event(logs.WARNING, "values not saved", reason=str(error))
        )
        library = LibraryReader(files.library)
        self._preparations = Preparations(
            PreparationFiles(files.library, files.values, files.book), is_shared=is_shared
        )
        self.shared_studies = SharedStudies(self._own, self._club_name)
        studies = Studies(self._own, self.shared_studies)
        self.exchange = Exchange(self._own, studies, tickets)
        self.filling = LibraryUpload(files.library, is_shared=is_shared)
        self._arena = ArenaReader(files.arena)
        practice = OwnPractice(
            file_beside(games, "practice.sqlite"),
            self._own,
            self.analysts,
            self.warming,
            fairness.check_line,
            popularity=Popularity(library),
            names_of=lambda persons: self.club.members.names_of(persons) if has_club else {},
        )
        progress = OwnProgress(self._own, files.ratings)

        async def forget(person: str) -> None:
            self.shared_studies.forget(person)
            await practice.forget(person)

        self.screens: tuple[Screen, ...] = (
            GamesScreen(self._own, fairness),
            OfflineGames(self.matches, self._own),
            TextScreen(self.desk),
            OpponentsScreen(),
            self._arena,
            practice,
            MembersScreen(self.club, forget),
            ProfilesScreen(self.club, progress.phases),
            ClubTournamentsScreen(self.club),
            Explorer(
                self._own, Exploring(library, self._values), fairness.check, pool=self.players, warming=self.warming
            ),
            self.filling,
            progress,
            studies,
            self.exchange,
        )
        """The screens that all pages share."""

        self._handlers = wire.handlers_of(self.screens)
        self._numbers = itertools.count(1)
        self.connections: dict[Connection, None] = {}
        """The connections of the pages, oldest first."""

    async def attend(self, socket: PageSocket, address: str, user: bytes = b"") -> None:
        """Serve a page that has just connected until it is gone, or turn it away if there is no room for it.

        `user` is the person whom the operator's proxy has signed in.
        """
        if len(self.connections) >= self.capacity.pages:
            await self.make_room(address)
        if len(self.connections) >= self.capacity.pages:
            logs.event(logs.INFO, "full", pages=len(self.connections))
            await turn_away(socket)
            return
        connection = self.connection(socket, address, user)
        self.connections[connection] = None
        number, began = next(self._numbers), time.monotonic()
        logs.event(logs.INFO, "page connected", connection=number)
        try:
            await connection.run()
        finally:
            self.connections.pop(connection, None)
            seconds = time.monotonic() - began
            logs.event(logs.INFO, "page gone", connection=number, seconds=seconds, messages=connection.n_messages)

    def connection(self, socket: PageSocket, address: str, user: bytes = b"") -> Connection:
        """Create a connection for a page and the user who has signed in, if there is one."""

        def own_screens(connection: Connection) -> tuple[Screen, ...]:
            play = PlayScreen(self.matches, self._own, connection.send_text)
            analysis = AnalysisScreen(
                play.session,
                self.analysts,
                self.players,
                self.warming,
                self.matches.fairness,
                self._own,
                self._values.keep,
                self.capacity.seconds,
                connection.send,
            )
            preparation = PreparationScreen(
                self._preparations, self.analysts, self.warming, self.matches.fairness.check_all, connection.send
            )
            shared = SharedStudyScreen(self.shared_studies, connection.send_text)
            return play, analysis, preparation, LobbyScreen(self.club, connection.send_text), shared

        def welcome(hello: Hello) -> dict[str, Any]:
            return {**self._welcome(hello), **({"user": shown_user(user)} if user else {})}

        return Connection(socket, self._handlers, own_screens, welcome, address, user)

    def _welcome(self, hello: Hello) -> dict[str, Any]:
        """The fields of the welcome message that are the same for all pages."""
        edition = catalogue.edition()
        return {
            "outflank": __version__,
            "languages": {code: known.title for code, known in catalogues().items()},
            "edition": edition,
            **({} if hello.knows == edition else {"kinds": catalogue.described()}),
            "limits": {"seconds": self.capacity.seconds, "bytes": wire.LONGEST},
            "reach": self.reach.address,
            "exports": export_formats(),
            "tournament": self._arena.is_there,
            "installable": self.is_installable,
            "club": self.club.is_open,
        }

    def _club_name(self, person: str) -> str:
        """A person's name in the club; empty without a club or a name."""
        member = self.club.members.of(person) if self.club.is_open else None
        return member.name if member else ""

    def _is_here(self, person: str) -> bool:
        """True if a person has a page open."""
        return any(connection.person == person for connection in self.connections)

    def _tell(self, person: str, event: dict[str, Any]) -> None:
        """Send an event to all pages of a person."""
        for connection in self.connections:
            if connection.person == person:
                connection.send(event)

    async def start(self, *, at_once: bool = False) -> None:
        """Load the descriptions of games and players, which pages need first, and start a process for players.

        Then start to load or compile the engine. With `at_once`, pages are not kept waiting for the process.
        """
        remove_left_folders()  # left by a server killed during an upload
        process = asyncio.ensure_future(self.players.warm())
        await asyncio.sleep(0)  # let the process start
        catalogue.edition()  # loads the players meanwhile
        if not at_once:
            await process
        self.club.start()
        self.warming.begin()  # continues while people look at the page

    @property
    def n_pages(self) -> int:
        """Number of connected pages."""
        return len(self.connections)

    async def make_room(self, address: str) -> None:
        """Disconnect a page to make room for one from `address`.

        The oldest page that has not said hello is dropped first. If there is none, the address with the most pages
        loses the page that has been silent longest, provided that it has at least two more pages than `address`.
        """
        reason = "other pages are waiting, and this one has not said hello"
        page = next((connection for connection in self.connections if not connection.has_greeted), None)
        if page is None:
            other = giving_way((connection.address for connection in self.connections), address)
            quiet = (connection for connection in self.connections if connection.address == other)
            page = min(quiet, key=lambda connection: connection.heard_at, default=None)
            reason = "other addresses are waiting, and this one has many pages"
        if page is not None:
            del self.connections[page]
            await page.drop(reason)

    async def announce_stop(self) -> None:
        """Announce that the server is stopping, and wait up to 0.3 seconds for the messages to be sent."""
        for connection in self.connections:
            connection.send({"type": "stopping", "message": Text("the server is stopping; your game is saved")})
        with suppress(TimeoutError):
            async with asyncio.timeout(_NOTICE_SECONDS):
                while any(connection.has_unsent for connection in self.connections):
                    await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Stop all processes, save the remaining games and close all files."""
        await self.warming.end()
        self.club.close()
        self.shared_studies.close()
        self.matches.close()
        await self.players.close()
        await self.analysts.close()
        await self.desk.close()
        await self.filling.end()
        await threads.all_ended()
        for screen in self.screens:
            screen.close()
        self.store.close()
