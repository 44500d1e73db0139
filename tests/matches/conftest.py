"""Tournaments of quick players, played in this process."""

from concurrent.futures import Future
from dataclasses import replace

import pytest

from outflank.matches.api import match_plan, play_match
from outflank.matches.boards import Boards
from outflank.matches.game import CEILING, play_pairing
from outflank.matches.reading import read_plan
from outflank.matches.results import Results
from outflank.matches.running import Tournament, seated
from outflank.matches.store import Fixture, Store

THREE = ("random", "first", "greedy")


def text_of(*names, players=None, top="size = 4\nopenings = 'random:3'", schedule="games = 4", more=""):
    """The file of a tournament; players are called as they are unless told otherwise."""
    entries = "\n".join(
        f"[[players]]\nname = '{name}'\nplayer = '{player}'"
        for name, player in zip(names, players or names, strict=True)
    )
    return f"{top}\n{entries}\n[schedule]\n{schedule}\n{more}\n"


BOTS = """
import os, re, threading

def prints(position):
    print("rubbish")
    return position.legal_moves[0]

def raises(position):
    raise ValueError("no idea")

def ends_the_process(position):
    os._exit(3)

def loops(position):
    while True:
        pass

def gives_up(position):
    raise KeyboardInterrupt

def grips(position):
    re.match("(a+)+b", "a" * 60)  # for years, without letting any other thread run

def does_it_late(position):
    threading.Timer(0.05, os._exit, [4]).start()
    return position.legal_moves[0]

class FailsToStart:
    def __init__(self):
        raise RuntimeError("no way")

class FailsInGames:
    def __init__(self, seed: int = -1):
        if seed >= 0:
            raise RuntimeError("no way")

    def choose(self, position):
        return position.legal_moves[0]

class EndsTheProcess:
    def __init__(self):
        os._exit(3)

class EndsTheProcessInGames:
    def __init__(self, seed: int = -1):
        if seed >= 0:
            os._exit(3)

    def choose(self, position):
        return position.legal_moves[0]
"""
"""Source of players that do wrong, each in its own way."""


class HereBoards(Boards):
    """Plays each game in this process when it is submitted."""

    n_at_once = 1

    def __init__(self, players, plan, n_at_once=1):
        super().__init__()
        self.players, self.plan, self.n_at_once = players, plan, n_at_once

    def submit(self, _number, pairing):
        future = Future()
        future.set_result(replace(play_pairing(self.players, pairing, self.plan.control), machine="here"))
        return future


@pytest.fixture
def plan_of(tmp_path):
    """Writes the file of a tournament and reads it."""

    def make(text, name="club.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return read_plan(path)

    return make


@pytest.fixture
def play(plan_of):
    """Plays a tournament, as far as it is told to, and gives its store."""
    stores = []

    def go(text, *, most=None, path=None, n_at_once=1):
        plan = plan_of(text)
        store = Store(path)
        stores.append(store)
        store.agree(plan)
        tournament = Tournament(plan, store)
        is_over = tournament.play(HereBoards(seated(plan, store), plan, n_at_once), most=most)
        assert is_over or most is not None
        return plan, store

    yield go
    for store in stores:
        store.close()


def games_of(store):
    """All that does not depend on how long things take."""
    return [(game.fixture, game.start, game.opened, game.moves, game.points, game.scores) for game in store.games()]


def played(*players, start, games=2, openings="random:4", seed=1, control=CEILING, jobs=1, progress=lambda _: None):
    """The games of a match in their order."""
    heard = []

    def hear(result):
        heard.append(result)
        progress(result)

    plan = match_plan(players, start=start, games=games, openings=openings, seed=seed, control=control)
    play_match(plan, players, jobs=jobs, progress=hear)
    return sorted(heard, key=lambda result: result.pairing.seed)


def results_of(names, games):
    """The results, as a match, of games given with the numbers of their openings."""
    start = games[0][1].pairing.start
    plan = match_plan(names, start=start, games=start.n_players)
    with Store(None) as store:
        store.agree(plan)
        for opening, result in games:
            store.add(Fixture(0, opening, result.pairing.seats), result)
        results = Results(plan, store)
        for game in store.games():
            results.add(game)
        results.rank(store)
        return results
