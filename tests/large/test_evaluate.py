import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board.squares import bits
from outflank.jit import INTERPRETED
from outflank.large.board import ALL, N_SQUARES, split
from outflank.large.evaluate import UNIT
from outflank.large.search import search
from outflank.large.state import LargeState
from outflank.large.weights import ANTI, CLASSES, KNOTS, N_CLASSES, N_FEATURES, OTHELLO, unfolded
from outflank.rules import BLACK, Position
from outflank.search.table import EXACT, Table
from tests.large.positions import GAMES, boards
from tests.variants.positions import played

STATES = {kind: LargeState(Table(1), kind.fewest_win) for kind in GAMES}
N_EXAMPLES = 15 if INTERPRETED else 200
CORNERS = {0: (1, 10, 11), 9: (8, 19, 18), 90: (91, 80, 81), 99: (98, 89, 88)}
"""The two C-squares and the X-square beside each corner."""


def evaluated(player, opponent, kind=Position):
    """The value and the features of a position, by the kernel."""
    record, n_empties = STATES[kind].record, N_SQUARES - (player | opponent).bit_count()
    value = search(*split(player), *split(opponent), 0, 0, EXACT, n_empties, record)
    return value, list(record.features)


def naive_features(player, opponent):
    """The features, square by square."""
    taken = player | opponent

    def difference(squares):
        return sum((player >> square & 1) - (opponent >> square & 1) for square in squares)

    def beside(square):
        row, column = divmod(square, 10)
        around = [(row + dy, column + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        return [10 * y + x for y, x in around if 0 <= y < 10 and 0 <= x < 10]

    def potential(other):
        return sum(any(other >> near & 1 for near in beside(square)) for square in bits(ALL & ~taken))

    own, others = (Position(*each, BLACK, 10).legal_mask for each in ((player, opponent), (opponent, player)))
    free = [near for corner, near in CORNERS.items() if not taken >> corner & 1]
    return [
        *(difference(bits(each)) for each in CLASSES),
        own.bit_count() - others.bit_count(),
        potential(opponent) - potential(player),
        sum((own >> corner & 1) - (others >> corner & 1) for corner in CORNERS),
        difference([x for _, _, x in free]),
        difference([c for each in free for c in each[:2]]),
        1,
    ]


@settings(max_examples=N_EXAMPLES, deadline=None)
@given(boards.filter(lambda both: N_SQUARES - (both[0] | both[1]).bit_count() >= 1))
def test_features_are_those_counted_square_by_square(board):
    assert evaluated(*board)[1] == naive_features(*board)


@settings(max_examples=N_EXAMPLES, deadline=None)
@given(boards.filter(lambda both: N_SQUARES - (both[0] | both[1]).bit_count() >= 1), st.sampled_from(GAMES))
def test_the_value_is_the_weighted_sum_of_the_features_and_never_a_wipe_out(board, kind):
    value, features = evaluated(*board, kind)
    weights = unfolded(ANTI if kind.fewest_win else OTHELLO).reshape(-1, N_FEATURES)
    total = features @ weights[N_SQUARES - (board[0] | board[1]).bit_count()]
    assert value == min(max((total + UNIT // 2) // UNIT, -99), 99)


@pytest.mark.parametrize("symmetry", range(8))
def test_symmetric_positions_have_the_same_value(symmetry):
    for seed in range(3):
        position = played(Position, 10, 40, seed)
        turned = position.transformed(symmetry)
        assert evaluated(position.player, position.opponent) == evaluated(turned.player, turned.opponent)


def test_each_square_has_a_class_and_each_knot_its_weights():
    assert sum(CLASSES) == ALL
    assert len(CLASSES) == N_CLASSES == 15
    for table in (OTHELLO, ANTI):
        rows = unfolded(table).reshape(N_SQUARES + 1, N_FEATURES)
        assert all(np.array_equal(rows[knot], row) for knot, row in zip(KNOTS, table, strict=True))
