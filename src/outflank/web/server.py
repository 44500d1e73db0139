"""Starting the server, and saying where it is."""

import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn

from outflank.errors import OutflankError, excerpt
from outflank.web import messages
from outflank.web.app import Capacity, create

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8321,
    games: Path | None = None,
    capacity: Capacity | None = None,
    names: Iterable[str] = (),
    browser: bool = True,
) -> int:
    """Serve until interrupted, and return the exit code. Port 0 is any free port.

    Raises OutflankError if the address cannot be had or the games cannot be kept.
    """
    app = create(games, capacity, names)
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    if host not in _LOOPBACK:
        print(
            f"Warning: anyone who can reach {shown}:{port} can play here and use this machine's time; nothing is "
            "encrypted. Put a server with TLS in front of it for more than a trusted network.",
            file=sys.stderr,
            flush=True,
        )
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=messages.LONGEST,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=1,
        server_header=False,
        lifespan="on",
    )
    server = _AnnouncedServer(config, address, browser)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    return 0


class _AnnouncedServer(uvicorn.Server):
    """Says when the page can be opened, and opens it."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool):
        super().__init__(config)
        self._address, self._browser = address, browser

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does for other signals: a window that is closed shuts the server down before it does any more."""
        hangup = getattr(signal, "SIGHUP", None)
        is_main = threading.current_thread() is threading.main_thread()
        if hangup is None or not is_main or signal.getsignal(hangup) == signal.SIG_IGN:
            with super().capture_signals():
                yield
            return
        came: list[int] = []

        def end(number: int, _frame: FrameType | None) -> None:
            came.append(number)
            self.should_exit = True

        before = signal.signal(hangup, end)
        try:
            with super().capture_signals():
                yield
        finally:
            signal.signal(hangup, before)
        if came:
            signal.raise_signal(hangup)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        print(f"Outflank is at {self._address} (Ctrl-C ends it)", flush=True)
        if self._browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise OutflankError(f"there is no address {excerpt(host, 60)} here: {error.strerror}") from None
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(256)
    except OSError as error:
        listening.close()
        other = "; another program listens there: try --port 0" if "in use" in str(error) else ""
        raise OutflankError(f"cannot listen on {excerpt(host, 60)} port {port}: {error.strerror}{other}") from None
    return listening
