"""Many games reviewed: killed, interrupted, by two at once, and by a cluster of which one worker dies."""

import json
import os
import signal
import sqlite3
import subprocess
import time

import pytest

from outflank.cluster import Cluster
from outflank.jit import INTERPRETED
from outflank.library import Library
from outflank.play import Limit
from outflank.reviews import Reviews
from outflank.reviews.reviews import _row_of
from outflank.sessions.reviewing import review_all, review_game
from tests.ending import COMMAND, Command, descendants, is_running
from tests.library.conftest import random_records

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="needs signals"),
    pytest.mark.skipif(INTERPRETED, reason="takes compiled searches in other processes"),
]

N_GAMES = 40
TERMS = Limit(4, exact_from=8)
REVIEW = ("review", "--library", "--depth", 4, "--exact-from", 8, "--jobs", 2)


@pytest.fixture
def path(tmp_path):
    with Library.open(tmp_path / "library.sqlite") as library:
        library.add(random_records(N_GAMES))
    return tmp_path / "library.sqlite"


def n_reviews(path):
    with sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True) as database:
        n = database.execute("SELECT count(*) FROM reviews").fetchone()[0]
    database.close()
    return n


def wait_for(path, n):
    deadline = time.monotonic() + 120
    while n_reviews(path) < n:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def check_all(path):
    """Each game has the review that it gets by itself."""
    with Library.open(path) as library:
        assert library.value("PRAGMA integrity_check") == "ok"
        kept = {found.row.number: found.moves for found in Reviews(library).each()}
        assert sorted(kept) == list(range(1, N_GAMES + 1))
        for number in range(1, N_GAMES + 1, 10):
            entry = library.game(number).entry
            _, moves = review_game(entry.start.board_string, entry.moves, TERMS)
            assert [_row_of(judged) for judged in kept[number]] == [_row_of(judged) for judged in moves]


def test_a_review_that_is_killed_twice_loses_and_doubles_nothing(path):
    for least in (5, 15):
        with Command(*REVIEW, "--database", path) as review:
            wait_for(path, least)
            below = descendants(review.process.pid)
            review.process.kill()
            review.process.wait()
            n_kept = n_reviews(path)
            assert least <= n_kept < N_GAMES
            deadline = time.monotonic() + 60
            while any(map(is_running, below)) and time.monotonic() < deadline:
                time.sleep(0.05)
            assert not any(map(is_running, below))
    done = subprocess.run(
        [*COMMAND, *map(str, REVIEW), "--database", str(path), "--json"], capture_output=True, text=True, check=True
    )
    answer = json.loads(done.stdout)
    assert (answer["known"], answer["reviewed"]) == (n_kept, N_GAMES - n_kept)
    check_all(path)


def test_ctrl_c_says_how_to_go_on(path):
    with Command(*REVIEW, "--database", path) as review:
        wait_for(path, 5)
        review.process.send_signal(signal.SIGINT)
        out, err = review.process.communicate(timeout=60)
        assert review.process.returncode == 130
        assert "reviewed in" in out
        n_left = N_GAMES - n_reviews(path)
        assert err == f"outflank: {n_left} games left; repeat the command to continue\noutflank: interrupted\n"


def test_two_at_once_review_each_game_once(path):
    both = [
        subprocess.Popen([*COMMAND, *map(str, REVIEW), "--database", str(path), "--json"], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    answers = [json.loads(each.communicate(timeout=240)[0]) for each in both]
    assert [each.returncode for each in both] == [0, 0]
    assert sum(answer["reviewed"] for answer in answers) == N_GAMES
    check_all(path)


@pytest.mark.filterwarnings("default")  # those of Dask are not ours
def test_a_worker_of_a_cluster_is_killed_and_every_game_is_reviewed(path, local_cluster):
    cluster = Cluster(local_cluster.scheduler_address)
    try:
        victim = next(iter(cluster.client.run(os.getpid).values()))
        outcomes = []
        with Library.open(path) as library:
            for done in review_all(library, range(1, N_GAMES + 1), cluster, TERMS, n_at_once=2):
                outcomes.append(done.outcome)
                if outcomes == ["reviewed"] * 8:
                    os.kill(victim, signal.SIGKILL)
            assert outcomes == ["reviewed"] * N_GAMES
            assert len(Reviews(library)) == N_GAMES
    finally:
        cluster.close()
    check_all(path)
