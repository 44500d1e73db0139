"""Compute ratings, error bars and sequential tests from game results."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z95 = 1.959964  # 97.5th percentile of the normal distribution, for 95% intervals


WIDEST = 300.0
"""Maximum half-width of a 95% interval, in Elo. Ratings with wider intervals are not shown."""

Figure = tuple[float | None, float | None]
"""An Elo difference to display, and the half-width of its 95% interval. Each is None if it is unknown."""


def figure_of(elo: float | None, error: float | None) -> Figure:
    """Return the rating and error to display. Both are None if there are too few games for a meaningful rating."""
    return (None, None) if error is not None and error > WIDEST else (elo, error)


@dataclass(frozen=True, slots=True)
class GameForfeit:
    """A match game that a player forfeited."""

    game: int
    """Number of the game in the match, counted from 1."""

    player: str
    """Name of the player at fault."""

    is_first: bool
    """True if the player at fault is the first player, from whose point of view the match is scored."""

    fault: str
    """Type of fault: ``illegal move``, ``time``, ``crash`` or ``limits``."""

    reason: str
    """One line with the details. It includes the location in the player's code if that is known."""

    transcript: str = ""
    """Moves of the game before the fault."""

    def __str__(self) -> str:
        after = self.transcript or "no move"
        return f"game {self.game}: {self.player} forfeits: {self.fault}: {self.reason} (after {after})"


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a match, from the first player's point of view."""

    wins: int
    """Games won."""

    draws: int
    """Games drawn."""

    losses: int
    """Games lost."""

    pairs: tuple[float, ...]
    """Points (0 to 2) for each pair of games from the same opening with colours swapped. Error bars are computed from
    pairs, because the two games are not independent."""

    differences: tuple[int, ...]
    """Disc difference of each game, with empty squares counted for the winner."""

    forfeits: tuple[GameForfeit, ...] = ()
    """Forfeited games. Each one is scored as a loss by all the squares of the board."""

    @classmethod
    def of(
        cls,
        points: Sequence[float],
        differences: Sequence[int],
        forfeits: Sequence[GameForfeit] = (),
        pairs: Sequence[float] | None = None,
    ) -> "Score":
        """Build a score from the first player's points (1, ½ or 0) and the disc difference in each game.

        If `pairs` is omitted, consecutive games form pairs.
        """
        if pairs is None:
            pairs = [points[i] + points[i + 1] for i in range(0, len(points) - 1, 2)]
        return cls(
            sum(p == 1 for p in points),
            sum(p == 0.5 for p in points),
            sum(p == 0 for p in points),
            tuple(pairs),
            tuple(differences),
            tuple(forfeits),
        )

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The first player's share of the points, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def mean_disc_difference(self) -> float:
        """Mean disc difference, with empty squares counted for the winner."""
        return sum(self.differences) / len(self.differences) if self.differences else 0.0

    @property
    def elo(self) -> float | None:
        """Elo difference that corresponds to `share`, or None if one side took all points or no games were played."""
        return elo_of_share(self.share) if self.games else None

    @property
    def elo_error_95(self) -> float | None:
        """Half-width of the 95% interval for `elo`, computed by the delta method, or None if it cannot be estimated.

        No estimate is possible if all pairs had the same result, because the next pair may turn out differently.
        """
        error = error_95(self.pairs)
        if error is None or not 0 < self.share < 1:
            return None
        return error / 2 * 400 / (math.log(10) * self.share * (1 - self.share))

    @property
    def figure(self) -> Figure:
        """`elo` and its error, in the form in which they should be displayed."""
        return figure_of(self.elo, self.elo_error_95)

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        elo, error = self.figure
        strength = "" if elo is None or error is None else f", Elo {elo:+z.0f} ± {error:.0f}"
        faults = "".join(f"; {line}" for line in self.faults)
        return f"{self.wins}–{self.draws}–{self.losses} in {games}, {self.share:.0%} of the points{strength}{faults}"

    @property
    def faults(self) -> tuple[str, ...]:
        """One line for each player at fault, with the number of forfeited games and the first reason."""
        lines = []
        for is_first in (True, False):
            own = [each for each in self.forfeits if each.is_first is is_first]
            if own:
                first = f"{own[0].fault}: {own[0].reason}"
                lines.append(f"{own[0].player} forfeited {len(own)} of {self.games} games; the first: {first}")
        return tuple(lines)


