"""`budget`: minimax that divides a node budget evenly among the moves, from a Haskell blog series.

Every node divides its budget among its children. The search is therefore deeper where there are fewer moves, and its
cost is about the same in every position. In ``classic`` mode, as published, each root move gets almost the full budget.
In ``fair`` mode, the root divides the budget as well.

Two errors are corrected here: a win counts as a win for either colour, and the game is over when neither side can move,
no matter whose turn it is.
"""

from typing import Annotated, Literal

from outflank.classic import published
from outflank.classic.tree import Node, answer
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.minimax import minimax_step
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.rules import Colour, DiscPosition

WIN = 1000
"""The value of a win.

The published scores are ordered Lose < Indeterminate(n) < Win. Here, Lose is −WIN, and Indeterminate(n) is n.
"""


def terminal_score(position: DiscPosition, side: Colour) -> int:
    """The side's lead in discs, or ±WIN if the game has been won or lost."""
    difference = position.lead(side)
    if position.is_over and difference:
        return WIN if difference > 0 else -WIN
    return difference


def minimax(node: Node, budget: int, side: Colour) -> float:
    """The value of a node for `side`, the maximising side, according to a search of about `budget` nodes."""
    n_moves = node.position.legal_mask.bit_count()
    future = budget - 1 if n_moves == 0 else (budget - n_moves) // n_moves
    if future < 0 or node.position.is_over:
        value: float = terminal_score(node.position, side)
    else:
        value = minimax_step(lambda child: minimax(child, future, side), node.expand(), node.position.turn is side)
    return node.close(value, last_best=True)


class Budget(Player):
    """Minimax with a node budget that is divided among the moves (Haskell blog series)."""

    grows_tree = True
    label = "Budget"
    promise = "divides 3,000 positions among its moves"
    group = "Classic programs"
    story = published.BUDGET

    @checked
    def __init__(
        self,
        nodes: Annotated[int, About(1)] = 3000,
        mode: Literal["classic", "fair"] = "classic",
    ):
        self.nodes, self.mode = nodes, mode

    def search(self, position: DiscPosition) -> Node:
        """Build the tree that the budget permits."""
        root, n_moves = Node(position), len(position.legal_moves)
        share = self.nodes - n_moves if self.mode == "classic" else (self.nodes - n_moves) // n_moves
        side = position.turn
        value = minimax_step(lambda child: minimax(child, share, side), root.expand(), maximising=True)
        root.close(value, last_best=True)
        return root

    def choose(self, position: DiscPosition, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Choose the last of the moves with the best value."""
        check_not_over(position)
        root = self.search(position)
        return answer(root, root.height)
