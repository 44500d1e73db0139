"""The plan of a training run, generation by generation: made once, saved, and followed to the end.

Generation 0 knows nothing: its games are random moves until few enough squares are empty for solving. Each later
generation searches with the best weights so far. Importing this module does not compile anything.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """Settings of self-play."""

    depth: int = 6
    """Search depth in plies."""

    solve_from: int = 18
    """Number of empties from which positions are solved."""

    least_random: int = 4
    """Fewest random moves at the start; each game chooses its own number at random."""

    random_plies: int = 20
    """Most random moves at the start."""

    random_percent: int = 3
    """Chance of a random move later, in percent."""

    confidence: int = 87
    """Confidence of cut-offs in searches to a depth, in percent."""

    most_ahead: int = 64
    """Largest lead in discs after the random moves; games with a larger lead are replaced."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Settings of the games in a match."""

    opening_plies: int = 8
    """Random moves at the start."""

    depth: int = 4
    """Search depth in plies."""

    solve_from: int = 14
    """Number of empties from which the exact score ends the game."""


UNLIMITED = 2_000_000
"""Number of games for a generation that stops when its time is up: more than it can ever play."""

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
    """One generation of games."""

    play: PlaySettings
    """Settings of its games."""

    games: int
    """Most games to play."""

    until: float | None = None
    """Share of the run's time at which the generation stops playing; None to play all games."""

    from_random: bool = False
    """True to play random moves; positions before the solved ones then get the score that followed."""

    network: bool = False
    """True to learn a network in addition to the weights."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """Settings of a fit: see `fit.fit` and `labels.label_positions`."""

    ridge: float = 2.0
    """Strength of the pull of weights towards those of the following phase, as a number of even positions."""

    part_ridge: float = 1.0
    """The same for the weights of parts."""

    close: float = 10.0
    """Lead in discs at which a position counts half as much as an even one."""

    trust: float = 0.75
    """Weight of later values in a label, for positions with at most `late` empties."""

    early_trust: float = 0.9
    """The same for positions with more empties, where searches know less."""

    late: int = 26
    """Number of empties at which `trust` replaces `early_trust`."""

    rounds: int = 8
    """Conjugate gradient steps for each phase."""

    held_out: int = 50
    """One game out of this many is held out."""

    @property
    def trusts(self) -> tuple[float, ...]:
        """Trust by number of empties."""
        return tuple(self.early_trust if n_empties > self.late else self.trust for n_empties in range(61))


@dataclass(frozen=True, slots=True)
class Learning:
    """Settings of learning a network: see `network.Learner`."""

    epochs: int = 3
    """Most passes through the positions."""

    rate: float = 0.03
    """Learning rate of embeddings at the start."""

    ridge: float = 300.0
    """Multiple of the embedding that each pass adds to its gradient, so that few positions count for little."""

    dense_rate: float = 0.002
    """Learning rate of the dense layers at the start."""

    last: float = 0.05
    """Share of the rates left at the end."""

    batch: int = 256
    """Positions in a batch."""

    close: float = 20.0
    """Lead in discs at which a position counts half as much as an even one."""

    clip: float = 8.0
    """Error in discs beyond which the gradient does not grow any further."""

    share: float = 0.4
    """Share of the time planned for a generation's games, in a run by minutes."""

    sure: float = 0.85
    """Share of cases that the network's margin covers; the search skips the network if the margin cannot matter."""


ON_GPU = Learning(epochs=7, rate=0.002, ridge=0.0, dense_rate=0.002, last=0.0, batch=16384)
"""Settings for learning on a graphics card, with decay instead of a ridge: see `gpu.GpuLearner`."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A match that new weights must win against the best so far: it tests 0 Elo against `elo` with pairs of games."""

    match: MatchSettings = field(default_factory=MatchSettings)
    """Settings of its games."""

    elo: float = 30.0
    """Elo of the hypothesis that the new weights are better."""

    most_pairs: int = 1000
    """Most pairs of games; after that, the likelier hypothesis wins."""


_SHORT_MATCH = Acceptance(elo=60, most_pairs=200)


@dataclass(frozen=True, slots=True)
class Measuring:
    """Settings of the searches to which ProbCut is fitted."""

    positions: int = 300
    """Number of positions."""

    depth: int = 8
    """Greatest depth in plies."""

    solve_from: int = 16
    """Number of empties from which positions are also solved."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The plan of a whole run. The same plan gives the same weights, unless the run is limited by `minutes`."""

    generations: tuple[Generation, ...]
    """Generations in order."""

    seed: int = 0
    """Seed of all random numbers."""

    minutes: float | None = None
    """Length of the run in minutes, or None if it is limited by the number of games."""

    fitting: Fitting = field(default_factory=Fitting)
    """Settings of the fits."""

    learning: Learning = field(default_factory=Learning)
    """Settings of the networks."""

    acceptance: Acceptance = field(default_factory=Acceptance)
    """Match against the best weights."""

    measuring: Measuring = field(default_factory=Measuring)
    """Measurements for ProbCut."""

    @classmethod
    def for_minutes(cls, minutes: float, seed: int = 0) -> "TrainingPlan":
        """Plan as many generations as `minutes` allow, with most of the time for the last."""
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
        """Plan generations of equal size, all searched to the same depth except the first, which is random."""
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
        """Convert the plan to data for `run.json`."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TrainingPlan":
        """Create a plan from `to_json` data of this or an older version. Raises ValueError, KeyError or TypeError."""
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
        """Seconds allowed for learning a generation's network, or None for no limit."""
        until = self.generations[generation].until
        if until is None or self.minutes is None:
            return None
        before = self.generations[generation - 1].until or 0.0 if generation else 0.0
        return self.learning.share * (until - before) * 60 * self.minutes

    @staticmethod
    def learned_from(generation: int) -> list[int]:
        """The generations whose games a generation's weights are learned from: itself, and good ones before it."""
        return [*range(max(generation - _REMEMBERED + 1, _SERVES_LATER_FROM), generation), generation]

    def seed_of(self, generation: int) -> int:
        """Seed of a generation's games, below 2³²."""
        return (self.seed * 1_000 + generation) % 2**32


def _with_new_names(data: Mapping[str, Any]) -> dict[str, Any]:
    """Rename fields from older versions, and convert a confidence given as one of six levels."""
    part = {{"level": "selectivity", "rules": "match"}.get(name, name): value for name, value in data.items()}
    if "selectivity" in part:
        part["confidence"] = (73, 87, 95, 98, 99, 100)[part.pop("selectivity")]
    return part
