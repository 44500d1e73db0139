"""Starting and stopping the server."""

import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Protocol

import uvicorn
from starlette.types import ASGIApp

from outflank.errors import OutflankError, excerpt
from outflank.web import catalogue, logs, wire
from outflank.web.games.lock import GamesLock, LockKeeper, lock_of
from outflank.web.games.place import GamesPlace, shown
from outflank.web.pages.file_transfer import Tickets
from outflank.web.transport import health
from outflank.web.transport.app import create
from outflank.web.transport.http_limits import BoundedHTTP
from outflank.web.transport.pauses import short_pauses
from outflank.web.transport.public_address import PublicAddress, bracketed, is_loopback
from outflank.web.transport.services import Capacity, Files, Services
from outflank.web.transport.sign_in import ProxySignIn, check_sign_in, trusted_proxies
from outflank.web.transport.websocket_limits import BoundedWebSocket

if TYPE_CHECKING:
    from outflank.web.transport.takeover import SharedServer

_SIGNALS = signal.Signals.__members__  # by name; only those that this system has


class RunningServer(Protocol):
    """A running server, as passed to the function that shows its page."""

    @property
    def address(self) -> str:
        """The URL of the page."""

    @property
    def n_pages(self) -> int:
        """Number of connected pages."""

    def end(self) -> None:
        """Stop the server in the same way as Ctrl-C. This may be called from any thread."""


class Pages(Protocol):
    """The pages of a server, or of one of its processes."""

    @property
    def n_pages(self) -> int:
        """Number of connected pages."""

    async def announce_stop(self) -> None:
        """Tell the pages that the server stops."""


KeepGames = Callable[[Callable[[], object]], AbstractContextManager[object]]
"""A function of a callback for a process that has lost its games, and has to end. The games are kept in the context."""

Show = Callable[[RunningServer], object]
"""A callback that shows the page after the server has started. It is called in a separate thread."""


def open_in_browser(server: RunningServer) -> bool:
    """Open the page in the default browser. Returns False if there is none."""
    return webbrowser.open(server.address)


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8321,
    games: GamesPlace = None,
    files: Files | None = None,
    capacity: Capacity | None = None,
    names: Iterable[str] = (),
    has_club: bool = False,
    sign_in_header: str = "",
    show: Show | None = open_in_browser,
    log: logs.Format = "text",
    is_installable: bool = True,
    redis: str | None = None,
) -> int:
    """Run the server until it is interrupted, and return the exit code. If `port` is 0, a free port is used.

    If `sign_in_header` is not empty, a reverse proxy signs people in with this header; see `ProxySignIn`.

    A server on any free port is not installable, because browsers would store its page for each port.

    `redis` is the URL through which several processes with the same games and port are one server; see `takeover`.

    Raises OutflankError if the server cannot listen on the address, if it cannot store games, if another server is
    using the games database, or if the sign-in is not possible.
    """
    names, has_several = tuple(names), redis is not None
    is_shared = bool(names) or has_club or bool(sign_in_header) or has_several or not is_loopback(host)
    capacity, is_installable = capacity or Capacity(), is_installable and port != 0

    def open_services(tickets: Tickets | None = None) -> Services:
        return Services(games, capacity, is_shared=is_shared, has_club=has_club, files=files, tickets=tickets)

    def application(services: Services) -> ASGIApp:
        return create(services, [*names, host], PublicAddress(host, port, names), is_installable=is_installable)

    if sign_in_header:
        check_sign_in(sign_in_header, trusted_proxies())
    with logs.kept(log), ExitStack() as stack:
        if not is_shared:
            catalogue.offer_saved()
        if redis is None:
            keep: KeepGames = partial(LockKeeper, stack.enter_context(_alone_with(games)))
            services = open_services()
            stack.callback(services.store.close)
            pages: Services | SharedServer = services
        else:
            pages = _one_of_several(redis, games, port, open_services, application, capacity.pages)
            keep = pages.keep_games
        listening = stack.enter_context(_listen(host, port, is_shared=has_several))
        port = listening.getsockname()[1]
        place = f"{bracketed(host)}:{port}"
        if not is_loopback(host):
            _warn(place, log)
        app = (
            application(pages)
            if isinstance(pages, Services)
            else pages.app([*names, host], is_installable=is_installable)
        )
        if sign_in_header:
            app = ProxySignIn(app, sign_in_header, [health.PATH])
        screen = "" if files is None or files.arena is None else "#/arena"
        _serve(app, pages, keep, listening, f"http://{place}/{screen}", show=show, log=log)
    return 0


def _one_of_several(
    redis: str,
    games: GamesPlace,
    port: int,
    open_services: Callable[[Tickets], Services],
    application: Callable[[Services], ASGIApp],
    most_pages: int,
) -> "SharedServer":
    """This process of a server with several. Raises OutflankError if they could not find each other."""
    if games is None or port == 0:
        raise OutflankError(
            "several processes need the same games and the same port: name them with --games and --port"
        )
    from outflank.web.transport.bus import Bus
    from outflank.web.transport.takeover import SharedServer

    return SharedServer(Bus(redis, shown(games)), games, open_services, application, most_pages)


