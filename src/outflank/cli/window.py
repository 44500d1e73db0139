"""The window of `outflank app`: a browser window in app mode or, failing that, a tab in the default browser."""

import os
import shlex
import shutil
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.errors import OutflankError, excerpt

if TYPE_CHECKING:
    from outflank.web.transport.server import RunningServer

_LINUX = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"),
    *("brave-browser", "vivaldi"),
)
_MACOS = ("Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser", "Vivaldi")
_WINDOWS = (
    *("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"),
    *("BraveSoftware/Brave-Browser/Application/brave.exe", "Vivaldi/Application/vivaldi.exe"),
)
_POLL = 0.25  # seconds
_HANDED_ON = 10.0  # seconds to wait for a page after a browser has handed its window to another process and exited
_WINDOW_GONE = 10.0  # seconds without a page: on macOS a browser keeps running after its last window is closed
_TAB_GONE = 300.0  # the same for a tab, which a browser may put to sleep
_CLOSING = 10.0  # seconds that a browser may take to exit


def browser_command(named: str | None = None) -> list[str] | None:
    """Return the command of a browser that has an app mode, or None if there is none on this machine.

    If `named` is not None, it is used as the command. Raises OutflankError if that browser cannot be found.
    """
    if named is None:
        return next(([path] for path in _browsers() if shutil.which(path)), None)
    try:
        command = shlex.split(named, posix=sys.platform != "win32")
    except ValueError:
        command = []
    if not command or shutil.which(command[0]) is None:
        raise OutflankError(f"expected the command of a browser, got {excerpt(named)}")
    return command


class Window:
    """A window that shows the web app.

    `browser` is the command of a browser with an app mode; if it is None, the app opens in the default browser.

    The browser stores its settings in the folder `profile`, with the key that identifies it to the server.
    """

    def __init__(self, browser: Sequence[str] | None, profile: Path):
        self._browser, self._profile = browser, profile
        self._process: subprocess.Popen[bytes] | None = None

    def open(self, address: str) -> None:
        """Open the window and return immediately."""
        if self._browser is None:
            _open_tab(address)
        else:
            self._start(self._browser, address)

    def show(self, server: "RunningServer") -> None:
        """Open the window, wait until it is closed, and stop the server. Without a browser, only Ctrl-C stops it."""
        if self._browser is not None:
            self._start(self._browser, server.address)
            if _was_open(server, _WINDOW_GONE, self._process):
                server.end()
                return
        if _open_tab(server.address):
            _was_open(server, _TAB_GONE)
            server.end()

    def close(self) -> None:
        """Close the window if it is open."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_CLOSING)
            except subprocess.TimeoutExpired:  # as if the browser waits for someone who debugs it
                self._process.kill()
                self._process.wait()

    def _start(self, browser: Sequence[str], address: str) -> None:
        self._profile.mkdir(parents=True, exist_ok=True)
        options = ("--no-first-run", "--no-default-browser-check", "--class=outflank")
        self._process = subprocess.Popen(
            [*browser, f"--app={address}", f"--user-data-dir={self._profile}", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _was_open(server: "RunningServer", gone: float, process: "subprocess.Popen[bytes] | None" = None) -> bool:
    """Wait until the page is closed. Returns False if the browser failed before it opened a page.

    The page counts as closed if no page has been connected for `gone` seconds, or if the browser's process has exited.
    """
    began = time.monotonic()
    last: float | None = None  # when a page was last connected
    while True:
        now = time.monotonic()
        code = None if process is None else process.poll()
        if server.n_pages:
            last = now
        elif last is not None:
            if code is not None or now - last > gone:
                return True
        elif code:
            return False
        elif code == 0 and now - began > _HANDED_ON:
            return True
        time.sleep(_POLL)


def _open_tab(address: str) -> bool:
    """Open a page in the default browser. If there is no browser, print a message and return False."""
    if webbrowser.open(address):
        return True
    print(f"outflank: no browser found; open {address} yourself, or install Chromium", file=sys.stderr, flush=True)
    return False


def _browsers() -> Iterator[str]:
    """Yield the names or paths of browsers with an app mode on this system, starting with the most common ones."""
    if sys.platform == "win32":
        folders = [os.environ.get(name) for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
        yield from (str(Path(folder) / path) for path in _WINDOWS for folder in folders if folder)
    elif sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (str(folder / f"{name}.app" / "Contents" / "MacOS" / name) for name in _MACOS)
    else:
        yield from _LINUX
