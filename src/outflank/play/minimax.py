"""Minimax and its relatives as open recursions: each function is a single step, and the caller supplies the recursion.

A step takes the function to call on each child, the children of a node, and the side to move there. The caller decides
when to stop, how to evaluate a leaf and how to represent a node. A whole search then needs only a few lines::

    def search(position, depth):
        if depth == 0 or position.is_over:
            return evaluate(position)
        children = map(position.play, position.legal_moves)
        return minimax_step(lambda child: search(child, depth - 1), children, position.turn == me)

`children` may be a generator: a step that cuts off does not generate the remaining children.
"""

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Child = TypeVar("Child")
Value = TypeVar("Value")


def minimax_step(recur: Callable[[Child], Any], children: Iterable[Child], maximising: bool) -> Any:
    """Return the children's greatest value if the searching player is to move, and their least value otherwise."""
    return (max if maximising else min)(map(recur, children))


def minimax_step_by(
    key: Callable[[Value], Any], recur: Callable[[Child], Value], children: Iterable[Child], maximising: bool
) -> Value:
    """Take a `minimax_step` over values compared by `key`, such as pairs of a move and its value.

    Among equal values, return the last one, as Clojure's `max-key` and `min-key` do.
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
    """Take a `minimax_step`, but stop once the remaining children cannot affect the result (fail-soft).

    `recur` receives the window for each child. If v is the node's true value, a result r strictly between alpha and
    beta equals v; r <= alpha is an upper bound on v, and r >= beta is a lower bound.
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
    """Take one step of max-n (Luckhardt and Irani 1986): return the child's value vector that is best for `seat`.

    `seat` is the seat to move. Among equally good vectors, the first one is returned. With two players whose values
    have a constant sum, this is minimax.
    """
    return max(map(recur, children), key=lambda values: values[seat])
