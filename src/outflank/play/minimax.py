"""Minimax and its relatives, written as open recursions: each function is one step, and the search ties the knot.

A step is given the function to recur with, the children of a node, and whose turn it is there; when to stop, what a
leaf is worth and what a node is are the caller's business. A whole search is then three lines::

    def search(position, depth):
        if depth == 0 or position.is_over:
            return evaluate(position)
        children = map(position.play, position.legal_moves)
        return minimax_step(lambda child: search(child, depth - 1), children, position.turn == me)

`children` may be a generator: a step that cuts off leaves the rest of it untouched.
"""

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Child = TypeVar("Child")
Value = TypeVar("Value")


def minimax_step(recur: Callable[[Child], Any], children: Iterable[Child], maximising: bool) -> Any:
    """The greatest of the children's values where the searching player moves, else the least."""
    return (max if maximising else min)(map(recur, children))


def minimax_step_by(
    key: Callable[[Value], Any], recur: Callable[[Child], Value], children: Iterable[Child], maximising: bool
) -> Value:
    """`minimax_step` for values that `key` makes comparable, such as a move with its value.

    The last of equals, as Clojure's `max-key` and `min-key` choose.
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
    """`minimax_step` that stops as soon as the value cannot matter any more (fail-soft).

    `recur` gets the window for each child. For a node of true value v: a result r in (alpha, beta) is v; r <= alpha is
    an upper bound of v, r >= beta a lower bound.
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
    """One step of max-n (Luckhardt and Irani 1986): of the children's value vectors, the best for the seat to move.

    The first of equals wins. With two players and values that sum to a constant this is minimax.
    """
    return max(map(recur, children), key=lambda values: values[seat])
