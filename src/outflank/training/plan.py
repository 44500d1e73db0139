"""Plan a training run, generation by generation. The plan is made once, saved, and followed to the end.

Generation 0 starts without knowledge: its games are random moves until few enough squares are empty to solve the
position. Each later generation searches with the best weights so far. Importing this module does not compile anything.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """Settings for self-play games."""

    depth: int = 6
    """Search depth in plies."""

    solve_from: int = 18
    """Number of empties at which solving starts."""

    least_random: int = 4
    """Smallest number of random moves at the start. Each game picks a number at random."""

    random_plies: int = 20
    """Largest number of random moves at the start."""

    random_percent: int = 3
    """Probability of a random move later in the game, in percent."""

    confidence: int = 87
    """Confidence level of the cut-offs in depth-limited searches, in percent."""

    most_ahead: int = 64
    """Largest lead in discs after the random moves. A game with a larger lead is replaced by another one."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Settings for the games in a match."""

    opening_plies: int = 8
    """Number of random moves at the start."""

    depth: int = 4
    """Search depth in plies."""

    solve_from: int = 14
    """Number of empties at which the game ends with its exact score."""


UNLIMITED = 2_000_000
"""Number of games for a generation that stops when its time is up. No generation can play this many games."""

_RANDOM = PlaySettings(depth=2, solve_from=14, least_random=60, random_plies=60)
# Depth, and number of empties from which positions are solved. Many games teach more than deep ones: 390,000 of depth 4
# solved from 14 gained 80 Elo over 60,000 of depth 5 solved from 18, which took as long.
_LADDER = ((4, 12), (4, 14), (4, 14), (5, 14), (5, 14), (6, 14))
_ENOUGH = (1, 3, 15, 60, 240)  # minutes needed for each searching generation after the first
# Growth of the time from one generation to the next; generation 0 takes a quarter of generation 1. A run of five
# minutes gains most from games by better weights: from its second to its third searching generation, the error against
# searches of ten plies falls from 5.1 to 4.6 discs, but three times as many games of the second gain only 0.1.
_GROWTH = 2.2
_LONG, _MANY = 30, 20_000  # minutes, and games a generation, to make a long match for small gains worthwhile
_REMEMBERED = 3  # number of latest generations whose games are learned from
_SERVES_LATER_FROM = 3  # first generation whose games later ones also use; earlier games come from poor weights
# First generation with games good enough for a network: in a plan by games, and in one by minutes, where the first
# generations are short.
_NETWORK_FROM, _TIMED_NETWORK_FROM = 2, 3
# Minutes from which a run learns networks. In a run of five, a network costs a fifth, which is too much: at 0.03 s a
# move, its weights scored 36–17–47 against a run without, whose last generation had half as many games again.
_NETWORK_MINUTES = 15
_LAST_GAME = 0.92  # share of all time; the last fit and the last match follow


