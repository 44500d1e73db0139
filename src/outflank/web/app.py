"""The application: the page and its files, the WebSocket, and a word on how the server is."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI, WebSocket
from fastapi.responses import PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp

from outflank import __version__
from outflank.errors import OutflankError
from outflank.formats import svg
from outflank.web.connection import Connection
from outflank.web.guard import Guard
from outflank.web.hall import Hall
from outflank.web.kinds import kind_of
from outflank.web.store import Store
from outflank.web.workers import Pool

STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server allows: pages connected at once, processes for players and for analysis, seconds of an engine."""

    pages: int = 250
    players: int = 4
    analysts: int = 2
    seconds: float = 60.0


@dataclass
class Server:
    """What the application runs on; made when it starts."""

    hall: Hall
    players: Pool
    analysts: Pool
    connections: set[Connection] = field(default_factory=set)


def create(games: Path | None = None, limits: Limits | None = None, names: Iterable[str] = ()) -> ASGIApp:
    """The application, keeping its games in the file `games`, or in memory. Raises OutflankError for a bad file."""
    limits = limits or Limits()
    store = Store(games)
    server = Server(Hall(store, Pool(limits.players), limits.seconds), Pool(0), Pool(0))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        server.players, server.analysts = Pool(limits.players), Pool(limits.analysts, nice=10)
        server.hall = Hall(store, server.players, limits.seconds, most_games=4 * limits.pages)
        await server.players.warm()
        loading = asyncio.ensure_future(server.analysts.warm({"do": "warm"}))  # while the page is being looked at
        yield
        loading.cancel()
        await server.hall.close()
        await server.players.close()
        await server.analysts.close()
        store.close()

    app = FastAPI(
        title="Outflank", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )

    @app.websocket("/ws")
    async def connect(socket: WebSocket) -> None:
        await socket.accept()
        if len(server.connections) >= limits.pages:
            full = "as many pages are open here as this server can serve; try again later"
            await socket.send_json({"type": "error", "re": 0, "code": "full", "message": full})
            await socket.close(1013, full)
            return
        connection = Connection(socket, server.hall, server.analysts, limits.seconds)
        server.connections.add(connection)
        try:
            await connection.run()
        finally:
            server.connections.discard(connection)

    @app.get("/status")
    async def status() -> dict[str, Any]:
        """How busy the server is."""
        return {
            "outflank": __version__,
            "pages": len(server.connections),
            "games": server.hall.n_games,
            "thinking": server.players.running,
            "analysing": server.analysts.running,
        }

    @app.get("/picture.svg")
    async def picture(position: str, last: str = "") -> Response:
        """A position as a picture."""
        try:
            drawn = svg.write(kind_of("othello").read(position[:400]), last=last[:4] or None)
        except OutflankError as error:
            return PlainTextResponse(f"{error}\n", 400)
        return Response(drawn, media_type="image/svg+xml")

    app.mount("/", StaticFiles(directory=STATIC, html=True))
    return Guard(app, names)
