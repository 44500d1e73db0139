"""How long the explorer of the page takes to answer: ``python benchmarks/explorer.py --library FILE``.

It starts a server of its own, with some thousand games of one person, and asks it as pages do, through WebSockets.
"""

import argparse
import json
import os
import random
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from websockets.sync.client import connect

from outflank.library import Library, usual_path
from outflank.play import Match, Setup, kind_of
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch
from outflank.web.transport.connection import RATE
from outflank.web.wire import VERSION

PAGES = 12  # that ask in turn, as one may send no more than some messages a second


def random_line(draw, plies):
    game = kind_of("othello").new_game(kind_of("othello").start(Setup()))
    while not game.is_over and len(game.moves) < plies:
        game.push(draw.choice(game.position.legal_moves))
    return list(game.moves)


def store_of(path, draw, n_games):
    """The file of a page's games: so many, by random moves."""
    store = GameStore(path)
    kind = kind_of("othello")
    for number in range(n_games):
        game = kind.new_game(kind.start(Setup()), random_line(draw, 99))
        match = Match(game, draw.choice([("human", "level1"), ("level2", "human")]))
        name = secrets.token_urlsafe(16)
        state = json.dumps({"id": name, "pace": 0.0, "revision": 1, **match.to_json()})
        store.save(StoredMatch.of(name, match, state, {"somebody": None}), float(number))
    store.close()


def asked(page, **fields):
    """The answer to a look, and the milliseconds it took."""
    began = time.perf_counter()
    page.send(json.dumps({"type": "explore", "id": 1, **fields}))
    while True:
        answer = json.loads(page.recv(120))
        if answer.get("re") == 1:
            return answer, 1000 * (time.perf_counter() - began)


def report(what, pages, looks):
    taken, counts = [], []
    for number, fields in enumerate(looks):
        began = time.perf_counter()
        answer, milliseconds = asked(pages[number % PAGES], **fields)
        if answer["type"] == "error":
            raise SystemExit(answer["message"])
        taken.append(milliseconds)
        own = answer["own"] or {"games": 0}
        counts.append(own["games"] if answer["source"] == "mine" else answer["games"])
        time.sleep(max(0.0, 1.2 / RATE / PAGES - (time.perf_counter() - began)))
    taken.sort()
    middle, late = statistics.median(taken), taken[int(0.99 * len(taken))]
    print(
        f"{what:44} {statistics.mean(counts):10,.1f} games  median {middle:7.1f} ms  99 of 100 {late:7.1f} ms",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=usual_path())
    parser.add_argument("--looks", type=int, default=1000)
    parser.add_argument("--own", type=int, default=5000, help="games of the person")
    options = parser.parse_args()
    draw = random.Random(1)
    with Library.open(options.library, read_only=True) as library:
        numbers = [draw.randrange(1, len(library) + 1) for _ in range(options.looks)]
        lines = [list(library.game(number).record.tree.moves) for number in numbers]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        store_of(Path(folder, "games.sqlite"), draw, options.own)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "outflank", "serve", "--no-browser", "--port", str(port)]
        env = {**os.environ, "OUTFLANK_DATA_DIR": folder}
        served = subprocess.Popen([*command, "--library", options.library], env=env, stdout=subprocess.PIPE)
        try:
            served.stdout.readline()
            time.sleep(5)  # while the engine is loaded
            address, origin = f"ws://127.0.0.1:{port}/ws", f"http://127.0.0.1:{port}"
            pages = [stack.enter_context(connect(address, origin=origin, max_size=2**24)) for _ in range(PAGES)]
            for page in pages:
                page.send(json.dumps({"type": "hello", "id": 0, "v": VERSION, "key": 32 * "k"}))
                page.recv()
            print(
                f"first look at one's own {options.own:,} games: {asked(pages[0], moves=[], source='mine')[1]:.0f} ms"
            )
            part = [line[: draw.randint(4, 13)] for line in lines]
            middle = [line[: draw.randint(20, 39)] for line in lines]
            few = max(1, options.looks // 20)
            report("start", pages, [{"moves": []}] * options.looks)
            report("opening, moves 4 to 13", pages, [{"moves": line} for line in part])
            report("midgame, moves 20 to 39", pages, [{"moves": line} for line in middle])
            unknown = [random_line(draw, 30) for _ in range(options.looks)]
            report("a position in no game", pages, [{"moves": line} for line in unknown])
            report("opening, since 2000", pages, [{"moves": line, "since": 2000} for line in part[:few]])
            report("start, since a year", pages, [{"moves": [], "since": 1990 + each} for each in range(few // 2)])
            report("one's own games, moves 0 to 10", pages, [
                {"moves": random_line(draw, draw.randint(0, 10)), "source": "mine"} for _ in range(options.looks)
            ])  # fmt: skip
        finally:
            served.terminate()
            served.wait()


if __name__ == "__main__":
    main()
