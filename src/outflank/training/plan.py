"""What a training run does, generation by generation: worked out once, written down, and followed to the end.

Generation 0 knows nothing: its games are random moves down to a number of empty squares from which they are solved.
Each later generation searches with the best weights so far. Importing this compiles nothing.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How games are played.

    `random_plies` is the most random moves at the start; their number is drawn anew for each game, from `least_random`
    up. `depth` is that of the search. From `solve_from` empty squares on, positions are solved. `random_percent` is the
    chance of a random move later on. `confidence`, in percent, is how sure searches to a depth are of their cut-offs. A
    game in which a side is more than `most_ahead` discs ahead after the random moves at the start is drawn anew.
    """

    depth: int = 6
    solve_from: int = 18
    least_random: int = 4
    random_plies: int = 20
    random_percent: int = 3
    confidence: int = 87
    most_ahead: int = 64


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How the games of a match are played: so many random moves, then searches to a depth, then the exact score."""

    opening_plies: int = 8
    depth: int = 4
    solve_from: int = 14


UNLIMITED = 2_000_000
"""Games of a generation that ends when its time is up: more than are ever played."""

_RANDOM = PlaySettings(depth=2, solve_from=14, least_random=60, random_plies=60)
# Depth, and empty squares from which on positions are solved. Many games teach more than deep ones: 390,000 of depth 4
# solved from 14 on added 80 Elo to 60,000 of depth 5 solved from 18 on, which had taken as long.
_LADDER = ((4, 12), (4, 14), (4, 14), (5, 14), (5, 14), (6, 14))
_ENOUGH = (1, 3, 15, 60, 240)  # minutes from which on there is one more generation after the first that searches
# Of the time from one generation to the next; generation 0 takes a quarter of what generation 1 does. The weights of a
# run of five minutes gain most from games by better weights: from its second to its third generation that searches
# their error against searches of ten plies falls from 5.1 to 4.6 discs, but with three times as many games of the
# second by 0.1.
_GROWTH = 2.2
_LONG, _MANY = 30, 20_000  # minutes, and games of a generation, from which on small gains are worth a long match
_REMEMBERED = 3  # generations whose games are learned from, at most
_SERVES_LATER_FROM = 3  # the first whose games serve later ones too: weights that know little played those before
# The generation from which on games are worth a network: with so many games in each, and in a run by minutes, where the
# first ones are short.
_NETWORK_FROM, _TIMED_NETWORK_FROM = 2, 3
# Minutes from which on a run learns networks. Of five, a fifth for a network was too much: at 0.03 s a move its weights
# came to 36–17–47 against those of a run without, whose last generation had half as many games again.
_NETWORK_MINUTES = 15
_LAST_GAME = 0.92  # share of all time: what follows are the last fit and the last match


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation: how its games are played, and how many at most.

    `until` is the share of the run's time at which it ends all the same. With `from_random`, moves are random and
    positions before the solved ones take what came of them. With `network`, one is learned beside the weights.
    """

    play: PlaySettings
    games: int
    until: float | None = None
    from_random: bool = False
    network: bool = False


@dataclass(frozen=True, slots=True)
class Fitting:
    """How weights are fitted: see `fit.fit` and `labels.label_positions`. One game in `held_out` is kept out of it.

    What a game came to is trusted more early in it, where searches know little: `early_trust` above `late` empty
    squares, `trust` from there on. A position that comes to `close` discs counts half of one that comes to none.
    """

    ridge: float = 2.0
    part_ridge: float = 1.0
    close: float = 10.0
    trust: float = 0.75
    early_trust: float = 0.9
    late: int = 26
    rounds: int = 8
    held_out: int = 50

    @property
    def trusts(self) -> tuple[float, ...]:
        """By number of empty squares."""
        return tuple(self.early_trust if n_empties > self.late else self.trust for n_empties in range(61))


@dataclass(frozen=True, slots=True)
class Learning:
    """How a network is learned: see `network.Learner`.

    Positions are gone through `epochs` times at most, `batch` at once, ever more slowly: from `rate` (of the
    embeddings) and `dense_rate` down to `last` of them. In each of these times the gradient of an embedding gets
    `ridge` times the embedding added, so that what few positions say counts for little. In a run by minutes it ends
    after `share` of the time that is planned for the generation's games. A position that comes to `close` discs counts
    half of one that comes to none; an error beyond `clip` discs counts no more than one of `clip`. The search leaves
    the network out where that corrects the weights by less in a share of `sure` of all cases.
    """

    epochs: int = 3
    rate: float = 0.03
    ridge: float = 300.0
    dense_rate: float = 0.002
    last: float = 0.05
    batch: int = 256
    close: float = 20.0
    clip: float = 8.0
    share: float = 0.4
    sure: float = 0.85


