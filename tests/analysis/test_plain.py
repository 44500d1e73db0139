import threading
import time

import pytest

from outflank.analysis.plain import Search, evaluate
from outflank.rules import Position


def minimax(position, depth):
    """The value for the side to move, without any pruning."""
    if position.is_over:
        return position.scores[position.turn]
    if position.must_pass:
        return -minimax(position.switched(), depth)
    if depth == 0:
        return evaluate(position)
    return max(-minimax(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize("start", [Position.start(4), Position.start(6), Position.start(8).play("f5").play("d6")])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_value_of_every_move_is_that_of_minimax(start, depth):
    told = []
    Search().deepen(start, 60, depth, lambda found, plies: told.append((found, plies)))
    found, plies = told[-1]
    assert plies == depth
    assert {known.move: known.value for known in found} == {
        move: -minimax(start.play(move), depth - 1) for move in start.legal_moves
    }
    assert [known.value for known in found] == sorted((known.value for known in found), reverse=True)


@pytest.mark.parametrize("top", [1, 2])
def test_moves_beyond_the_best_are_bounded_from_above(top):
    start = Position.start(8).play("f5").play("d6")
    told = []
    Search().deepen(start, top, 3, lambda found, _plies: told.append(found))
    exact = sorted((-minimax(start.play(move), 2) for move in start.legal_moves), reverse=True)
    assert [known.value for known in told[-1][:top]] == exact[:top]
    for known in told[-1]:
        value = -minimax(start.play(known.move), 2)
        assert known.value == value if known.bound == "exact" else known.value >= value


def test_line_can_be_played_and_leads_to_the_value():
    start = Position.start(4)
    told = []
    Search().deepen(start, 60, None, lambda found, _plies: told.append(found))
    for known in told[-1]:
        position = start
        for move in known.pv:
            position = position.play(move)
        assert position.is_over
        assert position.scores[start.turn] == known.value
        assert known.kind == "exact"


def test_four_by_four_is_a_win_for_the_second_player_by_eight_discs_and_two_empties():
    told = []
    Search().deepen(Position.start(4), 1, None, lambda found, _plies: told.append(found))
    assert told[-1][0].value == -10


def test_stop_is_heard_within_a_tenth_of_a_second():
    search = Search()
    thread = threading.Thread(target=search.deepen, args=(Position.start(10), 60, None, lambda *_: None))
    thread.start()
    time.sleep(0.2)
    began = time.perf_counter()
    search.stop()
    thread.join()
    assert time.perf_counter() - began < 0.1


def test_deadline_is_kept():
    began = time.perf_counter()
    Search(began + 0.2).deepen(Position.start(10), 60, None, lambda *_: None)
    assert 0.19 < time.perf_counter() - began < 0.4
