"""Example players for any game: a random player, and two searches for any number of players.

By default, `max_n` and `paranoid` use the current scores as the value of a leaf. If several moves are equally good, the
first one is chosen, or with ``varied=on`` one of them at random.
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
    """Plays a random legal move."""

    label = "Random"
    promise = "any legal move, for the very first games"
    group = "Beginners"

    @checked
    def __init__(self, seed: Annotated[int | None, About(private=True)] = None):
        self._random = random.Random(seed)

    def choose(self, position: GamePosition, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Pick one of the legal moves at random."""
        check_not_over(position)
        return Analysis(self._random.choice(position.legal_moves))


Evaluation = Callable[[Any], Sequence[float]]
"""Function that evaluates a position for each seat."""


def scores(position: GamePosition) -> Sequence[float]:
    """Evaluate a position by the current score of each seat."""
    return position.scores


def max_n(position: GamePosition, depth: int, evaluate: Evaluation = scores) -> tuple[float, ...]:
    """Search `depth` plies with every seat maximising its own value. Returns the value for each seat."""
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
    """Search `depth` plies with all other seats minimising the value for `seat`, and return that value.

    `alpha` and `beta` have the same meaning as in `alpha_beta_step`.
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
    """Base class for players that search to a fixed depth."""

    group: ClassVar[str] = "For any game"

    @checked
    def __init__(
        self,
        depth: Annotated[int, About(1, 20, "plies", short="{value} plies")] = 3,
        varied: Annotated[bool, About(private=True)] = False,
        seed: Annotated[int | None, About(private=True)] = None,
    ):
        self.depth = depth
        self._random = random.Random(seed) if varied else None

    def _value(self, position: GamePosition, seat: int) -> float:
        """Return the value for `seat` of the position after that seat's move."""
        raise NotImplementedError

    def choose(self, position: GamePosition, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Choose the first of the best moves, or any of them if `varied`, and report the value of every move."""
        check_not_over(position)
        found = tuple(
            MoveValue(move, self._value(position.play(move), position.turn), depth=self.depth, pv=(move,))
            for move in position.legal_moves
        )
        best = max(each.value or 0 for each in found)
        good = [each.move for each in found if (each.value or 0) == best]
        return Analysis(good[0] if self._random is None else self._random.choice(good), found)


class MaxN(_Searcher):
    """Searches any game with max-n, assuming that everyone maximises their own score."""

    label = "Max-n by count"
    promise = "everyone for themselves, 3 moves ahead"

    def _value(self, position: GamePosition, seat: int) -> float:
        return max_n(position, self.depth - 1)[seat]


class Paranoid(_Searcher):
    """Searches any game with minimax, assuming that everyone else minimises its score."""

    label = "Paranoid by count"
    promise = "all against one, 3 moves ahead"

    def _value(self, position: GamePosition, seat: int) -> float:
        return paranoid(position, self.depth - 1, seat)
