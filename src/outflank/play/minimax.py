"""Minimax and related algorithms as open recursions: each function is one step, and the caller supplies the recursion.

A step takes a node's children, the function to call on each child, and the side to move. The caller decides when to
stop, how to evaluate a leaf and how to represent a node, so a complete search takes only a few lines::

    def search(position, depth):
        if depth == 0 or position.is_over:
            return evaluate(position)
        children = map(position.play, position.legal_moves)
        return minimax_step(lambda child: search(child, depth - 1), children, position.turn == me)

`children` may be a generator. A step that cuts off does not generate the remaining children.
"""

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Child = TypeVar("Child")
Value = TypeVar("Value")


def minimax_step(recur: Callable[[Child], Any], children: Iterable[Child], maximising: bool) -> Any:
    """Return the greatest value of the children if `maximising` is true, and the least value otherwise."""
    return (max if maximising else min)(map(recur, children))


def minimax_step_by(
    key: Callable[[Value], Any], recur: Callable[[Child], Value], children: Iterable[Child], maximising: bool
) -> Value:
    """Return the best child value as `minimax_step` does, but compare values by `key`.

    A value may then be anything, for example a pair of a move and a number. If several values are equal, the last one
    is returned, as with Clojure's `max-key` and `min-key`.
    """
    values = list(map(recur, children))
    return (max if maximising else min)(reversed(values), key=key)


def alpha_beta_step(
    recur: Callable[[Child, float, float], float],
    children: Iterable[Child],
    alpha: float,
    beta: float,
    maximising: bool,
) -> float:
    """Return the best child value as `minimax_step` does, but stop when the other children cannot affect it.

    `recur` receives the search window for each child. The step is fail-soft: let v be the node's true value and r the
    result. If r lies strictly between alpha and beta, it equals v. If r <= alpha, it is an upper bound on v; if r >=
    beta, it is a lower bound.
    """
    best = -math.inf if maximising else math.inf
    for child in children:
        value = recur(child, alpha, beta)
        if maximising:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def max_n_step(recur: Callable[[Child], tuple[float, ...]], children: Iterable[Child], seat: int) -> tuple[float, ...]:
    """Take one step of max-n (Luckhardt and Irani 1986): return the child values that are best for `seat`.

    `seat` is the side to move, and each child has a vector of values, one for each seat. If several vectors are equally
    good, the first one is returned. For two players whose values have a constant sum, max-n is the same as minimax.
    """
    return max(map(recur, children), key=lambda values: values[seat])
