"""Carry out a training run. Each generation plays games, fits weights, learns a network, measures, and plays a match.

Every step saves its result in the run's folder before the next step starts, and is skipped if the result already
exists. As a result, a killed run resumes after the last complete game or pair of match games. The next generation plays
with the new weights if they were accepted.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from outflank import __version__
from outflank.errors import OutflankError
from outflank.evaluation.evaluate import UNIT
from outflank.evaluation.weights import UNFITTED_PROBCUT, Weights
from outflank.matches.statistics import Sprt
from outflank.training import dataset, probcut
from outflank.training.fit import Loss, fit, phases_of, sums_of
from outflank.training.folder import Folder, WorkClock, read, write
from outflank.training.labels import positions_of, search_lines
from outflank.training.match import pairs, points
from outflank.training.network import Calibration, Learner, margins_of
from outflank.training.plan import ON_GPU, TrainingPlan
from outflank.training.playing import Task, play
from outflank.training.report import losses_chart
from outflank.training.tempo import tempo_of
from outflank.workers import Workers

_SLOWER = 1.3  # growth of the time for a fit from one generation to the next, which has more games
_ENDED = 5  # with this many empties or fewer, no search asks for a value
_LOOKED_AT = 20_000  # positions for measuring the tempo bonus
_HELD_OUT = 7  # remainder that the numbers of held-out games leave


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """Progress of a training run."""

    generation: int
    """Number of the current generation."""

    step: str
    """``play``, ``fit``, ``learn``, ``measure`` or ``match``, then ``kept`` or ``rejected``. The last step is ``end``.
    """

    done: int = 0
    """Number of completed units of this step."""

    total: int | None = None
    """Number of units in this step, or None if unknown."""

    seconds: float = 0.0
    """Working time of the run so far, in seconds."""

    left: float | None = None
    """Remaining time for this step in seconds, or None if unknown."""

    text: str = ""
    """Result so far, in words."""


class Training:
    """A training run in a folder that this process has locked. `watch` is called with its progress.

    If `gpu` is set, networks are trained on a graphics card, which requires PyTorch. Raises OutflankError if there is
    no card.
    """

    def __init__(
        self,
        folder: Folder,
        plan: TrainingPlan,
        workers: Workers,
        watch: Callable[[TrainingProgress], object],
        *,
        threads: int = 2,
        gpu: bool = False,
    ):
        self._folder, self._plan, self._workers, self._watch, self._threads = folder, plan, workers, watch, threads
        self._gpu = gpu
        self._clock = WorkClock(folder)
        self._after_games = 0.0  # seconds of the last generation's fit, measurements and match
        self._network_seconds = 0.0  # seconds of its network

    def run(self) -> bool:
        """Work until the plan is complete.

        Return True if there are new weights, or False if all generations were rejected.
        """
        best: int | None = None
        for number in range(len(self._plan.generations)):
            files = self._folder.generation(number)
            if not files.result.exists():
                if not files.weights.exists():
                    self._play(number, best)
                began = self._clock.seconds()
                if not files.weights.exists():
                    self._learn(number)
                for path in (files.fitted, files.learner):
                    path.unlink(missing_ok=True)
                self._match(number, best)
                self._after_games = self._clock.seconds() - began - self._network_seconds
            if read(files.result, "kept")["kept"]:
                best = number
            self._write_charts()
        if best is None:
            return False
        if not self._folder.weights.exists():
            final = Weights.load(self._folder.generation(best).weights)
            replace(final, training=self._provenance(best)).save(self._folder.weights)
        self._tell(len(self._plan.generations), "end")
        return True

    def _tell(self, generation: int, step: str, done: int = 0, total: int | None = None, **more: Any) -> None:
        self._watch(TrainingProgress(generation, step, done, total, self._clock.seconds(), **more))

    def _weights_of(self, best: int | None) -> Path | None:
        return None if best is None else self._folder.generation(best).weights

    # --- games ----------------------------------------------------------------------------------------------------

    def _play(self, number: int, best: int | None) -> None:
        """Play those games of a generation that have not been played yet."""
        generation, files = self._plan.generations[number], self._folder.generation(number)
        files.path.mkdir(exist_ok=True)
        end = self._end_of(number)
        done = {int(game) for game in dataset.read(files.path)["number"]}
        n_before, began = len(done), self._clock.seconds()

        def is_over() -> bool:
            return end is not None and self._clock.seconds() >= end and len(done) > 0

        if len(done) >= generation.games or is_over():
            return
        numbers = (n for n in range(generation.games) if n not in done)
        task = Task(files.path, self._weights_of(best), generation.play, self._plan.seed_of(number))
        total = generation.games if end is None else None
        for finished in play(self._workers, task, numbers, is_over):
            done.update(finished)
            seconds = self._clock.seconds() - began
            rate = (len(done) - n_before) / seconds if seconds > 0 else 0.0
            left = (generation.games - len(done)) / rate if rate else None
            if end is not None:
                left = max(end - self._clock.seconds(), 0)
            self._tell(number, "play", len(done), total, left=left, text=f"{rate:.0f} games/s")

    def _end_of(self, number: int) -> float | None:
        """Working time in seconds at which a generation stops playing, or None if only the number of games matters."""
        plan, until = self._plan, self._plan.generations[number].until
        if until is None or plan.minutes is None:
            return None
        total = 60 * plan.minutes
        if number < len(plan.generations) - 1:
            return until * total
        after = _SLOWER * self._after_games
        if plan.generations[number].network:
            after += plan.seconds_to_learn(number) or 0.0
        return max(min(until * total, total - after), self._clock.seconds() + total / 20)

    def _games(self, number: int) -> Any:
        """Read the games of a generation, sorted by number."""
        return dataset.read(self._folder.generation(number).path)

    # --- learning -------------------------------------------------------------------------------------------------

    def _learn(self, number: int) -> None:
        """Learn the weights and the ProbCut parameters of a generation, and its network if one is planned."""
        files = self._folder.generation(number)
        positions, held_out = self._positions(number)
        weights = self._fit(number, positions, held_out)
        if self._plan.generations[number].network:
            weights = self._learn_network(number, weights, positions, held_out)
        replace(weights, probcut=self._measure(number, weights, positions)).save(files.weights)

    def _positions(self, number: int) -> tuple[Any, Any]:
        """Collect the training positions and the held-out positions of a generation."""
        fitting = self._plan.fitting
        parts: list[Any] = []
        rest: list[Any] = []
        for source in self._plan.learned_from(number):
            generation, games = self._plan.generations[source], self._games(source)
            held_out = games["number"] % fitting.held_out == _HELD_OUT % fitting.held_out
            solve_from, from_random = generation.play.solve_from, generation.from_random
            lines = search_lines(games[~held_out], solve_from)
            for chosen, into in ((~held_out, parts), (held_out, rest)):
                into.append(positions_of(games[chosen], solve_from, fitting.trusts, lines, from_random=from_random))
        positions = np.concatenate(parts)
        if not len(positions):
            raise OutflankError(f"generation {number} has no games to learn from: allow more time")
        return positions, np.concatenate(rest)

    def _fit(self, number: int, positions: Any, held_out: Any) -> Weights:
        """Load the fitted weights if they exist; otherwise, fit them now."""
        files = self._folder.generation(number)
        if files.fitted.exists():
            return Weights.load(files.fitted)
        losses: list[Loss] = []

        def watch(loss: Loss) -> None:
            losses.append(loss)
            self._tell(number, "fit", len(losses), text=_in_words(loss))

        values, _ = fit(positions, held_out, settings=self._plan.fitting, threads=self._threads, watch=watch)
        training = {
            "generation": number,
            "games": sum(len(self._games(source)) for source in self._plan.learned_from(number)),
            "positions": len(positions),
            "loss": _mean_loss([loss.held_out for loss in losses]),
        }
        write(files.losses, json.dumps({**training, "phases": [asdict(loss) for loss in losses]}) + "\n")
        weights = Weights.of_classes(values, UNFITTED_PROBCUT, training)
        weights.save(files.fitted)
        return weights

    def _learn_network(self, number: int, weights: Weights, positions: Any, held_out: Any) -> Weights:
        """Train a network that corrects the weights, and save its losses along with those of the weights."""
        files, learning = self._folder.generation(number), ON_GPU if self._gpu else self._plan.learning
        began, allowed = self._clock.seconds(), self._plan.seconds_to_learn(number)
        learner = self._learner(self._plan.seed_of(number))
        positions, held_out = (each[each["n_empties"] > _ENDED] for each in (positions, held_out))
        by_class = weights.by_class() / UNIT
        sums, held_out_sums = sums_of(by_class, positions), sums_of(by_class, held_out)
        calibration = Calibration.of(positions["n_empties"], sums, positions["label"])
        bases, held_out_bases = (
            calibration.bases(each["n_empties"], of) for each, of in ((positions, sums), (held_out, held_out_sums))
        )

        def elapsed() -> float:
            return (self._clock.seconds() - began) / allowed if allowed else 0.0

        def watch(done: int, total: int, loss: float) -> None:
            share = max(done / total, elapsed())
            left = (self._clock.seconds() - began) * (1 - share) / share if share else None
            self._tell(number, "learn", done, total, left=left, text=f"{loss**0.5:.2f} discs")

        learner.learn(positions, bases, learning, watch, elapsed=elapsed, kept=files.learner)
        values = learner.values(held_out, held_out_bases)
        margins = margins_of(held_out["n_empties"], held_out_bases, values, learning.sure)
        network = learner.network(calibration, margins)
        tempo = tempo_of(replace(weights, network=network), held_out[:_LOOKED_AT], self._threads)
        self._add_losses(number, held_out, values)
        self._network_seconds = self._clock.seconds() - began
        training = {**weights.training, "network": asdict(learning)}
        return replace(weights, network=learner.network(calibration, margins, tempo), training=training)

    def _learner(self, seed: int) -> Learner:
        if not self._gpu:
            return Learner(seed, self._threads)
        from outflank.training.gpu import GpuLearner

        return GpuLearner(seed, self._threads)

    def _add_losses(self, number: int, held_out: Any, values: Any) -> None:
        """Save the network's losses along with those of the weights."""
        files = self._folder.generation(number)
        losses = read(files.losses, "phases")
        phases = phases_of(held_out)
        errors = (values - held_out["label"]) ** 2
        for loss in losses["phases"]:
            chosen = phases == loss["phase"]
            loss["network"] = float(np.sqrt(errors[chosen].mean())) if chosen.any() else loss["held_out"]
        losses["network_loss"] = _mean_loss([loss["network"] for loss in losses["phases"]])
        write(files.losses, json.dumps(losses) + "\n")

    def _measure(self, number: int, weights: Weights, positions: Any) -> tuple[float, ...]:
        """Fit the ProbCut parameters for weights, based on searches of some of their training positions."""
        measuring = self._plan.measuring
        random = np.random.default_rng(self._plan.seed_of(number))
        eligible = positions[(positions["n_empties"] >= 4) & (positions["n_empties"] <= 58)]
        if not len(eligible):
            return UNFITTED_PROBCUT
        by_empties = [np.flatnonzero(eligible["n_empties"] == n) for n in np.unique(eligible["n_empties"])]
        chosen = [random.choice(by_empties[i % len(by_empties)]) for i in range(measuring.positions)]
        errors = []
        for done, index in enumerate(chosen):
            errors.append(
                probcut.measure(weights, eligible[index : index + 1], measuring.depth, measuring.solve_from, 16)
            )
            self._tell(number, "measure", done + 1, len(chosen))
        return probcut.fit(np.concatenate(errors), UNFITTED_PROBCUT)

    # --- match ----------------------------------------------------------------------------------------------------

    def _match(self, number: int, best: int | None) -> None:
        """Play new weights against the best so far until it is clear which are better, and save the result."""
        acceptance, files = self._plan.acceptance, self._folder.generation(number)
        path = self._weights_of(best)
        rival = Weights.zero() if path is None else Weights.load(path)
        sprt = Sprt(0, acceptance.elo)
        played = files.pairs()[: acceptance.most_pairs]
        results = [points(scores) for scores in played]
        llr = sprt.llr(results)
        more = pairs(Weights.load(files.weights), rival, acceptance.match, self._plan.seed_of(number), len(played))
        while sprt.verdict_at(llr) is None and len(played) < acceptance.most_pairs:
            scores = next(more)
            files.add_pair(len(played), scores)
            played.append(scores)
            results.append(points(scores))
            llr = sprt.llr(results)
            self._tell(number, "match", len(played), acceptance.most_pairs, text=f"LLR {llr:+z.2f}")
        kept = llr > 0  # also true if the test ended in favour of the new weights
        scores_of_games = [score for scores in played for score in scores]
        result = {
            "kept": kept,
            "against": best,
            "wins": sum(score > 0 for score in scores_of_games),
            "draws": sum(score == 0 for score in scores_of_games),
            "losses": sum(score < 0 for score in scores_of_games),
            "llr": round(llr, 2),
            "elo1": acceptance.elo,
        }
        write(files.result, json.dumps(result) + "\n")
        rival_name = "weights that know nothing" if best is None else f"generation {best}"
        won_drawn_lost = f"{result['wins']}–{result['draws']}–{result['losses']}"
        self._tell(number, "kept" if kept else "rejected", text=f"{won_drawn_lost} against {rival_name}")

    # --- results --------------------------------------------------------------------------------------------------

    def _write_charts(self) -> None:
        write(self._folder.path / "losses.svg", losses_chart(self._folder))

    def _provenance(self, best: int) -> dict[str, Any]:
        """Describe the origin of the weights for the file header."""
        generations = []
        for number in range(best + 1):
            files = self._folder.generation(number)
            losses, result = read(files.losses, "loss"), read(files.result, "wins", "draws", "losses", "kept")
            generations.append(
                {
                    "games": len(self._games(number)),
                    **asdict(self._plan.generations[number].play),
                    "loss": losses["loss"],
                    "match": [result["wins"], result["draws"], result["losses"]],
                    "kept": result["kept"],
                }
            )
        losses = read(self._folder.generation(best).losses, "games", "positions", "loss", "phases")
        return {
            "command": self._folder.command(),
            "version": __version__,
            "seconds": round(self._clock.seconds()),
            "seed": self._plan.seed,
            "generations": generations,
            "games": losses["games"],
            "positions": losses["positions"],
            "loss": losses["loss"],
            "losses": [round(loss["held_out"], 3) for loss in sorted(losses["phases"], key=lambda loss: loss["phase"])],
        }


def _in_words(loss: Loss) -> str:
    return f"phase {loss.phase}: " + (f"{loss.held_out:.2f} discs held out" if loss.held_out else "no game held out")


def _mean_loss(losses: Sequence[float]) -> float:
    """Root mean square of the held-out losses, over all phases with held-out positions."""
    known = [loss**2 for loss in losses if loss]
    return round(float(np.sqrt(np.mean(known))), 4) if known else 0.0
