"""The strength that the moves of a game suggest: the ratings at which the model finds the moves likely.

The estimate is Bayesian. Before the game, strengths are distributed like those in the WTHOR archive; each move with a
choice then makes some ratings likelier than others. The moves of a game depend on each other, since a player who has
seen a plan plays several moves of it, so each move counts for a little less than the model says. One game says little:
the interval is wide, and honest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.board.squares import SQUARES
from outflank.errors import OptionError
from outflank.people.model import PeopleModel, check_known
from outflank.people.scale import RATINGS
from outflank.play.position import Move
from outflank.rules import Position

PRIOR = (-55.0, 195.0)
"""Mean and standard deviation of ratings in the archive, weighted by games."""

WEIGHT = 0.9
"""The weight of a move's likelihood, fitted so that 95% intervals contain 95% of ratings of held-out games."""

FEWEST = 8
"""With fewer moves, the estimate is little more than the average of the archive, and not worth telling."""

_STEP = 50
_GRID = np.arange(RATINGS[0], RATINGS[1] + _STEP, _STEP, dtype=np.float64)
_TAIL = 0.025  # on each side of the interval
_LEAST = 1e-6  # probability of a move that the model rules out


@dataclass(frozen=True, slots=True)
class Strength:
    """An estimate of a player's rating, in Elo points on the archive's scale."""

    rating: float
    """The mean of the likely ratings."""

    low: float
    """Lower end of the 95% interval."""

    high: float
    """Upper end of the 95% interval."""

    moves: int
    """The number of moves that the estimate is based on: those with a choice."""

    @property
    def is_told(self) -> bool:
        """True if the moves are enough to say something."""
        return self.moves >= FEWEST

    def to_json(self) -> dict[str, int]:
        """Return the fields as a JSON object."""
        return {"rating": round(self.rating), "low": round(self.low), "high": round(self.high), "moves": self.moves}


def strength_of(choices: Sequence[tuple[Position, Move]], model: PeopleModel | None = None) -> Strength:
    """Estimate a player's rating from moves, each with the position before it. The opponent's rating is not needed.

    The moves may come from several games. Raises OptionError if a move is illegal, or if the model does not know the
    game.
    """
    return from_likelihoods(likelihoods_of(choices, model))


def likelihoods_of(choices: Sequence[tuple[Position, Move]], model: PeopleModel | None = None) -> Any:
    """Return the log-likelihood of each move with a choice (rows) at each rating of the grid (columns).

    Raises the errors of `strength_of`.
    """
    for position, move in choices:
        check_known(position)
        if move not in position.legal_moves:
            raise OptionError("{move} is illegal here", move=move)
    free = [(position, move) for position, move in choices if len(position.legal_moves) > 1]
    squares = np.array([SQUARES[8][move] for _, move in free], np.int64)
    logs = np.zeros((len(free), len(_GRID)))
    if free:
        model = PeopleModel.shipped() if model is None else model
        shares = model.at_ratings([position for position, _ in free], [(rating, rating) for rating in _GRID])
        rows = np.arange(len(free))
        logs = np.log(np.maximum([each[rows, squares] for each in shares], _LEAST)).T
    return logs


def from_likelihoods(logs: Any) -> Strength:
    """Estimate a rating from the rows of `likelihoods_of`, which may come from several games."""
    mean, deviation = PRIOR
    scores = WEIGHT * logs.sum(axis=0) - ((_GRID - mean) / deviation) ** 2 / 2
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    below = np.cumsum(shares) - shares / 2
    low, high = np.interp([_TAIL, 1 - _TAIL], below, _GRID)
    return Strength(float(shares @ _GRID), float(low), float(high), len(logs))
