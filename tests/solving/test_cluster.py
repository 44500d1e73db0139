"""Positions that are solved on a real cluster: two processes, one of which is killed."""

import os
import signal
import threading
import time

import pytest

from outflank.cluster import Cluster
from outflank.errors import OutflankError
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.solving import deal as dealing
from outflank.solving import tasks
from outflank.solving.deal import deal
from tests.search.positions import played

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="needs signals"),
    pytest.mark.skipif(INTERPRETED, reason="needs compiled code"),
    pytest.mark.filterwarnings("default"),  # those of Dask are not ours
]


@pytest.fixture
def cluster(local_cluster):
    found = Cluster(local_cluster.scheduler_address)
    yield found
    found.close()


def scores(positions):
    return [tasks.solve_whole(position, Limit(exact=True), 1, 8).score for position in positions]


@pytest.mark.parametrize(("n", "n_empties", "n_killed_after"), [(12, 17, 3), (1, 20, 0)])
def test_a_worker_is_killed_and_every_score_is_right(cluster, monkeypatch, n, n_empties, n_killed_after):
    """Many positions, dealt whole, and one, which is split."""
    monkeypatch.setattr(dealing, "_SHORTEST", 0.0)
    positions = [played(seed, n_empties) for seed in range(n)]
    victim = next(iter(cluster.client.run(os.getpid).values()))
    found, submitted = {}, 0

    def kill():
        os.kill(victim, signal.SIGKILL)

    class Killing:
        check = cluster.check

        def submit(self, *arguments, priority):
            nonlocal submitted
            submitted += 1
            if submitted == n_killed_after + 4:
                threading.Timer(0.2, kill).start()
            return cluster.submit(*arguments, priority=priority)

    deal(positions, Killing(), found.__setitem__, limit=Limit(exact=True), top=[1] * n, megabytes=8, n_threads=2)
    assert victim not in cluster.client.run(os.getpid).values()
    assert [found[number].score for number in range(n)] == scores(positions)


def test_a_cancelled_task_makes_room(cluster):
    """A position that would take years does not keep a worker from the next task."""
    hard = played(1, 50)
    futures = [cluster.submit(tasks.solve_whole, hard, Limit(exact=True), 1, 8) for _ in range(2)]
    time.sleep(3)
    assert not any(future.done() for future in futures)
    for future in futures:
        assert future.cancel()
    easy = played(1, 10)
    done = cluster.submit(tasks.solve_whole, easy, Limit(exact=True), 1, 8).result(timeout=60)
    assert done.score == scores([easy])[0]


def test_a_scheduler_that_goes_away_is_one_line(local_cluster, cluster):
    taken = []

    def take(number, _analysis):
        taken.append(number)
        threading.Thread(target=local_cluster.close).start()

    positions = [played(1, 10), played(1, 50)]
    with pytest.raises(OutflankError, match=r"the cluster failed|the scheduler no longer answers"):
        deal(positions, cluster, take, limit=Limit(exact=True), top=[1, 1], megabytes=8, n_threads=1)
    assert taken == [0]
