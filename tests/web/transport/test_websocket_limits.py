"""WebSockets that never end a message, or send more than they seem to, are let go; messages in parts are read."""

import asyncio
import logging
import socket
import zlib
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn
from websockets.frames import Frame, Opcode

from outflank.web import logs, wire
from outflank.web.transport import websocket_limits
from outflank.web.transport.http_limits import BoundedHTTP
from outflank.web.transport.websocket_limits import BoundedWebSocket
from tests.web.conftest import run

HELLO = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)


async def app(_scope, receive, send):
    """Says how long each message is."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": str(len(message["text"]))})


@asynccontextmanager
async def talking():
    """A connection that has been accepted."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 16)  # of the connections: soon full
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            app,
            http=BoundedHTTP,
            ws=BoundedWebSocket,
            lifespan="off",
            log_config=None,
            access_log=False,
            ws_max_size=wire.LONGEST,
        )
        server = uvicorn.Server(config)
        running = asyncio.ensure_future(server._serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", listening.getsockname()[1])
        try:
            writer.write(HELLO)
            await reader.readuntil(b"\r\n\r\n")
            yield reader, writer
        finally:
            writer.transport.abort()
            server.should_exit = server.force_exit = True
            await running


def frame(opcode, data=b"", *, fin=True):
    return Frame(opcode, data, fin).serialize(mask=True)


def packed(size):
    """A message of some bytes, compressed as RFC 7692 has it."""
    squeezed = zlib.compressobj(wbits=-12)
    data = squeezed.compress(b"x" * size) + squeezed.flush(zlib.Z_SYNC_FLUSH)
    said = bytearray(frame(Opcode.TEXT, data.removesuffix(b"\x00\x00\xff\xff")))
    said[0] |= 0x40  # RSV1: this one is compressed
    return bytes(said)


async def what_ends(reader):
    """Reads until the other end lets go."""
    found = b""
    async with asyncio.timeout(60):
        try:
            while data := await reader.read(1 << 16):
                found += data
        except ConnectionError:
            pass
    return found


def reasons_of(said, caplog, monkeypatch):
    """Why a connection that says something is let go, as the log has it."""
    monkeypatch.setattr(logs, "dropped", logs.Dropped())

    async def talk():
        async with talking() as (reader, writer):
            writer.write(said)
            await what_ends(reader)

    with caplog.at_level(logging.INFO, "outflank.web"):
        run(talk())
    return [record.fields["reason"] for record in caplog.records if record.message == "connections dropped"]


def test_pings_whose_answers_nobody_reads_do_not_pile_up(caplog, monkeypatch):
    monkeypatch.setattr(logs, "dropped", logs.Dropped())
    pings = frame(Opcode.PING, b"x" * 125) * 1000

    async def flood():
        async with talking() as (reader, writer):
            reader._transport.pause_reading()
            sent = 0
            with suppress(ConnectionError):
                while not writer.is_closing() and sent < 1000:  # many times as much as the buffers of both hold
                    writer.write(pings)
                    sent += 1
                    async with asyncio.timeout(60):
                        await writer.drain()
            return sent

    with caplog.at_level(logging.INFO, "outflank.web"):
        assert run(flood()) < 1000
    (record,) = (record for record in caplog.records if record.message == "connections dropped")
    assert record.fields["reason"] == "answers to pings not read"


def test_pings_are_answered_if_that_is_read():
    async def ping():
        async with talking() as (reader, writer):
            writer.write(frame(Opcode.PING, b"still there") * 3)
            async with asyncio.timeout(60):
                return [await heard(reader, None) for _ in range(3)]

    assert run(ping()) == ["still there"] * 3


@pytest.mark.parametrize("data", [b"", b"x"], ids=["empty", "of a byte"])
def test_fragments_without_an_end_are_not_kept(data, caplog, monkeypatch):
    said = frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, data, fin=False) * 5000
    assert reasons_of(said, caplog, monkeypatch) == ["too many fragments in a message"]


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY])
def test_a_message_that_does_not_end_is_let_go_in_time(opcode, caplog, monkeypatch):
    monkeypatch.setattr(websocket_limits, "MESSAGE_SECONDS", 0.2)
    assert reasons_of(frame(opcode, b"x", fin=False), caplog, monkeypatch) == ["a message without an end"]


def test_many_small_messages_that_are_large_when_unpacked_are_not_kept(caplog, monkeypatch):
    bomb = packed(200_000)
    assert len(bomb) < 1000
    assert reasons_of(bomb * 60, caplog, monkeypatch) == ["too much data at once"]


def test_a_message_that_is_too_long_when_unpacked_is_not_unpacked():
    async def talk():
        async with talking() as (reader, writer):
            writer.write(packed(50_000_000))
            return await what_ends(reader)

    closing = run(talk())
    assert (1009).to_bytes(2, "big") in closing  # "message too big"


def test_messages_in_parts_and_packed_ones_are_read():
    async def talk():
        async with talking() as (reader, writer):
            parts = [frame(Opcode.CONT, b"x" * 1000, fin=False)] * 200
            writer.write(frame(Opcode.TEXT, b"", fin=False) + b"".join(parts) + frame(Opcode.CONT))
            writer.write(frame(Opcode.TEXT, b"y" * 7) + packed(200_001))
            unpacking = zlib.decompressobj(wbits=-15)
            async with asyncio.timeout(60):
                return [await heard(reader, unpacking) for _ in range(3)]

    assert run(talk()) == ["200000", "7", "200001"]


async def heard(reader, unpacking):
    """The next message, which is short."""
    first, size = await reader.readexactly(2)
    data = await reader.readexactly(size)
    if first & 0x40:
        data = unpacking.decompress(data + b"\x00\x00\xff\xff")
    return data.decode()
