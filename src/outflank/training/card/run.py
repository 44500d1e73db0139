"""Learn on a graphics card from games that it plays: play, label, learn, and write weights. Several runs add up.

A run starts from existing weights. It plays games with their sums of weights, and learns on from their network; the
sums stay as they are. The games stay in memory. If the run is interrupted, it writes them to its folder, and the next
run learns from them too.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from time import monotonic
from typing import Any, Protocol

import numpy as np

from outflank import __version__
from outflank.errors import OutflankError
from outflank.evaluation.evaluate import UNIT
from outflank.evaluation.weights import Weights
from outflank.training import dataset, probcut
from outflank.training.fit import sums_of
from outflank.training.folder import Folder
from outflank.training.labels import POSITION, positions_of, search_lines
from outflank.training.network import Calibration, Learner, margins_of
from outflank.training.plan import ON_GPU, Fitting, Learning, PlaySettings
from outflank.training.tempo import tempo_of

_HELD_OUT, _REMAINDER = 50, 7  # games whose numbers leave this remainder are held out
_ENDED = 5  # with this many empties or fewer, no search asks for a value
_SAMPLE = 200_000  # games from which the average error of searches is estimated
_LOOKED_AT = 20_000  # positions for measuring the tempo bonus
_CHUNK = 20_000  # games to label at a time
_BATCH_SECONDS = 30.0  # time that a batch of games should take
_MOST_GAMES = 1 << 23  # games in a batch
_FITTING = Fitting()
_GAMES = PlaySettings(depth=4, solve_from=12, random_plies=24, random_percent=10)


@dataclass(frozen=True, slots=True)
class CardPlan:
    """Settings of a run on a graphics card."""

    minutes: float = 9.0
    """Length of the run."""

    seed: int = 0
    """Seed for all random numbers."""

    playing: float = 0.5
    """Share of the time for playing."""

    finishing: float = 0.06
    """Share of the time for the measurements after learning."""

    play: PlaySettings = _GAMES
    """Settings for the games."""

    learning: Learning = ON_GPU
    """Settings for learning."""

    measured: int = 200
    """Number of positions to search for ProbCut."""

    keep_games: bool = False
    """True to write the games to the folder, so that later runs learn from them too."""


class GamePlayer(Protocol):
    """Plays batches of games: `cuda.CardPlayer`, or `batch.TwinPlayer`."""

    @property
    def threads(self) -> int:
        """Number of games that are searched at the same time."""

    @property
    def nodes(self) -> int:
        """Number of nodes so far."""

    def games(self, first: int, n_games: int, watch: Callable[[int], object]) -> Any:
        """Play games from number `first` on: an array of GAME."""


@dataclass(frozen=True, slots=True)
class CardProgress:
    """Progress of a run on a graphics card."""

    step: str
    """``play``, ``label``, ``learn``, ``measure`` or ``end``."""

    seconds: float
    """Seconds since the start."""

    text: str
    """Progress in words."""


class CardTraining:
    """A run in a folder that this process has locked. `watch` is called with its progress.

    `player_of` creates the player from weights, settings and a seed, and `learner_of` the learner from a seed.
    """

    def __init__(
        self,
        folder: Folder,
        plan: CardPlan,
        start: Weights,
        player_of: Callable[[Weights, PlaySettings, int], GamePlayer],
        learner_of: Callable[[int], Learner],
        watch: Callable[[CardProgress], object],
        threads: int = 2,
    ):
        self._folder, self._plan, self._start, self._watch = folder, plan, start, watch
        self._player_of, self._learner_of, self._threads = player_of, learner_of, threads
        self._began = monotonic()
        self._written = dataset.read(folder.path)
        self._played: list[Any] = []  # arrays of GAME that are only in memory

    def run(self) -> Weights:
        """Play, learn, write the weights to the folder, and return them."""
        with self._games_are_safe():
            self._play()
            weights = self._learn()
        weights.save(self._folder.weights)
        if self._plan.keep_games:
            self._write_games()
        else:
            for path in self._folder.path.glob("*.games"):
                path.unlink()
        self._tell("end", "done")
        return weights

    def _tell(self, step: str, text: str) -> None:
        self._watch(CardProgress(step, self._seconds(), text))

    def _seconds(self) -> float:
        return monotonic() - self._began

    @contextmanager
    def _games_are_safe(self) -> Iterator[None]:
        """Write the games to the folder if the run ends early, for whatever reason."""
        try:
            yield
        except BaseException:
            self._write_games()
            raise

    def _write_games(self) -> None:
        if self._played:
            number = len(list(self._folder.path.glob("*.games")))
            dataset.write(self._folder.path / f"card-{number}.games", np.concatenate(self._played))
            self._played = []

    # --- games ----------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        """Play batches of games until the time for playing is up. A batch takes about as long as it should."""
        plan, end = self._plan, 60 * self._plan.minutes * self._plan.playing
        player = self._player_of(self._start, plan.play, plan.seed)
        first = n_before = int(self._written["number"].max()) + 1 if len(self._written) else 0
        began, size = self._seconds(), player.threads

        def watch(n_empties: int) -> None:
            rate = player.nodes / max(self._seconds() - began, 1e-9) / 1e6
            left = max(end - self._seconds(), 0)
            text = f"{first - n_before:,} games, {size:,} more at {n_empties} empty squares"
            self._tell("play", f"{text}, {rate:,.1f} million nodes/s, {left:.0f} s left")

        while True:
            self._played.append(player.games(first, size, watch))
            first += size
            rate = (first - n_before) / max(self._seconds() - began, 1e-9)
            left = end - self._seconds()
            if left < player.threads / rate:
                return
            size = int(min(max(rate * min(left, _BATCH_SECONDS), player.threads), _MOST_GAMES))

    def _positions(self) -> tuple[Any, Any, int]:
        """Label the positions of all games. Return those to learn from, those held out, and the number of games."""
        games = np.concatenate([self._written, *self._played])
        held_out = games["number"] % _HELD_OUT == _REMAINDER
        solve_from = self._plan.play.solve_from
        lines = search_lines(games[~held_out][:_SAMPLE], solve_from)

        def labelled(chosen: Any) -> Any:
            parts = [chosen[start : start + _CHUNK] for start in range(0, len(chosen), _CHUNK)]

            def label(part: Any) -> Any:
                found = positions_of(part, solve_from, _FITTING.trusts, lines)
                return found[found["n_empties"] > _ENDED]

            with ThreadPoolExecutor(self._threads) as pool:
                return np.concatenate([np.zeros(0, POSITION), *pool.map(label, parts)])

        self._tell("label", f"{len(games):,} games")
        positions, rest = labelled(games[~held_out]), labelled(games[held_out])
        if not len(positions) or not len(rest):
            raise OutflankError("too few games to learn from: allow more time")
        return positions, rest, len(games)

    # --- learning -------------------------------------------------------------------------------------------------

    def _learn(self) -> Weights:
        """Learn on from the start's network. All measurements are of held-out games."""
        plan, start = self._plan, self._start
        positions, rest, n_games = self._positions()
        by_class = start.by_class() / UNIT
        sums, sums_of_rest = (sums_of(by_class, each, self._threads) for each in (positions, rest))
        calibration = Calibration.of(positions["n_empties"], sums, positions["label"])
        bases, bases_of_rest = (
            calibration.bases(each["n_empties"], of) for each, of in ((positions, sums), (rest, sums_of_rest))
        )
        learner = self._learner_of(plan.seed)
        if start.network is not None:
            learner.start_from(start.network)
        before = _error(learner.values(rest, bases_of_rest), rest)
        began, total = self._seconds(), 60 * plan.minutes
        end = max(total * (1 - plan.finishing), began + total / 10)

        def elapsed() -> float:
            return (self._seconds() - began) / (end - began)

        def watch(done: int, total: int, loss: float) -> None:
            share = min(max(done / total, elapsed()), 1)
            self._tell("learn", f"{len(positions):,} positions, {100 * share:.0f}%, {loss**0.5:.2f} discs")

        learner.learn(positions, bases, plan.learning, watch, elapsed=elapsed)
        values = learner.values(rest, bases_of_rest)
        after = _error(values, rest)
        self._tell("measure", f"error {before:.2f} → {after:.2f} discs on held-out games")
        margins = margins_of(rest["n_empties"], bases_of_rest, values, plan.learning.sure)
        found = replace(start, network=learner.network(calibration, margins))
        tempo = tempo_of(found, rest[:_LOOKED_AT], self._threads)
        found = replace(found, network=learner.network(calibration, margins, tempo))
        run = {
            "version": __version__,
            "seconds": round(self._seconds()),
            "seed": plan.seed,
            "games": n_games,
            "positions": len(positions),
            "play": asdict(plan.play),
            "network": asdict(plan.learning),
            "error_before": round(before, 4),
            "error": round(after, 4),
        }
        runs = [*start.training.get("card_runs", []), run]
        return replace(found, probcut=self._probcut(found, rest), training={**start.training, "card_runs": runs})

    def _probcut(self, weights: Weights, positions: Any) -> tuple[float, ...]:
        """Fit the ProbCut parameters, starting from those of the run's start."""
        random = np.random.default_rng(self._plan.seed)
        eligible = positions[positions["n_empties"] <= 58]
        if not self._plan.measured or not len(eligible):
            return weights.probcut
        chosen = eligible[random.integers(0, len(eligible), self._plan.measured)]
        parts = [chosen[i : i + 1] for i in range(len(chosen))]
        with ThreadPoolExecutor(self._threads) as pool:
            errors = list(pool.map(lambda part: probcut.measure(weights, part, 8, 16, 16), parts))
        return probcut.fit(np.concatenate(errors), weights.probcut)


def _error(values: Any, positions: Any) -> float:
    """Root mean square error in discs."""
    return float(np.sqrt(np.mean((values - positions["label"]) ** 2)))
