"""`level1`, `level2`, `level3`: negamax with square weights, from a handout for Brown University's CS15.

The level is the search depth. The evaluation is the sum of the weights of the mover's discs minus the sum for the
opponent's discs. Values are negated from each layer to the next. Among moves with the best value, the last one is
chosen. A pass counts as one ply.

Two errors are corrected here: the last ply recognises an immediate win, and evaluates a pass like any other position.
"""

import random
from typing import Annotated, ClassVar

from outflank.classic import published
from outflank.classic.tree import Node, answer
from outflank.classic.weights import table, weigh
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.rules import DiscPosition, Position

WEIGHTS = (
    (200, -70, 30, 25),
    (-70, -100, -10, -10),
    (30, -10, 2, 2),
    (25, -10, 2, 2),
)


def win_value(size: int) -> int:
    """The value of a win, which is one more than the sum of all absolute weights (2392 on 8×8)."""
    return 1 + sum(map(abs, table(WEIGHTS, size)))


def evaluate(position: DiscPosition) -> int:
    """The weights of the mover's discs minus those of the opponent's discs. A finished game outweighs any position."""
    if position.is_over:
        won = position.scores[position.turn]
        return win_value(position.size) * ((won > 0) - (won < 0))
    return weigh(position.player, WEIGHTS, position.size) - weigh(position.opponent, WEIGHTS, position.size)


def negamax(node: Node, depth: int, sign: int = 1) -> float:
    """The value of a node for its side to move, searched to `depth`. `sign` is −1 if this is the root's opponent."""
    if depth == 0 or node.position.is_over:
        value: float = evaluate(node.position)
    else:
        value = max([-negamax(child, depth - 1, -sign) for child in node.expand()])
    node.close(sign * value, last_best=True)
    return value


class _Level(Player):
    """Base class for the levels of the handout's computer player."""

    grows_tree = True
    depth: int
    group: ClassVar[str] = "Levels"
    story = published.LEVELS

    @checked
    def __init__(self, deterministic: bool = True, seed: Annotated[int | None, About(private=True)] = None):
        self.deterministic = deterministic
        self._random = random.Random(seed)

    def search(self, position: Position) -> Node:
        """Build the complete tree.

        Among moves with the best value, the last one is chosen, or a random one if the player is not deterministic.
        """
        root = Node(position)
        negamax(root, self.depth)
        if not self.deterministic:
            root.best = self._random.choice([child for child in root.children if child.value == root.value])
        return root

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Choose the best move in the tree."""
        check_not_over(position)
        return answer(self.search(position), self.depth)


class Level1(_Level):
    """Brown's level 1: adds up square weights after its own move."""

    depth = 1
    label = "Computer 1"
    promise = "looks 1 move ahead"


class Level2(_Level):
    """Brown's level 2: adds up square weights after the opponent's reply."""

    depth = 2
    label = "Computer 2"
    promise = "looks 2 moves ahead"


class Level3(_Level):
    """Brown's level 3: adds up square weights three plies ahead."""

    depth = 3
    label = "Computer 3"
    promise = "looks 3 moves ahead"
