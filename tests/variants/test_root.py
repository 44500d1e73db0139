import threading

import pytest
from hypothesis import given, settings

from outflank.jit import INTERPRETED
from outflank.play.limit import Limit
from outflank.rules import Position
from outflank.rules.anti import AntiPosition
from outflank.search.windows import Stopped
from outflank.variants.root import VariantRoot
from tests.variants.positions import endgames, played, score_of

MOST = 4 if INTERPRETED else 7
ROOTS = {}


def root_for(position, threads=1):
    key = type(position), position.size, threads
    if key not in ROOTS:
        ROOTS[key] = VariantRoot(*key[:2], megabytes=16, threads=threads)
    return ROOTS[key]


@settings(max_examples=60, deadline=None)
@given(endgames(MOST))
def test_scores_and_lines_agree_with_plain_minimax(position):
    root, expected = root_for(position), score_of(position)
    with root.search(Limit(), threading.Event()):
        assert root.score(position) == expected
        line = root.proven_line(position, expected)
    for move in line:
        assert score_of(position) == expected
        position, expected = position.play(move), -expected
    assert position.is_over


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@pytest.mark.parametrize(("kind", "score"), [(Position, -10), (AntiPosition, 4)])
def test_4x4_is_solved_from_its_start(kind, score):
    start = kind.start(4)
    root = root_for(start)
    with root.search(Limit(), threading.Event()):
        assert root.score(start) == score


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@pytest.mark.parametrize("kind", [Position, AntiPosition])
def test_two_threads_find_the_score_that_one_finds(kind):
    for seed in range(5):
        position = played(kind, 6, 19, seed)
        scores = []
        for threads in (1, 2):
            root = root_for(position, threads)
            root.table.clear()
            with root.search(Limit(), threading.Event()):
                scores.append(root.score(position))
        assert scores[0] == scores[1]


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
def test_a_line_from_an_early_position_keeps_the_score():
    """The moves in entries of early positions are those of symmetric ones."""
    for_scores = for_lines = 0
    for seed in range(4):
        position = played(Position, 6, 21, seed)
        root = root_for(position)
        root.table.clear()
        with root.search(Limit(), threading.Event()):
            score = root.score(position)
            for_scores += root.nodes
            for_lines -= root.nodes
            line = root.proven_line(position, score)
            for_lines += root.nodes
        for move in line:
            position, score = position.play(move), -score
        assert position.scores[position.turn] == score
    assert for_lines < 0.4 * for_scores  # 0.2 with the hints and 0.65 without them


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
def test_the_learned_evaluation_changes_no_score_and_saves_nodes():
    plain, nodes = VariantRoot(Position, 6, 16, learned=False), [0, 0]
    for seed in range(12):
        position, scores = played(Position, 6, 19 + seed % 2, seed), []
        for i, root in enumerate((root_for(position), plain)):
            root.table.clear()
            with root.search(Limit(), threading.Event()):
                scores.append(root.score(position))
            nodes[i] += root.nodes
        assert scores[0] == scores[1]
    assert nodes[0] < 0.8 * nodes[1]


def test_a_set_event_stops_the_search():
    stopping = threading.Event()
    stopping.set()
    root = root_for(Position.start(6))
    with root.search(Limit(), stopping), pytest.raises(Stopped):
        root.score(Position.start(6))
