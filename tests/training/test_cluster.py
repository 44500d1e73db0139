"""The games of a generation on a Dask cluster: two workers of a local one, one of which is killed."""

import os
import signal
from itertools import count

import numpy as np
import pytest

from outflank.cluster import Cluster
from outflank.errors import OutflankError
from outflank.jit import INTERPRETED
from outflank.training.dataset import RECORD, read
from outflank.training.playing import Task, play, play_batch
from outflank.workers import ProcessPool
from tests.training.small import RANDOM

distributed = pytest.importorskip("distributed", reason="needs the extra cluster")

GAMES = 12 if INTERPRETED else 400

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="needs signals"),
    pytest.mark.filterwarnings("default"),  # those of Dask are not ours
]


def process_numbers(client):
    """Those of the workers."""
    return list(client.run(os.getpid).values())


def test_a_worker_is_killed_and_no_game_is_lost_or_counted_twice(local_cluster, tmp_path):
    workers = Cluster(local_cluster.scheduler_address)
    task = Task(tmp_path / "cluster", None, RANDOM, 1)
    task.folder.mkdir()
    finished = []
    with distributed.Client(local_cluster, set_as_default=False) as client:
        victim = process_numbers(client)[0]
        for numbers in play(workers, task, iter(range(GAMES)), lambda: False):
            finished += numbers
            if victim and len(finished) >= GAMES // 4:
                os.kill(victim, signal.SIGKILL)
                victim = None
    workers.close()
    assert victim is None
    assert sorted(finished) == list(range(GAMES))
    assert sum(path.stat().st_size for path in task.folder.iterdir()) == GAMES * RECORD.itemsize
    alone = Task(tmp_path / "alone", None, RANDOM, 1)
    alone.folder.mkdir()
    with ProcessPool(1) as pool:
        list(play(pool, alone, iter(range(GAMES)), lambda: False))
    assert np.array_equal(read(task.folder), read(alone.folder))


def test_time_ends_a_generation_on_a_cluster(local_cluster, tmp_path):
    workers = Cluster(local_cluster.scheduler_address)
    given = [n for some in play(workers, Task(tmp_path, None, RANDOM, 1), count(), lambda: True) for n in some]
    workers.close()
    assert len(given) == 1
    assert read(tmp_path)["number"].tolist() == given


def test_a_cluster_that_goes_away_is_one_clear_line(local_cluster, tmp_path, caplog):
    workers = Cluster(local_cluster.scheduler_address)
    games = play(workers, Task(tmp_path, None, RANDOM, 1), count(), lambda: False)
    while not next(games):
        pass
    local_cluster.close()
    with pytest.raises(OutflankError, match=r"the cluster failed|the scheduler no longer answers"):
        list(games)
    workers.close()
    assert len(read(tmp_path)) >= 1
    assert not [record for record in caplog.records if record.name == "distributed.client"]


def test_weights_that_a_worker_cannot_read_are_named():
    with pytest.raises(OutflankError, match="the scheduler"):
        play_batch(b"rubbish", RANDOM, 1, [1])


def test_no_cluster_is_one_clear_line(monkeypatch):
    monkeypatch.setattr("outflank.cluster.CONNECT_SECONDS", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(OutflankError, match=f"no Dask scheduler answers at {address}"):
            Cluster(address)


def test_without_the_extra_the_way_to_it_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(OutflankError, match=r"pip install 'outflank\[cluster\]'"):
        Cluster("tcp://127.0.0.1:9")
