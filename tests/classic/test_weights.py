import pytest
from hypothesis import given

from outflank.board.squares import SIZES
from outflank.classic import levels, staged
from outflank.classic.weights import table, weigh
from tests.strategies import positions

QUADRANTS = [levels.WEIGHTS, staged.PLACES, staged.LATE_PLACES]


@pytest.mark.parametrize("quadrant", QUADRANTS)
@pytest.mark.parametrize("size", SIZES)
def test_tables_are_symmetric_and_keep_their_corners(quadrant, size):
    weights = table(quadrant, size)
    rows = [weights[i : i + size] for i in range(0, size * size, size)]
    assert len(rows) == size
    assert rows == rows[::-1]
    assert rows == [row[::-1] for row in rows]
    assert rows == [list(column) for column in zip(*rows, strict=True)] or rows == [
        tuple(c) for c in zip(*rows, strict=True)
    ]
    assert rows[0][0] == quadrant[0][0]
    assert rows[1][1] == quadrant[1][1]


@given(positions())
def test_weigh_adds_up_square_by_square(position):
    for quadrant in QUADRANTS:
        weights = table(quadrant, position.size)
        expected = sum(weight for square, weight in enumerate(weights) if position.black >> square & 1)
        assert weigh(position.black, quadrant, position.size) == expected
