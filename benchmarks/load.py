"""A club's busiest evening: many games of two people each, and spectators, on one server or on several processes.

    python benchmarks/load.py --games 1000 --watchers 5000 --seconds 60

starts a server on this machine, lets two people play each game with random moves, and spreads the spectators over the
games. It reports the time from sending a move until the other side has it (median, p95), the processor time of the
server for each move, its memory, and every error. A spectator who has not received every move counts as an error, too.
`--processes 2 --redis URL --database URL` starts several processes at one address; `--kill 30` kills one of them after
30 seconds as a power cut would, and starts it again.
"""

import argparse
import asyncio
import base64
import json
import os
import random
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter, defaultdict
from itertools import pairwise

import psutil

from outflank.web.wire import VERSION

CLOCK = "1200+5"
SILENT = 2.0  # seconds without a message after which a page asks the server for a sign of life
_TAIL = b"\x00\x00\xff\xff"  # the end of a compressed message, which is not sent


class Socket(asyncio.Protocol):
    """The client's side of a WebSocket, as far as this program needs it: text without fragments, compressed or not."""

    def __init__(self, place, heard, closed):
        self.host, self.heard, self.closed = "{}:{}".format(*place), heard, closed
        self.buffer, self.is_open, self.bytes = bytearray(), asyncio.get_running_loop().create_future(), 0
        self.inflate = zlib.decompressobj(-15)

    def connection_made(self, transport):
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: {self.host}", f"Origin: http://{self.host}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"]  # as Chromium does
        transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def data_received(self, data):
        self.bytes += len(data)
        self.buffer += data
        if not self.is_open.done():
            head, separator, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not separator:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.is_open.set_exception(ConnectionError(head[:80].decode(errors="replace")))
                return
            self.buffer[:] = rest
            self.is_open.set_result(None)
        while len(self.buffer) >= 2:
            first, length, at = self.buffer[0], self.buffer[1] & 127, 2
            if length > 125:
                wide = 2 if length == 126 else 8
                if len(self.buffer) < 2 + wide:
                    return
                length, at = int.from_bytes(self.buffer[2 : 2 + wide]), 2 + wide
            if len(self.buffer) < at + length:
                return
            payload = bytes(self.buffer[at : at + length])
            del self.buffer[: at + length]
            if first & 15 == 9:
                self._write(0x8A, payload)
            elif first & 15 == 8:
                self.transport.close()
            else:
                self.heard(payload, bool(first & 64))

    def text(self, payload, is_compressed):
        return self.inflate.decompress(payload + _TAIL) if is_compressed else payload

    def send(self, text):
        self._write(0x81, text.encode())

    def _write(self, first, payload):  # masked by zeros, which saves this program time and the server none
        length = len(payload)
        head = bytes([first, 128 | length]) if length < 126 else bytes([first, 254]) + struct.pack("!H", length)
        self.transport.write(head + bytes(4) + payload)

    def connection_lost(self, _error):
        if not self.is_open.done():
            self.is_open.set_exception(ConnectionError("closed"))
        self.closed()


class Page:
    """A page that comes back by itself, as in a browser, and opens its game again."""

    def __init__(self, load, person, is_player):
        self.load, self.person, self.is_player = load, person, is_player
        self.game, self.state, self.moves, self.waiting, self.number = None, None, 0, {}, 0
        self.socket, self.changed, self.is_done = None, asyncio.Event(), False
        self.greeted, self.heard_at = asyncio.Event(), 0.0
        self.task = asyncio.ensure_future(self._stay())

    async def _stay(self):
        pause, loop = 0.0, asyncio.get_running_loop()
        while not self.is_done:
            await asyncio.sleep(pause)
            gone = asyncio.Event()
            try:
                async with self.load.connecting:
                    self.socket = Socket(self.load.place, self._hear, lambda gone=gone: self._lose(gone))
                    await loop.create_connection(lambda: self.socket, *self.load.place)
                    await self.socket.is_open
                    await self.ask("hello", v=VERSION, key=f"{self.person:032d}", knows=self.load.edition)
                    if self.game:
                        await self.ask("open", game=self.game)
                self.greeted.set()
                pause = 0.0
                await gone.wait()
                if not self.is_done and not self.load.is_killing:
                    self.load.errors["connections lost"] += 1
            except (OSError, TimeoutError, ConnectionError) as error:
                self.load.errors[f"not connected: {type(error).__name__}"] += not self.load.is_killing
            pause = random.uniform(0.5, 1.5) * min(8.0, 2 * pause or 0.5)

    def _lose(self, gone):
        gone.set()
        self.greeted.clear()
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(ConnectionError("closed"))
        self.waiting.clear()

    def ping(self, now):
        if self.greeted.is_set() and self.game and now - self.heard_at > SILENT:
            self.heard_at = now  # asks only once
            self.load.pings += 1
            self.send("ping")

    def _hear(self, payload, is_compressed):
        self.load.heard += 1
        self.heard_at = time.monotonic()
        text = self.socket.text(payload, is_compressed)
        if not self.is_player and self.greeted.is_set():  # spectators only count, which leaves time to the server
            if text.startswith((b'{"type":"game"', b'{"type":"moved"')):
                self.moves += 1
            return
        message = json.loads(text)
        kind = message["type"]
        if kind == "welcome":
            self.load.edition = message["edition"]
        elif kind == "game":
            self.state, self.moves = message, self.moves + 1
        elif kind == "moved":
            self.state = {**self.state, **message, "moves": self.state["moves"][: message["ply"]] + message["moves"]}
            self.moves += 1
        elif kind == "error":
            self.load.errors[f"{message['code']}: {message['message']}"] += 1
        future = self.waiting.pop(message.get("re"), None)
        if future is not None and not future.done():
            future.set_result(message)
        self.changed.set()

    def send(self, type_, **fields):
        self.number += 1
        self.socket.send(json.dumps({"type": type_, "id": self.number, **fields}))
        return self.number

    async def ask(self, type_, **fields):
        future = asyncio.get_running_loop().create_future()
        self.waiting[self.send(type_, **fields)] = future
        return await asyncio.wait_for(future, 60)

    async def until(self, holds):
        while not holds():
            self.changed.clear()
            await self.changed.wait()

    async def end(self):
        self.is_done = True
        if self.socket is not None:
            self.socket.transport.close()
        await asyncio.wait([self.task], timeout=1)
        self.task.cancel()


