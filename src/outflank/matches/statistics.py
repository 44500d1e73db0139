"""Ratings, error bars and sequential tests from the results of games."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z95 = 1.959964  # the normal distribution's 97.5 % point: error bars hold in 95 of 100 cases


WIDEST = 300.0
"""Half the width of a 95 % interval, in Elo, beyond which a rating is not shown: the games say too little."""

Figure = tuple[float | None, float | None]
"""An Elo difference as it is shown, with half the width of its 95 % interval as far as that is known."""


def figure_of(elo: float | None, error: float | None) -> Figure:
    """A rating and its error as they are shown: neither of one that rests on too little."""
    return (None, None) if error is not None and error > WIDEST else (elo, error)


@dataclass(frozen=True, slots=True)
class GameForfeit:
    """Records a game of a match that a player lost by a fault."""

    game: int
    """Number of the game in the match, from 1."""

    player: str
    """Name of the player at fault."""

    is_first: bool
    """Tells whether that is the player in whose view the match is scored."""

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
    """Points (0 to 2) of each pair of games that share an opening with colours swapped. Error bars rest on pairs, as
    the two games of one are not independent."""

    differences: tuple[int, ...]
    """Disc difference of each game, empty squares to the winner."""

    forfeits: tuple[GameForfeit, ...] = ()
    """Games that a player lost by a fault; they count as lost by all squares."""

    @classmethod
    def of(
        cls,
        points: Sequence[float],
        differences: Sequence[int],
        forfeits: Sequence[GameForfeit] = (),
        pairs: Sequence[float] | None = None,
    ) -> "Score":
        """From the first player's points (1, ½ or 0) and disc differences, game by game.

        Unless `pairs` are given, two games next to each other are one.
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
        """The share of the points that the first player took, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def mean_disc_difference(self) -> float:
        """Mean disc difference, empties to the winner."""
        return sum(self.differences) / len(self.differences) if self.differences else 0.0

    @property
    def elo(self) -> float | None:
        """Elo difference that explains the share; None where one side took every point, or none was to be had."""
        return elo_of_share(self.share) if self.games else None

    @property
    def elo_error_95(self) -> float | None:
        """Half the width of the 95 % interval of `elo`, by the delta method; None where the games do not tell.

        They do not where all pairs ended alike: that the next one will too is more than they say.
        """
        error = error_95(self.pairs)
        if error is None or not 0 < self.share < 1:
            return None
        return error / 2 * 400 / (math.log(10) * self.share * (1 - self.share))

    @property
    def figure(self) -> Figure:
        """`elo` and its error as they are shown."""
        return figure_of(self.elo, self.elo_error_95)

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        elo, error = self.figure
        strength = "" if elo is None or error is None else f", Elo {elo:+z.0f} ± {error:.0f}"
        faults = "".join(f"; {line}" for line in self.faults)
        return f"{self.wins}–{self.draws}–{self.losses} in {games}, {self.share:.0%} of the points{strength}{faults}"

    @property
    def faults(self) -> tuple[str, ...]:
        """For each player with a fault how many games it forfeited, and why the first of them."""
        lines = []
        for is_first in (True, False):
            own = [each for each in self.forfeits if each.is_first is is_first]
            if own:
                first = f"{own[0].fault}: {own[0].reason}"
                lines.append(f"{own[0].player} forfeited {len(own)} of {self.games} games; the first: {first}")
        return tuple(lines)


def error_95(values: Sequence[float]) -> float | None:
    """Half the width of the 95 % interval of the mean of independent values; None where they do not differ."""
    if len(set(values)) < 2:
        return None
    mean = sum(values) / len(values)
    return Z95 * math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def elo_of_share(share: float) -> float | None:
    """The Elo difference at which the logistic model expects a share of the points; None for 0, 1 and beyond."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None


Matrix = npt.NDArray[np.float64]

_ELO = 400 / math.log(10)  # Elo points of one unit of log-odds
_STEP = 1.0  # log-odds that a rating changes by at most in one step of the fit
_MOST_STEPS = 1000


def _credited(points: Matrix, prior: float) -> Matrix:
    """A table of points with `prior` ones more for both of each pair that met."""
    return np.asarray(points + prior * (points + points.T > 0))


