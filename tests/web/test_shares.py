"""One address, with however many pages, keeps nobody else out."""

import asyncio
import json
import socket
import sys
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from types import SimpleNamespace

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from outflank.web.engines.short_work import Desk
from outflank.web.games.matches import Matches
from outflank.web.games.own_games import OwnGames
from outflank.web.games.store import GameStore
from outflank.web.pages import file_transfer
from outflank.web.pages.file_transfer import Exchange
from outflank.web.pages.studies import Studies
from outflank.web.shares import ADDRESS, Turns, giving_way, has_share, network
from outflank.web.studies.shared_studies import SharedStudies
from outflank.web.transport import http_limits
from outflank.web.transport.app import create
from outflank.web.transport.http_limits import BoundedHTTP
from outflank.web.transport.services import Capacity, Services
from outflank.web.transport.websocket_limits import BoundedWebSocket
from outflank.web.wire import VERSION, MessageError
from tests.web.asgi import Page
from tests.web.conftest import run


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("192.0.2.7", 50000), "192.0.2.7"),
        (("2001:db8:1:2:3::4", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::", 2), "2001:db8:1:2::/64"),
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (("fe80::1%eth0", 1), "fe80::/64"),
        (("no address", 0), "no address"),
        (None, ""),
        ("", ""),
    ],
)
def test_an_address_is_that_of_a_household(client, address):
    assert network(client) == address


def test_an_address_gives_way_that_has_two_more():
    assert giving_way("aaab", "b") == "a"
    assert giving_way("aaab", "c") == "a"
    assert giving_way("aab", "b") is None
    assert giving_way("aaab", "a") is None
    assert giving_way("ab", "c") is None
    assert giving_way("", "c") is None


def test_an_address_has_no_more_places_than_are_free_besides():
    assert has_share("", 1, "a")
    assert has_share("aaa", 8, "a")
    assert not has_share("aaaa", 8, "a")
    assert has_share("aaaa", 8, "b")
    assert not has_share("aaaabbcd", 8, "e")


def order_of(addresses, *, give_up=()):
    """The order in which those get a place who ask for the only one one after the other."""

    async def go():
        turns, served = Turns(1), []

        async def work(number, address):
            ADDRESS.set(address)
            async with turns:
                served.append(f"{address}{number}")
                await asyncio.sleep(0)

        await turns.acquire()
        waiting = [asyncio.ensure_future(work(*each)) for each in enumerate(addresses)]
        await asyncio.sleep(0)
        for number in give_up:
            waiting[number].cancel()
        await asyncio.sleep(0)
        turns.release()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not turns.locked()
        assert not turns._waiting
        return served

    return run(go())


def test_who_waits_gets_a_place_by_turns_of_addresses():
    assert order_of("aaaaabbc") == ["a0", "b5", "c7", "a1", "b6", "a2", "a3", "a4"]


def test_who_gives_up_waiting_takes_no_turn():
    assert order_of("aaabb", give_up=(0, 4)) == ["a1", "b3", "a2"]
    assert order_of("aaa", give_up=(0, 1, 2)) == []


def test_a_place_that_comes_as_somebody_gives_up_goes_to_the_next():
    async def go():
        turns = Turns(1)
        await turns.acquire()
        first, second = asyncio.ensure_future(turns.acquire()), asyncio.ensure_future(turns.acquire())
        await asyncio.sleep(0)
        turns.release()
        first.cancel()
        await second
        return first.cancelled(), turns.locked()

    assert run(go()) == (True, True)


def test_the_desk_reads_for_each_address_in_turn():
    async def go():
        desk, read = Desk(1), []

        async def run(_job, _function, address, *, hear, is_counted):
            read.append(address)
            await asyncio.sleep(0)
            return "", 0.0

        desk.pool.run = run

        async def ask(address):
            ADDRESS.set(address)
            await desk.answer(len, address)

        await asyncio.gather(*map(ask, "aaaab"))
        return "".join(read)

    assert run(go()) == "aabaa"


def test_a_page_of_another_address_gets_the_place_of_one_of_many(tmp_path):
    async def go():
        services = Services(tmp_path / "games.sqlite", Capacity(pages=4), is_shared=True)
        app = create(services)
        pages = [Page(app, "192.0.2.1") for _ in range(4)]
        told = [await page.heard() for page in pages]
        pages[0].say("receive", text="so that the second one is quiet for longest")
        told.append(await pages[0].heard())
        other = Page(app, "192.0.2.2")
        told += [await other.heard(), await pages[1].heard(), await Page(app, "192.0.2.1").heard()]
        for page in (*pages, other):
            page.say("disconnect", code=1000)
        await asyncio.gather(*(page.serving for page in pages), other.serving)
        await services.stop()
        return told

    assert run(go()) == ["welcome"] * 4 + ["message", "welcome", 1008, "full"]


