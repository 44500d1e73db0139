from functools import cache

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from outflank.evaluation.evaluate import evaluate, features_of
from outflank.evaluation.patterns import N_FEATURES
from outflank.training.card.boards import flips_of
from outflank.training.card.indices import PAIRS, fill_row, row_value
from outflank.training.card.search import fill_root
from tests.evaluation.networks import random_weights, row_of
from tests.oracles.endgame import children
from tests.search.positions import played
from tests.training.card.searching import TABLE

BOARDS = st.builds(played, st.integers(0, 10**6), st.integers(2, 58)).map(lambda p: (p.player, p.opponent))
WILD = st.just((2**64 - 1, 0)) | st.just((0, 2**64 - 1)) | BOARDS


@cache
def weights():
    """Weights so large that sums leave the range of the evaluation, and of 16 bits."""
    return random_weights(3, 2_000)


def unpacked(row):
    """The indices of a row, as the definition has them."""
    low = (row.astype(np.int64) + 2**15) % 2**16 - 2**15
    return np.stack([low, (row - low) >> 16], axis=1).ravel()[:N_FEATURES].tolist()


@given(board=WILD)
def test_a_row_holds_the_indices_of_all_features(board):
    rows = np.full(2 * PAIRS, 7, np.int32)
    fill_root(*board, rows, TABLE)
    assert unpacked(rows[:PAIRS]) == features_of(*board)[:N_FEATURES].tolist()
    assert (rows[PAIRS:] == 7).all()


@given(board=BOARDS, which=st.integers(0, 63), side=st.sampled_from([1, -1]))
def test_a_move_changes_the_indices_to_those_of_the_next_position(board, which, side):
    after = children(*board)
    if not after:
        return
    square = sorted(after)[which % len(after)]
    rows = np.zeros(2 * PAIRS, np.int32)
    fill_root(*board[::side], rows, TABLE)
    fill_row(1 << square, flips_of(1 << square, *board), side, 0, rows, TABLE)
    assert unpacked(rows[PAIRS:]) == features_of(*after[square][::-side])[:N_FEATURES].tolist()


@given(board=BOARDS, side=st.sampled_from([1, -1]))
def test_the_value_is_that_of_the_engines_evaluation(board, side):
    rows, n_empties = np.zeros(PAIRS, np.int32), 64 - (board[0] | board[1]).bit_count()
    fill_root(*board[::side], rows, TABLE)
    expected = evaluate(row_of(*board).ctypes.data, n_empties, weights().address)
    assert row_value(0, side, n_empties, rows, TABLE, weights().table.reshape(-1)) == expected
