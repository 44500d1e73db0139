"""Several processes at one address: one has the games, the others forward. Whichever ends, nothing is lost."""

import asyncio
import json
import signal
import sys
import urllib.request
from contextlib import asynccontextmanager, contextmanager

import pytest
from websockets.exceptions import ConnectionClosed

pytest.importorskip("redis", reason="several processes need outflank[redis]")

from outflank.errors import OutflankError
from outflank.web.games.lock import lock_of
from outflank.web.games.store import GameStore
from outflank.web.transport import bus
from outflank.web.transport.app import create
from outflank.web.transport.bus import Bus
from outflank.web.transport.server import serve
from outflank.web.transport.services import Capacity, Services
from outflank.web.transport.takeover import SharedServer
from tests.patience import until
from tests.web.asgi import Page
from tests.web.conftest import Served, run

SECONDS = 60  # within which everything here happens, even on a busy machine


class Process:
    """A process of the server, in this process."""

    def __init__(self, redis, games, pages):
        self.services = None

        def open_services(tickets):
            self.services = Services(games, Capacity(pages=pages), is_shared=True, tickets=tickets)
            return self.services

        self.shared = SharedServer(Bus(redis.url, str(games)), games, open_services, create, pages)
        self.app = self.shared.app([], is_installable=False)
        self.lifespan, self.lifespan_says = asyncio.Queue(), asyncio.Queue()

    async def start(self):
        self.running = asyncio.ensure_future(self.app({"type": "lifespan"}, self.lifespan.get, self.lifespan_says.put))
        self.lifespan.put_nowait({"type": "lifespan.startup"})
        assert (await self.lifespan_says.get())["type"] == "lifespan.startup.complete"
        return self

    async def end(self):
        self.lifespan.put_nowait({"type": "lifespan.shutdown"})
        async with asyncio.timeout(SECONDS):
            await self.running

    async def until(self, holds):
        async with asyncio.timeout(SECONDS):
            while not holds():
                await asyncio.sleep(0.02)


@asynccontextmanager
async def processes(redis, games, n=2, pages=20):
    """Processes, of which the first has the games."""
    started = [await Process(redis, games, pages).start() for _ in range(n)]
    await started[0].until(lambda: all(each.shared._forwarder.is_connected for each in started[1:]))
    try:
        yield started
    finally:
        for each in reversed(started):
            if not each.running.done():
                await each.end()


async def answer(page, type_, **fields):
    """The answer of a page's request; events before it are kept in `page.game`."""
    page.number = getattr(page, "number", 1) + 1
    page.say("receive", text=json.dumps({"type": type_, "id": page.number, **fields}))
    async with asyncio.timeout(SECONDS):
        while True:
            said = await page.hears.get()
            if said["type"] == "websocket.close":
                return said["code"]
            if "text" in said:
                message = json.loads(said["text"])
                if message["type"] == "game":
                    page.game = message
                if message.get("re") == page.number:
                    return message


async def get(process, path):
    """The status and the body of an answer to a request."""
    said = []
    scope = {"type": "http", "method": "GET", "path": path.partition("?")[0], "headers": [(b"host", b"localhost")]}
    scope |= {"query_string": path.partition("?")[2].encode(), "client": ("192.0.2.1", 1), "root_path": ""}
    receive = asyncio.Queue()
    receive.put_nowait({"type": "http.request", "body": b"", "more_body": False})

    async def hear(message):
        said.append(message)

    await process.app(scope, receive.get, hear)
    return said[0]["status"], b"".join(each.get("body", b"") for each in said[1:])


def test_pages_of_two_processes_play_with_each_other(redis, tmp_path):
    async def play():
        async with processes(redis, tmp_path / "games.sqlite") as (owner, other):
            one, two = Page(owner.app), Page(other.app)
            assert [await one.heard(), await two.heard()] == ["welcome", "welcome"]
            game = (await answer(two, "new", setup={"seats": ["human", "human"]}))["game"]
            await answer(one, "open", game=game)
            assert (await answer(two, "play", game=game, ply=0, move="f5"))["type"] == "done"
            await answer(one, "open", game=game)
            assert [each["move"] for each in one.game["moves"]] == ["f5"]
            assert owner.services.n_pages == 2
            two.say("disconnect", code=1001)
            await owner.until(lambda: owner.services.n_pages == 1)

    run(play())


