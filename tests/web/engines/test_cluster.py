"""A server whose searches run on a Dask cluster, and on its own machine once the cluster has gone."""

import os
import subprocess
import sys

import pytest

from tests.web.conftest import Served

distributed = pytest.importorskip("distributed", reason="needs the extra cluster")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="needs signals"),
    pytest.mark.filterwarnings("default"),  # those of Dask are not ours
]


def test_searches_run_on_the_cluster_and_then_here(tmp_path):
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(**options) as cluster:
        server = Served(tmp_path, "--scheduler", cluster.scheduler_address).start(ready=False)
        with distributed.Client(cluster.scheduler_address) as client:
            (before,) = client.run(os.times).values()
            with server.page() as page:
                page.begin("human", "engine:level=12")
                page.play("f5")
                page.until_moves(2)
                (after,) = client.run(os.times).values()
                assert sum(after[:2]) > sum(before[:2])
                number = page.send("analyse", position=page.game["view"]["text"], top=1)
                page.until(lambda message: message.get("re") == number and "moves" in message.get("found", {}))
                page.ask("stop")
    with server.page() as page:
        answer = page.ask("new", setup={"seats": ["human", "engine:level=4"]})
        assert answer["type"] == "begun", answer
        page.play("f5")
        page.until_moves(2)
    server.stop()


def test_a_cluster_that_is_not_there_is_one_clear_line(tmp_path):
    options = ("--no-browser", "--port", "0", "--scheduler", "tcp://127.0.0.1:9")
    command = [sys.executable, "-m", "outflank", "serve", *options]
    env = {**os.environ, "OUTFLANK_DATA_DIR": str(tmp_path)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("outflank: no Dask scheduler answers at tcp://127.0.0.1:9")
    assert done.stderr.count("\n") == 1
