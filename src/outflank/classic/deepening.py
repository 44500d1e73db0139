"""`deepening`: alpha-beta with iterative deepening and a time limit, from Lund University's course EDA132.

The evaluation is the disc difference. The search deepens by one ply at a time until time runs out or the game is over
at every leaf. A forced pass does not count towards the depth.

Several errors are corrected here: the search passes on both alpha and beta, resets the best score at each depth,
discards an unfinished depth, and is complete only if the game is over at every leaf.
"""

import time
from typing import Annotated

from outflank.classic import published
from outflank.classic.tree import Node, answer
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.minimax import alpha_beta_step
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.rules import Colour, DiscPosition


class _OutOfTime(Exception):  # noqa: N818  an event, not an error
    """Raised when time runs out before a depth is finished."""


class Deepening(Player):
    """Iterative deepening alpha-beta on disc difference under a time limit (Lund EDA132)."""

    grows_tree = True
    label = "Deepening"
    promise = "counts discs, as deep as time allows"
    group = "Classic programs"
    story = published.DEEPENING

    @checked
    def __init__(
        self,
        time: Annotated[
            float,  # the published ten seconds feel long to a user at a screen
            About(
                0,
                86400,
                "seconds",
                above=True,
                short="{value} s a move",
            ),
        ] = 10.0,
        depth: Annotated[int | None, About(1, unit="plies")] = None,
    ):
        self.time, self.depth = time, depth

    def search(self, position: DiscPosition) -> Node:
        """Build the tree of the last depth that was completed in time."""
        return self._deepen(position, self.time, keep=True)[0]

    def choose(self, position: DiscPosition, time_left: TimeLeft | None = None) -> Analysis:
        """Choose the first of the moves with the best value at the last completed depth."""
        check_not_over(position)
        seconds = self.time
        if time_left is not None:
            seconds = min(seconds, time_left.share(n_moves=position.n_empties // 2))
        root, depth, done = self._deepen(position, seconds, keep=False)
        return answer(root, depth, exact=done)

    def _deepen(self, position: DiscPosition, seconds: float, *, keep: bool) -> tuple[Node, int, bool]:
        """Return the tree of the last completed depth, the depth, and whether the game is over at every leaf.

        Depth 1 is always completed, so that there is a move even if the time is very short.
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
    """One alpha-beta search to a fixed depth."""

    def __init__(self, side: Colour, deadline: float | None, keep: bool):
        self.side, self.deadline, self.keep = side, deadline, keep
        self.done = True

    def root(self, position: DiscPosition, depth: int) -> Node:
        """Search a position and return the root of its tree."""
        root = Node(position)
        self.alpha_beta(root, depth, float("-inf"), float("inf"))
        return root

    def alpha_beta(self, node: Node, depth: int, alpha: float, beta: float) -> float:
        """The value of a node for the searching side. Sets `done` to False at any leaf where the game is not over."""
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise _OutOfTime
        position = node.position
        if position.is_over or depth == 0:
            self.done &= position.is_over
            return node.close(position.lead(self.side))
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