def error_95(values: Sequence[float]) -> float | None:
    """Half-width of the 95% interval for the mean of independent values, or None if all values are equal."""
    if len(set(values)) < 2:
        return None
    mean = sum(values) / len(values)
    return Z95 * math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def elo_of_share(share: float) -> float | None:
    """Elo difference for which the logistic model predicts this share of the points, or None unless 0 < share < 1."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None


Matrix = npt.NDArray[np.float64]

_ELO = 400 / math.log(10)  # Elo points in one unit of log-odds
_STEP = 1.0  # greatest change in a rating, in log-odds, in one step of the fit
_MOST_STEPS = 1000


def _credited(points: Matrix, prior: float) -> Matrix:
    """Add `prior` points for both players to each pair of players in a points table who have met."""
    return np.asarray(points + prior * (points + points.T > 0))


def _expected(strengths: Matrix) -> Matrix:
    """Predict the points, from 0 to 1, of each player against each other player."""
    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def _information(games: Matrix, expected: Matrix) -> Matrix:
    """Fisher information: the curvature of the Bradley–Terry likelihood with respect to each pair of strengths."""
    weights = games * expected * (1 - expected)
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _fitted(points: Matrix) -> Matrix:
    """Find the maximum-likelihood strengths for a points table, in log-odds with mean 0."""
    games, strengths = points + points.T, np.zeros(len(points))
    for _ in range(_MOST_STEPS):
        expected = _expected(strengths)
        slope = points.sum(axis=1) - (games * expected).sum(axis=1)
        step = np.linalg.pinv(_information(games, expected), hermitian=True) @ slope
        strengths += np.clip(step, -_STEP, _STEP)
        strengths -= strengths.mean()
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    return strengths


@dataclass(frozen=True, slots=True)
class Strengths:
    """Elo ratings with mean 0, and the covariance matrix of their errors."""

    elo: tuple[float, ...]
    covariance: Matrix
    is_known: tuple[bool, ...]

    def in_order(self, places: Sequence[int]) -> "Strengths":
        """Reorder the ratings; `places` lists the players' current indices in the new order."""
        elo, known = tuple(self.elo[place] for place in places), tuple(self.is_known[place] for place in places)
        return Strengths(elo, self.covariance[np.ix_(places, places)], known)

    def error_95(self, a: int) -> float | None:
        """Half-width of the 95% interval for a rating relative to the mean.

        It is None for a player without a pair of games.
        """
        return Z95 * math.sqrt(max(0.0, self.covariance[a, a])) if self.is_known[a] else None

    def figure(self, a: int) -> Figure:
        """A player's rating and its error, in the form in which they should be displayed."""
        return figure_of(self.elo[a], self.error_95(a))

    def difference_error_95(self, a: int, b: int) -> float:
        """Half-width of the 95% interval for the difference between two ratings."""
        return Z95 * math.sqrt(max(0.0, self._variance(a, b)))

    def _variance(self, a: int, b: int) -> float:
        covariance = self.covariance
        return float(covariance[a, a] + covariance[b, b] - 2 * covariance[a, b])

    def superiority(self, a: int, b: int) -> float:
        """Probability that player `a` is stronger than player `b`, assuming a uniform prior."""
        variance = self._variance(a, b)
        if variance <= 0 or not (self.is_known[a] and self.is_known[b]):
            return 0.5
        return 0.5 + 0.5 * math.erf((self.elo[a] - self.elo[b]) / math.sqrt(2 * variance))


def strengths(
    pairs: Mapping[tuple[int, int], Mapping[float, int]], n: int, *, games: int = 2, prior: float = 0.5
) -> Strengths:
    """Fit Elo ratings with mean 0 for `n` players, and estimate their errors, from the results of pairs of games.

    The ratings maximise the likelihood in the Bradley–Terry model; they are computed by Newton's method. For each match
    `a, b`, `pairs` counts pairs of games by a's points, which range from 0 to `games`, the number of games from one
    opening. Games from the same opening are not independent, so the errors are computed from pairs. They use the
    "sandwich" estimate, in which the scatter of pairs is multiplied on both sides by the inverse information matrix
    (Huber 1967, White 1982). To keep ratings finite for players who only won or only lost, any two players who met are
    credited with `prior` extra points each.
    """
    points, scatter = np.zeros((n, n)), np.zeros((n, n))
    for (a, b), counts in pairs.items():
        for taken, times in counts.items():
            points[a, b] += taken * times
            points[b, a] += (games - taken) * times
    table = _credited(points, prior)
    values = _fitted(table)
    expected = _expected(values)
    for (a, b), counts in pairs.items():
        share = expected[a, b]
        squares = sum(times * (taken - games * share) ** 2 for taken, times in counts.items())
        if any(counts.values()):
            squares += prior * ((1 - share) ** 2 + share**2)
        for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            scatter[i, j] += sign * squares
    bread = np.linalg.pinv(_information(table + table.T, expected), hermitian=True)
    known = tuple(bool(value) for value in (points + points.T).sum(axis=1))
    return Strengths(tuple(float(_ELO * value) for value in values), _ELO**2 * bread @ scatter @ bread, known)


