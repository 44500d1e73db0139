"""Ratings, error bars and sequential tests from the results of games."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z95 = 1.959964  # 97.5 % point of the normal distribution, for 95 % intervals


WIDEST = 300.0
"""Greatest half-width of a 95 % interval in Elo; beyond it a rating is not shown."""

Figure = tuple[float | None, float | None]
"""A displayed Elo difference and the half-width of its 95 % interval; None for unknown."""


def figure_of(elo: float | None, error: float | None) -> Figure:
    """The displayed rating and error: neither of them if the games say too little."""
    return (None, None) if error is not None and error > WIDEST else (elo, error)


@dataclass(frozen=True, slots=True)
class GameForfeit:
    """A game of a match that a player lost by a fault."""

    game: int
    """Number of the game in the match, from 1."""

    player: str
    """Name of the player at fault."""

    is_first: bool
    """True if it is the player in whose view the match is scored."""

    fault: str
    """Kind of the fault: ``illegal move``, ``time``, ``crash`` or ``limits``."""

    reason: str
    """Details in one line, with the place in the player's own code if there is one."""

    transcript: str = ""
    """Moves of the game up to the fault."""

    def __str__(self) -> str:
        after = self.transcript or "no move"
        return f"game {self.game}: {self.player} forfeits: {self.fault}: {self.reason} (after {after})"


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a match in the first player's view."""

    wins: int
    """Games won."""

    draws: int
    """Games drawn."""

    losses: int
    """Games lost."""

    pairs: tuple[float, ...]
    """Points (0 to 2) of each pair of games from one opening with colours swapped. Error bars use pairs, as the two
    games are not independent."""

    differences: tuple[int, ...]
    """Disc difference of each game, empty squares to the winner."""

    forfeits: tuple[GameForfeit, ...] = ()
    """Games lost by a fault; they count as lost by all squares."""

    @classmethod
    def of(
        cls,
        points: Sequence[float],
        differences: Sequence[int],
        forfeits: Sequence[GameForfeit] = (),
        pairs: Sequence[float] | None = None,
    ) -> "Score":
        """Build a score from the first player's points (1, ½ or 0) and disc differences, game by game.

        Without `pairs`, consecutive games form a pair.
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
        """Mean disc difference, empties to the winner."""
        return sum(self.differences) / len(self.differences) if self.differences else 0.0

    @property
    def elo(self) -> float | None:
        """Elo difference for the share; None if a side took every point, or there are no games."""
        return elo_of_share(self.share) if self.games else None

    @property
    def elo_error_95(self) -> float | None:
        """Half-width of the 95 % interval of `elo`, by the delta method; None if the games do not allow one.

        They do not if all pairs ended alike, as the next pair may end differently.
        """
        error = error_95(self.pairs)
        if error is None or not 0 < self.share < 1:
            return None
        return error / 2 * 400 / (math.log(10) * self.share * (1 - self.share))

    @property
    def figure(self) -> Figure:
        """`elo` and its error for display."""
        return figure_of(self.elo, self.elo_error_95)

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        elo, error = self.figure
        strength = "" if elo is None or error is None else f", Elo {elo:+z.0f} ± {error:.0f}"
        faults = "".join(f"; {line}" for line in self.faults)
        return f"{self.wins}–{self.draws}–{self.losses} in {games}, {self.share:.0%} of the points{strength}{faults}"

    @property
    def faults(self) -> tuple[str, ...]:
        """For each player at fault, the number of forfeits and the first reason."""
        lines = []
        for is_first in (True, False):
            own = [each for each in self.forfeits if each.is_first is is_first]
            if own:
                first = f"{own[0].fault}: {own[0].reason}"
                lines.append(f"{own[0].player} forfeited {len(own)} of {self.games} games; the first: {first}")
        return tuple(lines)


def error_95(values: Sequence[float]) -> float | None:
    """Half-width of the 95 % interval of the mean of independent values; None if they are all equal."""
    if len(set(values)) < 2:
        return None
    mean = sum(values) / len(values)
    return Z95 * math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def elo_of_share(share: float) -> float | None:
    """The Elo difference at which the logistic model expects this share; None for 0, 1 and beyond."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None


Matrix = npt.NDArray[np.float64]

_ELO = 400 / math.log(10)  # Elo points of one unit of log-odds
_STEP = 1.0  # greatest change of a rating, in log-odds, in one step of the fit
_MOST_STEPS = 1000


def _credited(points: Matrix, prior: float) -> Matrix:
    """A table of points with `prior` more points for both players of each pair that met."""
    return np.asarray(points + prior * (points + points.T > 0))


