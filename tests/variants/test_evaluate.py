from functools import cache

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.moves import flips, legal_moves
from outflank.board.symmetry import transformed
from outflank.evaluation.evaluate import aligned
from outflank.evaluation.features import moved
from outflank.evaluation.patterns import N_LANES
from outflank.variants.evaluate import INCREMENTS, MOST, UNIT, evaluate, phase_of, placed
from outflank.variants.patterns import FEATURES, FEWEST, PHASES
from outflank.variants.weights import table_of
from tests.variants.learned import SHAPE, boards, n_empties_of, random_weights


def row_of(board):
    row = aligned((N_LANES,))
    row[:] = 99  # whatever was there
    placed(*board, INCREMENTS.ctypes.data, row.ctypes.data)
    return row


@cache
def table():
    return table_of(random_weights())


def value_of(board):
    return evaluate(row_of(board).ctypes.data, n_empties_of(board), table().ctypes.data)


def naive_indices(board):
    player, opponent = board
    return [
        sum(3**power * ((player >> square & 1) - (opponent >> square & 1)) for power, square in enumerate(squares))
        for _, squares in FEATURES
    ]


def naive_value(board):
    """The value by the definition: a constant and a weight for each feature."""
    n_empties = n_empties_of(board)
    weights = table()[(n_empties - FEWEST) // 2].tolist()
    indices = zip(FEATURES, naive_indices(board), strict=True)
    value = weights[n_empties % 2] + sum(weights[pattern.centre + index] for (pattern, _), index in indices)
    return min(max(value, -MOST), MOST)


@given(boards(0, 32))
def test_features_are_balanced_ternary_numbers(board):
    row = row_of(board)
    assert row[: len(FEATURES)].tolist() == naive_indices(board)
    assert not row[len(FEATURES) :].any()


def test_an_empty_board_has_no_features():
    assert not row_of((0, 0)).any()


@given(boards())
def test_a_move_changes_features_as_if_from_scratch(board):
    player, opponent = board
    before, after = row_of(board), aligned((N_LANES,))
    moves = legal_moves(player, opponent) & SHAPE.squares
    while moves:
        square = (moves & -moves).bit_length() - 1
        moves &= moves - 1
        flipped = flips(square, player, opponent)
        moved(before.ctypes.data, after.ctypes.data, INCREMENTS.ctypes.data, square, flipped)
        assert np.array_equal(after, row_of((opponent ^ flipped, player ^ (flipped | 1 << square))))


@given(boards(FEWEST, 32))
def test_a_value_is_the_sum_of_its_weights(board):
    assert value_of(board) == naive_value(board)


def test_a_value_stays_below_the_score_of_a_wipe_out():
    board = (SHAPE.squares & (1 << 32) - 1, 0)
    for sign in (1, -1):
        weights = table_of(np.full_like(random_weights(), sign * 1000))
        assert evaluate(row_of(board).ctypes.data, n_empties_of(board), weights.ctypes.data) == sign * MOST
    assert MOST == 35 * UNIT


@given(boards(), st.integers(0, 7))
def test_symmetric_positions_have_the_same_value(board, symmetry):
    assert value_of(board) == value_of([transformed(each, symmetry) for each in board])


def test_phases_are_counted_from_the_end():
    assert [phase_of(n_empties) for n_empties in range(FEWEST, 33)] == [i // 2 for i in range(24)]
    assert phase_of(32) == PHASES - 1
