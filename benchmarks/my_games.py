"""How long it takes to list and to search 10,000 games: ``python benchmarks/my_games.py``."""

import argparse
import json
import random
import secrets
import statistics
import tempfile
import time
from pathlib import Path

from outflank.play import Match, Setup, kind_of
from outflank.web.games.own_games import OwnGames, Query
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch

QUERIES = {
    "all": Query(),
    "a word that is in some": Query("tiger"),
    "two words": Query("computer tiger"),
    "a word that is in none": Query("nothing"),
    "lost": Query(ending="lost"),
    "against a player": Query(against="Computer 2"),
}


def played(draw, n_games):
    """Some whole games by random moves."""
    kind, games = kind_of("othello"), []
    for _ in range(n_games):
        game = kind.new_game(kind.start(Setup()))
        while not game.is_over:
            game.push(draw.choice(game.position.legal_moves))
        games.append(Match(game, draw.choice([("human", "level1"), ("level2", "human"), ("human", "engine:level=5")])))
    return games


def milliseconds(action, times=20):
    """The median and the least of some runs."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        action()
        taken.append(1000 * (time.perf_counter() - began))
    return f"{statistics.median(taken):6.1f} (least {min(taken):.1f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    n_games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        store, different = GameStore(Path(folder, "games.sqlite")), played(random.Random(1), 200)
        began = time.perf_counter()
        for number in range(n_games):
            name, match = secrets.token_urlsafe(16), different[number % len(different)]
            state = json.dumps({"id": name, "pace": 0.0, "revision": 1, **match.to_json()})
            store.save(StoredMatch.of(name, match, state, {"somebody": None}), float(number))
        print(f"save a game: {1000 * (time.perf_counter() - began) / n_games:.2f} ms")
        for is_shared in (False, True):
            print("a server of many persons, ms" if is_shared else "a server on one's own machine, ms")
            library = OwnGames(store, is_shared=is_shared)
            for words, query in QUERIES.items():

                def ask(library=library, query=query):
                    library.find("somebody", query, most=31)
                    library.count("somebody", query)

                print(f"  {words:24}{milliseconds(ask)}")
            print(f"  {'opponents':24}{milliseconds(lambda library=library: library.opponents('somebody'))}")
        store.close()


if __name__ == "__main__":
    main()
