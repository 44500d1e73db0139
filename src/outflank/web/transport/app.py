"""The ASGI application. It serves the page and its files, the WebSocket, and the status and health of the server."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
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
from outflank.rules import Position
from outflank.rules.picture import draw
from outflank.text import Text
from outflank.web import logs
from outflank.web.games.watchers import as_text
from outflank.web.shares import network
from outflank.web.transport import health, installing
from outflank.web.transport.bundle import Bundle
from outflank.web.transport.guard import POLICY, OriginGuard
from outflank.web.transport.health import Health
from outflank.web.transport.languages import COOKIE, Catalogue, catalogues, language_of
from outflank.web.transport.public_address import PublicAddress
from outflank.web.transport.services import PLACES, Services

STATIC = Path(__file__).parents[1] / "static"

_MEDIA = {".js": "text/javascript", ".css": "text/css", ".json": "application/json"}


def create(
    services: Services, names: Iterable[str] = (), reach: PublicAddress | None = None, *, is_installable: bool = True
) -> ASGIApp:
    """Create the application, which accepts requests to localhost and the host `names`.

    `reach` is the server's address as other machines see it. If `is_installable` is False, browsers that have installed
    the page's service worker remove it.
    """
    services.reach, services.is_installable = reach or PublicAddress(), is_installable
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
        if len(services.connections) >= services.capacity.pages:
            await services.make_room(address)
        if len(services.connections) >= services.capacity.pages:
            logs.event(logs.INFO, "full", pages=len(services.connections))
            full = Text("this server is full: too many pages are open; try again later")
            await socket.send_text(as_text({"type": "error", "re": 0, "code": "full", "message": full}))
            await socket.close(1013, full)
            return
        connection = services.connection(socket, address)
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
        """Report the server's load."""
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
        """Report the server's health: status 200 if it is healthy, and 503 with the reasons if not."""
        reasons = await look.reasons()
        return JSONResponse({"healthy": not reasons, "reasons": reasons}, 503 if reasons else 200)

    @app.get("/picture.svg")
    def picture(position: str, last: str = "") -> Response:
        """Draw a position as SVG. Because it is not a coroutine, it runs in a thread."""
        try:
            drawn = draw(Position.parse(position[:400]), last=last[:4] or None)
        except OutflankError as error:
            return PlainTextResponse(f"{error}\n", 400)
        return Response(drawn, media_type="image/svg+xml")

    services.exchange.add_to(app)
    services.filling.add_to(app)

    def words_for(request: Request) -> Catalogue:
        """The translations for the person who sends a request."""
        return catalogues()[language_of(request.cookies.get(COOKIE), request.headers.get("accept-language"))]

    puzzles = installing.puzzles()
    bundles = {language: Bundle.of(STATIC, words, puzzles) for language, words in catalogues().items()}
    parts = {name: text for bundle in bundles.values() for name, text in bundle.files.items()}

    @app.get("/")
    @app.get("/index.html")
    async def page(request: Request) -> Response:
        """Send the HTML page in the user's language."""
        words = words_for(request)
        bundle = bundles[words.language]
        headers = {
            "content-security-policy": f"script-src 'self' 'sha256-{bundle.inline}'; {POLICY}",
            "content-language": words.tag,
            "vary": "accept-language, cookie",
            "etag": f'W/"{bundle.folder}"',
        }
        if bundle.folder in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return HTMLResponse(bundle.html, headers=headers)

    @app.get(f"/{installing.MANIFEST}")
    async def manifest(request: Request) -> Response:
        """Send the web app manifest in the user's language."""
        headers = {"vary": "accept-language, cookie"}
        return Response(
            installing.manifest(words_for(request)), media_type="application/manifest+json", headers=headers
        )

    script = installing.worker(STATIC, is_offered=is_installable)

    @app.get(f"/{installing.WORKER}")
    async def worker() -> Response:
        """Send the service worker, or the script that removes it."""
        return Response(script, media_type="text/javascript")

    @app.get("/page-{name:path}")
    async def part(name: str) -> Response:
        """Send one of the page's files.

        Browsers may cache it forever, because each version of the page uses a different folder.
        """
        text = parts.get(f"page-{name}")
        if text is None:
            return PlainTextResponse("outflank: the page has a new version: reload it\n", 404)
        headers = {"cache-control": "public, max-age=31536000, immutable"}
        return Response(text, media_type=_MEDIA[Path(name).suffix], headers=headers)

    async def redirect(request: Request) -> Response:
        """Redirect the user, who has typed a screen's address without `#`, to this screen."""
        query = f"?{request.url.query}" if request.url.query else ""
        path = quote(request.url.path.strip("/"), safe="/%")
        return RedirectResponse(f"/#/{path}{query}")

    for place in PLACES:
        app.add_api_route(f"/{place}", redirect)
        app.add_api_route(f"/{place}/{{rest:path}}", redirect)

    app.mount("/", StaticFiles(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=500)
    return OriginGuard(app, names, open_paths=[health.PATH])