@dataclass(frozen=True, slots=True)
class Generation:
    """Settings for one generation."""

    play: PlaySettings
    """Settings for the generation's games."""

    games: int
    """Maximum number of games."""

    until: float | None = None
    """Share of the run's time at which the generation stops playing, or None to play all games."""

    from_random: bool = False
    """True if most moves are random. Positions before the solved ones are then labelled with the score that followed.
    """

    network: bool = False
    """True if a network is trained in addition to the weights."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """Settings for a fit: see `fit.fit` and `labels.label_positions`."""

    ridge: float = 2.0
    """Strength with which weights are pulled towards those of the following phase, as a number of even positions."""

    part_ridge: float = 1.0
    """Strength of this pull for the weights of parts."""

    close: float = 10.0
    """Lead in discs at which a position counts half as much as an even one."""

    trust: float = 0.75
    """Weight of each later value in a label relative to the previous one, for positions with at most `late` empties."""

    early_trust: float = 0.9
    """The same weight for positions with more empties, where searches are less accurate."""

    late: int = 26
    """Largest number of empties at which `trust` applies instead of `early_trust`."""

    rounds: int = 8
    """Number of conjugate gradient steps for each phase."""

    held_out: int = 50
    """One game in every group of this size is held out."""

    @property
    def trusts(self) -> tuple[float, ...]:
        """Trust for each number of empties."""
        return tuple(self.early_trust if n_empties > self.late else self.trust for n_empties in range(61))


@dataclass(frozen=True, slots=True)
class Learning:
    """Settings for training a network: see `network.Learner`."""

    epochs: int = 3
    """Maximum number of passes through the positions."""

    rate: float = 0.03
    """Initial learning rate of the embeddings."""

    ridge: float = 300.0
    """Multiple of an embedding that each pass adds to its gradient, so that embeddings with few positions stay small.
    """

    dense_rate: float = 0.002
    """Initial learning rate of the dense layers."""

    last: float = 0.05
    """Share of the initial learning rates that remains at the end."""

    batch: int = 256
    """Number of positions in a batch."""

    close: float = 20.0
    """Lead in discs, by the sum of weights, at which a position counts half as much as an even one.

    Weighting by label would favour positions that end closer than they look, so the network would understate leads.
    """

    clip: float = 8.0
    """Error in discs above which the gradient no longer grows."""

    share: float = 0.4
    """Time for training a network, as a share of the time planned for a generation's games. It applies to runs that are
    limited by `minutes`.
    """

    sure: float = 0.85
    """Share of cases that the network's margin covers. The search skips the network if a change within the margin would
    not matter.
    """


ON_GPU = Learning(epochs=7, rate=0.002, ridge=0.0, dense_rate=0.002, last=0.0, batch=16384)
"""Settings for training on a graphics card, which uses decay instead of a ridge: see `gpu.GpuLearner`."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Settings for the match in which new weights must beat the best so far.

    It tests 0 Elo against `elo` on pairs of games.
    """

    match: MatchSettings = field(default_factory=MatchSettings)
    """Settings for the games of this match."""

    elo: float = 30.0
    """Elo difference that is tested against 0."""

    most_pairs: int = 1000
    """Maximum number of game pairs. After that, the likelier hypothesis is accepted."""


_SHORT_MATCH = Acceptance(elo=60, most_pairs=200)


@dataclass(frozen=True, slots=True)
class Measuring:
    """Settings for the searches to which ProbCut is fitted."""

    positions: int = 300
    """Number of positions to search."""

    depth: int = 8
    """Largest search depth in plies."""

    solve_from: int = 16
    """Largest number of empties at which positions are also solved."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The plan of an entire run. The same plan leads to the same weights, unless the run is limited by `minutes`."""

    generations: tuple[Generation, ...]
    """All generations, in order."""

    seed: int = 0
    """Seed for all random numbers."""

    minutes: float | None = None
    """Length of the run in minutes, or None if it is limited by the number of games."""

    fitting: Fitting = field(default_factory=Fitting)
    """Settings for all fits."""

    learning: Learning = field(default_factory=Learning)
    """Settings for all networks."""

    acceptance: Acceptance = field(default_factory=Acceptance)
    """Settings for the match against the best weights."""

    measuring: Measuring = field(default_factory=Measuring)
    """Settings for measuring search errors for ProbCut."""

    @classmethod
    def for_minutes(cls, minutes: float, seed: int = 0) -> "TrainingPlan":
        """Plan as many generations as `minutes` allow. Most of the time goes to the last one."""
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
        """Plan generations of equal size.

        All of them search to the same depth, except for the first one, which is random.
        """
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
        """Convert the plan to JSON data for `run.json`."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TrainingPlan":
        """Create a plan from `to_json` data, which may be from an older version.

        Raises ValueError, KeyError or TypeError.
        """
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
        """Seconds allowed for training a generation's network, or None if there is no limit."""
        until = self.generations[generation].until
        if until is None or self.minutes is None:
            return None
        before = self.generations[generation - 1].until or 0.0 if generation else 0.0
        return self.learning.share * (until - before) * 60 * self.minutes

    @staticmethod
    def learned_from(generation: int) -> list[int]:
        """List the generations that supply the training games of `generation`: itself, and the good ones before it."""
        return [*range(max(generation - _REMEMBERED + 1, _SERVES_LATER_FROM), generation), generation]

    def seed_of(self, generation: int) -> int:
        """Seed for the games of a generation, less than 2³²."""
        return (self.seed * 1_000 + generation) % 2**32


def _with_new_names(data: Mapping[str, Any]) -> dict[str, Any]:
    """Rename fields from older versions, and convert a confidence level that was stored as one of six steps."""
    part = {{"level": "selectivity", "rules": "match"}.get(name, name): value for name, value in data.items()}
    if "selectivity" in part:
        part["confidence"] = (73, 87, 95, 98, 99, 100)[part.pop("selectivity")]
    return part