# --- the sequential test ------------------------------------------------------------------------------------------

_PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_UNSEEN = 1e-3  # pairs added to the count of each outcome, so that none is impossible


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test between two Elo differences (Wald 1945), known as "pentanomial GSPRT".

    Games continue until the likelihood ratio of `elo1` to `elo0` crosses a bound. If the true difference is `elo0`, the
    test accepts `elo1` with probability `alpha` at most. If it is `elo1`, the test accepts `elo0` with probability
    `beta` at most. The two games from one opening are not independent, so they count as a pair, which has five possible
    outcomes.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test accepts `elo0` and `elo1`."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[float]) -> float:
        """Compute the log-likelihood ratio of `elo1` to `elo0` from the points (0 to 2) of each pair.

        Under each hypothesis, the five outcomes follow the likeliest distribution that has the predicted mean (Michel
        Van den Bergh, "The generalized sequential probability ratio test", 2018).
        """
        counts = [0] * 5
        for points in pairs:
            counts[round(2 * points)] += 1
        return self.llr_of(counts)

    def llr_of(self, outcomes: Sequence[int]) -> float:
        """Compute the log-likelihood ratio from the number of pairs with 0, ½, 1, 1½ and 2 points."""
        counts = [count + _UNSEEN for count in outcomes]
        total = sum(counts)
        shares = [count / total for count in counts]
        null, other = (_likeliest(shares, share_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return total * math.fsum(p * math.log(q1 / q0) for p, q0, q1 in zip(shares, null, other, strict=True))

    def verdict(self, pairs: Sequence[float]) -> bool | None:
        """Return True if `elo1` is accepted, False if `elo0` is accepted, or None if more games are needed."""
        return self.verdict_at(self.llr(pairs))

    def verdict_at(self, llr: float) -> bool | None:
        """Return the verdict for a log-likelihood ratio: see `verdict`."""
        lower, upper = self.bounds
        return True if llr >= upper else False if llr <= lower else None


def share_of_elo(elo: float) -> float:
    """The share of the points that the logistic model predicts for a player who is stronger by `elo` points."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """Find the distribution over _PAIR_SHARES that has this mean and makes the observed `shares` likeliest.

    The probability of outcome a is p / (1 + x (a − mean)), and bisection finds the x that leads to the right mean.
    """
    low, high = -1 / (1 - mean), 1 / mean  # beyond these bounds, a probability would be negative
    for _ in range(60):
        x = (low + high) / 2
        slope = sum(p * (a - mean) / (1 + x * (a - mean)) for p, a in zip(shares, _PAIR_SHARES, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return [p / (1 + x * (a - mean)) for p, a in zip(shares, _PAIR_SHARES, strict=True)]


class Trial:
    """A sequential test in progress between two players.

    Pairs of games count in the order of their openings, so it does not matter which games finish first. `llrs` contains
    the log-likelihood ratio after each pair, up to the decisive one. For the values of `verdict`, see `Sprt.verdict`.
    """

    def __init__(self, sprt: Sprt, one: int, other: int):
        self.sprt, self.one, self.other = sprt, one, other
        self.verdict: bool | None = None
        self.llrs: list[float] = []
        self.outcomes = [0] * 5
        self._halves: dict[int, float] = {}
        self._whole: dict[int, float] = {}

    @property
    def llr(self) -> float:
        """The current log-likelihood ratio."""
        return self.llrs[-1] if self.llrs else 0.0

    def is_of(self, seats: Sequence[int]) -> bool:
        """True if games between these players count for the test."""
        return set(seats) == {self.one, self.other}

    def add(self, opening: int, seats: Sequence[int], points: Sequence[float]) -> None:
        """Add a finished game."""
        if not self.is_of(seats):
            return
        taken = points[seats.index(self.one)]
        if opening not in self._halves:
            self._halves[opening] = taken
            return
        self._whole[opening] = self._halves.pop(opening) + taken
        while self.verdict is None and (pair := self._whole.pop(len(self.llrs), None)) is not None:
            self.outcomes[round(2 * pair)] += 1
            self.llrs.append(self.sprt.llr_of(self.outcomes))
            self.verdict = self.sprt.verdict_at(self.llr)
