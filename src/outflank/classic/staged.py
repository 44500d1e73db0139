"""`first`, `greedy` and `lookahead`: move filtering and staged evaluation, from a report for ANU's COMP1130.

`first` plays the first legal move. The other two follow two rules for beginners: take corners, and avoid an X-square
next to an empty corner. After that, `greedy` takes the move with the best immediate value, and `lookahead` searches six
plies with alpha-beta. Among moves with the best value, the first one is chosen. A pass counts as one level of the tree,
so that the sides always alternate.

Two errors are corrected here: a draw has the value 0, and a move counts as winning only if finished games prove it. The
search window at the root is unbounded instead of ±9,999, which does not change the results.
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
"""P1: the square weights for the early game."""

LATE_PLACES = ((16, 14, 14, 14), *((14, 14, 14, 14),) * 3)
"""P2: the square weights for the late game, where all discs are almost equally valuable."""

WIN = 5000

Evaluation = Callable[[DiscPosition, Colour], int]


# --- candidate moves --------------------------------------------------------------------------------------------------


def filter_moves(position: DiscPosition) -> tuple[str, ...]:
    """The candidate moves: corners if possible, otherwise all moves that are not bad.

    A bad move is one to an X-square whose corner the mover does not own. If every move is bad, all moves are
    candidates.
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


# --- evaluation -------------------------------------------------------------------------------------------------------


def plus(position: DiscPosition, side: Colour) -> int:
    """The evaluation used by `greedy`: square weights, secure edges and the opponent's mobility."""
    if position.is_over:
        return _finished(position, side)
    stage = _stage(position)
    if stage <= 20:
        return 4 * _places(position, side) + _edges(position, side) - 2 * mobility(position, side.opponent)
    if stage <= 40:
        return 2 * _places(position, side) + _edges(position, side) - 4 * mobility(position, side.opponent)
    return 6 * _late_places(position, side) + _edges(position, side)


def plain(position: DiscPosition, side: Colour) -> int:
    """The evaluation used by `lookahead`: square weights and secure edges."""
    if position.is_over:
        return _finished(position, side)
    stage = _stage(position)
    if stage <= 20:
        return 4 * _places(position, side) + _edges(position, side)
    if stage <= 50:
        return 2 * _places(position, side) + _edges(position, side)
    return 2 * _late_places(position, side) + _edges(position, side)


def _stage(position: DiscPosition) -> int:
    """The stage of the game: the number of discs minus 5, scaled to 64 squares."""
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
    """Four times the number of squares to which a side can move."""
    seen = position if position.turn is side else position.switched()
    return 4 * seen.legal_mask.bit_count()


def edge_stability(discs: int, size: int = 8) -> int:
    """Points for a side's edge discs that are connected to one of its corners.

    The disc at step i from the corner earns 10·i points. Both edges of a corner are counted, and the corner itself is
    step 1 of both. Counting stops before the opposite corner, which earns no points.
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
        """Choose the first legal move."""
        check_not_over(position)
        move = position.legal_moves[0]
        return Analysis(move, (MoveValue(move, pv=(move,)),))


class Greedy(Player):
    """Takes the candidate move with the best immediate value (ANU report)."""

    grows_tree = True
    label = "Greedy"
    promise = "takes what looks best right now"
    group = "Beginners"
    story = published.STAGED

    def search(self, position: Position) -> Node:
        """Build a tree with the position as its root and one child for each candidate move."""
        root = Node(position)
        value = max([child.close(plus(child.position, position.turn)) for child in root.expand(filter_moves(position))])
        root.close(value)
        return root

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Choose the first of the moves with the best value. A sole candidate is not evaluated."""
        check_not_over(position)
        filtered = filter_moves(position)
        return only_move(filtered) or answer(self.search(position), 1)


class Lookahead(Player):
    """Searches candidate moves six plies deep with alpha-beta and the plain staged evaluation (ANU report).

    In the report, depth 1 is a different player: `greedy`, which uses the plus evaluation.
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
        """Build the alpha-beta tree, in which the player's move is the first ply."""
        root = Node(position)
        alpha_beta(root, self.depth, position.turn, plain, moves=filter_moves(position))
        return root

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Choose the first of the moves with the best value. A sole candidate is not evaluated."""
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
    """The value of a node for `side`, searched to `depth`. `moves` may restrict the moves to search at this node."""
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
