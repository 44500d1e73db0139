import threading

import numpy as np
import pytest

from outflank.jit import INTERPRETED
from outflank.play.limit import Limit
from outflank.rules import BLACK, Position
from outflank.rules.anti import AntiPosition
from outflank.training import six_by_six
from outflank.training.six_by_six import SOLVED_FROM, fit, main, played
from outflank.variants.patterns import FEWEST, SIZE
from outflank.variants.root import VariantRoot
from outflank.variants.weights import parse
from tests.variants.learned import SHAPE

pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")


@pytest.mark.parametrize("kind", [Position, AntiPosition])
def test_positions_near_the_end_have_exact_labels(kind):
    positions = played(kind.fewest_win, 8, seed=3)
    n_empties = positions["n_empties"].astype(int)
    assert np.array_equal(positions["exact"] == 1, n_empties <= SOLVED_FROM)
    assert set(n_empties) == set(range(FEWEST, 33))
    root, checked = VariantRoot(kind, SIZE, 1), positions[positions["exact"] == 1][::5]
    with root.search(Limit(), threading.Event()):
        for player, opponent, label, *_ in checked.tolist():
            boards = (sum((b >> SHAPE.bit(square) & 1) << square for square in range(36)) for b in (player, opponent))
            assert root.score(kind(*boards, BLACK, SIZE)) == label


def test_games_depend_only_on_their_seed():
    assert np.array_equal(played(False, 5, seed=1), played(False, 5, seed=1))
    assert not np.array_equal(played(False, 5, seed=1)[:30], played(False, 5, seed=2)[:30])


def test_a_fit_learns_from_the_positions_it_sees():
    lines = []
    positions = played(False, 300, seed=1)
    weights = fit(positions, False, lines.append)
    assert all(row.any() for row in weights)
    errors = [float(line.split()[2]) for line in lines]
    assert errors[0] < 0.7 * np.std(positions["label"][positions["exact"] == 1])


def test_the_command_writes_a_file_of_weights(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(six_by_six, "_ROUNDS", 3)
    main([str(tmp_path / "new.weights"), "--games", "20", "--anti"])
    assert parse((tmp_path / "new.weights").read_bytes(), "").any()
    assert "phase 11" in capsys.readouterr().out
