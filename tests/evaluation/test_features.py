import numpy as np
import pytest
from hypothesis import given

from outflank.board.moves import flips, legal_moves
from outflank.board.symmetry import transformed
from outflank.evaluation.evaluate import UNIT, aligned, evaluate, features_of
from outflank.evaluation.features import moved, negated, weighed
from outflank.evaluation.patterns import FEATURES, N_FEATURES, N_LANES, N_WEIGHTS, PHASES, classes
from outflank.evaluation.weights import UNFITTED_PROBCUT, Weights
from outflank.search.state import INCREMENTS
from tests.strategies import boards


@pytest.fixture(scope="module")
def weights():
    generator = np.random.default_rng(2)
    return Weights.of_classes(
        generator.integers(-200, 200, (PHASES, classes()[1])).astype(np.int16), UNFITTED_PROBCUT, {}
    )


def row_of(player, opponent):
    row = aligned((N_LANES,))
    row[:] = features_of(player, opponent)
    return row


def naive_indices(player, opponent):
    return [
        sum(3**power * ((player >> square & 1) - (opponent >> square & 1)) for power, square in enumerate(squares))
        for _, squares in FEATURES
    ]


def naive_value(player, opponent, weights):
    """The value by the definition: a constant and a weight for each feature."""
    n_empties = 64 - (player | opponent).bit_count()
    phase = min(max((60 - n_empties) // 2, 0), PHASES - 1)
    value = int(weights.table[phase, n_empties & 1])
    for (pattern, _), index in zip(FEATURES, naive_indices(player, opponent), strict=True):
        value += int(weights.table[phase, pattern.centre + index])
    return min(max(value, -63 * UNIT), 63 * UNIT)


@given(boards())
def test_features_are_balanced_ternary_numbers(board):
    row = features_of(*board)
    assert row[:N_FEATURES].tolist() == naive_indices(*board)
    assert not row[N_FEATURES:].any()


@given(boards())
def test_a_move_changes_features_as_if_from_scratch(board):
    player, opponent = board
    moves = legal_moves(player, opponent)
    before, after = row_of(*board), aligned((N_LANES,))
    while moves:
        square = (moves & -moves).bit_length() - 1
        moves &= moves - 1
        flipped = flips(square, player, opponent)
        moved(before.ctypes.data, after.ctypes.data, INCREMENTS.ctypes.data, square, flipped)
        assert after.tolist() == features_of(opponent ^ flipped, player ^ flipped ^ 1 << square).tolist()


@given(boards())
def test_a_pass_changes_all_signs(board):
    row = row_of(*board)
    negated(row.ctypes.data, row.ctypes.data)
    assert row.tolist() == features_of(*reversed(board)).tolist()


@given(board=boards())
def test_the_value_is_the_sum_of_weights(weights, board):
    n_empties = 64 - (board[0] | board[1]).bit_count()
    row = row_of(*board)
    assert evaluate(row.ctypes.data, n_empties, weights.address) == naive_value(*board, weights)


@given(board=boards())
def test_the_value_is_the_same_in_all_eight_symmetries(weights, board):
    n_empties = 64 - (board[0] | board[1]).bit_count()
    values = set()
    for symmetry in range(8):
        row = row_of(*(transformed(side, symmetry) for side in board))
        values.add(evaluate(row.ctypes.data, n_empties, weights.address))
    assert len(values) == 1


def test_a_single_weight_is_found_where_it_belongs():
    for place in (0, 1, *(pattern.centre for pattern, _ in FEATURES[::9]), N_WEIGHTS - 1):
        weights = Weights.zero()
        weights.table[7, place] = 100
        row = aligned((N_LANES,))
        if place == N_WEIGHTS - 1:  # the last index of all: a diagonal of five full of the player's discs
            row[:] = features_of(sum(1 << square for square in FEATURES[-1][1]), 0)
        times = sum(pattern.centre == place for pattern, _ in FEATURES) if 1 < place < N_WEIGHTS - 1 else 1
        found = weighed(row.ctypes.data, weights.address + 7 * weights.table.strides[0], min(place, 1))
        assert found == 100 * times


@pytest.mark.parametrize("weight", [30_000, -30_000])
def test_values_stay_below_a_wipe_out(weight):
    weights = Weights.zero()
    weights.table[:] = weight
    row = row_of(1 << 27, 1 << 28)
    assert abs(evaluate(row.ctypes.data, 60, weights.address)) == 63 * UNIT