def _serve(
    app: ASGIApp,
    pages: Pages,
    keep: KeepGames,
    listening: socket.socket,
    address: str,
    *,
    show: Show | None,
    log: logs.Format,
) -> None:
    config = uvicorn.Config(
        app,
        http=BoundedHTTP,
        ws=BoundedWebSocket,
        log_config=None,
        log_level="warning",
        access_log=False,
        ws_max_size=wire.LONGEST,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=1,
        server_header=False,
        proxy_headers=not isinstance(app, ProxySignIn),  # which reads them itself
        lifespan="on",
    )
    began = time.monotonic()
    server = _AnnouncedServer(config, pages, address, show=show, log=log)
    with suppress(KeyboardInterrupt), keep(server.lose), short_pauses():
        server.run(sockets=[listening])
    logs.event(logs.INFO, "stopped", seconds=time.monotonic() - began)
    if server.has_lost:
        raise OutflankError("another server has taken over the games, so this one has stopped")


class _AnnouncedServer(uvicorn.Server):
    """A server that prints its address and opens the page when it starts, and warns connected pages before it stops."""

    def __init__(self, config: uvicorn.Config, pages: Pages, address: str, *, show: Show | None, log: logs.Format):
        super().__init__(config)
        self._pages, self.address, self._show, self._log = pages, address, show, log
        self.has_lost = False
        """True if another process has taken the games."""

    @property
    def n_pages(self) -> int:
        """Number of connected pages."""
        return self._pages.n_pages

    def end(self) -> None:
        """Stop the server in the same way as Ctrl-C. This may be called from any thread."""
        self.should_exit = True

    def lose(self) -> None:
        """Stop the server because another process has taken its games. This may be called from any thread."""
        self.has_lost = True
        self.end()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Context manager that shuts the server down on Ctrl-C, SIGTERM or a hang-up.

        A hang-up occurs, for example, when the terminal window is closed. The exit code is 0 after Ctrl-C and SIGTERM.
        A hang-up signal is raised again after the shutdown, so that the exit code reflects it. A second Ctrl-C stops
        the server immediately.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        asked = [_SIGNALS[name] for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if name in _SIGNALS]
        came: list[int] = []

        def end(number: int, _frame: FrameType | None) -> None:
            self.force_exit = self.should_exit and number == signal.SIGINT
            self.should_exit = True
            came.append(number)

        before = {number: signal.signal(number, end) for number in asked if not _is_ignored(number)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        if came and came[0] == _SIGNALS.get("SIGHUP"):
            signal.raise_signal(came[0])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        logs.event(logs.INFO, "started", address=self.address)
        if self._log == "text":
            print(f"Outflank is at {self.address} (Ctrl-C to stop)", flush=True)
        if self._show is not None:
            threading.Thread(target=self._show, args=(self,), name="show", daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logs.event(logs.INFO, "stopping", pages=self._pages.n_pages)
        await self._pages.announce_stop()
        await super().shutdown(sockets)


def _is_ignored(number: int) -> bool:
    """True for the hang-up signal if the process was started to ignore it, for example by `nohup`."""
    return number == _SIGNALS.get("SIGHUP") and signal.getsignal(number) == signal.SIG_IGN


@contextmanager
def _alone_with(games: GamesPlace) -> Iterator[GamesLock]:
    """Context manager that locks the games database, so that no other server can use it.

    Raises OutflankError if another server is using it.
    """
    lock = lock_of(games)
    if not lock.try_take():
        place = "memory" if games is None else shown(games)
        raise OutflankError(f"another server stores its games in {place}: stop it, or name another file with --games")
    try:
        yield lock
    finally:
        lock.release()


def _warn(place: str, log: logs.Format) -> None:
    """Warn the operator that strangers can connect to the server."""
    if log == "json":
        logs.event(logs.WARNING, "open to all", address=place)
        return
    print(
        f"Warning: anyone who can reach {place} can play here and use this machine's processor; nothing is encrypted. "
        "Outside a trusted network, put a TLS proxy in front of it.",
        file=sys.stderr,
        flush=True,
    )


def _listen(host: str, port: int, *, is_shared: bool) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise OutflankError(
            "cannot resolve the address {host}: {reason}", host=excerpt(host, 60), reason=error.strerror
        ) from None
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if is_shared and hasattr(socket, "SO_REUSEPORT"):  # else a proxy has to divide pages between ports
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listening.bind(address)
        listening.listen(256)
    except OSError as error:
        listening.close()
        place = f"{excerpt(host, 60)} port {port}"
        if "in use" in str(error):
            raise OutflankError(
                "cannot listen on {place}: another program already does; try --port 0", place=place
            ) from None
        raise OutflankError("cannot listen on {place}: {reason}", place=place, reason=error.strerror) from None
    return listening
