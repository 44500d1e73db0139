"""The application: the page and its files, the WebSocket, and a word on how the server is."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from outflank import __version__
from outflank.errors import OutflankError
from outflank.files import remove_left_folders
from outflank.rules import Position
from outflank.rules.picture import draw
from outflank.text import Text
from outflank.web import catalogue, logs
from outflank.web.engines.short_work import Desk
from outflank.web.engines.thinking import Thinking
from outflank.web.engines.warming import Warming
from outflank.web.engines.workers import Pool
from outflank.web.games.matches import Matches
from outflank.web.games.own_games import OwnGames
from outflank.web.games.retrying_store import RetryingStore
from outflank.web.games.watchers import as_text
from outflank.web.pages.arena import ArenaReader
from outflank.web.pages.explorer import Explorer, LibraryReader, Values
from outflank.web.pages.file_transfer import Exchange
from outflank.web.pages.library_upload import Filling
from outflank.web.pages.popular_openings import Popularity
from outflank.web.pages.practice import OwnPractice
from outflank.web.pages.progress import OwnProgress
from outflank.web.pages.studies import Studies
from outflank.web.shares import giving_way, network
from outflank.web.transport import health
from outflank.web.transport.bundle import Bundle
from outflank.web.transport.connection import Connection
from outflank.web.transport.guard import POLICY, Guard
from outflank.web.transport.health import Health
from outflank.web.transport.languages import COOKIE, catalogues, language_of
from outflank.web.transport.public_address import Reach
from outflank.web.wire import Handler

PLACES = (
    *("home", "play", "analyse", "review", "games", "opponents", "learn", "practice", "rules", "help", "join"),
    *("progress", "arena", "study"),
)
"""The parts of the page that have addresses, as `js/main.js` names them."""

STATIC = Path(__file__).parents[1] / "static"

_TELLING = 0.3  # seconds in which pages are told that the server stops
_MEDIA = {".js": "text/javascript", ".css": "text/css", ".json": "application/json"}


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a server allows: pages connected at once, processes for players and for analysis, seconds of an engine."""

    pages: int = 250
    players: int = 4
    analysts: int = 2
    seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Files:
    """The files that a server looks into besides its games; None stands for none.

    The library of games, the values that are kept (in memory if there is no file), an opening book in place of the one
    that comes with the package, and a tournament that is shown.
    """

    library: Path | None = None
    values: Path | None = None
    book: Path | None = None
    arena: Path | None = None


@dataclass
class Services:
    """What the application runs on."""

    store: RetryingStore
    matches: Matches
    exchange: Exchange
    analysts: Pool
    warming: Warming
    capacity: Capacity
    explorer: Explorer
    filling: Filling
    values: Values
    practice: OwnPractice
    arena: ArenaReader
    desk: Desk
    handlers: dict[str, Handler] = field(default_factory=dict)
    """What answers messages that concern no open game, by their types."""
    connections: dict[Connection, None] = field(default_factory=dict)
    """The pages, those first that came first."""

    @classmethod
    def over(
        cls, games: Path | None, capacity: Capacity, *, is_shared: bool = False, files: Files | None = None
    ) -> "Services":
        """Pools without a process, and no match in memory. Raises OutflankError for a bad file of games.

        With `is_shared` several persons use the server, each of whom has games; else whoever is there has all of them.
        """
        files = files or Files()
        store = RetryingStore(games)
        analysts = Pool(capacity.analysts, nice=10)
        warming = Warming(analysts)
        thinking = Thinking(Pool(capacity.players), warming, capacity.seconds)
        own = OwnGames(store, is_shared=is_shared)
        studies = Studies(own)
        exchange = Exchange(own, studies)
        values = Values(files.values, files.book)
        matches = Matches(store, thinking, most=4 * capacity.pages)
        thinking.check = matches.fairness.check_program
        fairness = matches.fairness
        library = LibraryReader(files.library, is_shared=is_shared)
        explorer = Explorer(own, library, values, fairness.check)
        filling = Filling(files.library, is_shared=is_shared)
        beside = None if games is None else games.with_name("practice.sqlite")
        practice = OwnPractice(
            beside, own, analysts, warming, fairness.check_line, is_shared=is_shared, popularity=Popularity(library)
        )
        arena = ArenaReader(files.arena)
        handlers = {
            **arena.handlers,
            **practice.handlers,
            **explorer.handlers,
            **filling.handlers,
            **OwnProgress(own).handlers,
            **studies.handlers,
            **exchange.handlers,
        }
        return cls(
            store,
            matches,
            exchange,
            analysts,
            warming,
            capacity,
            explorer,
            filling,
            values,
            practice,
            arena,
            Desk(),
            handlers,
        )

    @property
    def players(self) -> Pool:
        """The processes in which players choose moves."""
        return self.matches.thinking.pool

    async def start(self) -> None:
        """Load what pages need first, and let the engine be loaded, or compiled, meanwhile."""
        remove_left_folders()  # of a server that was killed while files were coming in
        await self.players.warm()
        self.warming.begin()  # while the page is being looked at
        catalogue.edition()  # which loads the players

    async def make_room(self, address: str) -> None:
        """Let a page go for one from an address: the oldest that has said nothing, or one of another address.

        That is the address with most pages, if it has two more; the page that has been quiet for longest goes.
        """
        reason = "other pages wait for the place of one that says nothing"
        page = next((connection for connection in self.connections if not connection.has_greeted), None)
        if page is None:
            other = giving_way((connection.address for connection in self.connections), address)
            quiet = (connection for connection in self.connections if connection.address == other)
            page = min(quiet, key=lambda connection: connection.heard_at, default=None)
            reason = "other addresses wait for the place of one that has many pages open"
        if page is not None:
            del self.connections[page]
            await page.drop(reason)

    async def announce_stop(self) -> None:
        """Tell all pages that the server stops, and return when they have been told, or do not listen."""
        for connection in self.connections:
            connection.send({"type": "stopping", "message": Text("the server is being stopped; your game is kept")})
        with suppress(TimeoutError):
            async with asyncio.timeout(_TELLING):
                while any(connection.has_unsent for connection in self.connections):
                    await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """End all engines, and put all games into their file."""
        await self.warming.end()
        self.matches.close()
        await self.players.close()
        await self.analysts.close()
        await self.desk.close()
        await self.filling.close()
        self.explorer.close()
        self.practice.close()
        self.arena.close()
        self.store.close()


