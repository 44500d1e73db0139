"""Several processes that are one server at one address.

One of them, the owner, has taken the lock of the games: it has all games in memory, and answers all messages. The
others hold connections of pages, forward their messages, and try to take the lock. A lock ends with its process, so
another process takes over within a second; pages come back to it by themselves.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from fastapi import FastAPI, WebSocket
from fastapi.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from outflank import __version__
from outflank.errors import OutflankError
from outflank.web import logs
from outflank.web.engines import threads
from outflank.web.games.lock import LockKeeper, lock_of
from outflank.web.games.own_games import OwnGames
from outflank.web.games.place import GamesPlace
from outflank.web.games.store import GameStore
from outflank.web.pages.file_transfer import Exchange, Tickets
from outflank.web.pages.studies import Studies
from outflank.web.studies.shared_studies import SharedStudies
from outflank.web.transport import bus, health
from outflank.web.transport.app import new_app, running
from outflank.web.transport.bus import Bus, BusError
from outflank.web.transport.forwarding import Forwarder
from outflank.web.transport.guard import OriginGuard
from outflank.web.transport.remote_pages import RemotePages
from outflank.web.transport.services import Services
from outflank.web.transport.shared_tickets import SharedTickets
from outflank.web.transport.site import add_site

_EACH = 0.5  # seconds between two tries to take the lock
_AGAIN = 1.0  # seconds until Redis is tried again
_FIRST = 10.0  # seconds that a process waits for a role before it accepts pages


class SharedServer:
    """One process of a server.

    `open_services` opens the `games` after this process has taken their lock, and `create` makes their application.
    """

    def __init__(
        self,
        hub: Bus,
        games: GamesPlace,
        open_services: Callable[[Tickets], Services],
        create: Callable[[Services], ASGIApp],
        most_pages: int,
    ):
        self._bus, self._games, self._open, self._create = hub, games, open_services, create
        self._lock, self._tickets = lock_of(games), SharedTickets(hub)
        self._store: GameStore | None = None
        self._services: Services | None = None
        self._forwarder = Forwarder(hub, most_pages)
        self._has_role = asyncio.Event()
        self._owning_app: ASGIApp | None = None
        self._failure = ""  # of the lock, reported once
        self.has_lost = False
        """True if another process has taken the games away from this one."""

        self.on_lost: Callable[[], object] = lambda: None
        """A callback for this case. The process must end, because its games in memory are no longer current."""

    def app(self, names: list[str], *, is_installable: bool) -> ASGIApp:
        """The application of the process, which serves requests in its present role."""
        forwarding = self._forwarding_app(names, is_installable=is_installable)

        async def serve(scope: Scope, receive: Receive, send: Send) -> None:
            is_owner = self._owning_app is not None and scope["type"] != "lifespan"
            await (self._owning_app if is_owner and self._owning_app else forwarding)(scope, receive, send)

        return serve

    def _forwarding_app(self, names: list[str], *, is_installable: bool) -> ASGIApp:
        app = new_app(lambda _app: self._living())

        @app.websocket("/ws")
        async def connect(socket: WebSocket) -> None:
            await self._forwarder.attend(socket)

        @app.get("/status")
        async def status() -> dict[str, Any]:
            """Report the process's load."""
            return {"outflank": __version__, "pages": self._forwarder.n_pages, "forwards": True}

        @app.api_route(health.PATH, methods=["GET", "HEAD"])
        async def healthz() -> Response:
            """Report the process's health."""
            is_healthy = self._forwarder.is_connected
            reasons = [] if is_healthy else ["no process has the games"]
            return JSONResponse({"healthy": is_healthy, "reasons": reasons}, 200 if is_healthy else 503)

        app.router.routes.append(Route("/games/{use}", _Files(self._open_exchange)))
        add_site(app, is_installable=is_installable)
        return OriginGuard(app, names, open_paths=[health.PATH])

    def _open_exchange(self) -> Exchange:
        """Open the games for imports and exports, which need no process that has them in memory."""
        self._store = GameStore(self._games)
        games = OwnGames(self._store, is_shared=True)
        return Exchange(games, Studies(games, SharedStudies(games)), self._tickets)

    # --- roles ----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _living(self) -> AsyncIterator[None]:
        living = asyncio.ensure_future(self._live())
        living.add_done_callback(self._end)
        with suppress(TimeoutError):
            async with asyncio.timeout(_FIRST):
                await self._has_role.wait()
        yield
        await bus.end(living)
        await self._bus.close()
        if self._store is not None:
            await threads.all_ended()
            self._store.close()

    def _end(self, living: "asyncio.Task[None]") -> None:
        """Let the process end if it has lost the games, or if something went wrong; another one takes over."""
        if not living.cancelled():
            logs.event(logs.ERROR, "games given up", fault=living.exception())
            self.has_lost = True
            self.on_lost()

    async def _live(self) -> None:
        """Forward messages until this process can take the lock; then have the games."""
        forwarding = asyncio.ensure_future(self._forward())
        try:
            while not await asyncio.to_thread(self._takes_lock):
                await asyncio.sleep(_EACH)
        finally:
            await bus.end(forwarding)
        try:
            await self._own()
        finally:
            self._lock.release()

    def _takes_lock(self) -> bool:
        try:
            return self._lock.try_take()
        except OutflankError as error:
            if str(error) != self._failure:
                logs.event(logs.WARNING, "lock not reached", reason=str(error))
            self._failure = str(error)
            return False

    async def _forward(self) -> None:
        while True:
            try:
                await self._forwarder.run(self._has_role.set)
            except BusError as error:
                logs.event(logs.WARNING, "process gone", reason=str(error))
                await asyncio.sleep(_AGAIN)
            await asyncio.sleep(_EACH)

    async def _own(self) -> None:
        services = self._services = self._open(self._tickets)
        async with running(services, at_once=True):
            self._owning_app = self._create(services)
            self._has_role.set()
            logs.event(logs.INFO, "games taken over")
            remote = asyncio.ensure_future(self._attend_remote_pages(services))
            lost, loop = asyncio.Event(), asyncio.get_running_loop()
            losing = asyncio.ensure_future(lost.wait())
            try:
                with LockKeeper(self._lock, lambda: loop.call_soon_threadsafe(lost.set)):
                    await asyncio.wait([remote, losing], return_when=asyncio.FIRST_COMPLETED)
            finally:
                losing.cancel()
                await bus.end(remote)
            if not remote.cancelled():
                remote.result()  # raises its fault

    async def _attend_remote_pages(self, services: Services) -> None:
        while True:
            try:
                await RemotePages(self._bus, secrets.token_hex(8), services.attend).run()
            except BusError as error:
                logs.event(logs.WARNING, "process gone", reason=str(error))
            await asyncio.sleep(_AGAIN)

    # --- for the server -------------------------------------------------------------------------------------------

    @contextmanager
    def keep_games(self, lost: Callable[[], object]) -> Iterator[None]:
        """Context manager in which `lost` is called if another process takes the games away from this one."""
        self.on_lost = lost
        yield

    @property
    def n_pages(self) -> int:
        """Number of connected pages."""
        return self._forwarder.n_pages if self._services is None else self._services.n_pages

    async def announce_stop(self) -> None:
        """Tell the pages that this process stops."""
        if self._services is not None:
            await self._services.announce_stop()


class _Files:
    """An ASGI application for the files of games, which opens the games with its first request."""

    def __init__(self, open_exchange: Callable[[], Exchange]):
        self._open, self._app = open_exchange, FastAPI(openapi_url=None)
        self._is_open = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._is_open:
            self._is_open = True
            self._open().add_to(self._app)
        await self._app(scope, receive, send)