class Load:
    """All pages, and what they have seen."""

    def __init__(self, options, server):
        self.options, self.server, self.place, self.pids = options, server, server.place, server.pids
        self.errors, self.reached, self.heard, self.edition = Counter(), [], 0, ""
        self.connecting = asyncio.Semaphore(40)
        self.is_killing, self.n_moves, self.retried, self.pings = False, 0, 0, 0
        self.pages = []
        self.acknowledged = defaultdict(dict)  # moves by ply, by game
        self.goes = asyncio.Event()

    async def pulse(self):
        """Let each page ask for a sign of life when it has heard nothing for a while, as in a browser."""
        while True:
            await asyncio.sleep(0.5)
            now = time.monotonic()
            for page in self.pages:
                page.ping(now)

    async def game(self, number):
        draw = random.Random(number)
        sides = [Page(self, 2 * number + side, is_player=True) for side in range(2)]
        self.pages += sides
        for page in sides:
            await page.greeted.wait()
        first, second = sides
        setup = {"seats": ["human", "friend"], "clock": CLOCK}
        game = first.game = second.game = (await first.ask("new", setup=setup))["game"]
        links = (await first.ask("invite", game=game, base="http://club.example/"))["links"]
        await second.ask("join", game=game, secret=links[0]["address"].rpartition("/")[2])
        each = self.options.watchers // self.options.games + (number < self.options.watchers % self.options.games)
        watchers = [Page(self, 10**6 + number * 1000 + at, is_player=False) for at in range(each)]
        for page in watchers:
            page.game = game
        for page in watchers:
            await page.greeted.wait()
        self.ready += 1
        if self.ready == self.options.games:
            self.all_ready.set()
        await self.goes.wait()
        await asyncio.sleep(draw.uniform(0, self.options.pause))
        with_moves = [(page, page.moves) for page in watchers]
        made = 0
        while time.monotonic() < self.ends and sides[0].state["result"] is None:
            made += await self.move(sides, draw)
        await asyncio.sleep(1)
        await sides[0].greeted.wait()
        await sides[0].ask("open", game=game)  # the state that the server has in the end
        kept = [played["move"] for played in sides[0].state["moves"]]
        lost = sum(kept[ply : ply + 1] != [move] for ply, move in self.acknowledged[game].items())
        self.errors["acknowledged moves lost"] += lost
        if not self.options.kill:
            late = sum(page.moves - before < made for page, before in with_moves)
            self.errors["spectators without all moves"] += late
        self.kept += [*sides, *watchers]

    async def move(self, sides, draw):
        turn = sides[0].state["view"]["turn"]
        mover, other = sides[turn], sides[1 - turn]
        await asyncio.sleep(draw.uniform(0.5, 1.5) * self.options.pause)
        while not all(page.greeted.is_set() for page in sides):  # after a kill
            await asyncio.gather(*(page.greeted.wait() for page in sides))
        ply = len(mover.state["moves"])
        legal = sorted(mover.state["view"]["legal"])
        if mover.state["result"] is not None or mover.state["view"]["turn"] != turn:
            return 0  # a move counted that was not confirmed before the kill
        began = time.perf_counter()
        choice = draw.choice(legal)
        try:
            answer = await mover.ask("play", game=mover.game, ply=ply, move=choice)
            if answer["type"] == "error":
                return 0
            self.acknowledged[mover.game][ply] = choice
            await asyncio.wait_for(other.until(lambda: len(other.state["moves"]) > ply), 60)
            await mover.until(lambda: len(mover.state["moves"]) > ply)
        except (ConnectionError, TimeoutError) as error:  # it comes back, sees whether its move counted, and goes on
            if not self.options.kill:
                self.errors[type(error).__name__] += 1
            for page in sides:
                await page.greeted.wait()
            self.retried += 1
            return 0
        self.reached.append(time.perf_counter() - began)
        self.times.append(time.monotonic())
        self.n_moves += 1
        return 1

    async def run(self):
        self.ready, self.all_ready, self.kept, self.times = 0, asyncio.Event(), [], []
        games = asyncio.gather(*(self.game(number) for number in range(self.options.games)))
        began = time.monotonic()
        await asyncio.wait(
            [games, ready := asyncio.ensure_future(self.all_ready.wait())], return_when="FIRST_COMPLETED"
        )
        if not ready.done():
            await games  # which has failed
        said(
            f"{self.options.games} games and {self.options.watchers} spectators are there after "
            f"{time.monotonic() - began:.0f} s; errors so far: {dict(self.errors)}"
        )
        before, own = seconds_of(self.pids), time.process_time()
        self.began = time.monotonic()
        self.ends = self.began + self.options.seconds
        heard, pings = self.heard, self.pings
        self.goes.set()
        pulse = asyncio.ensure_future(self.pulse())
        if self.options.kill:
            asyncio.get_running_loop().call_later(self.options.kill, self.kill)
        await games
        pulse.cancel()
        lasted = self.options.seconds
        used = {pid: after - before.get(pid, 0) for pid, after in seconds_of(self.pids).items()}
        said(
            f"{self.n_moves} moves in {lasted:g} s ({self.n_moves / lasted:.0f} a second), "
            f"{(self.heard - heard) / lasted:.0f} messages a second, {(self.pings - pings) / lasted:.0f} signs of life"
        )
        said(f"a move reaches the other side: {spread(self.reached)}")
        for name, each in used.items():
            said(
                f"process {name}: {each:.1f} s of processor time ({100 * each / lasted:.0f} % of a core, "
                f"{1e3 * each / max(1, self.n_moves):.2f} ms a move), {memory_of(name):.0f} MB"
            )
        said(f"this program: {100 * (time.process_time() - own) / lasted:.0f} % of a core")
        self.errors = +self.errors
        if self.options.kill:
            ended = self.began + self.options.kill
            near = sorted(at for at in self.times if ended - 1 < at < ended + 15)
            gap = max(later - earlier for earlier, later in pairwise(near))
            after = [took for took, at in zip(self.reached, self.times, strict=True) if at > ended + 15]
            said(
                f"moves tried again: {self.retried}; no move came for {gap:.1f} s after the kill; "
                f"later than 15 s after it, a move reaches the other side: {spread(after)}"
            )
        said(f"errors: {dict(self.errors) or 0}")
        return self

    def kill(self):
        self.is_killing = True
        said(f"killed process {self.pids[0]}")
        asyncio.get_running_loop().run_in_executor(None, self.server.kill)


