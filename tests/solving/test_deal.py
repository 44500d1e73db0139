"""Positions that are dealt to threads, whole or split, have the scores that plain minimax finds."""

from concurrent.futures import Future

import pytest

from outflank.errors import OutflankError
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.rules import Position
from outflank.search.estimate import expected_nodes
from outflank.solving import deal as dealing
from outflank.solving.deal import deal, leaf_empties
from tests.search.positions import PROBLEMS, played
from tests.solving.helpers import Threads

POSITIONS = [problem.position for problem in PROBLEMS]


def dealt(positions, workers, **options):
    found = {}
    options = {"limit": Limit(exact=True), "top": [1] * len(positions), "megabytes": 1, "n_threads": 2, **options}
    deal(positions, workers, found.__setitem__, **options)
    return [found[number] for number in range(len(positions))]


def test_scores_are_those_of_the_file():
    with Threads() as workers:
        assert [each.score for each in dealt(POSITIONS, workers)] == [problem.score for problem in PROBLEMS]


def test_the_hardest_are_begun_first():
    positions = [played(1, n) for n in (4, 6, 3, 5)]
    with Threads() as workers:
        dealt(positions, workers)
    assert [position.n_empties for _, position, _ in workers.asked] == [6, 5, 4, 3]
    assert [priority for *_, priority in workers.asked] == [expected_nodes(n) for n in (6, 5, 4, 3)]


@pytest.mark.skipif(INTERPRETED, reason="needs compiled code")
def test_one_that_all_would_wait_for_is_split(monkeypatch):
    monkeypatch.setattr(dealing, "_SHORTEST", 0.0)
    hard, easy = played(2, 16), POSITIONS[0]
    with Threads() as workers:
        alone, *_ = dealt([hard], workers, n_threads=1)
        assert [name for name, *_ in workers.asked] == ["solve_whole"]
        workers.asked.clear()
        found, other = dealt([hard, easy], workers)
        names = {(name, position.board_string) for name, position, _ in workers.asked}
        assert ("solve_whole", easy.board_string) in names
        assert ("solve_whole", hard.board_string) not in names
        assert sum(name == "settle" for name, _ in names) > 3
    assert (found.score, other.score) == (alone.score, PROBLEMS[0].score)
    position = hard
    for move in found.pv:
        position = position.play(move)
    assert position.is_over
    assert position.scores[hard.turn] == found.score


@pytest.mark.skipif(INTERPRETED, reason="needs compiled code")
@pytest.mark.parametrize("limit", [Limit(exact=True, seconds=60), Limit(exact=True, nodes=10**9), Limit(best=True)])
def test_positions_with_limits_are_not_split(limit, monkeypatch):
    monkeypatch.setattr(dealing, "_SHORTEST", 0.0)
    with Threads() as workers:
        dealt([played(2, 14)], workers, limit=limit)
    assert [name for name, *_ in workers.asked] == ["solve_whole"]


@pytest.mark.slow
def test_who_wins_and_all_moves_go_the_same_way(monkeypatch):
    monkeypatch.setattr(dealing, "_SHORTEST", 0.0)
    monkeypatch.setattr(dealing, "_FEWEST", 3)
    with Threads() as workers:
        for problem in PROBLEMS[: 1 if INTERPRETED else 3]:
            (won,) = dealt([problem.position], workers, limit=Limit(wld=True))
            assert won.lower <= problem.score <= won.upper
            assert won.lower > 0 or won.upper < 0 or won.score == 0
            (found,) = dealt([problem.position], workers, top=[64])
            assert {each.move: each.value for each in found.moves} == problem.scores
        assert "settle" in {name for name, *_ in workers.asked}


def test_other_boards_are_dealt_whole():
    with Threads() as workers:
        (found,) = dealt([Position.parse("-OX--XO--------- X")], workers)
    assert found.is_exact


def test_workers_that_go_away_are_an_error():
    class Gone(Threads):
        def submit(self, function, *arguments, priority=0.0):
            return Future()  # of which nothing is ever heard

        def check(self):
            raise OutflankError("the scheduler no longer answers")

    with Gone() as workers, pytest.raises(OutflankError, match="no longer answers"):
        dealt(POSITIONS, workers)


@pytest.mark.parametrize(
    ("n_empties", "others", "n_threads", "is_split"),
    [(30, 0, 2, True), (30, 0, 1, False), (30, 30, 2, False), (30, 28, 4, True), (16, 0, 64, False)],
)
def test_what_would_keep_all_waiting_is_split(n_empties, others, n_threads, is_split):
    nodes = expected_nodes(n_empties) + (expected_nodes(others) if others else 0)
    leaf = leaf_empties(played(7, n_empties), nodes, n_threads)
    assert (leaf is not None) == is_split
    assert leaf is None or dealing._FEWEST <= leaf < n_empties
