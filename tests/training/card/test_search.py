"""Searches by the card's kernels against plain minimax, and against the engine's own search."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board.moves import legal_moves
from outflank.board.squares import NAMES
from outflank.evaluation.evaluate import UNIT, evaluate
from outflank.jit import INTERPRETED
from outflank.search.shallow import LEAST, shallow
from outflank.search.state import SearchState
from outflank.search.table import Table
from tests.evaluation.networks import random_weights, row_of
from tests.oracles.endgame import children, final, move_scores, plainest
from tests.search.positions import PROBLEMS, endgames, holds, played
from tests.training.card.searching import searched

DEPTHS = st.integers(1, 2 if INTERPRETED else 4)
EXAMPLES = settings(max_examples=5 if INTERPRETED else 40)
BOARDS = st.builds(played, st.integers(0, 10**6), st.integers(10, 50)).map(lambda p: (p.player, p.opponent))
ENDGAMES = endgames(1, 5 if INTERPRETED else 6).map(lambda p: (p.player, p.opponent))


@cache
def weights():
    return random_weights(2)


def leaf(board):
    n_empties = 64 - (board[0] | board[1]).bit_count()
    return evaluate(row_of(*board).ctypes.data, n_empties, weights().address)


def plain(board, depth):
    """Plain negamax on the same evaluation: wipe-outs and games that are over have their scores."""
    after = children(*board)
    if not after:
        return -plain(board[::-1], depth) if children(*board[::-1]) else UNIT * final(*board)
    return max(
        -UNIT * final(*child) if not child[0] else -leaf(child) if depth == 1 else -plain(child, depth - 1)
        for child in after.values()
    )


@EXAMPLES
@given(board=BOARDS, depth=st.integers(1, 2 if INTERPRETED else 3))
def test_the_value_is_that_of_plain_negamax(board, depth):
    if legal_moves(*board):
        value, move, _ = searched(board, depth, 0, weights())
        assert value == plain(board, depth)
        child = children(*board)[move]
        of_move = UNIT * final(*child) if not child[0] else leaf(child) if depth == 1 else plain(child, depth - 1)
        assert -of_move == value


@EXAMPLES
@given(board=BOARDS, depth=DEPTHS)
def test_the_value_is_that_of_the_engines_search_without_selectivity(board, depth):
    if legal_moves(*board):
        state = SearchState(Table(1), weights())
        state.begin()
        state.place(*board)
        n_empties = 64 - (board[0] | board[1]).bit_count()
        expected = shallow(*board, LEAST, -LEAST, depth, n_empties, 0, state.record)
        assert searched(board, depth, 0, weights())[0] == expected


@EXAMPLES
@given(board=ENDGAMES)
def test_an_exact_search_finds_the_score_and_a_move_that_reaches_it(board):
    if legal_moves(*board):
        n_empties = 64 - (board[0] | board[1]).bit_count()
        value, move, _ = searched(board, n_empties, 1, weights())
        assert value == UNIT * plainest(*board)
        assert move_scores(*board)[move] * UNIT == value


@EXAMPLES
@given(board=ENDGAMES, alpha=st.integers(-64, 63))
def test_in_a_narrow_window_the_value_is_a_bound_on_its_side(board, alpha):
    if legal_moves(*board):
        n_empties = 64 - (board[0] | board[1]).bit_count()
        found, _, _ = searched(board, n_empties, 1, weights(), UNIT * alpha, UNIT * alpha + 1)
        assert holds(found, UNIT * alpha, UNIT * plainest(*board))


@pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_the_scores_of_known_endgames(problem):
    board = problem.position.player, problem.position.opponent
    value, move, _ = searched(board, problem.position.n_empties, 1, weights())
    assert value == UNIT * max(problem.scores.values())
    assert problem.scores[NAMES[8][move]] == max(problem.scores.values())
