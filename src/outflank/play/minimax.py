"""Minimax and its relatives as open recursions: each function is one step, and the search ties the knot.

A step takes the function to recur with, the children of a node, and the side to move there. The caller decides when to
stop, how to evaluate a leaf and how to represent a node. A whole search is then three lines::

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
    """Greatest value of the children if the searching player moves, else the least."""
    return (max if maximising else min)(map(recur, children))


def minimax_step_by(
    key: Callable[[Value], Any], recur: Callable[[Child], Value], children: Iterable[Child], maximising: bool
) -> Value:
    """`minimax_step` for values compared by `key`, such as a move with its value.

    Returns the last of equal values, as Clojure's `max-key` and `min-key` do.
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
    """`minimax_step` that stops once the value cannot affect the result (fail-soft).

    `recur` receives the window for each child. For a node of true value v, a result r in (alpha, beta) equals v;
    r <= alpha is an upper bound of v, r >= beta a lower bound.
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
    """One step of max-n (Luckhardt and Irani 1986): the child's value vector that is best for the seat to move.

    Returns the first of equal vectors. With two players and values of constant sum this is minimax.
    """
    return max(map(recur, children), key=lambda values: values[seat])
