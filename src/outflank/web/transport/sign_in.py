"""Sign-in by the operator's reverse proxy, which names the person in a header of every request.

The header counts only if the request comes from a trusted proxy: the server's own machine, or an address in the
environment variable `FORWARDED_ALLOW_IPS`. All other requests are refused, and so are requests with no such header or
with several: then a client has added one that the proxy did not remove.

This middleware must stand outside of uvicorn's `ProxyHeadersMiddleware`, which replaces the proxy's address with the
client's.
"""

import os
import re
from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from outflank.errors import OutflankError, excerpt
from outflank.sessions.people import LONGEST_NAME, visible
from outflank.web.transport.guard import refuse

LONGEST_USER = 200
"""Maximum length of the header's value, in bytes."""

_TRUSTED = "FORWARDED_ALLOW_IPS"
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")  # a token of RFC 9110
_USER = "outflank.signed_in"


def trusted_proxies() -> str:
    """The addresses of proxies that the operator trusts, separated by commas."""
    return os.environ.get(_TRUSTED, "127.0.0.1")


def check_sign_in(header: str, trusted: str) -> None:
    """Raise OutflankError if the header's name is not valid, or if the server trusts every address."""
    if not _NAME.fullmatch(header):
        raise OutflankError("expected the name of a header, got {name}", name=repr(excerpt(header, 40)))
    if any(each.strip() in ("*", "0.0.0.0/0", "::/0") for each in trusted.split(",")):
        raise OutflankError(
            "a server with a sign-in header must know its proxy's address: set {variable} to it, not to {value}",
            variable=_TRUSTED,
            value=excerpt(trusted, 40),
        )


class ProxySignIn:
    """Middleware that accepts only requests in which a trusted proxy names the person in the header `header`.

    `trusted` lists the addresses and networks of proxies, as in `FORWARDED_ALLOW_IPS`. Paths in `open_paths` accept
    requests from anybody, for example from monitoring tools. Raises OutflankError as `check_sign_in` does.
    """

    def __init__(self, app: ASGIApp, header: str, open_paths: Iterable[str] = (), trusted: str | None = None):
        trusted = trusted_proxies() if trusted is None else trusted
        check_sign_in(header, trusted)
        inside = ProxyHeadersMiddleware(app, trusted)  # type: ignore[arg-type]  # uvicorn has types of its own
        self._app, self._trusts = inside, inside.trusted_hosts.__contains__
        self._header, self._open_paths = header.lower().encode(), frozenset(open_paths)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request with the user whom the proxy names, or refuse it."""
        is_open = scope["type"] == "http" and scope["path"] in self._open_paths
        if scope["type"] not in ("http", "websocket") or is_open:
            await self._app(scope, receive, send)  # type: ignore[arg-type]
            return
        found = [value.strip() for name, value in scope["headers"] if name.lower() == self._header]
        refusal = self._refusal(scope, found)
        if refusal is None:
            await self._app({**scope, _USER: found[0]}, receive, send)  # type: ignore[arg-type]
        else:
            await refuse(refusal, scope, receive, send)

    def _refusal(self, scope: Scope, found: list[bytes]) -> str | None:
        client = scope.get("client")
        if not self._trusts(client[0] if client else None):
            return f"this server accepts requests only from its sign-in proxy (see {_TRUSTED})"
        if len(found) > 1:
            return "the sign-in header is there twice: the proxy must remove it from clients' requests"
        if not found or not found[0]:
            return "sign in first: the proxy has not named you"
        if len(found[0]) > LONGEST_USER:
            return f"the sign-in header has more than {LONGEST_USER} bytes"
        return None


def signed_in(scope: Scope) -> bytes:
    """The user whom the proxy has named; empty on a server without sign-in."""
    user: bytes = scope.get(_USER, b"")
    return user


def shown_user(user: bytes) -> str:
    """A user's name for the page."""
    return visible(user.decode("utf-8", "replace"))[:LONGEST_NAME]
