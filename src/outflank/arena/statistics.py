"""What the results of games say about strength."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z95 = 1.959964  # the normal distribution's 97.5 % point: error bars hold in 95 of 100 cases


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a match in the first player's view.

    `pairs` holds the points (0 to 2) of each pair of games that share an opening with colours swapped: the two are not
    independent, so error bars must rest on pairs. `differences` holds the disc difference of each game.
    """

    wins: int
    draws: int
    losses: int
    pairs: tuple[float, ...]
    differences: tuple[int, ...]

    @classmethod
    def of(cls, points: Sequence[float], differences: Sequence[int]) -> "Score":
        """From the first player's points (1, ½ or 0) and disc differences, game by game, pairs next to each other."""
        pairs = tuple(points[i] + points[i + 1] for i in range(0, len(points) - 1, 2))
        return cls(
            sum(p == 1 for p in points),
            sum(p == 0.5 for p in points),
            sum(p == 0 for p in points),
            pairs,
            tuple(differences),
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points that the first player took, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def mean_disc_difference(self) -> float:
        """Mean disc difference, empties to the winner."""
        return sum(self.differences) / len(self.differences) if self.differences else 0.0

    @property
    def elo(self) -> float | None:
        """Elo difference that explains the share; None where one side took every point, as no number would do."""
        return elo_of_share(self.share)

    @property
    def elo_error_95(self) -> float | None:
        """Half the width of the 95 % interval of `elo`, by the delta method; None where the games do not tell.

        They do not where all pairs ended alike: that the next one will too is more than they say.
        """
        error = error_95(self.pairs)
        if error is None or not 0 < self.share < 1:
            return None
        return error / 2 * 400 / (math.log(10) * self.share * (1 - self.share))


def error_95(values: Sequence[float]) -> float | None:
    """Half the width of the 95 % interval of the mean of independent values; None where they do not differ."""
    if len(set(values)) < 2:
        return None
    mean = sum(values) / len(values)
    return Z95 * math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def elo_of_share(share: float) -> float | None:
    """The Elo difference at which the logistic model expects a share of the points; None for 0, 1 and beyond."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None


def ratings(points: Sequence[Sequence[float]], *, prior: float = 0.5) -> list[float]:
    """Elo ratings with mean 0 from a table of points: `points[a][b]` is what a took from b.

    The maximum-likelihood fit of the Bradley–Terry model by Hunter's MM algorithm. To keep a player who won or lost
    everything finite, each pair that met is credited with `prior` points either way.
    """
    n = len(points)
    met = [[points[a][b] + points[b][a] for b in range(n)] for a in range(n)]
    games = [[met[a][b] + 2 * prior if met[a][b] else 0.0 for b in range(n)] for a in range(n)]
    won = [sum(points[a][b] + prior for b in range(n) if games[a][b]) for a in range(n)]
    strength = [1.0] * n
    for _ in range(10_000):
        updated = [
            won[a] / sum(games[a][b] / (strength[a] + strength[b]) for b in range(n) if games[a][b]) if won[a] else 1.0
            for a in range(n)
        ]
        scale = math.exp(sum(map(math.log, updated)) / n)
        updated = [value / scale for value in updated]
        settled = max(abs(new / old - 1) for new, old in zip(updated, strength, strict=True)) < 1e-9
        strength = updated
        if settled:
            break
    return [400 * math.log10(value) for value in strength]
