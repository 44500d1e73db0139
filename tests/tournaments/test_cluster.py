"""Tournaments on a cluster: of which one worker dies, or is too busy."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future

import pytest

from outflank.arena.game import play_pairing
from outflank.arena.workers import GameProcesses
from outflank.cluster import Cluster
from outflank.errors import OptionError, OutflankError
from outflank.jit import INTERPRETED
from outflank.play import TimeControl
from outflank.tournaments import cluster as module
from outflank.tournaments.cluster import ClusterBoards, Played, Terms, play_there
from outflank.tournaments.results import results, to_json
from outflank.tournaments.running import Tournament, seated
from outflank.tournaments.starts import Starts
from outflank.tournaments.store import Fixture, Store
from tests.ending import is_running
from tests.tournaments.conftest import THREE, games_of, text_of

FAIR = "size = 4\nopenings = 'random:3'\nfair_clock = 1.5"


class FakeCluster:
    """Two workers that play at once when they are asked; those that are `busy` refuse."""

    def __init__(self, players, plan, busy=()):
        self.players, self.plan, self.busy = players, plan, set(busy)
        self.given = []
        self.fails = []

    def threads(self):
        return {"one": 1, "two": 1}

    def check(self):
        pass

    def listen(self, _topic, hear):
        self.hear = hear

    def submit(self, _function, _terms, _number, pairing, *, priority, besides):
        machine = next(iter(sorted(set(self.threads()) - set(besides))), "one")
        self.given.append(machine)
        future = Future()
        if self.fails:
            future.set_exception(self.fails.pop())
        elif machine in self.busy:
            future.set_result(Played(None, machine, 2.7))
        else:
            future.set_result(Played(play_pairing(self.players, pairing, self.plan.control), machine))
        return future


@pytest.fixture
def tournament(plan_of):
    """A tournament to be played on a cluster; it gives also what is needed to make one."""
    plan = plan_of(text_of(*THREE, top=FAIR))
    store = Store(None)
    store.agree(plan)
    yield Tournament(plan, store, Starts(plan)), seated(plan, store), plan
    store.close()


def test_a_worker_that_is_too_busy_gets_no_games_and_it_is_said(tournament, play):
    tournament, players, plan = tournament
    cluster, told = FakeCluster(players, plan, busy=["one"]), []
    with ClusterBoards(cluster, players, plan, told.append) as boards:
        assert boards.n_at_once == 2
        assert tournament.play(boards, lambda _: None)
        assert boards.n_at_once == 1
    alone = games_of(play(text_of(*THREE, top=FAIR))[1])
    assert sorted(map(repr, games_of(tournament.store))) == sorted(map(repr, alone))
    assert {game.machine for game in tournament.store.games()} == {"two"}
    assert cluster.given.count("one") <= 3
    (line,) = told
    assert line == (
        "worker one is too busy for fair clocks (everything takes 2.7 times as long): no games for it for 10 s"
    )


def test_if_all_are_too_busy_games_wait_until_they_are_not(tournament, monkeypatch):
    monkeypatch.setattr(module, "_AVOIDED", 0.05)
    tournament, players, plan = tournament
    cluster = FakeCluster(players, plan, busy=["one", "two"])

    def told(_line):
        if len(cluster.given) > 6:
            cluster.busy.clear()

    with ClusterBoards(cluster, players, plan, told) as boards:
        assert tournament.play(boards, lambda _: None)
    assert tournament.store.n_games() == 12
    assert len(cluster.given) > 12


def test_a_task_that_fails_is_begun_again_but_not_for_ever(tournament):
    tournament, players, plan = tournament
    cluster = FakeCluster(players, plan)
    cluster.fails = [OutflankError("the cluster failed")] * 4
    with ClusterBoards(cluster, players, plan, print) as boards:
        assert not tournament.play(boards, lambda _: None, most=3)
        cluster.fails = [OutflankError("the cluster failed")] * 50
        with pytest.raises(OutflankError, match="the cluster failed"):
            tournament.play(boards, lambda _: None)


def test_a_worker_that_lacks_a_player_ends_the_tournament_which_can_go_on(tournament):
    tournament, players, plan = tournament
    cluster = FakeCluster(players, plan)
    cluster.fails = [OptionError("player 'bot': there is no file")]
    with (
        ClusterBoards(cluster, players, plan, print) as boards,
        pytest.raises(OutflankError, match="a worker of the cluster cannot play: player 'bot'"),
    ):
        tournament.play(boards, lambda _: None)


@contextlib.contextmanager
def busy_core(process_id):
    """Within this, a process shares a core with two others that want all of it."""
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(process_id, {core})
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        for burner in burners:
            os.sched_setaffinity(burner.pid, {core})
        time.sleep(0.3)
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


affinity = pytest.mark.skipif(not hasattr(os, "sched_setaffinity") or INTERPRETED, reason="needs cores to choose from")


@pytest.mark.slow
@affinity
def test_how_busy_a_core_is_shows():
    with GameProcesses(("first", "random"), TimeControl(60), 1) as processes:
        with busy_core(processes._workers[0].process.pid):
            assert processes.load() > 2
        assert processes.load() >= 1


@pytest.mark.slow
@affinity
def test_a_busy_worker_refuses_a_game_and_an_idle_one_plays_it(plan_of):
    plan = plan_of(text_of(*THREE, top=FAIR))
    pairing = Starts(plan).pairing(Fixture(0, 0, (0, 1)))
    terms = Terms(THREE, plan.control, plan.start(), 2.0, "topic")
    try:
        processes = module._processes(terms)
        with busy_core(processes._workers[0].process.pid):
            refused = play_there(terms, 0, pairing)
        assert refused.result is None
        assert refused.load > 2
        played = play_there(Terms(THREE, plan.control, plan.start(), None, "topic"), 0, pairing)
        assert played.result == play_pairing(THREE, pairing, plan.control)
    finally:
        module._close()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or INTERPRETED, reason="needs signals, and quick processes")
@pytest.mark.filterwarnings("default")  # those of Dask are not ours
def test_a_worker_is_killed_and_the_table_is_the_same_as_without(plan_of, play, local_cluster):
    text = text_of(*THREE, "level1", top="size = 6\nopenings = 'random:6'\nfair_clock = false", schedule="games = 10")
    plan = plan_of(text)
    store = Store(None)
    store.agree(plan)
    tournament, players = Tournament(plan, store, Starts(plan)), seated(plan, store)
    cluster = Cluster(local_cluster.scheduler_address)
    victims = []
    try:
        pids = cluster.client.run(os.getpid)

        def hear(so_far):
            if so_far.done >= 15 and not victims:
                victims.append(next(iter(pids.values())))
                os.kill(victims[0], signal.SIGKILL)

        with ClusterBoards(cluster, players, plan, print) as boards:
            assert tournament.play(boards, hear)
    finally:
        cluster.close()
    assert victims
    assert not is_running(victims[0])
    whole = play(text)
    assert sorted(map(repr, games_of(store))) == sorted(map(repr, games_of(whole[1])))
    assert len({game.machine for game in store.games()}) >= 2
    tables = [to_json(results(plan, each))["table"] for each in (store, whole[1])]
    for table in tables:
        for row in table:
            for name in ("seconds", "seconds_a_move", "longest_move"):
                del row[name]
    assert tables[0] == tables[1]
    store.close()
