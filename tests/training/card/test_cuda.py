"""The kernels as a graphics card compiles and runs them: in Numba's simulator, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.jit import INTERPRETED

pytest.importorskip("numba.cuda")
ROOT = Path(__file__).parents[3]
SIMULATED = """
import warnings
warnings.simplefilter("ignore", RuntimeWarning)  # the simulator's numbers wrap around with a warning
import sys
from outflank.training.card.batch import TwinPlayer
from outflank.training.card.cuda import CardPlayer
from outflank.training.plan import PlaySettings
from tests.evaluation.networks import random_weights

play = PlaySettings(depth=2, solve_from=5, least_random=40, random_plies=48, random_percent=20, most_ahead=20)
weights = random_weights(5)
twin, heard = TwinPlayer(weights, play, 3), []
card = CardPlayer(weights, play, 3, (2, 3))
for first in (0, 8):
    expected, found = twin.games(first, 8), card.games(first, 8, heard.append)
    assert found.dtype == expected.dtype and found.tobytes() == expected.tobytes(), (first, found, expected)
    assert card.nodes == twin.nodes > 0
assert heard == 2 * list(range(60, -1, -1))
print(len(found), card.nodes)
"""


@pytest.mark.skipif(INTERPRETED, reason="takes the compiled twin")
def test_the_cards_games_are_those_of_its_twin():
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED], env=environment, capture_output=True, text=True, cwd=ROOT, timeout=280
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.split()[1]) > 1_000


def test_without_a_card_one_line_says_so(monkeypatch):
    cuda = pytest.importorskip("outflank.training.card.cuda")
    monkeypatch.setattr(cuda.cuda, "is_available", lambda: False)
    with pytest.raises(OutflankError, match=r"^Numba finds no graphics card: leave out --gpu$"):
        cuda.require_card()
