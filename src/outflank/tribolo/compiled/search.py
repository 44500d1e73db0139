"""Max-n and paranoid search, for a root with listed moves.

Paranoid search uses alpha-beta, and treats all other players as one opponent. Every function searches the board stored
at a ply. Once `stop` is set in the state, functions return immediately with meaningless results.
"""

from typing import Any

import numba

from outflank.jit import kernel
from outflank.tribolo.compiled.evaluate import evaluate
from outflank.tribolo.compiled.moves import find_mover, list_moves, play
from outflank.tribolo.compiled.state import MOVES, State

INFINITY = 1 << 40
SORTED_FROM = 2  # with at least this many plies left, sorting moves by their evaluation pays off

_i = numba.types.int64


@kernel(_i(_i, _i, State))
def sort_moves(ply: int, end: int, state: Any) -> int:
    """Sort the moves listed at a ply by the evaluation after them. The mover's best move comes first."""
    sign = 1 if state.turns[ply] == state.seat else -1
    first = ply * MOVES
    for place in range(first, end):
        move = state.moves[place]
        play(ply, move, state)
        key = sign * evaluate(ply + 1, state)
        i = place
        while i > first and state.keys[i - 1] < key:
            state.keys[i], state.moves[i] = state.keys[i - 1], state.moves[i - 1]
            i -= 1
        state.keys[i], state.moves[i] = key, move
    return end


@kernel(_i(_i, _i, _i, _i, State))
def paranoid(ply: int, depth: int, alpha: int, beta: int, state: Any) -> int:
    """The value of a ply's board for the state's seat, assuming that both other players minimise it.

    A result between alpha and beta is the true value. A result <= alpha is an upper bound, and a result >= beta is a
    lower bound.
    """
    state.nodes += 1
    if state.stop:
        return 0
    if depth == 0 or find_mover(ply, state) == 0:
        return evaluate(ply, state)
    end = list_moves(ply, state)
    if depth >= SORTED_FROM:
        sort_moves(ply, end, state)
    maximising = state.turns[ply] == state.seat
    best = -INFINITY if maximising else INFINITY
    for place in range(ply * MOVES, end):
        play(ply, state.moves[place], state)
        value = paranoid(ply + 1, depth - 1, alpha, beta, state)
        if maximising:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@kernel(_i(_i, _i, State))
def max_n(ply: int, depth: int, state: Any) -> int:
    """Compute the ply's `values` for each colour, assuming that every colour maximises its value.

    Among moves with the same value, the first one counts. Returns the value for the state's seat.
    """
    state.nodes += 1
    if state.stop:
        return 0
    if depth == 0 or find_mover(ply, state) == 0:
        return evaluate(ply, state)
    end = list_moves(ply, state)
    turn, here, below = state.turns[ply], ply * 3, (ply + 1) * 3
    state.values[here + turn] = -INFINITY
    for place in range(ply * MOVES, end):
        play(ply, state.moves[place], state)
        max_n(ply + 1, depth - 1, state)
        if state.values[below + turn] > state.values[here + turn]:
            for colour in range(3):
                state.values[here + colour] = state.values[below + colour]
    worth: int = state.values[here + state.seat]
    return worth


@kernel(_i(_i, _i, _i, State))
def search_root(depth: int, n_moves: int, everyone: int, state: Any) -> int:
    """Search the first `n_moves` root moves in their current order, and store their `root_values`.

    The search is max-n if `everyone` is nonzero, and paranoid otherwise. In a paranoid search, all values except the
    best so far are upper bounds. Returns the number of moves completed before the search was stopped.
    """
    alpha = -INFINITY
    for place in range(n_moves):
        play(0, state.moves[place], state)
        value = max_n(1, depth - 1, state) if everyone else paranoid(1, depth - 1, alpha, INFINITY, state)
        if state.stop:
            return place
        state.root_values[place] = value
        alpha = max(alpha, value)
    return n_moves
