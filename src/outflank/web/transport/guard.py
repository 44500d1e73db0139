"""A guard that accepts only requests that come from the server's own pages and use one of its own names.

It prevents two attacks by other websites: opening a WebSocket to this server (detected by the Origin header), and
pointing a foreign host name at this machine (detected by the Host header).
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outflank.web import logs
from outflank.web.transport.public_address import address_of

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The page's content security policy."""

_SECURITY = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


class OriginGuard:
    """Middleware that accepts requests from the server's own pages to localhost and the host `names`.

    Numeric addresses are always accepted, because an attacker's host name is never numeric. Paths in `open_paths`
    accept requests from anybody under any name, for example from monitoring tools.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = (), open_paths: Iterable[str] = ()):
        self._app, self._open_paths = app, frozenset(open_paths)
        self._names = {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request to the application, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = None
        if scope["type"] == "websocket" or scope["path"] not in self._open_paths:
            refusal = self.refusal(Headers(scope=scope), needs_origin=scope["type"] == "websocket")
        if refusal is None:
            await self._app(scope, receive, _with_headers(send))
            return
        await refuse(refusal, scope, receive, send)

    def refusal(self, headers: Headers, *, needs_origin: bool) -> str | None:
        """The reason for refusing a request; None if the request is allowed."""
        host = headers.get("host", "")
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:  # brackets that do not match
            name = ""
        if not self._is_own(name):
            return "unknown host name (see outflank serve --name)"
        origin = headers.get("origin")
        if origin is None:
            return "cross-site request refused: no Origin" if needs_origin else None
        if origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            return "cross-site request refused"
        return None

    def _is_own(self, name: str) -> bool:
        return address_of(name) is not None or name.lower() in self._names


async def refuse(reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Log a reason, and refuse an HTTP request or a WebSocket with it."""
    logs.event(logs.INFO, "refused", reason=reason)
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
    else:
        await PlainTextResponse(f"outflank: {reason}\n", 403)(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name for name, _ in message["headers"]}
            more = [(n.encode(), v.encode()) for n, v in _SECURITY.items() if n.encode() not in given]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return send_with_headers
