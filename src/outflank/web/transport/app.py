"""The ASGI application. It serves the page and its files, the WebSocket, and the status and health of the server."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, WebSocket
from fastapi.responses import JSONResponse, Response
from starlette.types import ASGIApp, Lifespan

from outflank import __version__
from outflank.web.shares import network
from outflank.web.transport import health
from outflank.web.transport.guard import OriginGuard
from outflank.web.transport.health import Health
from outflank.web.transport.public_address import PublicAddress
from outflank.web.transport.services import Services
from outflank.web.transport.sign_in import signed_in
from outflank.web.transport.site import add_site


def new_app(lifespan: Lifespan[FastAPI] | None = None) -> FastAPI:
    """Create an application without routes."""
    return FastAPI(
        title="Outflank", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )


@asynccontextmanager
async def running(services: Services, *, at_once: bool = False) -> AsyncIterator[None]:
    """Context manager that starts the components of a server as `Services.start` does, and stops them."""
    await services.start(at_once=at_once)
    watching = asyncio.ensure_future(health.watch_loop())
    try:
        yield
    finally:
        watching.cancel()
        await services.stop()


def create(
    services: Services, names: Iterable[str] = (), reach: PublicAddress | None = None, *, is_installable: bool = True
) -> ASGIApp:
    """Create the application, which accepts requests to localhost and the host `names`.

    `reach` is the server's address as other machines see it. If `is_installable` is False, browsers that have installed
    the page's service worker remove it.
    """
    services.reach, services.is_installable = reach or PublicAddress(), is_installable

    app = new_app(lambda _app: running(services))

    @app.websocket("/ws")
    async def connect(socket: WebSocket) -> None:
        await socket.accept()
        await services.attend(socket, network(socket.client), signed_in(socket.scope))

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

    services.exchange.add_to(app)
    services.filling.add_to(app)

    add_site(app, is_installable=is_installable)
    return OriginGuard(app, names, open_paths=[health.PATH])