def create(services: Services, names: Iterable[str] = (), reach: Reach | None = None) -> ASGIApp:
    """The application, reached under `names` besides localhost; `reach` is where others find it."""
    capacity = services.capacity
    numbers = itertools.count(1)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await services.start()
        watching = asyncio.ensure_future(health.watch_loop())
        yield
        watching.cancel()
        await services.stop()

    app = FastAPI(
        title="Outflank", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )

    @app.websocket("/ws")
    async def connect(socket: WebSocket) -> None:
        await socket.accept()
        address = network(socket.client)
        if len(services.connections) >= capacity.pages:
            await services.make_room(address)
        if len(services.connections) >= capacity.pages:
            logs.event(logs.INFO, "full", pages=len(services.connections))
            full = Text("as many pages are open here as this server can serve; try again later")
            await socket.send_text(as_text({"type": "error", "re": 0, "code": "full", "message": full}))
            await socket.close(1013, full)
            return
        connection = Connection(
            socket,
            services.matches,
            services.exchange,
            services.analysts,
            services.warming,
            capacity.seconds,
            reach,
            services.handlers,
            services.values.keep,
            has_tournament=services.arena.is_there,
            desk=services.desk,
            address=address,
        )
        services.connections[connection] = None
        number, began = next(numbers), time.monotonic()
        logs.event(logs.INFO, "page connected", connection=number)
        try:
            await connection.run()
        finally:
            services.connections.pop(connection, None)
            seconds = time.monotonic() - began
            logs.event(logs.INFO, "page gone", connection=number, seconds=seconds, messages=connection.n_messages)

    @app.get("/status")
    async def status() -> dict[str, Any]:
        """How busy the server is."""
        return {
            "outflank": __version__,
            "pages": len(services.connections),
            "games": services.matches.n_games,
            "thinking": services.players.running,
            "analysing": services.analysts.running,
            "ready": services.warming.is_done,
        }

    look = Health(services.store, services.players)

    @app.api_route(health.PATH, methods=["GET", "HEAD"])
    async def healthz() -> Response:
        """Whether the server can do its work."""
        reasons = await look.reasons()
        return JSONResponse({"healthy": not reasons, "reasons": reasons}, 503 if reasons else 200)

    @app.get("/picture.svg")
    def picture(position: str, last: str = "") -> Response:
        """A position as a picture; drawn in a thread, as this is no coroutine."""
        try:
            drawn = draw(Position.parse(position[:400]), last=last[:4] or None)
        except OutflankError as error:
            return PlainTextResponse(f"{error}\n", 400)
        return Response(drawn, media_type="image/svg+xml")

    services.exchange.add_to(app)
    services.filling.add_to(app)

    bundles = {language: Bundle.of(STATIC, words) for language, words in catalogues().items()}
    parts = {name: text for bundle in bundles.values() for name, text in bundle.files.items()}

    @app.get("/")
    @app.get("/index.html")
    async def page(request: Request) -> Response:
        """The page in the language of its reader, which asks for one script and one style sheet."""
        language = language_of(request.cookies.get(COOKIE), request.headers.get("accept-language"))
        bundle = bundles[language]
        headers = {
            "content-security-policy": f"script-src 'self' 'sha256-{bundle.inline}'; {POLICY}",
            "content-language": language,
            "vary": "accept-language, cookie",
        }
        return HTMLResponse(bundle.html, headers=headers)

    @app.get("/page-{name:path}")
    async def part(name: str) -> Response:
        """A file of the page, which a browser need never ask for again: another one is in another folder."""
        text = parts.get(f"page-{name}")
        if text is None:
            return PlainTextResponse("outflank: this page is of another version: reload it\n", 404)
        kept = {"cache-control": "public, max-age=31536000, immutable"}
        return Response(text, media_type=_MEDIA[Path(name).suffix], headers=kept)

    async def redirect(request: Request) -> Response:
        """A part of the page whose address was typed without `#`."""
        query = f"?{request.url.query}" if request.url.query else ""
        path = quote(request.url.path.strip("/"), safe="/%")
        return RedirectResponse(f"/#/{path}{query}")

    for place in PLACES:
        app.add_api_route(f"/{place}", redirect)
        app.add_api_route(f"/{place}/{{rest:path}}", redirect)

    app.mount("/", StaticFiles(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=500)
    return Guard(app, names, open_paths=[health.PATH])
