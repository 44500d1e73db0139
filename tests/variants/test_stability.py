import random

import pytest

from outflank.board.bits import popcount
from outflank.board.stability import stable_discs as stable_on_8x8
from outflank.variants.shape import Shape
from outflank.variants.stability import stable_discs
from tests.variants.positions import GAMES, played


def stable(position):
    shape = Shape(position.size)
    return int(stable_discs(shape.placed(position.player), shape.placed(position.opponent), shape.squares))


@pytest.mark.parametrize(("kind", "size"), GAMES)
def test_stable_discs_stay_to_the_end_of_the_game(kind, size):
    n_found = 0
    for seed in range(60):
        generator = random.Random(seed)
        position = played(kind, size, generator.randrange(1, size * size // 2), seed)
        shape, owner = Shape(size), position.turn
        found = stable(position)
        n_found += popcount(found)
        while not position.is_over:
            position = position.play(generator.choice(position.legal_moves))
            own = position.player if position.turn == owner else position.opponent
            assert found & ~shape.placed(own) == 0, (seed, position)
    assert n_found > 20


@pytest.mark.parametrize(("kind", "size"), GAMES)
def test_all_discs_of_a_full_board_are_stable(kind, size):
    shape = Shape(size)
    for seed in range(20):
        position = played(kind, size, 0, seed)
        assert stable(position) == shape.placed(position.player)


def test_discs_on_the_edges_of_8x8_are_found_without_its_table():
    """A chain from a corner, and no disc that the table of edges does not know."""
    a1_to_c1, rest = 0b111, 0b1000
    assert stable_discs(a1_to_c1, rest, 2**64 - 1) == a1_to_c1
    for seed in range(50):
        position = played(*GAMES[4], 20, seed)
        found = int(stable_discs(position.player, position.opponent, 2**64 - 1))
        assert found & ~int(stable_on_8x8(position.player, position.opponent)) == 0


def test_a_square_that_does_not_exist_protects_like_the_edge():
    shape = Shape(6)
    corner = shape.corners & -shape.corners
    assert stable_discs(corner, corner << 1, shape.squares) == corner
    assert stable_discs(corner << 1, 0, shape.squares) == 0
