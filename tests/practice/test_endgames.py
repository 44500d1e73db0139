from itertools import islice

import pytest

from outflank import Game, Position
from outflank.engine.engine import Engine
from outflank.errors import IllegalMoveError, OutflankError
from outflank.jit import INTERPRETED
from outflank.practice.endgames import WANTS, find, hardness_of, judge, replies, shipped_games, shuffled_games, solved
from tests.oracles.minimax import naive_score


@pytest.fixture(scope="module")
def engine():
    if INTERPRETED:
        pytest.skip("searches")
    return Engine(8)


def late(n_empties, n):
    games = islice(shuffled_games(5), 40)
    found = [position for game in games for position in game.positions if position.n_empties == n_empties]
    return [position for position in found if not position.is_over][:n]


def test_shipped_games_are_games_that_go_on_into_the_endgame():
    assert len(shipped_games()) >= 300
    assert len(set(shipped_games())) == len(shipped_games())
    for game in shuffled_games(1):
        assert 6 in [position.n_empties for position in game.positions]


def test_every_move_is_judged_as_minimax_does(engine):
    for position in late(6, 8):
        if position.must_pass:
            continue
        best = naive_score(position)
        for move in position.legal_moves:
            judged = judge(engine, position, move)
            value = -naive_score(position.play(move))
            assert (judged.best.value, judged.played.value, judged.loss) == (best, value, best - value)
            assert -naive_score(position.play(judged.best.move)) == best
            end = position.play(move)
            for each in judged.played.pv[1:]:
                end = end.play(each)
            assert end.is_over
            assert end.scores[position.turn] == value


def test_a_move_that_is_not_legal_is_refused(engine):
    with pytest.raises(IllegalMoveError):
        judge(engine, late(6, 1)[0], "z1")


def test_perfect_play_against_perfect_play_loses_nothing(engine):
    for position in late(10, 5):
        best, _ = solved(engine, position)
        side, lost = position.turn, 0
        while not position.is_over:
            if position.must_pass:
                position = position.switched()
                continue
            judged = judge(engine, position, solved(engine, position)[1][0])
            lost += judged.loss
            position = position.play(judged.move)
            for reply in replies(position, judged.played.pv[1:]):
                position = position.play(reply)
        assert lost == 0
        assert position.scores[side] == best


def test_replies_go_on_until_the_person_can_choose(engine):
    for position in late(8, 12):
        if position.must_pass:
            continue
        for move in position.legal_moves:
            after = position.play(move)
            for reply in replies(after, judge(engine, position, move).played.pv[1:]):
                assert after.turn is not position.turn or after.must_pass
                after = after.play(reply)
            assert after.is_over or (after.turn is position.turn and not after.must_pass)


@pytest.mark.parametrize("want", WANTS)
def test_positions_are_worth_what_is_wanted(engine, want):
    low, high = {"even": (-2, 2), "winning": (2, 12), "any": (-12, 24)}[want]
    position = find(engine, shuffled_games(2), 9, want=want, seed=3)
    assert position.n_empties == 9
    assert low <= solved(engine, position)[0] <= high
    assert position == find(engine, shuffled_games(2), 9, want=want, seed=3)


@pytest.mark.parametrize("hardness", ["easy", "medium", "hard"])
def test_positions_are_as_hard_as_asked(engine, hardness):
    position = find(engine, shuffled_games(4), 10, hardness=hardness, seed=1)
    score, _ = solved(engine, position)
    assert hardness_of(engine, position, score) == hardness


def test_games_without_such_a_position_are_told(engine):
    with pytest.raises(OutflankError, match="no game has such a position"):
        find(engine, [Game(Position.start(), "f5d6c3")], 12, want="even")
