from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board.moves import flips, legal_moves
from outflank.board.squares import bits
from outflank.evaluation.evaluate import UNIT, evaluate
from outflank.evaluation.judge import value_within
from outflank.evaluation.network import Network
from outflank.jit import INTERPRETED
from outflank.search.score import final_score
from outflank.search.shallow import LEAST, shallow
from outflank.search.state import SearchState
from outflank.search.table import Table
from tests.evaluation.networks import random_network, random_weights, row_of
from tests.search.positions import endgames, played

DEPTHS = st.integers(1, 2 if INTERPRETED else 3)
BOARDS = st.builds(played, st.integers(0, 10**6), st.integers(4, 55)).map(lambda p: (p.player, p.opponent))


@cache
def weights(margin):
    network = random_network(1)
    scales = network.scales.copy()
    scales[:, 2] = margin
    return random_weights(2, network=Network(scales, network.stacks, network.embeddings))


ALWAYS = 2**15 - 1
"""A margin that has the network asked at every leaf, whatever the window."""


@cache
def state(margin):
    return SearchState(Table(1), weights(margin))


def searched(board, alpha, beta, depth, judging, margin=ALWAYS):
    state(margin).begin()
    state(margin).place(*board)
    record = state(margin).record
    return shallow(*board, alpha, beta, depth, n_empties_of(board), record.network if judging else 0, record)


def n_empties_of(board):
    return 64 - (board[0] | board[1]).bit_count()


def leaf(board, judging, alpha=LEAST, beta=-LEAST, margin=ALWAYS):
    row, n_empties, known = row_of(*board), n_empties_of(board), weights(margin)
    if judging:
        return value_within(row.ctypes.data, *board, alpha, beta, n_empties, known.address, known.network.address)
    return evaluate(row.ctypes.data, n_empties, known.address)


def played_at(board, square):
    flipped = flips(square, *board)
    return board[1] ^ flipped, board[0] ^ flipped ^ 1 << square


def minimax(board, depth, judging):
    """Plain minimax. Games that are over, and wipe-outs, have the score they have."""
    player, opponent = board
    moves = list(bits(legal_moves(player, opponent)))
    if not moves:
        if not legal_moves(opponent, player):
            return UNIT * final_score(player, opponent)
        return -minimax((opponent, player), depth, judging)
    values = []
    for square in moves:
        after = played_at(board, square)
        if n_empties_of(board) == 1 or not after[0]:
            values.append(-UNIT * final_score(*after))
        else:
            values.append(-(leaf(after, judging) if depth == 1 else minimax(after, depth - 1, judging)))
    return max(values)


@pytest.mark.parametrize("judging", [0, 1])
@settings(max_examples=10 if INTERPRETED else 30)
@given(board=st.one_of(BOARDS, endgames(1, 6).map(lambda p: (p.player, p.opponent))), depth=DEPTHS)
def test_the_value_is_that_of_plain_minimax_with_and_without_the_network(judging, board, depth):
    assert searched(board, LEAST, -LEAST, depth, judging) == minimax(board, depth, judging)


@settings(max_examples=10 if INTERPRETED else 30)
@given(board=BOARDS, depth=DEPTHS, distance=st.integers(-300, 300))
def test_in_a_null_window_the_value_is_a_bound_on_its_side(board, depth, distance):
    value = minimax(board, depth, 1)
    alpha = value + distance
    found = searched(board, alpha, alpha + 1, depth, 1)
    assert value <= found <= alpha if value <= alpha else value >= found > alpha


@cache
def forced():
    """Positions in which there is one move, and the moves."""
    boards = [(p.player, p.opponent) for p in (played(seed, 7) for seed in range(200))]
    moves = [legal_moves(*board) for board in boards]
    return [(board, move.bit_length() - 1) for board, move in zip(boards, moves, strict=True) if move.bit_count() == 1]


@given(which=st.integers(0, 10**6), alpha=st.integers(-3000, 3000), width=st.integers(1, 2000))
def test_a_leaf_knows_the_window_in_its_own_view(which, alpha, width):
    """So that the network is used only where it matters."""
    board, square = forced()[which % len(forced())]
    beta = alpha + width
    found = searched(board, alpha, beta, 1, 1, margin=100)
    assert found == -leaf(played_at(board, square), 1, -beta, -alpha, margin=100)


def test_the_network_makes_a_difference():
    boards = [(p.player, p.opponent) for p in (played(seed, 30) for seed in range(5))]
    assert all(searched(board, LEAST, -LEAST, 1, 0) != searched(board, LEAST, -LEAST, 1, 1) for board in boards)


def test_what_refuted_a_position_is_tried_first_in_the_next_and_forgotten_before_a_new_search():
    boards = [(p.player, p.opponent) for p in (played(seed, 20) for seed in range(50))]
    board = next(board for board in boards if has_one_best_move_late(board))
    moves = list(bits(legal_moves(*board)))
    best = max(moves, key=lambda square: -leaf(played_at(board, square), 0))
    alpha = -leaf(played_at(board, best), 0) - 1
    searched(board, alpha, alpha + 1, 1, 0)
    record = state(ALWAYS).record
    place = 2 * n_empties_of(board)
    assert record.killers[place] == 1 << best
    before = int(record.nodes)
    assert shallow(*board, alpha, alpha + 1, 1, n_empties_of(board), 0, record) > alpha
    assert record.nodes - before == 2  # the position itself, and the move that refutes it
    state(ALWAYS).begin()
    assert not record.killers.any()


def has_one_best_move_late(board):
    """Tell whether one of several moves is the best, and not among the first to be tried."""
    values = [-leaf(played_at(board, square), 0) for square in bits(legal_moves(*board))]
    return len(values) > 4 and sorted(values)[-2] < max(values) and values.index(max(values)) > 2