def _expected(strengths: Matrix) -> Matrix:
    """Expected points of each player against each other one, from 0 to 1."""
    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def _information(games: Matrix, expected: Matrix) -> Matrix:
    """Curvature of the Bradley–Terry likelihood for each two strengths (Fisher information)."""
    weights = games * expected * (1 - expected)
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _fitted(points: Matrix) -> Matrix:
    """The maximum-likelihood strengths for a table of points, in log-odds with mean 0."""
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
    """Ratings of players in Elo with mean 0, and the covariance of their errors."""

    elo: tuple[float, ...]
    covariance: Matrix
    is_known: tuple[bool, ...]

    def in_order(self, places: Sequence[int]) -> "Strengths":
        """The same ratings with the players in another order, by their `places` in this one."""
        elo, known = tuple(self.elo[place] for place in places), tuple(self.is_known[place] for place in places)
        return Strengths(elo, self.covariance[np.ix_(places, places)], known)

    def error_95(self, a: int) -> float | None:
        """Half-width of the 95 % interval of a rating over the mean; None for a player without a pair of games."""
        return Z95 * math.sqrt(max(0.0, self.covariance[a, a])) if self.is_known[a] else None

    def figure(self, a: int) -> Figure:
        """A rating and its error for display."""
        return figure_of(self.elo[a], self.error_95(a))

    def difference_error_95(self, a: int, b: int) -> float:
        """Half-width of the 95 % interval of the difference of two ratings."""
        return Z95 * math.sqrt(max(0.0, self._variance(a, b)))

    def _variance(self, a: int, b: int) -> float:
        covariance = self.covariance
        return float(covariance[a, a] + covariance[b, b] - 2 * covariance[a, b])

    def superiority(self, a: int, b: int) -> float:
        """Probability that a is stronger than b, with a uniform prior."""
        variance = self._variance(a, b)
        if variance <= 0 or not (self.is_known[a] and self.is_known[b]):
            return 0.5
        return 0.5 + 0.5 * math.erf((self.elo[a] - self.elo[b]) / math.sqrt(2 * variance))


def strengths(
    pairs: Mapping[tuple[int, int], Mapping[float, int]], n: int, *, games: int = 2, prior: float = 0.5
) -> Strengths:
    """Fit Elo ratings of `n` players, mean 0, and their errors, from the results of pairs of games.

    Maximum likelihood in the Bradley–Terry model, by Newton's method. `pairs` counts for matches `a, b` the pairs of
    games by a's points, from 0 to `games`, the number of games from one opening. These are not independent, so the
    errors use pairs: the "sandwich" estimate, the scatter of pairs between two inverse information matrices (Huber
    1967, White 1982). To keep ratings finite after only wins or losses, each two players who met are credited with
    `prior` points either way, one pair without weight.
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
_UNSEEN = 1e-3  # pairs added to each outcome, so that none is impossible


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of two Elo differences, by pairs of games (Wald 1945; "pentanomial GSPRT").

    Games go on until the likelihood ratio of `elo1` to `elo0` crosses a bound: at most `alpha` of all matches accept
    `elo1` for a player of `elo0`, and at most `beta` the reverse. A pair of games from one opening is one outcome of
    five, as its two games are not independent.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios that accept `elo0` and `elo1`."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[float]) -> float:
        """The log-likelihood ratio of `elo1` to `elo0`, from the points (0 to 2) of each pair.

        Each hypothesis uses the likeliest distribution of the five outcomes with its expected mean (Michel Van den
        Bergh, "The generalized sequential probability ratio test", 2018).
        """
        counts = [0] * 5
        for points in pairs:
            counts[round(2 * points)] += 1
        return self.llr_of(counts)

    def llr_of(self, outcomes: Sequence[int]) -> float:
        """The log-likelihood ratio from the numbers of pairs with 0, ½, 1, 1½ and 2 points."""
        counts = [count + _UNSEEN for count in outcomes]
        total = sum(counts)
        shares = [count / total for count in counts]
        null, other = (_likeliest(shares, share_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return total * math.fsum(p * math.log(q1 / q0) for p, q0, q1 in zip(shares, null, other, strict=True))

    def verdict(self, pairs: Sequence[float]) -> bool | None:
        """True if `elo1` is accepted, False if `elo0` is, None if the games must go on."""
        return self.verdict_at(self.llr(pairs))

    def verdict_at(self, llr: float) -> bool | None:
        """The verdict at a log-likelihood ratio."""
        lower, upper = self.bounds
        return True if llr >= upper else False if llr <= lower else None


def share_of_elo(elo: float) -> float:
    """The share of the points that the logistic model expects for a player `elo` better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution over _PAIR_SHARES with this mean under which the observed `shares` are likeliest.

    It is p / (1 + x (a − mean)) for outcome a; bisection finds the x that makes the mean right.
    """
    low, high = -1 / (1 - mean), 1 / mean  # beyond, a probability would be negative
    for _ in range(60):
        x = (low + high) / 2
        slope = sum(p * (a - mean) / (1 + x * (a - mean)) for p, a in zip(shares, _PAIR_SHARES, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return [p / (1 + x * (a - mean)) for p, a in zip(shares, _PAIR_SHARES, strict=True)]


class Trial:
    """A sequential test of two players during their games.

    Pairs of games count in the order of their openings, so that faster games have no influence.

    `llrs` are the log-likelihood ratios after each pair, up to the decisive one; `verdict` is as in `Sprt.verdict`.
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
        """True if a game counts for the test."""
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