def test_another_process_takes_over_when_one_ends(redis, tmp_path):
    async def change():
        async with processes(redis, tmp_path / "games.sqlite", 3) as (owner, second, third):
            page = Page(second.app)
            assert await page.heard() == "welcome"
            game = (await answer(page, "new", setup={"seats": ["human", "human"]}))["game"]
            await answer(page, "play", game=game, ply=0, move="f5")
            names = {each: each.shared._forwarder.name for each in (second, third)}
            await owner.end()
            assert await page.heard() in ("stopping", "people", 1012)
            await second.until(lambda: (second.services or third.services) is not None)
            owner, other = (second, third) if second.services else (third, second)
            forwarder = other.shared._forwarder
            await other.until(lambda: forwarder.is_connected and forwarder.name != names[other])
            for each in (owner, other):
                page = Page(each.app)
                assert await page.heard() == "welcome"
                await answer(page, "open", game=game)
                assert [each["move"] for each in page.game["moves"]] == ["f5"]

    run(change())


def test_a_process_without_redis_loses_its_pages_and_finds_back(redis, tmp_path):
    async def lose():
        async with processes(redis, tmp_path / "games.sqlite") as (owner, other):
            near, far = Page(owner.app), Page(other.app)
            assert [await near.heard(), await far.heard()] == ["welcome", "welcome"]
            game = (await answer(near, "new", setup={"seats": ["human", "human"]}))["game"]
            redis.stop()
            try:
                assert await far.heard() == 1012
                assert (await answer(near, "play", game=game, ply=0, move="f5"))["type"] == "done"
                await other.until(lambda: not other.shared._forwarder.is_connected)
                assert (await get(other, "/healthz"))[0] == 503
                assert await Page(other.app).heard() == 1013
                await owner.until(lambda: owner.services.n_pages == 1)
            finally:
                redis.start()
            await other.until(lambda: other.shared._forwarder.is_connected)
            far = Page(other.app)
            assert await far.heard() == "welcome"
            await answer(far, "open", game=game)
            assert [each["move"] for each in far.game["moves"]] == ["f5"]

    run(lose())


def test_pages_of_a_silent_process_are_given_up(redis, tmp_path, monkeypatch):
    monkeypatch.setattr(bus, "SILENCE", 3.0)  # as a busy machine may be late by a second
    monkeypatch.setattr(bus, "BEAT", 0.2)

    async def fall_silent():
        async with processes(redis, tmp_path / "games.sqlite") as (owner, _):
            there = Bus(redis.url, str(tmp_path / "games.sqlite"))
            await there.append(await there.owner(), "silent", 0, ["open 1 192.0.2.7 "])
            await owner.until(lambda: owner.services.n_pages == 1)
            await owner.until(lambda: owner.services.n_pages == 0)
            await there.close()

    run(fall_silent())


def test_a_missing_entry_is_noticed(redis, tmp_path, monkeypatch):
    monkeypatch.setattr(bus, "BEAT", 0.2)

    async def skip():
        async with processes(redis, tmp_path / "games.sqlite") as (owner, _):
            there = Bus(redis.url, str(tmp_path / "games.sqlite"))
            name = await there.owner()
            await there.append(name, "forgetful", 0, ["open 1 192.0.2.7 "])
            await owner.until(lambda: owner.services.n_pages == 1)
            await there.append(name, "forgetful", 2, ["close 1 "])
            await owner.until(lambda: owner.services.n_pages == 0)
            await there.close()

    run(skip())


def test_a_process_that_was_given_up_begins_again(redis, tmp_path, monkeypatch):
    monkeypatch.setattr(bus, "SILENCE", 3.0)
    monkeypatch.setattr(bus, "BEAT", 0.2)

    async def give_up():
        async with processes(redis, tmp_path / "games.sqlite") as (owner, other):
            page = Page(other.app)
            assert await page.heard() == "welcome"
            there = Bus(redis.url, str(tmp_path / "games.sqlite"))
            await there.append(
                await there.owner(), other.shared._forwarder.name, 10**6, []
            )  # as if entries had been lost
            assert await page.heard() == 1012
            await other.until(lambda: other.shared._forwarder.is_connected)
            assert await Page(other.app).heard() == "welcome"
            await owner.until(lambda: owner.services.n_pages == 1)
            await there.close()

    run(give_up())


def test_there_are_no_more_pages_than_allowed(redis, tmp_path):
    async def crowd():
        async with processes(redis, tmp_path / "games.sqlite", pages=2) as (owner, other):
            pages = [Page(other.app), Page(owner.app, "192.0.2.9")]
            assert [await page.heard() for page in pages] == ["welcome", "welcome"]
            third = Page(other.app)
            assert [await third.heard(), await third.heard()] == ["full", 1013]
            await other.until(lambda: other.shared.n_pages == 1)
            assert (await get(other, "/status"))[1] == b'{"outflank":"1.0.0","pages":1,"forwards":true}'
            assert owner.services.n_pages == 2

    run(crowd())


