import os
import signal
import sqlite3
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("outflank", deadline=None, max_examples=30)
settings.register_profile("thorough", deadline=None, max_examples=200)  # of .ci/slow: --hypothesis-profile=thorough
settings.load_profile("outflank")

# A shell has what runs in its background ignore Ctrl-C, and so would all that the tests start there.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def local_cluster():
    """A Dask cluster of two workers, processes of their own; one that is killed is not replaced at once."""
    distributed = pytest.importorskip("distributed", reason="needs the extra cluster")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as found:
        yield found


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One more than cores, as many tests wait for processes; not more than --maxprocesses."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


@pytest.fixture
def few_positions(monkeypatch):
    """A bot that is checked is asked about a few positions, where how many there are is not the point."""
    monkeypatch.setattr("outflank.course.check._POSITIONS", 6)
    monkeypatch.setattr("outflank.course.check._TWICE", 2)


@pytest.fixture
def short_checks(few_positions, monkeypatch):
    """A bot that is checked plays no whole games besides."""
    monkeypatch.setattr("outflank.course.check._try_games", lambda *_: None)


@pytest.fixture
def protect(monkeypatch):
    """A function that write-protects a path and all below it, for SQLite too and whoever runs the tests."""
    protected = []
    access, connect = os.access, sqlite3.connect

    def is_protected(path):
        return any(Path(path).resolve().is_relative_to(each) for each in protected)

    def accessed(path, mode, **options):
        return access(path, mode, **options) and not (mode & os.W_OK and is_protected(path))

    def connected(path, *arguments, **options):
        if not options.get("uri") and path != ":memory:" and is_protected(path):
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return connect(path, *arguments, **options)

    monkeypatch.setattr(os, "access", accessed)
    monkeypatch.setattr(sqlite3, "connect", connected)
    return protected.append