def _expected(strengths: Matrix) -> Matrix:
    """Expected points of each in a game against each other, from 0 to 1."""
    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def _information(games: Matrix, expected: Matrix) -> Matrix:
    """Curvature of the likelihood of the Bradley–Terry model for each two strengths (Fisher's information)."""
    weights = games * expected * (1 - expected)
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _fitted(points: Matrix) -> Matrix:
    """The strengths in log-odds, mean 0, under which a table of points is likeliest."""
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
        """The same, of players in another order: by their `places` in this one."""
        elo, known = tuple(self.elo[place] for place in places), tuple(self.is_known[place] for place in places)
        return Strengths(elo, self.covariance[np.ix_(places, places)], known)

    def error_95(self, a: int) -> float | None:
        """Half the width of the 95 % interval of a rating over the mean; None of a player without a pair of games."""
        return Z95 * math.sqrt(max(0.0, self.covariance[a, a])) if self.is_known[a] else None

    def figure(self, a: int) -> Figure:
        """A rating and its error as they are shown."""
        return figure_of(self.elo[a], self.error_95(a))

    def difference_error_95(self, a: int, b: int) -> float:
        """Half the width of the 95 % interval of the difference of two ratings."""
        return Z95 * math.sqrt(max(0.0, self._variance(a, b)))

    def _variance(self, a: int, b: int) -> float:
        covariance = self.covariance
        return float(covariance[a, a] + covariance[b, b] - 2 * covariance[a, b])

    def superiority(self, a: int, b: int) -> float:
        """Probability that a is stronger than b, if all was equally likely before the games."""
        variance = self._variance(a, b)
        if variance <= 0 or not (self.is_known[a] and self.is_known[b]):
            return 0.5
        return 0.5 + 0.5 * math.erf((self.elo[a] - self.elo[b]) / math.sqrt(2 * variance))


def strengths(
    pairs: Mapping[tuple[int, int], Mapping[float, int]], n: int, *, games: int = 2, prior: float = 0.5
) -> Strengths:
    """Elo ratings of `n` players, mean 0, and their errors, from how often each result of a pair of games came about.

    The maximum-likelihood fit of the Bradley–Terry model, by Newton's method. `pairs` has for matches `a, b` how many
    pairs of games gave a so many points, from 0 to `games`, which is how many games share an opening. These are not
    independent, so the errors rest on pairs: the "sandwich" of what the pairs scatter, between two times what the
    likelihood tells (Huber 1967, White 1982). To keep a player who won or lost everything finite, each two that met are
    credited with `prior` points either way, which are one pair of no weight.
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
        counts = [0] * 5
        for points in pairs:
            counts[round(2 * points)] += 1
        return self.llr_of(counts)

    def llr_of(self, outcomes: Sequence[int]) -> float:
        """The same from how many pairs took 0, ½, 1, 1½ and 2 points."""
        counts = [count + _UNSEEN for count in outcomes]
        total = sum(counts)
        shares = [count / total for count in counts]
        null, other = (_likeliest(shares, share_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return total * math.fsum(p * math.log(q1 / q0) for p, q0, q1 in zip(shares, null, other, strict=True))

    def verdict(self, pairs: Sequence[float]) -> bool | None:
        """True if `elo1` is accepted, False if `elo0` is, None if the games have to go on."""
        return self.verdict_at(self.llr(pairs))

    def verdict_at(self, llr: float) -> bool | None:
        """The same at a log-likelihood ratio."""
        lower, upper = self.bounds
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


class Trial:
    """A sequential test of two players while their games come in.

    Pairs of games are counted in the order of their openings, so that who thinks faster decides nothing.

    `llrs` are the log-likelihood ratios after each pair, up to the one that decides; `verdict` is as in `Sprt.verdict`.
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
        """The log-likelihood ratio as it stands."""
        return self.llrs[-1] if self.llrs else 0.0

    def is_of(self, seats: Sequence[int]) -> bool:
        """True if a game counts for the test."""
        return set(seats) == {self.one, self.other}

    def add(self, opening: int, seats: Sequence[int], points: Sequence[float]) -> None:
        """A game that was played."""
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
