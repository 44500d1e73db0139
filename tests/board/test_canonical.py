from hypothesis import given
from hypothesis import strategies as st

from outflank.board.canonical import canonical, inverse, symmetric
from outflank.rules import Position
from tests.formats.games import positions


@given(positions(sizes=[8]))
def test_the_eight_boards_are_those_of_the_rules(position):
    turned = [position.transformed(symmetry) for symmetry in range(8)]
    assert symmetric(position.player, position.opponent) == [(each.player, each.opponent) for each in turned]


@given(positions(sizes=[8]), st.integers(0, 7))
def test_one_of_eight_stands_for_all_and_the_way_back_is_known(position, symmetry):
    turned = position.transformed(symmetry)
    assert canonical(turned.player, turned.opponent) == canonical(position.player, position.opponent)
    assert turned.transformed(inverse(symmetry)) == position


def test_the_start_is_as_symmetric_as_it_looks():
    start = Position.start()
    assert len(set(symmetric(start.player, start.opponent))) == 2
