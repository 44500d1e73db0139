"""The solvers of the last squares against naive ones on millions of positions."""

import functools

import numba
import numpy as np
import pytest

from outflank.board.moves import legal_moves
from outflank.board.spread import spread
from outflank.evaluation.weights import Weights
from outflank.jit import INTERPRETED, kernel
from outflank.search.endgame import null_window, solve_few, solve_small
from outflank.search.last_squares import solve_1, solve_2, solve_3, solve_4
from outflank.search.state import SearchState, State
from outflank.search.table import Table
from tests.oracles import compiled
from tests.oracles import endgame as oracle
from tests.oracles.drawn import below, chunks, drawn

# How many positions for each number of empty squares from 0 on; the many are a million up to six.
FEW = [4, 10, 10, 4] if INTERPRETED else [100, 10_000, 10_000, 10_000, 10_000, 2000, 500, 100, 10]
MANY = [10_000, 200_000, 250_000, 250_000, 200_000, 70_000, 20_000, 10_000, 1000, 100]

_u, _i = numba.types.uint64, numba.types.int64


@kernel("int64(uint64, uint64, int64)")
def plain_score(player, opponent, n_empties):
    """The score; up to four empty squares without any cut-off."""
    if n_empties <= 4:
        return compiled.plainest(player, opponent)
    return compiled.score(player, opponent, -64, 64)


@kernel("boolean(int64, int64, int64)")
def is_bound(result, alpha, score):
    """Tell whether a result is a possible score, and true: an upper bound up to alpha, a lower bound above it."""
    if result < -64 or result > 64 or result % 2 != 0:
        return False
    return score <= result if result <= alpha else result <= score


@kernel(numba.types.boolean(_u, _u, _i, _i, _i, State))
def all_agree(player, opponent, score, alpha, n_empties, state):
    """Tell whether all solvers for a number of empty squares give true bounds, with the squares in any order."""
    found = n_squares = 0
    empties = ~(player | opponent)
    for square in range(64):
        if n_empties <= 3 and compiled.holds(square // 8, square % 8, empties):
            found |= square << 8 * n_squares
            n_squares += 1
    a, b, c = np.uint64(found & 63), np.uint64(found >> 8 & 63), np.uint64(found >> 16)
    own, other = spread(player), spread(opponent)
    if n_empties == 1 and solve_1(player, a) != score:
        return False
    for _ in range(2):
        if n_empties == 2 and not is_bound(solve_2(own, other, alpha, a, b, state), alpha, score):
            return False
        for _ in range(3):
            if n_empties == 3 and not is_bound(solve_3(own, other, alpha, a, b, c, state), alpha, score):
                return False
            a, b, c = b, c, a
        a, b = b, a
    if n_empties == 4 and not is_bound(solve_4(own, other, alpha, empties, state), alpha, score):
        return False
    moves = legal_moves(player, opponent)
    if 5 <= n_empties <= 6 and not is_bound(solve_few(own, other, moves, alpha, n_empties, state), alpha, score):
        return False
    if n_empties <= 6 and not is_bound(solve_small(own, other, alpha, n_empties, state), alpha, score):
        return False
    return is_bound(null_window(player, opponent, alpha, n_empties, state), alpha, score)


@kernel(_i(numba.types.uint64[:, :], _i, numba.types.uint64[:], State))
def first_wrong(boards, n_empties, seed, state):
    """The first position that a solver gets wrong in a window next to the score or in one anywhere; -1 if none."""
    for i in range(len(boards)):
        player, opponent = boards[i, 0], boards[i, 1]
        score = plain_score(player, opponent, n_empties)
        for window in range(6):
            alpha = score + window - 2 if window < 4 else below(130, seed) - 65
            if not all_agree(player, opponent, score, min(max(alpha, -65), 64), n_empties, state):
                return i
    return -1


@functools.cache
def search_state():
    """One for all tests, so that the table holds what other windows and positions have left there."""
    state = SearchState(Table(1), Weights.zero())
    state.begin()
    return state


@pytest.mark.parametrize(("n_empties", "n"), list(enumerate(FEW)))
def test_the_twins_equal_plain_python(n_empties, n):
    for board in drawn(min(n, 300 if n_empties < 4 else 60), n_empties, n_empties, 7).tolist():
        assert compiled.final(*board) == oracle.final(*board)
        if n_empties <= 6:
            assert compiled.score(*board, -64, 64) == oracle.score(*board)
        if n_empties <= 5:
            assert compiled.plainest(*board) == compiled.score(*board, -64, 64)


def slowly(n_empties, n):
    marks = [pytest.mark.slow, pytest.mark.skipif(INTERPRETED, reason="takes long")]
    return pytest.param(n_empties, n, marks=marks)


@pytest.mark.parametrize(("n_empties", "n"), [*enumerate(FEW), *(slowly(*each) for each in enumerate(MANY))])
def test_the_solvers_keep_their_contract(n_empties, n):
    record = search_state().record
    for seed, boards in enumerate(chunks(n, n_empties, n_empties, n)):
        wrong = first_wrong(boards, n_empties, np.array([seed], np.uint64), record)
        assert wrong == -1, [hex(board) for board in boards[wrong].tolist()]
        assert not record.stopped
