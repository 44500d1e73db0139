"""What the results of games say about strength."""

import math
import random
from collections.abc import Mapping, Sequence
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


def rating_errors_95(pairs: Mapping[tuple[int, int], Sequence[float]], n: int, *, rounds: int = 200) -> list[float]:
    """Half the widths of the 95 % intervals of the ratings of `n` players over that of the first one.

    `pairs` holds for matches `a, b` the points (0 to 2) that a took from each pair of games. By the bootstrap: as many
    pairs as were played are drawn from those of each match, and rated, many times (Efron 1979).
    """
    source = random.Random(0)
    drawn = []
    for _ in range(rounds):
        points = [[0.0] * n for _ in range(n)]
        for (a, b), played in pairs.items():
            taken = sum(source.choices(played, k=len(played))) if played else 0.0
            points[a][b], points[b][a] = taken, 2 * len(played) - taken
        elo = ratings(points)
        drawn.append([value - elo[0] for value in elo])
    means = [sum(column) / rounds for column in zip(*drawn, strict=True)]
    return [Z95 * math.sqrt(sum((row[a] - mean) ** 2 for row in drawn) / (rounds - 1)) for a, mean in enumerate(means)]


# --- the sequential test ------------------------------------------------------------------------------------------

_PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_UNSEEN = 1e-3  # pairs that each outcome is credited with, so that none is held impossible


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of two Elo differences, by pairs of games (Wald 1945; "pentanomial GSPRT").

    Games go on until the results are so much likelier under `elo1` than under `elo0`, or the other way round, that a
    player of `elo0` is taken for one of `elo1` in no more than `alpha` of all matches, and the reverse in no more than
    `beta`. A pair that shares an opening counts as one outcome of five, as its two games are not independent.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which `elo0`, and `elo1`, is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[float]) -> float:
        """The log-likelihood ratio of `elo1` to `elo0`, from the points (0 to 2) of each pair.

        Of all distributions of the five outcomes whose mean is the one that a hypothesis expects, each hypothesis is
        given the likeliest (Michel Van den Bergh, "The generalized sequential probability ratio test", 2018).
        """
        counts = [_UNSEEN] * 5
        for points in pairs:
            counts[round(2 * points)] += 1
        total = sum(counts)
        shares = [count / total for count in counts]
        null, other = (_likeliest(shares, share_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return total * math.fsum(p * math.log(q1 / q0) for p, q0, q1 in zip(shares, null, other, strict=True))

    def verdict(self, pairs: Sequence[float]) -> bool | None:
        """Whether `elo1` is accepted (True), `elo0` is (False), or the games have to go on (None)."""
        lower, upper = self.bounds
        llr = self.llr(pairs)
        return True if llr >= upper else False if llr <= lower else None


def share_of_elo(elo: float) -> float:
    """The share of the points that the logistic model expects of a player who is `elo` better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution over _PAIR_SHARES with a given mean under which the observed `shares` are likeliest.

    It is p / (1 + x (a − mean)) for outcome a, with the x that makes the mean right; found by halving.
    """
    low, high = -1 / (1 - mean), 1 / mean  # beyond, a probability would be negative
    for _ in range(60):
        x = (low + high) / 2
        slope = sum(p * (a - mean) / (1 + x * (a - mean)) for p, a in zip(shares, _PAIR_SHARES, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return [p / (1 + x * (a - mean)) for p, a in zip(shares, _PAIR_SHARES, strict=True)]
