"""`first`, `greedy` and `lookahead`: filtered moves and an evaluation by stages, from an ANU COMP1130 report.

`first` plays the first legal move. The others know two things every beginner is told: take corners, and keep off the
X-squares beside an empty one. `greedy` then takes what looks best at once; `lookahead` searches six plies with alpha-
beta. The first of equal moves wins. A passed turn takes one level of the tree, so that levels alternate. Mended: a draw
is worth 0, and a move is called won only where the end of the game proves it. The windows begin unbounded, not at
±9,999, which finds the same.
"""

from collections.abc import Callable
from typing import Annotated

from outflank.board.squares import NAMES, corners
from outflank.classic import published
from outflank.classic.tree import Node, answer, only_move
from outflank.classic.weights import weigh
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.minimax import alpha_beta_step
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.play.position import GamePosition
from outflank.rules import Colour, DiscPosition, Position

PLACES = (
    (200, -20, 20, 12),
    (-20, -40, 2, 4),
    (20, 2, 10, 8),
    (12, 4, 8, 4),
)
"""P1, what a square is worth while there is time to use it."""

LATE_PLACES = ((16, 14, 14, 14), *((14, 14, 14, 14),) * 3)
"""P2, what a square is worth near the end: a disc is a disc."""

WIN = 5000

Evaluation = Callable[[DiscPosition, Colour], int]


# --- which moves to consider ------------------------------------------------------------------------------------------


def filter_moves(position: DiscPosition) -> tuple[str, ...]:
    """The moves worth considering: all if all are bad; only corners if there is one; otherwise those not bad.

    A move is bad on an X-square whose own corner is not already the mover's.
    """
    moves = position.legal_moves
    good = tuple(move for move in moves if not _is_bad(position, move))
    if not good:
        return moves
    names = NAMES[position.size]
    at_corner = tuple(move for move in moves if move in {names[corner] for corner in corners(position.size)})
    return at_corner or good


def _is_bad(position: DiscPosition, move: str) -> bool:
    size, names = position.size, NAMES[position.size]
    inward = (size + 1, size - 1, 1 - size, -size - 1)
    return any(
        move == names[corner + step] and not position.player >> corner & 1
        for corner, step in zip(corners(size), inward, strict=True)
    )


# --- what a position is worth -----------------------------------------------------------------------------------------


def plus(position: DiscPosition, side: Colour) -> int:
    """The evaluation of `greedy`: places, edges that cannot be taken back, and the opponent's mobility."""
    if position.is_over:
        return _finished(position, side)
    stage = _stage(position)
    if stage <= 20:
        return 4 * _places(position, side) + _edges(position, side) - 2 * mobility(position, side.opponent)
    if stage <= 40:
        return 2 * _places(position, side) + _edges(position, side) - 4 * mobility(position, side.opponent)
    return 6 * _late_places(position, side) + _edges(position, side)


def plain(position: DiscPosition, side: Colour) -> int:
    """The evaluation of `lookahead`: places and edges that cannot be taken back."""
    if position.is_over:
        return _finished(position, side)
    stage = _stage(position)
    if stage <= 20:
        return 4 * _places(position, side) + _edges(position, side)
    if stage <= 50:
        return 2 * _places(position, side) + _edges(position, side)
    return 2 * _late_places(position, side) + _edges(position, side)


def _stage(position: DiscPosition) -> int:
    """Discs minus 5 on 8×8; other boards are brought to the same scale."""
    return (position.occupied.bit_count() - 5) * 64 // position.size**2


def _finished(position: DiscPosition, side: Colour) -> int:
    won = position.scores[side]
    return WIN if won > 0 else -WIN if won < 0 else 0


def _places(position: DiscPosition, side: Colour) -> int:
    size = position.size
    return weigh(position.discs(side), PLACES, size) - weigh(position.discs(side.opponent), PLACES, size)


def _late_places(position: DiscPosition, side: Colour) -> int:
    size = position.size
    return weigh(position.discs(side), LATE_PLACES, size) - weigh(position.discs(side.opponent), LATE_PLACES, size)


def _edges(position: DiscPosition, side: Colour) -> int:
    return edge_stability(position.discs(side), position.size)


def mobility(position: DiscPosition, side: Colour) -> int:
    """Four times the number of squares where a side may move."""
    seen = position if position.turn is side else position.switched()
    return 4 * seen.legal_mask.bit_count()


def edge_stability(discs: int, size: int = 8) -> int:
    """What discs earn by edges held from a corner on: walking both edges outward, 10·i for step i along each.

    The corner is step 1 of both of its edges; the far corner ends the walk and earns nothing.
    """
    earned = 0
    for corner in corners(size):
        y, x = divmod(corner, size)
        for step in (1 if x == 0 else -1, size if y == 0 else -size):
            square, i = corner, 1
            while i < size and discs >> square & 1:
                earned += 10 * i
                square, i = square + step, i + 1
    return earned


# --- the players ------------------------------------------------------------------------------------------------------


class First(Player):
    """Plays the first legal move in row-major order (ANU report)."""

    label = "First"
    promise = "always the first legal move"
    group = "Beginners"
    story = published.STAGED

    def choose(self, position: GamePosition, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Choose without looking."""
        check_not_over(position)
        move = position.legal_moves[0]
        return Analysis(move, (MoveValue(move, pv=(move,)),))


class Greedy(Player):
    """Takes the filtered move that looks best at once (ANU report)."""

    grows_tree = True
    label = "Greedy"
    promise = "takes what looks best at once"
    group = "Beginners"
    story = published.STAGED

    def search(self, position: Position) -> Node:
        """The position and one child for each filtered move."""
        root = Node(position)
        value = max([child.close(plus(child.position, position.turn)) for child in root.expand(filter_moves(position))])
        root.close(value)
        return root

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """The first of the best moves; a move without alternative is not scored."""
        check_not_over(position)
        filtered = filter_moves(position)
        return only_move(filtered) or answer(self.search(position), 1)


class Lookahead(Player):
    """Alpha-beta six plies deep, at any depth by the plain evaluation by stages, over filtered moves (ANU report).

    Depth 1 of the report is another player, `greedy`, which has the plus evaluation.
    """

    grows_tree = True
    label = "Lookahead"
    promise = "looks 6 moves ahead, likes corners"
    group = "Classic programs"
    story = published.STAGED

    @checked
    def __init__(self, depth: Annotated[int, About(1, 20, "plies", short="{value} plies")] = 6):
        self.depth = depth

    def search(self, position: Position) -> Node:
        """The tree that alpha-beta grew, its own move being the first of its plies."""
        root = Node(position)
        alpha_beta(root, self.depth, position.turn, plain, moves=filter_moves(position))
        return root

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """The first of the best moves; a move without alternative is not scored."""
        check_not_over(position)
        return only_move(filter_moves(position)) or answer(self.search(position), self.depth)


def alpha_beta(
    node: Node,
    depth: int,
    side: Colour,
    evaluate: Evaluation,
    alpha: float = float("-inf"),
    beta: float = float("inf"),
    moves: tuple[str, ...] | None = None,
) -> float:
    """The value of a node in the view of `side`, `depth` plies deep; `moves` restricts those tried at this node."""
    if depth == 0 or node.position.is_over:
        return node.close(evaluate(node.position, side))
    value = alpha_beta_step(
        lambda child, alpha, beta: alpha_beta(child, depth - 1, side, evaluate, alpha, beta),
        node.expand(moves),
        alpha,
        beta,
        node.position.turn is side,
    )
    node.bound = "upper" if value <= alpha else "lower" if value >= beta else "exact"
    return node.close(value)
