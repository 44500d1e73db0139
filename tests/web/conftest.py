import asyncio
import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

import pytest

pytest.importorskip("fastapi", reason="the web app needs outflank[web]")

from outflank.jit import INTERPRETED
from outflank.text import loads
from outflank.web.games import store as store_module
from outflank.web.games.database import open_database
from outflank.web.games.store import GameStore
from outflank.web.wire import VERSION
from tests.web.postgres import PostgresServer
from tests.web.redis_server import RedisServer

START = f"{'-' * 27}OX------XO{'-' * 27} X"
LONG_THOUGHT = "deepening:time=30"  # a player that is still at its first move when a test ends


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def run(coroutine):
    """The result of a coroutine."""
    with ThreadPoolExecutor(1) as pool:  # this thread may have a browser's event loop
        return pool.submit(asyncio.run, coroutine).result()


def end_with_the_tests():
    """In a new process: be asked to end when the one that runs the tests has ended, in whatever way."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)  # PR_SET_PDEATHSIG


class Served:
    """`outflank serve` in a process of its own, with its games in a file; skipped where the engine is slow."""

    program = ("-m", "outflank")

    def __init__(self, folder, *options):
        self.folder, self.options, self.port = folder, options, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = None

    def start(self, *, ready=True):
        """Start it; with `ready`, wait until the engine is loaded, which may have to be compiled first."""
        if INTERPRETED:
            pytest.skip("an engine that is not compiled is too slow to be served")
        env = {**os.environ, "OUTFLANK_DATA_DIR": str(self.folder)}
        command = [sys.executable, *self.program, "serve", "--no-browser", "--port", str(self.port), *self.options]
        with (self.folder / "log").open("ab") as log:
            options = {"preexec_fn": end_with_the_tests} if sys.platform == "linux" else {}
            self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=log, **options)
        with self.process.stdout as said:
            line = said.readline().decode()
        assert line.startswith("Outflank is at"), (line, self.errors)
        if ready:
            self.until(240, ready=True)
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(60)
                return
            self.kill()

    def status(self):
        with urllib.request.urlopen(f"{self.address}/status") as answer:
            return json.load(answer)

    def until(self, seconds=30.0, **expected):
        """Wait until the status says something; how long that took."""
        began = time.perf_counter()
        while any(self.status()[key] != value for key, value in expected.items()):
            assert time.perf_counter() - began < seconds, self.status()
            time.sleep(0.005)
        return time.perf_counter() - began

    @property
    def errors(self):
        return (self.folder / "log").read_text(encoding="utf-8")

    def connect(self, origin=None):
        from websockets.sync.client import connect

        return connect(f"ws://127.0.0.1:{self.port}/ws", origin=origin or self.address, max_size=2**24, open_timeout=60)

    @contextmanager
    def page(self, person="k"):
        """A page that has said hello: of one person, unless another letter is given."""
        with self.connect() as socket_:
            page = Page(socket_)
            page.welcome = page.ask("hello", v=VERSION, **({"key": 32 * person} if person else {}))
            yield page


class Page:
    """What a browser does, in Python."""

    def __init__(self, socket_):
        self.socket, self.number, self.game = socket_, 0, None

    def send(self, type_, **fields):
        self.number += 1
        self.socket.send(json.dumps({"type": type_, "id": self.number, **fields}))
        return self.number

    def hear(self, timeout=60):
        message = loads(self.socket.recv(timeout))
        if message["type"] == "game":
            self.game = message
        return message

    def until(self, wanted, timeout=60):
        """The first message for which `wanted` holds."""
        ends = time.monotonic() + timeout
        while not wanted(message := self.hear(ends - time.monotonic())):
            pass
        return message

    def ask(self, type_, **fields):
        """The answer to a request; for long work, its last message."""
        number = self.send(type_, **fields)
        return self.until(
            lambda message: message.get("re") == number and "found" not in message and "waiting" not in message
        )

    def begin(self, *seats, **setup):
        return self.ask("new", setup={"seats": list(seats or ("human", "level1")), **setup})["game"]

    def play(self, move):
        return self.ask("play", game=self.game["game"], ply=len(self.game["moves"]), move=move)

    def moves(self):
        return [played["move"] for played in self.game["moves"]]

    def until_moves(self, count):
        if len(self.game["moves"]) != count:
            self.until(lambda message: message["type"] == "game" and len(message["moves"]) == count)


@pytest.fixture
def store():
    """A store of games in memory."""
    with GameStore() as found:
        yield found


@pytest.fixture(scope="session")
def postgres():
    """A real PostgreSQL server; skipped where none is installed."""
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture
def own_postgres():
    """A PostgreSQL server that a test may stop."""
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture(scope="session")
def redis():
    """A real Redis server; skipped where none is installed."""
    server = RedisServer()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgres"])
def each_database(request, monkeypatch):
    """Run a test with games in memory, and again in new databases of a PostgreSQL server."""
    if request.param == "sqlite":
        yield None
        return
    server, opened = request.getfixturevalue("postgres"), []

    def open_new(games):
        opened.append(open_database(server.new_database() if games is None else games))
        return opened[-1]

    monkeypatch.setattr(store_module, "open_database", open_new)
    yield server
    for database in opened:
        database.close()


@pytest.fixture
def games_place(each_database, tmp_path):
    """A file, and then the URL of a database, for games that several stores open."""
    return tmp_path / "games.sqlite" if each_database is None else each_database.new_database()


@pytest.fixture
def serve(tmp_path):
    """Start servers, which end with the test."""
    started = []

    def start(*options, ready=True):
        started.append(Served(tmp_path, *options).start(ready=ready))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="module")
def server_options():
    """What the shared server of a file is started with; files have their own fixture of this name for others."""
    return ()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory, server_options):
    """One server for the tests of a file that do not mind each other."""
    server = Served(tmp_path_factory.mktemp("served"), *server_options).start()
    yield server
    server.stop()


@pytest.fixture
def pages(shared_server):
    """Pages of people by their letters; of nobody by no letter."""
    with ExitStack() as stack:
        yield lambda person="": stack.enter_context(shared_server.page(person))


@pytest.fixture
def page(shared_server):
    with shared_server.page() as page:
        yield page


def chromium():
    """Debian's Chromium, or whatever the browser is called here; None where there is none."""
    names = (os.environ.get("OUTFLANK_CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser():
    """A real browser, which is not downloaded: what the system has is used.

    Its event loop runs in this thread until it is closed, and so must end before tests that run one of their own.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="browser tests need playwright")
    path = chromium()
    if path is None:
        pytest.skip("browser tests need Chromium: install it, or let OUTFLANK_CHROMIUM name it")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Tab:
    """A page of the app in a real browser; it must neither raise an error nor ask any other server for anything."""

    def __init__(self, context, address):
        self.address, self.faults = address, []
        self.page = context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("pageerror", lambda error: self.faults.append(error.stack or str(error)))
        self.page.on("console", lambda said: said.type == "error" and self.faults.append(said.text))
        self.page.on("request", self._check_own)

    def _check_own(self, request):
        if not request.url.startswith(("data:", "blob:", "about:", self.address)):
            self.faults.append(f"asked for {request.url}")

    def go(self, hash_="#/play"):
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/{hash_}")
        self.page.wait_for_selector("html[data-ready]")
        return self

    def reload(self):
        """Load the page again, and wait until it is there."""
        self.page.reload()
        self.page.wait_for_selector("html[data-ready]")

    @contextmanager
    def without_connection(self):
        """The connection is lost, and comes back only at the end."""
        self.page.evaluate("outflank.connection.connect = () => {}")
        self.page.evaluate("outflank.connection.socket.close()")
        self.wait("!outflank.connection.ready")
        yield
        self.page.evaluate("delete outflank.connection.connect && outflank.connection.retry()")
        self.wait("outflank.connection.ready")

    def turn_to(self, name):
        """Play, analyse or review."""
        self.page.get_by_role("tab", name=name).click()

    def begin(self, *seats, **setup):
        """A game without waiting; the dialog is tested on its own."""
        begun = self.page.evaluate(
            "setup => outflank.begin(setup)", {"kind": "othello", "pace": 0, **setup, "seats": list(seats)}
        )
        assert begun
        return self

    def square(self, name):
        return self.page.locator(f'[data-square="{name}"]')

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def moves(self):
        return self.page.evaluate("outflank.modes.play.state.moves.map(played => played.move)")

    def until_moves(self, count):
        self.wait("count => outflank.modes.play.state?.moves.length === count", count)

    def wait(self, condition, argument=None, seconds=60):
        """Until a condition holds. (Playwright's own way to wait needs a page that lets text be run as a program.)"""
        ends = time.monotonic() + seconds
        while not self.page.evaluate(condition, argument):
            assert time.monotonic() < ends, f"not within {seconds} s: {condition} {argument or ''}"
            time.sleep(0.02)

    @property
    def status(self):
        return self.page.locator("#status").inner_text()

    @property
    def said(self):
        """What a screen reader was told last."""
        return self.page.locator("#live").inner_text()


@pytest.fixture
def open_tab(browser):
    """Make pages of servers, each as in a browser of its own, which end with the test."""
    contexts = []

    def make(server, **options):
        usual = {"viewport": {"width": 1280, "height": 860}, "service_workers": "block"}  # tests look at every request
        contexts.append(browser.new_context(**{**usual, **options}))
        return Tab(contexts[-1], server.address)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def tab(open_tab, shared_server):
    """One page; `more` makes others beside it."""
    tab = open_tab(shared_server)
    tab.more = partial(open_tab, shared_server)
    yield tab.go()
    assert tab.faults == []
