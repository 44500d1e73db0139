"""`budget`: minimax that splits a budget of nodes evenly among the moves, from a series of blog posts on Haskell.

Every node shares what it was given among its children, so that the cost stays about the same whether there are few
moves (and the search goes deep) or many. ``classic`` mode gives each move at the root nearly the whole budget, as
published; ``fair`` mode divides at the root too. Mended: a win counts as a win for either colour, and the game is over
when neither side can move, whoever's turn it is.
"""

from typing import Literal

from outflank.classic.tree import Node, decision
from outflank.errors import OptionError
from outflank.play.clock import TimeLeft
from outflank.play.minimax import minimax_step
from outflank.play.player import Decision
from outflank.rules import Colour, Position

WIN = 1000
"""The published order of scores is Lose < Indeterminate(n) < Win: −WIN is Lose, and n is the number itself."""


def terminal_score(position: Position, side: Colour) -> int:
    """Disc difference in a side's view while the game goes on (or is drawn); a win or a loss once it has ended."""
    difference = position.count(side) - position.count(side.opponent)
    if position.is_over and difference:
        return WIN if difference > 0 else -WIN
    return difference


def minimax(node: Node, budget: int, side: Colour) -> float:
    """The value of a node in the view of `side`, which maximises, for a number of nodes of about `budget`."""
    n_moves = node.position.legal_mask.bit_count()
    future = budget - 1 if n_moves == 0 else (budget - n_moves) // n_moves
    if future < 0 or node.position.is_over:
        value: float = terminal_score(node.position, side)
    else:
        value = minimax_step(lambda child: minimax(child, future, side), node.expand(), node.position.turn is side)
    return node.close(value, last_best=True)


class Budget:
    """Minimax with a budget of nodes that is shared among the moves (Haskell blog series)."""

    def __init__(self, nodes: int = 3000, mode: Literal["classic", "fair"] = "classic"):
        if nodes < 1:
            raise OptionError(f"expected nodes to be at least 1, got {nodes}")
        self.nodes, self.mode = nodes, mode

    def search(self, position: Position) -> Node:
        """The tree that the budget pays for."""
        root, n_moves = Node(position), len(position.legal_moves)
        share = self.nodes - n_moves if self.mode == "classic" else (self.nodes - n_moves) // n_moves
        side = position.turn
        value = minimax_step(lambda child: minimax(child, share, side), root.expand(), maximising=True)
        root.close(value, last_best=True)
        return root

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Decision:  # noqa: ARG002
        """The last of the best moves."""
        root = self.search(position)
        return decision(root, root.height, win=WIN)