ON_GPU = Learning(epochs=7, rate=0.002, ridge=0.0, dense_rate=0.002, last=0.0, batch=16384)
"""How a network is learned on a graphics card, with a decay in place of a ridge: see `gpu.GpuLearner`."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The match that new weights must win against the best so far: a test of 0 Elo against `elo`, by pairs of games.

    If it has not ended after `most_pairs`, what is more likely of the two counts.
    """

    match: MatchSettings = field(default_factory=MatchSettings)
    elo: float = 30.0
    most_pairs: int = 1000


_SHORT_MATCH = Acceptance(elo=60, most_pairs=200)


@dataclass(frozen=True, slots=True)
class Measuring:
    """The searches that ProbCut is fitted to: on how many positions, to what depth, solved from how many empties."""

    positions: int = 300
    depth: int = 8
    solve_from: int = 16


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """A whole run. The same plan gives the same weights, unless it is one by `minutes`."""

    generations: tuple[Generation, ...]
    seed: int = 0
    minutes: float | None = None
    fitting: Fitting = field(default_factory=Fitting)
    learning: Learning = field(default_factory=Learning)
    acceptance: Acceptance = field(default_factory=Acceptance)
    measuring: Measuring = field(default_factory=Measuring)

    @classmethod
    def for_minutes(cls, minutes: float, seed: int = 0) -> "TrainingPlan":
        """As many generations as `minutes` are good for, most of the time to the last."""
        n_later = 1 + sum(minutes >= enough for enough in _ENOUGH)
        lengths = [0.25, *(_GROWTH**i for i in range(n_later))]
        ends = [_LAST_GAME * sum(lengths[: i + 1]) / sum(lengths) for i in range(len(lengths))]
        later = [
            Generation(
                PlaySettings(depth, solve_from),
                UNLIMITED,
                round(end, 4),
                network=number >= _TIMED_NETWORK_FROM and minutes >= _NETWORK_MINUTES,
            )
            for number, ((depth, solve_from), end) in enumerate(zip(_LADDER, ends[1:], strict=False), 1)
        ]
        first = Generation(_RANDOM, UNLIMITED, round(ends[0], 4), from_random=True)
        return cls(
            (first, *later),
            seed,
            minutes,
            acceptance=Acceptance() if minutes >= _LONG else _SHORT_MATCH,
            measuring=Measuring(positions=round(min(max(20 * minutes, 10), 2000))),
        )

    @classmethod
    def of(cls, generations: int, games: int, depth: int, solve_from: int, seed: int = 0) -> "TrainingPlan":
        """So many generations of so many games each, all searched to the same depth but the first, which is random."""
        first = Generation(_RANDOM, games, from_random=True)
        later = (
            Generation(PlaySettings(depth, solve_from), games, network=number >= _NETWORK_FROM)
            for number in range(1, generations)
        )
        return cls(
            (first, *later),
            seed,
            acceptance=Acceptance() if games >= _MANY else _SHORT_MATCH,
            measuring=Measuring(positions=min(max(games // 40, 10), 300)),
        )

    def to_json(self) -> dict[str, Any]:
        """For `run.json`."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TrainingPlan":
        """What `to_json` wrote, of this version or an older one. Raises ValueError, KeyError or TypeError."""
        acceptance = _with_new_names(data["acceptance"])
        return cls(
            tuple(
                Generation(**{**each, "play": PlaySettings(**_with_new_names(each["play"]))})
                for each in data["generations"]
            ),
            data["seed"],
            data["minutes"],
            Fitting(**data["fitting"]),
            Learning(**data.get("learning", {})),
            Acceptance(**{**acceptance, "match": MatchSettings(**acceptance["match"])}),
            Measuring(**data["measuring"]),
        )

    def seconds_to_learn(self, generation: int) -> float | None:
        """How long the network of a generation may be learned; None for as long as it takes."""
        until = self.generations[generation].until
        if until is None or self.minutes is None:
            return None
        before = self.generations[generation - 1].until or 0.0 if generation else 0.0
        return self.learning.share * (until - before) * 60 * self.minutes

    @staticmethod
    def learned_from(generation: int) -> list[int]:
        """The generations whose games a generation's weights are fitted to: its own, and good ones before it."""
        return [*range(max(generation - _REMEMBERED + 1, _SERVES_LATER_FROM), generation), generation]

    def seed_of(self, generation: int) -> int:
        """The seed of a generation's games, below 2³²."""
        return (self.seed * 1_000 + generation) % 2**32


def _with_new_names(data: Mapping[str, Any]) -> dict[str, Any]:
    """A part of a plan whose names may be those of older versions, to which a confidence was one of six levels."""
    part = {{"level": "selectivity", "rules": "match"}.get(name, name): value for name, value in data.items()}
    if "selectivity" in part:
        part["confidence"] = (73, 87, 95, 98, 99, 100)[part.pop("selectivity")]
    return part
