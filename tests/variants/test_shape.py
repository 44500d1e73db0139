import pytest

from outflank.board import squares
from outflank.board.canonical import IMAGES
from outflank.board.squares import full
from outflank.variants.shape import SIDE, Shape

SIZES = [size for size in squares.SIZES if size <= SIDE]


@pytest.mark.parametrize("size", SIZES)
def test_bits_and_squares_are_inverse(size):
    shape = Shape(size)
    bits = [shape.bit(square) for square in range(size * size)]
    assert [shape.square(bit) for bit in bits] == list(range(size * size))
    assert shape.squares == sum(1 << bit for bit in bits)
    assert shape.placed(full(size)) == shape.squares
    assert shape.corners.bit_count() == 4
    assert [shape.placed(1 << square) for square in range(size * size)] == [1 << bit for bit in bits]


@pytest.mark.parametrize("size", SIZES)
def test_symmetries_of_8x8_map_the_board_to_itself(size):
    squares = Shape(size).squares
    for image in IMAGES:
        assert sum(1 << image[bit] for bit in range(64) if squares >> bit & 1) == squares
