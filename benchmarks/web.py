"""The web app under load: many games at once, answers beside an analysis, how fast the engine stops.

    python benchmarks/web.py --games 100 --seconds 60

starts a server of its own, on this machine alone, and plays games of random moves: first against level2, then between
two people each. A person's moves come after a pause, as people's do. The answer to a move is timed twice: until the
server has taken it, and until the computer's reply is there, without the time that the computer itself thought; between
two people, until it has reached the other side. Last, a hundred guests watch one of these games.
"""

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from websockets.asyncio.client import connect

from outflank.web.wire import VERSION

POSITION = "f5d6c3d3c4f4c5b3c2"


class Page:
    """What a browser does, in Python."""

    def __init__(self, socket):
        self.socket, self.number, self.game = socket, 0, None

    async def send(self, type_, **fields):
        self.number += 1
        await self.socket.send(json.dumps({"type": type_, "id": self.number, **fields}))
        return self.number

    async def hear(self):
        message = json.loads(await self.socket.recv())
        if message["type"] == "game":
            self.game = message
        if message["type"] == "error":
            raise RuntimeError(message["message"])
        return message

    async def hello(self, person):
        """Be somebody, by a number."""
        await self.ask("hello", v=VERSION, key=f"{person:032d}")

    async def ask(self, type_, **fields):
        number = await self.send(type_, **fields)
        while (answer := await self.hear()).get("re") != number:
            pass
        return answer


