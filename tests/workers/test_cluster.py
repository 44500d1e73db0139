"""A Dask cluster as an executor: two workers of this machine, and schedulers that are not there."""

import os
import sys

import pytest

from outflank.cluster import Cluster
from outflank.errors import OptionError, OutflankError

pytest.importorskip("distributed", reason="needs the extra cluster")


def refuse():
    raise OptionError("no player {name}", name="x")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.filterwarnings("default")  # those of Dask are not ours
def test_errors_of_tasks_keep_their_kind(local_cluster):
    with Cluster(local_cluster.scheduler_address) as workers:
        assert workers.n_threads == 2
        assert workers.submit(divmod, 7, 2).result(60) == (3, 1)
        with pytest.raises(OptionError, match="no player x"):
            workers.submit(refuse).result(60)
        with pytest.raises(OutflankError, match="the cluster failed: ZeroDivisionError"):
            workers.submit(divmod, 1, 0).result(60)


def test_no_cluster_is_one_clear_line(monkeypatch):
    monkeypatch.setattr("outflank.cluster.CONNECT_SECONDS", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(OutflankError, match=f"no Dask scheduler answers at {address}"):
            Cluster(address)


def test_without_the_extra_the_way_to_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OutflankError, match=r"pip install 'outflank\[cluster\]'"):
        Cluster("tcp://127.0.0.1:9")