def made():
    games = OwnGames(GameStore(), is_shared=True)
    return Exchange(games, Studies(games, SharedStudies(games)))


def test_files_that_one_address_asks_for_do_not_keep_another_one_from_it(monkeypatch):
    monkeypatch.setattr(file_transfer, "_MOST_TICKETS", 10)
    exchange_ = made()
    ADDRESS.set("a")
    given = [exchange_.address("ann", "export") for _ in range(10)]
    with pytest.raises(MessageError, match="too many files"):
        exchange_.address("ann", "export")
    ADDRESS.set("b")
    last = exchange_.address("bob", "export")
    ADDRESS.set("")
    keys = [address.partition("ticket=")[2] for address in (given[0], given[1], last)]
    assert [exchange_._tickets.take(key, "export") is None for key in keys] == [True, False, False]


def test_games_that_one_address_opens_leave_room_for_others():
    thinking = SimpleNamespace(check=None)
    matches = Matches(GameStore(), thinking, most=8)
    matches._opened_from.update(zip("01234567"[:4], cycle("a"), strict=False))
    ADDRESS.set("a")
    with pytest.raises(MessageError, match="too many games are in progress"):
        matches._check_room()
    ADDRESS.set("b")
    matches._check_room()
    ADDRESS.set("")


def test_of_too_many_connections_one_of_the_address_with_most_goes(monkeypatch):
    monkeypatch.setattr(http_limits, "MOST_WAITING", 3)
    monkeypatch.setattr(BoundedHTTP, "_waiting", {})
    gone = []

    def waits(address):
        one = BoundedHTTP.__new__(BoundedHTTP)
        one.address, one.loop = address, SimpleNamespace(call_later=lambda *_: SimpleNamespace(cancel=list))
        one.transport = SimpleNamespace(abort=lambda: gone.append(address))
        one._wait()

    for address in "baaac":
        waits(address)
    assert gone == ["a", "a"]
    assert [each.address for each in BoundedHTTP._waiting] == ["b", "a", "c"]


@asynccontextmanager
async def serving(app):
    """A server as `outflank serve` runs it; its port."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, http=BoundedHTTP, ws=BoundedWebSocket, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        running = asyncio.ensure_future(server._serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = server.force_exit = True
            await running


@asynccontextmanager
async def proxy(port, client):
    """A proxy on this machine that says from where its visitors come, as nginx does; its port."""
    copying = set()

    async def copy(reader, writer):
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def forward(reader, writer):
        copying.add(asyncio.current_task())
        head = await reader.readuntil(b"\r\n\r\n")
        there, away = await asyncio.open_connection("127.0.0.1", port)
        away.write(head[:-2] + f"X-Forwarded-For: {client}\r\n\r\n".encode())
        with suppress(asyncio.CancelledError):
            await asyncio.gather(copy(reader, away), copy(there, writer))
        away.close()
        writer.close()

    server = await asyncio.start_server(forward, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in copying:
            task.cancel()
        await asyncio.gather(*copying, return_exceptions=True)


async def greeted(port, **options):
    """A page that has said hello, and what it was told."""
    page = await connect(f"ws://127.0.0.1:{port}/ws", origin=f"http://127.0.0.1:{port}", open_timeout=60, **options)
    with suppress(ConnectionClosed):  # which one that is not let in hears before
        await page.send(json.dumps({"type": "hello", "id": 1, "v": VERSION, "key": "k" * 32}))
    async with asyncio.timeout(60):
        message = json.loads(await page.recv())
    return page, message.get("code", message["type"])


def test_behind_a_proxy_each_visitor_has_a_share_of_their_own(tmp_path):
    async def go():
        services = Services(tmp_path / "games.sqlite", Capacity(pages=4), is_shared=True)
        async with serving(create(services)) as port, proxy(port, "192.0.2.1") as one, proxy(port, "192.0.2.2") as two:
            pages = [await greeted(one) for _ in range(4)]
            pages += [await greeted(two), await greeted(one)]
            addresses = sorted(connection.address for connection in services.connections)
            for page, _ in pages:
                await page.close()
        await services.stop()
        return [told for _, told in pages], addresses

    told, addresses = run(go())
    assert told == ["welcome"] * 5 + ["full"]
    assert addresses == ["192.0.2.1"] * 3 + ["192.0.2.2"]


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is an address on Linux only")
def test_who_is_no_proxy_of_this_machine_cannot_say_where_it_comes_from(tmp_path):
    async def go():
        services = Services(tmp_path / "games.sqlite", Capacity(pages=4), is_shared=True)
        claims = {"X-Forwarded-For": "192.0.2.9"}
        async with serving(create(services)) as port:
            page, told = await greeted(port, additional_headers=claims, local_addr=("127.0.0.2", 0))
            addresses = [connection.address for connection in services.connections]
            await page.close()
        await services.stop()
        return told, addresses

    assert run(go()) == ("welcome", ["127.0.0.2"])
