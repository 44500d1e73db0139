"""A training run of the model of people's moves: a folder with the choices, the glances and the network's state.

Each step is skipped if its file exists, so a run that was stopped continues where it was.
"""

from collections.abc import Callable
from pathlib import Path

from outflank.errors import OutflankError
from outflank.library import Library
from outflank.people.glances import Glancer
from outflank.people.network import MoveNetwork
from outflank.training.people.games import Choices, StoredGlances, collect, look_at_all

CHOICES, GLANCES, STATE, NETWORK = "choices.npz", "glances.npz", "state.pt", "moves.npz"

Report = Callable[[str], None]


def prepare(folder: Path, library: Library, report: Report) -> tuple[Choices, StoredGlances]:
    """Collect the choices in a library and glance at their positions, unless the folder has them already."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / CHOICES).exists():
        report("collecting the moves of rated people")
        collect(library).save(folder / CHOICES)
    choices = Choices.load(folder / CHOICES)
    if not (folder / GLANCES).exists():

        def tell(done: int, total: int) -> None:
            report(f"glancing at the moves of {total:,} positions: {100 * done // total}%")

        look_at_all(choices, Glancer(), tell).save(folder / GLANCES)
    return choices, StoredGlances.load(folder / GLANCES)


def train(folder: Path, library: Library, *, width: int, depth: int, steps: int, seed: int, report: Report) -> Path:
    """Train a network, and return its file. Raises OutflankError if PyTorch is missing or there are no games."""
    choices, glances = prepare(folder, library, report)
    try:
        from outflank.training.people.learning import MoveLearner, NetworkSettings
    except ModuleNotFoundError as error:
        raise OutflankError("learning needs PyTorch: pip install 'outflank[gpu]'") from error

    def tell(learner: MoveLearner) -> None:
        report(f"learning: step {learner.step:,} of {learner.settings.steps:,}, loss {learner.loss:.4f}")

    settings = NetworkSettings(width, depth, steps, seed=seed)
    network: MoveNetwork = MoveLearner(choices, glances, settings, folder / STATE).run(tell)
    network.save(folder / NETWORK)
    return folder / NETWORK
