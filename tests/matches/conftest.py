"""Tournaments of quick players, played in this process."""

from collections import deque
from itertools import islice

import pytest

from outflank.matches.game import play_pairing
from outflank.matches.reading import read_plan
from outflank.matches.running import Tournament, seated
from outflank.matches.starts import Starts
from outflank.matches.store import Store
from outflank.matches.workers import UnderWay

THREE = ("random", "first", "greedy")


def text_of(*names, players=None, top="size = 4\nopenings = 'random:3'", schedule="games = 4", more=""):
    """The file of a tournament; players are called as they are unless told otherwise."""
    entries = "\n".join(
        f"[[players]]\nname = '{name}'\nplayer = '{player}'"
        for name, player in zip(names, players or names, strict=True)
    )
    return f"{top}\n{entries}\n[schedule]\n{schedule}\n{more}\n"


class HereBoards:
    """Plays games in this process when it is asked what has happened, one at a time."""

    def __init__(self, players, plan, n_at_once=1):
        self.players, self.plan, self.n_at_once = players, plan, n_at_once
        self.waiting = deque()

    def begin(self, number, pairing):
        self.waiting.append((number, pairing))

    def hear(self, take, _patience):
        number, pairing = self.waiting.popleft()
        take(number, play_pairing(self.players, pairing, self.plan.control), "here")

    def under_way(self):
        return (UnderWay(number, pairing, pairing.opening) for number, pairing in islice(self.waiting, self.n_at_once))


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
        tournament = Tournament(plan, store, Starts(plan))
        is_over = tournament.play(HereBoards(seated(plan, store), plan, n_at_once), lambda _: None, most=most)
        assert is_over or most is not None
        return plan, store

    yield go
    for store in stores:
        store.close()


def games_of(store):
    """All that does not depend on how long things take."""
    return [(game.fixture, game.start, game.opened, game.moves, game.points, game.scores) for game in store.games()]