def seconds_of(pids):
    found = {}
    for pid in pids:
        try:
            process = psutil.Process(pid)
            found[pid] = sum(process.cpu_times()[:2])
            for child in process.children(recursive=True):
                found[child.pid] = sum(child.cpu_times()[:2])
        except psutil.NoSuchProcess:
            pass
    return found


def memory_of(pid):
    try:
        return psutil.Process(pid).memory_info().rss / 1e6
    except psutil.NoSuchProcess:
        return 0.0


def spread(times):
    """Median, 95th percentile and maximum in milliseconds."""
    if not times:
        return "never"
    ordered = sorted(times)
    return (
        f"median {1e3 * statistics.median(times):.1f}, p95 {1e3 * ordered[int(0.95 * len(ordered))]:.1f}, "
        f"p99 {1e3 * ordered[int(0.99 * len(ordered))]:.1f}, most {1e3 * ordered[-1]:.1f} ms"
    )


def said(words):
    print(words, flush=True)


class Server:
    """`outflank serve`, in one process or in several at one address."""

    def __init__(self, options, folder):
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            self.place = listening.getsockname()
        self.command = [sys.executable, "-m", "outflank", "serve", "--no-browser", "--pages", "10000"]
        self.command += ["--port", str(self.place[1]), "--games", options.database or f"{folder}/games.sqlite"]
        self.command += ["--redis", options.redis] if options.redis else []
        self.processes = [self.start() for _ in range(options.processes)]

    @property
    def pids(self):
        return [process.pid for process in self.processes]

    def start(self):
        process = subprocess.Popen(self.command, stdout=subprocess.PIPE)
        process.stdout.readline()
        return process

    def kill(self):
        """Kill the process that has the games, and start it again a little later."""
        self.processes[0].kill()
        self.processes[0].wait()
        time.sleep(3)
        self.processes.append(self.start())

    def end(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()


def main(options):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which ends the server, too
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options, folder)

        async def go():
            load = Load(options, server)
            await load.run()
            await asyncio.gather(*(page.end() for page in load.kept))

        try:
            asyncio.run(go())
        finally:
            server.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--watchers", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=5.0, help="seconds that a person thinks, on average")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--redis", default="", metavar="URL", help="for several processes")
    parser.add_argument("--database", default="", metavar="URL", help="PostgreSQL instead of a file")
    parser.add_argument("--kill", type=float, default=0.0, metavar="SECONDS", help="when to kill the first process")
    main(parser.parse_args())
