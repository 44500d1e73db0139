"""`deepening`: alpha-beta by iterative deepening under a time limit, from Lund's course EDA132.

A position is worth the disc difference. The search goes 1, 2, 3, … plies deep until the time is up or the tree has been
searched to the end of the game; where a side must pass, the other simply goes on, at no cost in depth. Mended: both
alpha and beta are carried, the best score starts afresh at each depth, a depth that was not finished is discarded, and
the search is done only when every leaf was the end of the game.
"""

import time

from outflank.classic.tree import Node, decision
from outflank.errors import OptionError
from outflank.play.clock import TimeLeft
from outflank.play.minimax import alpha_beta_step
from outflank.play.player import Decision
from outflank.rules import Colour, Position


class _OutOfTime(Exception):  # noqa: N818  an event, not an error
    """The time limit came before the depth was finished."""


class Deepening:
    """Iterative deepening alpha-beta on disc difference under a time limit (Lund EDA132)."""

    def __init__(self, time: float = 10.0, depth: int | None = None):
        if not 0 < time <= 86400:
            raise OptionError(f"expected time in seconds, above 0 and at most 86400, got {time:g}")
        if depth is not None and depth < 1:
            raise OptionError(f"expected depth to be at least 1, got {depth}")
        self.time, self.depth = time, depth

    def search(self, position: Position) -> Node:
        """The tree of the last depth that was finished."""
        return self._deepen(position, self.time, keep=True)[0]

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Decision:
        """The first of the best moves at the last depth that was finished."""
        seconds = self.time
        if time_left is not None:
            seconds = min(seconds, time_left.share(n_moves=position.n_empties // 2))
        root, depth, done = self._deepen(position, seconds, keep=False)
        return decision(root, depth, exact=done)

    def _deepen(self, position: Position, seconds: float, *, keep: bool) -> tuple[Node, int, bool]:
        """The last finished tree, its depth, and whether every leaf was the end of the game.

        Depth 1 is always finished, so that there is a move however short the time.
        """
        deadline = time.perf_counter() + seconds
        depth = 1
        search = _Search(position.turn, None, keep)
        root = search.root(position, depth)
        while not search.done and depth != self.depth:
            search = _Search(position.turn, deadline, keep)
            try:
                root = search.root(position, depth + 1)
            except _OutOfTime:
                return root, depth, False
            depth += 1
        return root, depth, search.done


class _Search:
    """Alpha-beta to one depth."""

    def __init__(self, side: Colour, deadline: float | None, keep: bool):
        self.side, self.deadline, self.keep = side, deadline, keep
        self.done = True

    def root(self, position: Position, depth: int) -> Node:
        """The searched tree of a position."""
        root = Node(position)
        self.alpha_beta(root, depth, float("-inf"), float("inf"))
        return root

    def alpha_beta(self, node: Node, depth: int, alpha: float, beta: float) -> float:
        """The value of a node in the view of the searching side; notes in `done` whether a leaf was not the end."""
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise _OutOfTime
        position = node.position
        if position.is_over or depth == 0:
            self.done &= position.is_over
            return node.close(position.count(self.side) - position.count(self.side.opponent))
        below = depth if position.must_pass else depth - 1
        value = alpha_beta_step(
            lambda child, alpha, beta: self.alpha_beta(child, below, alpha, beta),
            node.expand(),
            alpha,
            beta,
            position.turn is self.side,
        )
        node.bound = "upper" if value <= alpha else "lower" if value >= beta else "exact"
        return node.close(value, keep=self.keep)
