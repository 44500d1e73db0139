"""`outflank train --gpu`: play, label and learn on a graphics card, starting from existing weights."""

import argparse
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import print_json
from outflank.cores import usable_cores
from outflank.errors import OutflankError
from outflank.files import data_folder

if TYPE_CHECKING:
    from outflank.evaluation.weights import Weights
    from outflank.training.card.run import CardProgress
    from outflank.training.folder import Folder

MINUTES, PLAYING = 9, 50  # defaults: the length of a run, and the percentage of it for playing
_EVERY = 5.0  # seconds between progress lines
_STEPS = {"play": "playing", "label": "labelling", "learn": "learning", "measure": "measuring", "end": "end"}


def is_card_run(options: argparse.Namespace) -> bool:
    """True if the options ask for a run on a graphics card, and not only for a network that is trained on one."""
    others = options.generations, options.games, options.depth, options.solve_from, options.resume or None
    return options.gpu and all(option is None for option in others) and not (_path(options) / "run.json").exists()


def train_on_card(options: argparse.Namespace) -> int:
    """Play, label and learn on a graphics card."""
    check_torch()
    threads = options.workers or usable_cores()
    player_of, learner_of = _on_card(threads)
    from outflank.training.card.run import CardPlan, CardTraining
    from outflank.training.folder import Folder

    folder = Folder(_path(options))
    with folder.locked():
        start = _start(options, folder)
        seed = len(start.training.get("card_runs", [])) if options.seed is None else options.seed
        playing = (options.playing or PLAYING) / 100
        plan = CardPlan(options.minutes or MINUTES, seed, playing, keep_games=options.keep_games)
        try:
            weights = CardTraining(folder, plan, start, player_of, learner_of, _CardLines().show, threads).run()
        except KeyboardInterrupt:
            print(f"\nstopped; the games are in {folder.path}, and the next run there uses them", file=sys.stderr)
            raise
    if options.json:
        run = weights.training["card_runs"][-1]
        print_json({"folder": str(folder.path), "weights": str(folder.weights), "run": run})
    else:
        print(f"The weights are in {folder.weights}")
    return 0


def check_torch() -> None:
    """Raise OutflankError if there is no graphics card or PyTorch is missing. Call this before a long training run."""
    try:
        from outflank.training.gpu import card
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise OutflankError("--gpu needs PyTorch: pip install 'outflank[gpu]'") from None
    card()


def _path(options: argparse.Namespace) -> Path:
    return Path(options.folder or data_folder() / "card")


def _on_card(threads: int) -> tuple[Callable[..., Any], Callable[[int], Any]]:
    """The player and the learner on the card. Raises OutflankError if the card cannot play."""
    if find_spec("numba_cuda") is None:
        raise OutflankError("--gpu needs numba-cuda: pip install 'outflank[gpu]'")
    from outflank.training.card.cuda import CardPlayer, require_card
    from outflank.training.gpu import GpuLearner

    require_card()
    return CardPlayer, lambda seed: GpuLearner(seed, threads)


def _start(options: argparse.Namespace, folder: "Folder") -> "Weights":
    """The weights to start from: those of the option, those of the folder's last run, or the package's own."""
    from outflank.evaluation.weights import Weights, shipped

    if options.weights is not None:
        return Weights.load(options.weights)
    return Weights.load(folder.weights) if folder.weights.exists() else shipped()


class _CardLines:
    """Prints progress as lines of text: one for each step, and another every few seconds."""

    def __init__(self) -> None:
        self._step, self._printed = "", 0.0

    def show(self, progress: "CardProgress") -> None:
        now = time.monotonic()
        if progress.step != self._step or now - self._printed >= _EVERY:
            self._step, self._printed = progress.step, now
            words = f"{progress.seconds:.0f} s: {_STEPS[progress.step]}: {progress.text}"
            print(words, file=sys.stderr, flush=True)