class Server:
    """`outflank serve` on a free port, with its games in a folder of its own."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        began = time.perf_counter()
        command = [sys.executable, "-m", "outflank", "serve", "--no-browser", "--port", "0"]
        command += ["--games", f"{self.folder.name}/games.sqlite"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[3].rstrip("/")
        urllib.request.urlopen(self.address).close()
        self.start_seconds = time.perf_counter() - began
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def page(self):
        return connect(f"{self.address.replace('http', 'ws')}/ws", origin=self.address, max_size=2**24)

    def status(self):
        with urllib.request.urlopen(f"{self.address}/status") as answer:
            return json.load(answer)


async def play(server, seed, ends, pause, taken, answered):
    """Games against level2, one after the other, until the time is up; what each move took goes into the lists."""
    draw = random.Random(seed)
    async with server.page() as socket:
        page = Page(socket)
        await page.hello(seed)
        await asyncio.sleep(draw.uniform(0, pause))
        while time.monotonic() < ends:
            await page.ask("new", setup={"seats": ["human", "level2"]})
            while page.game["result"] is None and time.monotonic() < ends:
                state = page.game
                began, ply = time.perf_counter(), len(state["moves"])
                move = draw.choice(list(state["view"]["legal"]))
                await page.ask("play", game=state["game"], ply=ply, move=move)
                taken.append(time.perf_counter() - began)
                while page.game["view"]["turn"] == 1:
                    await page.hear()
                thought = sum(played["seconds"] for played in page.game["moves"][ply + 1 :])
                answered.append(time.perf_counter() - began - thought)
                await asyncio.sleep(draw.uniform(0.5, 1.5) * pause)
            await page.ask("leave", game=page.game["game"])


async def load(server, games, seconds, pause):
    """Many games at once."""
    taken, answered, ends = [], [], time.monotonic() + seconds
    await asyncio.gather(*(play(server, seed, ends, pause, taken, answered) for seed in range(games)))
    said(f"{games} games for {seconds:g} s, a move every {pause:g} s on average: {len(taken)} moves, no error")
    said(f"  a move is taken: {spread(taken)}")
    said(f"  the computer's reply is there, without its thinking: {spread(answered)}")


async def play_together(server, seed, ends, pause, taken, reached, n_guests=0):
    """Games of two people, one after the other; what each move took to be taken and to reach the other side."""
    draw = random.Random(seed)
    async with contextlib.AsyncExitStack() as stack:
        sides = [Page(await stack.enter_async_context(server.page())) for _ in range(2)]
        for number, page in enumerate(sides):
            await page.hello(2 * seed + number)
        guests = []
        for number in range(n_guests):
            guests.append(Page(await stack.enter_async_context(server.page())))
            await guests[-1].hello(10**6 + number)
        await asyncio.sleep(draw.uniform(0, pause))
        while time.monotonic() < ends:
            first, second = sides
            game = (await first.ask("new", setup={"seats": ["human", "friend"], "clock": "300+5"}))["game"]
            links = (await first.ask("invite", game=game, base="http://club.example/"))["links"]
            await second.ask("join", game=game, secret=links[0]["address"].rpartition("/")[2])
            watching = [asyncio.ensure_future(_watch(guest, game)) for guest in guests]
            await asyncio.sleep(0.5 if guests else 0)
            await _play_out(sides, draw, ends, pause, taken, reached)
            for task in watching:
                task.cancel()
            for ended in await asyncio.gather(*watching, return_exceptions=True):
                if not isinstance(ended, asyncio.CancelledError):
                    raise ended
            for page in sides:
                await page.ask("leave", game=game)
            sides.reverse()


async def _watch(guest, game):
    await guest.send("open", game=game)
    while True:
        await guest.hear()


async def _play_out(sides, draw, ends, pause, taken, reached):
    for page in sides:
        while not page.game or any(person["waits"] for person in page.game["people"]):
            await page.hear()
    while sides[0].game["result"] is None and time.monotonic() < ends:
        turn = sides[0].game["view"]["turn"]
        mover, other = sides[turn], sides[1 - turn]
        ply = len(mover.game["moves"])
        await mover.send("seen", game=mover.game["game"], ply=ply)
        await asyncio.sleep(draw.uniform(0.5, 1.5) * pause)
        move = draw.choice(list(mover.game["view"]["legal"]))
        began = time.perf_counter()

        async def arrives(other=other, ply=ply, began=began):
            while len(other.game["moves"]) == ply:
                await other.hear()
            reached.append(time.perf_counter() - began)

        arriving = asyncio.ensure_future(arrives())
        await mover.ask("play", game=mover.game["game"], ply=ply, move=move)
        taken.append(time.perf_counter() - began)
        await arriving


async def load_together(server, games, seconds, pause):
    """Many games between two people at once, then one with many guests."""
    taken, reached, ends = [], [], time.monotonic() + seconds
    await asyncio.gather(*(play_together(server, seed, ends, pause, taken, reached) for seed in range(games)))
    said(
        f"{games} games of two people for {seconds:g} s, a move every {pause:g} s in each: {len(taken)} moves, no error"
    )
    said(f"  a move is taken: {spread(taken)}")
    said(f"  it reaches the other side: {spread(reached)}")
    for n_guests in (0, 100):
        taken, reached = [], []
        await play_together(server, 1, time.monotonic() + 15, 0.1, taken, reached, n_guests)
        said(f"one game of two people, {n_guests} guests: a move reaches the other side: {spread(reached)}")


async def beside(server, seconds):
    """The answers to another page while engines analyse, and how fast they stop."""
    waits, stops = [], []
    async with server.page() as first, server.page() as second:
        busy, other = Page(first), Page(second)
        for page in (busy, other):
            await page.hello(1)
        start = (await other.ask("look", moves=[POSITION[i : i + 2] for i in range(0, len(POSITION), 2)]))["views"][-1]
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            number = await busy.send("analyse", position=start["text"], top=3)
            while "moves" not in (await busy.hear()).get("found", {}):
                pass
            for _ in range(20):
                began = time.perf_counter()
                await other.ask("look", moves=["f5", "d6", "c3"])
                waits.append(time.perf_counter() - began)
                await asyncio.sleep(0.05)
            began = time.perf_counter()
            await busy.send("stop")
            while not ((said_ := await busy.hear()).get("re") == number and said_.get("stopped")):
                pass
            while (await asyncio.to_thread(server.status))["analysing"]:
                pass
            stops.append(time.perf_counter() - began)
    said(f"another page's answer while an engine analyses: {spread(waits)}")
    said(f"from the click on Stop until the engine has ended: {spread(stops)}")


def spread(times):
    """Median, 95th percentile and maximum in milliseconds."""
    p95 = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return f"median {1000 * statistics.median(times):.1f}, p95 {1000 * p95:.1f}, most {1000 * max(times):.1f} ms"


def said(words):
    print(words, flush=True)


async def main(options):
    with Server() as server:
        said(f"the server answered after {server.start_seconds:.2f} s")
        await beside(server, min(20.0, options.seconds))
        await load(server, options.games, options.seconds, options.pause)
        await load_together(server, options.games, options.seconds, options.pause)
        while (status := server.status())["pages"] or status["thinking"]:
            await asyncio.sleep(0.02)
        said(f"afterwards: {status}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds that a person thinks, on average")
    asyncio.run(main(parser.parse_args()))
