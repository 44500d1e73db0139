"""Choices of people from a library, their glances, and the report about a network."""

import random
from dataclasses import fields, replace

import numpy as np
import pytest

from outflank import Record
from outflank.errors import OutflankError
from outflank.library import Library
from outflank.people.glances import Glancer
from outflank.training.people import games as module
from outflank.training.people import run
from outflank.training.people.games import Choices, StoredGlances, collect, look_at_all
from outflank.training.people.report import TOLD, bands, predicted, probabilities, rows_of
from tests.library.conftest import random_game
from tests.people.networks import random_network

PLAYERS = ("Ann", "Ben", "Cy", "Edax (delorme)", "Rare")


@pytest.fixture(scope="module")
def library():
    rng = random.Random(4)
    with Library.open(None) as found:
        for k in range(90):
            black, white = rng.sample(PLAYERS[:4], 2) if k else ("Ann", "Rare")
            record = Record.of(random_game(rng), (black, white), date=str(2000 + k % 3), place=f"{k}")
            found.add([replace(record, resigned=k % 2)])
        yield found


@pytest.fixture(scope="module")
def choices(library):
    return collect(library)


@pytest.fixture(scope="module")
def some(choices):
    """A hundred of them: without a compiler, a glance takes a tenth of a second."""
    rows = np.linspace(0, len(choices) - 1, 100).astype(int)
    return Choices(*(getattr(choices, each.name)[rows] for each in fields(Choices)))


@pytest.fixture(scope="module")
def glances(some):
    return look_at_all(some, Glancer())


def test_only_moves_of_people_with_many_games_are_collected(library, choices):
    names = dict(library.connection.execute("SELECT number, name FROM players"))
    assert {names[number] for number in choices.choosers.tolist()} <= {"Ann", "Ben", "Cy"}
    assert len(choices) > 1000
    assert np.isfinite(choices.ratings).all()
    assert np.isfinite(choices.rivals).all()


def test_the_chosen_move_is_legal(some, glances):
    assert ((glances.legal >> some.squares.astype(np.uint64)) & np.uint64(1) == 1).all()


def test_games_and_players_are_held_out_by_their_names(library, choices, monkeypatch):
    assert set(choices.held_out.tolist()) <= {0, 1, 2}
    assert (collect(library).held_out == choices.held_out).all()
    names = dict(library.connection.execute("SELECT number, name FROM players"))
    monkeypatch.setattr(module, "_is_held_out", lambda text: text == "player Ann")
    without = collect(library)
    is_ann = np.array([names[number] == "Ann" for number in without.choosers.tolist()])
    assert ((without.held_out == 2) == is_ann).all()
    assert len(without) < len(choices)  # moves against Ann are left out


def test_glances_are_stored_without_loss(some, glances):
    rows = np.array([5, 3, 70])
    found = glances.at(rows, glances.starts)
    direct = Glancer().look(some.players[rows], some.opponents[rows])
    assert (found.legal == direct.legal).all()
    assert (found.values == direct.values).all()
    assert (found.replies == direct.replies).all()


def test_files_are_read_as_they_were_written(some, glances, tmp_path):
    some.save(tmp_path / "choices.npz")
    glances.save(tmp_path / "glances.npz")
    assert (Choices.load(tmp_path / "choices.npz").squares == some.squares).all()
    assert (StoredGlances.load(tmp_path / "glances.npz").values == glances.values).all()


def test_a_run_collects_and_glances_once(library, some, tmp_path, monkeypatch):
    said, calls = [], []
    monkeypatch.setattr(run, "collect", lambda found: calls.append(found) or some)
    first, glances = run.prepare(tmp_path / "run", library, said.append)
    assert said == ["collecting the moves of rated people", "glancing at the moves of 100 positions: 100%"]
    again, stored = run.prepare(tmp_path / "run", library, said.append)
    assert calls == [library]
    assert len(said) == 2
    assert (again.squares == first.squares).all()
    assert (stored.values == glances.values).all()


def test_a_library_without_games():
    with Library.open(None) as empty, pytest.raises(OutflankError, match="no game with a year"):
        collect(empty)


def test_report(some, glances):
    some = replace(some, held_out=np.ones(len(some), np.uint8))
    rows = rows_of(some, glances, 1, 80)
    assert len(rows) == 80
    total, found = bands(random_network(), some, glances, rows)
    assert total.n == sum(band.right.n for band in found) == 80
    shares = probabilities(random_network(), some, glances, rows)
    own = [shares[n, some.squares[row]] for n, row in enumerate(rows)]
    assert total.nats == pytest.approx(np.mean(np.log(np.array(own) + 1e-9)), abs=1e-5)
    assert total.to_json()["n"] == 80
    assert found[0].to_json()["low"] is None
    assert found[-1].to_json()["high"] is None
    assert all(len(band.told) == len(TOLD) for band in found)


def test_predictions_are_measured():
    shares = np.array([[0.5, 0.3, 0.2], [0.1, 0.2, 0.7]])
    found = predicted(shares, np.array([0, 1]))
    assert (found.n, found.share) == (2, 0.5)
    assert found.nats == pytest.approx(np.log([0.5, 0.2]).mean())
    assert predicted(shares[:0], np.zeros(0, int)).n == 0
