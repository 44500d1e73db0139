"""The probability of each move for a player of a given strength.

>>> from outflank import Position
>>> from outflank.people import PeopleModel
>>> moves = PeopleModel.shipped().moves(Position.start().play("f5"), rating=0)
>>> sum(moves.values()) > 0.999
True

Ratings are Elo points on the archive's scale, where 0 is the average of a tournament game and 400 points are ten wins
in eleven games; see docs/explanation/people.md.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from outflank.board.canonical import symmetric
from outflank.board.squares import SQUARES
from outflank.errors import OptionError
from outflank.people.glances import Glancer
from outflank.people.network import IMAGES, Floats, MoveNetwork, inputs_of, shipped_network
from outflank.people.scale import RATINGS
from outflank.play.position import Move
from outflank.rules import PASS, Position

_AT_ONCE = 2048  # rows that the network gets at once; many small products would cost more


class PeopleModel:
    """Predicts people's moves on 8×8 boards. Any thread may use it."""

    def __init__(self, network: MoveNetwork, glancer: Glancer | None = None):
        self.network = network
        self._glancer = Glancer() if glancer is None else glancer

    @classmethod
    def shipped(cls) -> "PeopleModel":
        """The model that comes with the package; always the same object."""
        return _shipped()

    def moves(self, position: Position, rating: float, rival: float | None = None) -> dict[Move, float]:
        """The probability of each legal move, for a player with a `rating`; likeliest first.

        `rival` is the opponent's rating; None means that both are equally strong. Ratings outside `RATINGS` count as
        its ends. Symmetric positions get the same probabilities. Raises OptionError if the game is over, or if the
        position is not Othello on 8×8.
        """
        check_known(position)
        if position.must_pass:
            return {PASS: 1.0}
        [found] = self.at_pairs(position, [(rating, rating if rival is None else rival)])
        return dict(sorted(found.items(), key=lambda each: -each[1]))

    def at_pairs(self, position: Position, pairs: Sequence[tuple[float, float]]) -> list[dict[Move, float]]:
        """The probability of each legal move in a position, for several pairs of ratings and rivals."""
        squares = {move: SQUARES[8][move] for move in position.legal_moves}
        rows = self.at_ratings([position], pairs)
        return [{move: float(row[square]) for move, square in squares.items()} for [row] in rows]

    def many(self, positions: Sequence[Position], ratings: Any, rivals: Any) -> Floats:
        """The probabilities of moves in many positions, by square: float32 [n, 64].

        `ratings` and `rivals` are numbers, or arrays with one number for each position. The rows of positions without
        a legal move are 0.
        """
        [found] = self.at_ratings(positions, [(ratings, rivals)])
        return found

    def at_ratings(self, positions: Sequence[Position], pairs: Sequence[tuple[Any, Any]]) -> list[Floats]:
        """Predict the moves in many positions for several pairs of ratings and rivals, as in `many`.

        Each pair gives an array float32 [n, 64]. The moves of each position are glanced at only once.
        """
        boards = [
            min((each, n) for n, each in enumerate(symmetric(position.player, position.opponent)))
            for position in positions
        ]
        players = np.array([player for (player, _), _ in boards], np.uint64)
        opponents = np.array([opponent for (_, opponent), _ in boards], np.uint64)
        targets = IMAGES[np.array([symmetry for _, symmetry in boards], np.int64)]
        glances = self._glancer.look(players, opponents)
        n, found = len(boards), []
        at_once = max(1, _AT_ONCE // max(1, n))
        for first in range(0, len(pairs), at_once):
            told = [
                inputs_of(players, opponents, glances, within_ratings(ratings), within_ratings(rivals))
                for ratings, rivals in pairs[first : first + at_once]
            ]
            shares = self.network.averaged(np.concatenate(told)).reshape(len(told), n, -1)
            found += [np.take_along_axis(each, targets, axis=1) for each in shares]
        return found


def check_known(position: Any) -> None:
    """Raise OptionError unless the model knows how people play in this position."""
    if not isinstance(position, Position):
        raise OptionError("the model of people's moves knows Othello only, not its variants")
    if position.size != 8:
        raise OptionError("the model of people's moves knows only boards of 8×8")
    if position.is_over:
        raise OptionError("the game is over")


def expected_loss(probabilities: Mapping[Move, float], values: Mapping[Move, float]) -> float:
    """Discs that a player loses on average, given each move's probability and its value for the player."""
    best = max(values.values())
    return sum(share * (best - values[move]) for move, share in probabilities.items())


def chance_within(probabilities: Mapping[Move, float], values: Mapping[Move, float], discs: float = 0.0) -> float:
    """The probability that a player chooses a move that is at most `discs` worse than the best."""
    best = max(values.values())
    return sum(share for move, share in probabilities.items() if values[move] >= best - discs)


def within_ratings(ratings: Any) -> Any:
    """Replace ratings outside `RATINGS`, a number or an array, by the closest ones that the model knows."""
    return np.clip(ratings, *RATINGS)


@cache
def _shipped() -> PeopleModel:
    return PeopleModel(shipped_network())
