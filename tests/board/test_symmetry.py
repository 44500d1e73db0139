import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.squares import NAMES, SQUARES
from outflank.board.symmetry import canonical, canonical_symmetry, swap_columns, swap_rows, transformed, transpose
from outflank.rules import transform_move
from tests.oracles import naive
from tests.strategies import boards, positions

BOARDS = st.integers(0, 2**64 - 1)


def oracle(board, symmetry):
    cells = "".join("X" if board >> square & 1 else "-" for square in range(64))
    moved = naive.to_cells(naive.transformed(naive.from_cells(cells), symmetry))
    return sum(1 << square for square in range(64) if moved[square] == "X")


@given(BOARDS)
def test_the_generators_are_symmetries_4_2_and_1(board):
    assert transpose(board) == transformed(board, 4)
    assert swap_rows(board) == transformed(board, 2)
    assert swap_columns(board) == transformed(board, 1)


@given(BOARDS, st.integers(0, 7))
def test_transformed_equals_the_oracle(board, symmetry):
    assert transformed(board, symmetry) == oracle(board, symmetry)


@pytest.mark.parametrize("symmetry", range(8))
def test_squares_go_where_the_rules_say(symmetry):
    for name in NAMES[8]:
        moved = transform_move(name, symmetry)
        assert transformed(1 << SQUARES[8][name], symmetry) == 1 << SQUARES[8][moved]


@given(positions((8,)), st.integers(0, 7))
def test_transformed_equals_the_rules(position, symmetry):
    expected = position.transformed(symmetry)
    assert transformed(position.black, symmetry) == expected.black
    assert transformed(position.white, symmetry) == expected.white


@given(boards())
def test_canonical_is_the_least_of_the_eight(board):
    player, opponent = board
    eight = [(oracle(player, symmetry), oracle(opponent, symmetry)) for symmetry in range(8)]
    assert canonical(player, opponent) == min(eight)
    assert canonical_symmetry(player, opponent) == eight.index(min(eight))


@given(boards(), st.integers(0, 7))
def test_canonical_is_the_same_for_all_eight(board, symmetry):
    player, opponent = board
    moved = transformed(player, symmetry), transformed(opponent, symmetry)
    assert canonical(*moved) == canonical(player, opponent)
