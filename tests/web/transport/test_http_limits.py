"""Connections that do not take their time are let go; all others are served as before."""

import asyncio
import logging
import socket
from contextlib import asynccontextmanager

import pytest
import uvicorn

from outflank.web import logs
from outflank.web.transport import http_limits
from outflank.web.transport.http_limits import BoundedHTTP
from tests.web.conftest import run

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LARGE = 20_000_000


async def app(scope, receive, send):
    """Says a word, much if that is asked for, or hears a body to its end."""
    if scope["type"] == "lifespan":
        return
    if scope["method"] == "POST":
        while (await receive()).get("more_body"):
            pass
    body = b"x" * (LARGE if scope["path"] == "/large" else 2)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for start in range(0, len(body), 100_000):
        more = start + 100_000 < len(body)
        await send({"type": "http.response.body", "body": body[start : start + 100_000], "more_body": more})


@asynccontextmanager
async def serving():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, http=BoundedHTTP, lifespan="off", log_config=None, access_log=False)
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None
        running = asyncio.ensure_future(server._serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield listening.getsockname()[1]
        finally:
            while writers:
                writers.pop().transport.abort()
            await asyncio.sleep(0)
            server.should_exit = server.force_exit = True
            await running


writers = []


async def opened(port, said, **options):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, **options)
    writers.append(writer)
    writer.write(said)
    return reader, writer


async def is_ended(reader):
    """Whether the other end lets go, within a time in which it must."""
    async with asyncio.timeout(60):
        try:
            while await reader.read(1 << 16):
                pass
        except ConnectionError:
            pass
    return True


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(http_limits, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(http_limits, "READING_SECONDS", 0.3)
    monkeypatch.setattr(logs, "dropped", logs.Dropped())


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "said",
    [b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\n", GET + b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.0\r\nX: y\r\n"],
    ids=["nothing", "a word", "half of a request", "half of a second request", "half of an old request"],
)
def test_who_sends_no_whole_request_is_let_go_and_the_log_says_so(said, caplog):
    async def talk():
        async with serving() as port:
            reader, _ = await opened(port, said)
            return await is_ended(reader)

    with caplog.at_level(logging.INFO, "outflank.web"):
        assert run(talk())
    fields = [record.fields for record in caplog.records if record.message == "connections dropped"]
    assert fields == [{"reason": "no request", "connections": 1}]


@pytest.mark.usefixtures("impatient")
def test_who_drips_headers_is_let_go_all_the_same():
    async def talk():
        async with serving() as port:
            reader, writer = await opened(port, b"GET / HTTP/1.1\r\n")
            ending = asyncio.ensure_future(is_ended(reader))
            while not ending.done():
                writer.write(b"X: y\r\n")
                await asyncio.sleep(0.05)
            return await ending

    assert run(talk())


def test_headers_without_an_end_are_not_kept(monkeypatch):
    monkeypatch.setattr(http_limits, "HEAD_SECONDS", 600.0)

    async def talk():
        async with serving() as port:
            reader, _ = await opened(port, b"GET / HTTP/1.1\r\n" + b"X: yyyyyyyyyyyyyyyyyyyy\r\n" * 10_000)
            return await is_ended(reader)

    assert run(talk())


@pytest.mark.usefixtures("impatient")
def test_who_reads_nothing_of_an_answer_is_let_go():
    async def talk():
        async with serving() as port:
            reader, _ = await opened(port, GET.replace(b"/ ", b"/large "), limit=1000)
            while not logs.dropped._logged_at:
                await asyncio.sleep(0.05)
            assert [*logs.dropped._logged_at] == ["response not read"]
            return len(await reader.read(LARGE)) < LARGE

    assert run(talk())


def test_a_hundred_half_requests_do_not_keep_others_out(monkeypatch):
    monkeypatch.setattr(http_limits, "HEAD_SECONDS", 600.0)
    monkeypatch.setattr(http_limits, "MOST_WAITING", 20)

    async def talk():
        async with serving() as port:
            half = [await opened(port, b"GET / HT") for _ in range(100)]
            reader, _ = await opened(port, GET)
            async with asyncio.timeout(60):
                answer = await reader.readline()
            ended = await is_ended(half[0][0])
            return answer, ended, len(BoundedHTTP._waiting) <= 20

    assert run(talk()) == (b"HTTP/1.1 200 OK\r\n", True, True)


def test_requests_one_behind_the_other_and_bodies_are_served_as_ever():
    async def talk():
        async with serving() as port:
            chunked = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            reader, writer = await opened(port, GET * 3 + chunked)
            writer.write((b"10000\r\n" + b"x" * 0x10000 + b"\r\n") * 4 + b"0\r\n\r\n")
            found = b""
            async with asyncio.timeout(60):
                while found.count(b"200 OK") < 4:
                    found += await reader.read(1 << 16)
            return found.count(b"200 OK")

    assert run(talk()) == 4
