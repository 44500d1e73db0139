"""Tasks on a Dask cluster: they are heard and stopped like those of local processes, which take over if it fails."""

import os
import threading
import time

import pytest

from outflank.cluster import Cluster
from outflank.cluster_tasks import ClusterTasks
from outflank.errors import OptionError, OutflankError
from outflank.workers import Watch, heed_stop, tell_watch
from tests.patience import until

distributed = pytest.importorskip("distributed", reason="needs the extra cluster")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="needs signals"),
    pytest.mark.filterwarnings("default"),  # those of Dask are not ours
]


class Recorder(Watch):
    """A watch that notes what it hears."""

    def __init__(self):
        self.heard = []

    def hear(self, message):
        self.heard.append(message)


def count(numbers):
    for number in range(numbers):
        tell_watch(("number", number))
    return os.getpid()


def refuse():
    raise OptionError("no player {name}", name="x")


def run_until_stopped(path):
    """Run until somebody stops the task, and write that down."""
    ended = threading.Event()
    heed_stop(ended.set)
    tell_watch("running")
    ended.wait(60)
    path.write_text("stopped" if ended.is_set() else "not stopped")
    return "late"


def run_for_ever(path):
    heed_stop(None)
    tell_watch("running")
    try:
        while True:
            time.sleep(0.01)
    finally:
        path.write_text("stopped")


@pytest.fixture
def tasks(local_cluster):
    found = ClusterTasks(Cluster(local_cluster.scheduler_address), 1)
    yield found
    found.close()


def test_results_errors_and_messages_come_back(tasks):
    watch = Recorder()
    assert tasks.submit(count, 5, watch=watch).result(60) != os.getpid()
    until(lambda: watch.heard == [("number", number) for number in range(5)])
    with pytest.raises(OptionError, match="no player x"):
        tasks.submit(refuse, watch=Watch()).result(60)


@pytest.mark.parametrize("job", [run_until_stopped, run_for_ever])
def test_a_task_that_nobody_waits_for_stops(tasks, tmp_path, job):
    watch, path = Recorder(), tmp_path / "end"
    future = tasks.submit(job, path, watch=watch)
    until(lambda: watch.heard == ["running"])
    tasks.stop(future, 1.0)
    until(path.exists)
    until(lambda: path.read_text() == "stopped")
    assert future.cancelled()
    assert tasks.submit(count, 1, watch=Watch()).result(60)


def test_local_processes_take_over_from_a_cluster_that_fails(tmp_path):
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        tasks, watch, path = ClusterTasks(Cluster(cluster.scheduler_address), 1), Recorder(), tmp_path / "end"
        future = tasks.submit(run_until_stopped, path, watch=watch)
        until(lambda: watch.heard == ["running"])
    until(lambda: watch.heard == ["running", "running"])
    tasks.stop(future, 10.0)
    until(path.exists)
    watch = Recorder()
    assert tasks.submit(count, 2, watch=watch).result(60) != os.getpid()
    until(lambda: len(watch.heard) == 2)
    with pytest.raises(OptionError, match="no player x"):
        tasks.submit(refuse, watch=Watch()).result(60)
    tasks.close()


def test_a_closed_pool_gives_its_tasks_up(local_cluster, tmp_path):
    tasks, watch = ClusterTasks(Cluster(local_cluster.scheduler_address), 1), Recorder()
    future = tasks.submit(run_until_stopped, tmp_path / "end", watch=watch)
    until(lambda: watch.heard == ["running"])
    tasks.close()
    until((tmp_path / "end").exists)
    with pytest.raises(OutflankError):
        future.result(60)
