"""Tournaments on a cluster, of which one worker dies."""

import os
import signal
from concurrent.futures import Future
from dataclasses import replace

import pytest

from outflank.cluster import Cluster
from outflank.errors import OptionError, OutflankError
from outflank.jit import INTERPRETED
from outflank.matches.boards import ClusterBoards
from outflank.matches.game import play_pairing
from outflank.matches.playing import GameTerms
from outflank.matches.reports import to_json
from outflank.matches.results import results
from outflank.matches.running import Tournament, seated
from outflank.matches.store import Store
from tests.ending import is_running
from tests.matches.conftest import THREE, games_of, text_of

TOP = "size = 4\nopenings = 'random:3'"


class FakeCluster:
    """Two workers that play at once when they are asked."""

    n_threads = 2

    def __init__(self, players, plan):
        self.players, self.plan = players, plan
        self.fails = []

    def check(self):
        pass

    def listen(self, _topic, hear):
        self.hear = hear

    def submit(self, _function, _terms, _start, _topic, number, pairing, *, priority):
        machine = ("one", "two")[number % 2]
        future = Future()
        if self.fails:
            future.set_exception(self.fails.pop())
        else:
            future.set_result(replace(play_pairing(self.players, pairing, self.plan.control), machine=machine))
        return future


def boards_on(cluster, players, plan):
    return ClusterBoards(cluster, GameTerms(tuple(players), plan.control, is_lenient=True), plan.start())


@pytest.fixture
def tournament(plan_of):
    """A tournament to be played on a cluster; it gives also what is needed to make one."""
    plan = plan_of(text_of(*THREE, top=TOP))
    store = Store(None)
    store.agree(plan)
    yield Tournament(plan, store), seated(plan, store), plan
    store.close()


def test_games_on_a_cluster_are_those_that_are_played_here(tournament, play):
    tournament, players, plan = tournament
    with boards_on(FakeCluster(players, plan), players, plan) as boards:
        assert boards.n_at_once == 2
        assert tournament.play(boards)
    alone = games_of(play(text_of(*THREE, top=TOP))[1])
    assert sorted(map(repr, games_of(tournament.store))) == sorted(map(repr, alone))
    assert {game.machine for game in tournament.store.games()} == {"one", "two"}


def test_a_task_that_fails_is_begun_again_but_not_for_ever(tournament):
    tournament, players, plan = tournament
    cluster = FakeCluster(players, plan)
    cluster.fails = [OutflankError("the cluster failed")] * 4
    with boards_on(cluster, players, plan) as boards:
        assert not tournament.play(boards, most=3)
        cluster.fails = [OutflankError("the cluster failed")] * 50
        with pytest.raises(OutflankError, match="the cluster failed"):
            tournament.play(boards)


def test_a_worker_that_lacks_a_player_ends_the_tournament_which_can_go_on(tournament):
    tournament, players, plan = tournament
    cluster = FakeCluster(players, plan)
    cluster.fails = [OptionError("player 'bot': there is no file")]
    with (
        boards_on(cluster, players, plan) as boards,
        pytest.raises(OutflankError, match="a worker of the cluster cannot play: player 'bot'"),
    ):
        tournament.play(boards)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or INTERPRETED, reason="needs signals, and quick processes")
@pytest.mark.filterwarnings("default")  # those of Dask are not ours
def test_a_worker_is_killed_and_the_table_is_the_same_as_without(plan_of, play, local_cluster):
    text = text_of(*THREE, "level1", top="size = 6\nopenings = 'random:6'", schedule="games = 10")
    plan = plan_of(text)
    store = Store(None)
    store.agree(plan)
    tournament, players = Tournament(plan, store), seated(plan, store)
    cluster = Cluster(local_cluster.scheduler_address)
    victims = []
    try:
        pids = cluster.client.run(os.getpid)

        def hear(so_far):
            if so_far.done >= 15 and not victims:
                victims.append(next(iter(pids.values())))
                os.kill(victims[0], signal.SIGKILL)

        with boards_on(cluster, players, plan) as boards:
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
