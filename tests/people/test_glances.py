import numpy as np
import pytest
from hypothesis import given

from outflank import Game, Position
from outflank.board.squares import SQUARES
from outflank.engine.engine import Engine
from outflank.evaluation.evaluate import UNIT
from outflank.evaluation.weights import shipped
from outflank.people.glances import ILLEGAL, Glancer
from outflank.play.limit import Limit
from outflank.training.labels import POSITION
from outflank.training.tempo import searched
from tests.strategies import positions

GLANCER = Glancer()


def _look(position):
    player, opponent = position.discs(position.turn), position.discs(position.turn.opponent)
    return GLANCER.look(np.array([player], np.uint64), np.array([opponent], np.uint64))


@given(positions(sizes=(8,)))
def test_legal_moves_and_replies_are_those_of_the_rules(position):
    moves = {} if position.is_over or position.must_pass else {SQUARES[8][move]: move for move in position.legal_moves}
    found = _look(position)
    assert int(found.legal[0]) == sum(1 << square for square in moves)
    for square in range(64):
        assert (found.values[0, square] != ILLEGAL) == (square in moves)
        after = position.play(moves[square]) if square in moves else None
        has_replies = after is not None and not after.is_over and not after.must_pass
        assert found.replies[0, square] == (len(after.legal_moves) if has_replies else 0)


@pytest.mark.parametrize("moves", ["", "f5d6c3d3c4f4", "f5f6e6f4g5"])
def test_values_are_those_of_a_search_of_two_plies(moves):
    """The second ply is searched here from features that are computed from scratch."""
    position = Game(moves=moves).position
    found = _look(position)
    for move in position.legal_moves:
        after = position.play(move)
        row = np.zeros(1, POSITION)
        row["player"], row["opponent"] = after.discs(after.turn), after.discs(after.turn.opponent)
        assert found.values[0, SQUARES[8][move]] == -UNIT * searched(shipped(), row, 1)[0]


@pytest.mark.parametrize("board", ["X" * 20 + "O" * 43 + "-", "-" + "O" * 30 + "X" * 32 + "-"])
def test_near_the_end_values_are_exact(board):
    position = Position.parse(f"{board} X")
    assert not position.must_pass
    found, analysis = _look(position), Engine().analyse(position, Limit(exact=True), top=60)
    for each in analysis.moves:
        assert found.values[0, SQUARES[8][each.move]] == each.value * UNIT