def test_every_process_serves_the_page_and_files_of_games(redis, tmp_path):
    async def fetch():
        async with processes(redis, tmp_path / "games.sqlite") as started:
            for process in started:
                assert (await get(process, "/"))[0] == 200
                assert await get(process, "/healthz") == (200, b'{"healthy":true,"reasons":[]}')
                page = Page(process.app)
                assert await page.heard() == "welcome"
                game = (await answer(page, "new", setup={"seats": ["human", "human"]}))["game"]
                await answer(page, "play", game=game, ply=0, move="f5")
                for other in started:
                    address = (await answer(page, "export", format="json"))["address"]
                    status, body = await get(other, address)
                    assert (status, game in body.decode()) == (200, True)
                    assert (await get(other, address))[0] == 403

    run(fetch())


def test_an_owner_that_has_lost_the_games_ends(redis, tmp_path):
    async def lose():
        async with processes(redis, tmp_path / "games.sqlite", 1) as (owner,):
            ended = asyncio.Event()
            owner.shared.on_lost = ended.set
            thief = lock_of(tmp_path / "games.sqlite")
            while not thief.try_take():
                owner.shared._lock.release()  # which takes it again, if it is quick
            async with asyncio.timeout(SECONDS):
                await ended.wait()
            assert owner.shared.has_lost
            thief.release()

    run(lose())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"port": 0}, "the same games and the same port"),
        ({"games": None}, "the same games and the same port"),
        ({"redis": "redis://127.0.0.1:1"}, "cannot use Redis at"),
    ],
)
def test_bad_options_are_one_clear_line(redis, tmp_path, options, words):
    usual = {"port": 8322, "games": tmp_path / "games.sqlite", "redis": redis.url, "show": None}
    with pytest.raises(OutflankError, match=words) as caught:
        serve(**{**usual, **options})
    assert "\n" not in str(caught.value)


# --- real processes ---------------------------------------------------------------------------------------------------


@contextmanager
def several(folder, redis, games, n=2):
    """Processes at addresses of their own, as behind a proxy."""
    found = [Served(folder, "--redis", redis.url, "--games", str(games)) for _ in range(n)]
    try:
        for each in found:
            each.start(ready=False)
        yield found
    finally:
        for each in found:
            each.stop()


def owner_of(found):
    """The process that has the games."""
    return next(each for each in found if "forwards" not in each.status())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("is_postgres", [False, True])
def test_a_kill_loses_nothing_acknowledged(redis, tmp_path, is_postgres, request):
    postgres = request.getfixturevalue("postgres") if is_postgres else None
    games = postgres.new_database() if postgres else tmp_path / "games.sqlite"
    with several(tmp_path, redis, games) as found:
        for moves in (["f5"], ["f5", "d6"], ["f5", "d6", "c3"]):
            owner = owner_of(found)
            other = next(each for each in found if each is not owner)
            until(lambda other=other: json.load(urllib.request.urlopen(f"{other.address}/healthz"))["healthy"])
            with other.page() as page:
                if len(moves) == 1:
                    game = page.begin("human", "human")
                else:
                    page.ask("open", game=game)
                    assert page.moves() == moves[:-1]
                assert page.play(moves[-1])["type"] == "done"
                owner.process.send_signal(signal.SIGKILL)
                owner.process.wait()
                with pytest.raises(ConnectionClosed):
                    page.until(lambda _message: False)
            until(lambda other=other: "forwards" not in other.status())
            owner.start(ready=False)
        with owner_of(found).page() as page:
            page.ask("open", game=game)
            assert page.moves() == ["f5", "d6", "c3"]
    if not is_postgres:
        with GameStore(games) as store:
            assert len(store) == 1


@pytest.mark.slow
def test_processes_survive_a_restart_of_the_database(redis, own_postgres):
    async def restart():
        async with processes(redis, own_postgres.new_database()) as started:
            page = Page(started[1].app)
            assert await page.heard() == "welcome"
            game = (await answer(page, "new", setup={"seats": ["human", "human"]}))["game"]
            await answer(page, "play", game=game, ply=0, move="f5")
            own_postgres.stop()
            await asyncio.sleep(2)
            own_postgres.start()
            async with asyncio.timeout(SECONDS):
                while not (healthy := [each for each in started if (await get(each, "/healthz"))[0] == 200]):
                    await asyncio.sleep(0.1)
            page = Page(healthy[0].app)
            assert await page.heard() == "welcome"
            await answer(page, "open", game=game)
            assert [each["move"] for each in page.game["moves"]] == ["f5"]

    run(restart())
