from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from outflank.board.moves import flips
from outflank.evaluation.weights import shipped
from outflank.jit import INTERPRETED
from outflank.search.endgame import SOLVE_FROM
from outflank.search.last_squares import stability_from
from outflank.search.midgame import LEAF_DEPTH, search, settle
from outflank.search.state import MAX_MOVES, SearchState
from outflank.search.table import EXACT, NO_MOVE, Table
from tests.search.positions import played

TABLE = Table(1)
# Without a network: what that says of a leaf may depend on the window, as a leaf far outside of it is not asked.
STATE = SearchState(TABLE, replace(shipped(), network=None))


def ready(board):
    """The state's record, which remembers nothing, at a position; and the position's number of empty squares."""
    TABLE.clear()
    STATE.begin()
    STATE.place(*board)
    return STATE.record, 64 - (board[0] | board[1]).bit_count()


def after(board, square):
    player, opponent = board
    flipped = flips(square, player, opponent)
    return opponent ^ flipped, player ^ flipped ^ 1 << square


def can_move(seed, n_empties):
    """A position from a random game in which the side to move has a move."""
    position = played(seed, n_empties)
    while not position.legal_mask:
        seed += 1
        position = played(seed, n_empties)
    return position


DEPTHS = range(1, 4) if INTERPRETED else range(1, 9)
FEWEST = 10  # empty squares
MOST = stability_from(FEWEST) - 4
GUESSES = st.integers(-MOST, MOST)
"""Further on, stable discs cut off by reachable final scores, which a search of a few plies may miss."""


@pytest.mark.parametrize("depth", DEPTHS)
@settings(max_examples=5 if INTERPRETED else 30, deadline=None)
@given(seed=st.integers(0, 10**6), n_empties=st.integers(FEWEST + len(DEPTHS), 50), guess=GUESSES)
def test_settling_gives_the_score_at_every_depth_and_a_best_move_above_the_leaves(depth, seed, n_empties, guess):
    position = can_move(seed, n_empties)
    board = position.player, position.opponent
    record, n_empties = ready(board)
    value, square = settle(*board, guess, depth, EXACT, n_empties, record)
    assume(abs(value) <= MOST)
    if depth <= LEAF_DEPTH:
        assert square == NO_MOVE
    else:
        assert position.legal_mask >> square & 1
        record, _ = ready(after(board, square))
        assert -settle(*after(board, square), 0, depth - 1, EXACT, n_empties - 1, record)[0] == value
    for alpha in (value - 1, value):
        record, _ = ready(board)
        assert (search(*board, alpha, depth, EXACT, n_empties, record) > alpha) == (value > alpha)


@pytest.mark.parametrize("n_empties", [1, 2, 5, SOLVE_FROM, SOLVE_FROM + 1])
def test_settling_the_end_names_a_move_beyond_the_range_of_the_solvers(n_empties):
    position = can_move(1, n_empties)
    board = position.player, position.opponent
    record, _ = ready(board)
    value, square = settle(*board, 0, n_empties, EXACT, n_empties, record)
    assert value % 2 == 0
    if n_empties <= SOLVE_FROM:
        assert square == NO_MOVE
    else:
        assert position.legal_mask >> square & 1


def test_every_move_of_a_node_has_a_bit_in_a_word():
    assert MAX_MOVES <= 64
