"""Players of any game, to be read: one that draws its moves, and the two ways to look ahead with several players.

`max_n` and `paranoid` both judge a leaf by the scores of the game as they stand. Of equal moves the first wins.
"""

import random
from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar

from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.minimax import alpha_beta_step, max_n_step
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.play.position import GamePosition


class RandomPlayer(Player):
    """Plays any legal move, each as likely as the others."""

    label = "Random"
    promise = "any legal move, for the very first games"
    group = "Beginners"

    @checked
    def __init__(self, seed: Annotated[int | None, About(private=True)] = None):
        self._random = random.Random(seed)

    def choose(self, position: GamePosition, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Draw a move."""
        check_not_over(position)
        return Analysis(self._random.choice(position.legal_moves))


Evaluation = Callable[[Any], Sequence[float]]
"""What a position is worth to each seat."""


def scores(position: GamePosition) -> Sequence[float]:
    """The evaluation of a game by its own scores."""
    return position.scores


def max_n(position: GamePosition, depth: int, evaluate: Evaluation = scores) -> tuple[float, ...]:
    """What a position is worth to each seat if each wants the most for itself, `depth` plies deep."""
    if depth == 0 or position.is_over:
        return tuple(evaluate(position))
    children = map(position.play, position.legal_moves)
    return max_n_step(lambda child: max_n(child, depth - 1, evaluate), children, position.turn)


def paranoid(
    position: GamePosition,
    depth: int,
    seat: int,
    evaluate: Evaluation = scores,
    alpha: float = float("-inf"),
    beta: float = float("inf"),
) -> float:
    """What a position is worth to `seat` if all others want the least for it, `depth` plies deep.

    The contract of the window is that of `alpha_beta_step`.
    """
    if depth == 0 or position.is_over:
        return evaluate(position)[seat]
    children = map(position.play, position.legal_moves)
    return alpha_beta_step(
        lambda child, alpha, beta: paranoid(child, depth - 1, seat, evaluate, alpha, beta),
        children,
        alpha,
        beta,
        position.turn == seat,
    )


class _Searcher(Player):
    """A player that looks a number of plies ahead."""

    group: ClassVar[str] = "For any game"

    @checked
    def __init__(self, depth: Annotated[int, About(1, 20, "plies", short="{value} plies")] = 3):
        self.depth = depth

    def _value(self, position: GamePosition, seat: int) -> float:
        """What a position after a move of `seat` is worth to it."""
        raise NotImplementedError

    def choose(self, position: GamePosition, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """The first of the best moves; each has its exact value."""
        check_not_over(position)
        found = tuple(
            MoveValue(move, self._value(position.play(move), position.turn), depth=self.depth, pv=(move,))
            for move in position.legal_moves
        )
        return Analysis(max(found, key=lambda each: each.value or 0).move, found)


class MaxN(_Searcher):
    """Max-n on the scores of any game: everybody is taken to want the most for itself."""

    label = "Max-n by count"
    promise = "everyone for themselves, 3 moves ahead"

    def _value(self, position: GamePosition, seat: int) -> float:
        return max_n(position, self.depth - 1)[seat]


class Paranoid(_Searcher):
    """Minimax on its own score in any game: all others are taken to want the least for it."""

    label = "Paranoid by count"
    promise = "all against one, 3 moves ahead"

    def _value(self, position: GamePosition, seat: int) -> float:
        return paranoid(position, self.depth - 1, seat)
