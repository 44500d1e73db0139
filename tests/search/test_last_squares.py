import itertools

import numba
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.spread import spread
from outflank.evaluation.weights import Weights
from outflank.jit import INTERPRETED, kernel
from outflank.search.last_squares import solve_1, solve_2, solve_3, solve_4, stability_bound
from outflank.search.score import HIGHEST
from outflank.search.state import SearchState, State
from outflank.search.table import Table
from tests.oracles import endgame as oracle
from tests.search.positions import endgames, holds, placed_on_all_but

SEARCH = SearchState(Table(1), Weights.zero())
ALPHAS = st.integers(-65, 64)
_u, _i = numba.types.uint64, numba.types.int64


@kernel(_i(_u, _u, _i, _u, _u, State))
def two(player, opponent, alpha, a, b, state):
    return solve_2(spread(player), spread(opponent), alpha, a, b, state)


@kernel(_i(_u, _u, _i, _u, _u, _u, State))
def three(player, opponent, alpha, a, b, c, state):
    return solve_3(spread(player), spread(opponent), alpha, a, b, c, state)


@kernel(_i(_u, _u, _i, _u, State))
def four(player, opponent, alpha, empties, state):
    return solve_4(spread(player), spread(opponent), alpha, empties, state)


@kernel(_i(_u, _u, _i, _i))
def bound_from_stable_discs(player, opponent, alpha, n_empties):
    return stability_bound(spread(player), spread(opponent), alpha, n_empties)


@given(placed_on_all_but(1))
def test_the_last_square_is_solved_exactly(drawn):
    board, (square,) = drawn
    assert solve_1(board[0], square) == oracle.score(*board)


@given(placed_on_all_but(2), ALPHAS)
def test_two_squares_in_any_order(drawn, alpha):
    board, (a, b) = drawn
    expected = oracle.score(*board)
    for squares in [(a, b), (b, a)]:
        assert holds(two(*board, alpha, *squares, SEARCH.record), alpha, expected)


@given(placed_on_all_but(3), ALPHAS)
def test_three_squares(drawn, alpha):
    board, squares = drawn
    expected = oracle.score(*board)
    for order in itertools.permutations(squares):
        assert holds(three(*board, alpha, *order, SEARCH.record), alpha, expected)


@given(placed_on_all_but(4), ALPHAS)
def test_four_squares(drawn, alpha):
    board, squares = drawn
    empties = sum(1 << square for square in squares)
    assert holds(four(*board, alpha, empties, SEARCH.record), alpha, oracle.score(*board))


@given(endgames(1, 4 if INTERPRETED else 8), ALPHAS)
def test_no_score_exceeds_the_bound_from_stable_discs(position, alpha):
    bound = bound_from_stable_discs(position.player, position.opponent, alpha, position.n_empties)
    assert oracle.score(position.player, position.opponent) <= bound <= HIGHEST
