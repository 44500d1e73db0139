import numpy as np
import pytest

from outflank import Game
from outflank.board.canonical import symmetric
from outflank.errors import WeightsError
from outflank.people import network as module
from outflank.people.glances import Glancer
from outflank.people.network import DROP, IMAGES, N_INPUTS, N_NUMBERS, MoveNetwork, inputs_of, turned
from tests.people.networks import random_network


def _inputs(rating=0.0, rival=0.0, moves=("", "f5", "f5d6c3")):
    boards = [Game(moves=each).position for each in moves]
    players = np.array([each.discs(each.turn) for each in boards], np.uint64)
    opponents = np.array([each.discs(each.turn.opponent) for each in boards], np.uint64)
    return inputs_of(players, opponents, Glancer().look(players, opponents), rating, rival)


def test_inputs():
    inputs = _inputs(rating=200, rival=-100)
    assert inputs.shape == (3, N_INPUTS)
    assert inputs.dtype == np.float32
    own, other, legal, drop, replies = inputs[:, :-N_NUMBERS].reshape(3, 5, 64).swapaxes(0, 1)
    assert own.sum(axis=1).tolist() == [2, 1, 2]
    assert other.sum(axis=1).tolist() == [2, 4, 5]
    assert legal.sum(axis=1).tolist() == [4, 3, len(Game(moves="f5d6c3").position.legal_moves)]
    assert (drop[legal == 0] == 0).all()
    assert (drop.max(axis=1) == 0).all()  # the best-looking move has no drop
    assert replies[0, legal[0] > 0].tolist() == [3 / 8] * 4
    numbers = inputs[:, -N_NUMBERS:]
    assert numbers[:, 0].tolist() == [0.5] * 3
    assert numbers[:, 5].tolist() == [-0.25] * 3
    assert np.allclose(numbers[:, 6], 0.75)
    assert np.allclose(numbers[:, 3], [1, 59 / 30 - 1, 57 / 30 - 1])


def test_ratings_far_away_are_limited():
    assert (_inputs(rating=5000) == _inputs(rating=module.MOST_RATING)).all()


def test_probabilities_are_those_of_a_naive_computation():
    network, inputs = random_network(), _inputs()
    shares = network.probabilities(inputs)
    for row, found in zip(inputs.astype(float), shares, strict=True):
        hidden = np.maximum(row @ network.layers[0][0] + network.layers[0][1], 0)
        for weights, bias in network.layers[1:]:
            hidden = hidden + np.maximum(hidden @ weights + bias, 0)
        factor = 4 * np.log1p(np.exp(row[-N_NUMBERS:] @ network.scale[0] + network.scale[1]))
        scores = hidden @ network.output[0] + network.output[1] + factor * row[module.DROP]
        powers = np.exp(scores) * row[128:192]
        assert np.allclose(found, powers / powers.sum(), atol=1e-5)
        assert found.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("symmetry", range(8))
def test_inputs_are_turned_with_their_squares(symmetry):
    inputs, positions = _inputs(), [Game(moves=each).position for each in ("", "f5", "f5d6c3")]
    boards = [symmetric(each.player, each.opponent)[symmetry] for each in positions]
    players, opponents = (np.array([board[side] for board in boards], np.uint64) for side in (0, 1))
    direct, found = (
        inputs_of(players, opponents, Glancer().look(players, opponents), 0.0, 0.0),
        turned(inputs, symmetry),
    )
    drops = found[:, DROP].copy()
    found[:, DROP] = direct[:, DROP]  # lazy evaluation makes values depend a little on the order of moves
    found[:, -1] = direct[:, -1]
    assert np.allclose(found, direct)
    for square in range(64):
        [image] = [n for n in range(64) if symmetric(1 << square, 0)[symmetry][0] == 1 << n]
        assert IMAGES[symmetry][square] == image
        assert (drops[:, image] == inputs[:, DROP][:, square]).all()


def test_averages_are_those_of_all_symmetric_inputs():
    network, inputs = random_network(), _inputs()
    expected = np.zeros((len(inputs), 64))
    for symmetry in range(8):
        shares = network.probabilities(turned(inputs, symmetry))
        for square in range(64):
            expected[:, square] += shares[:, IMAGES[symmetry][square]] / 8
    assert np.allclose(network.averaged(inputs), expected, atol=1e-6)
    for symmetry in range(8):
        same = network.averaged(turned(inputs, symmetry))[:, IMAGES[symmetry]]
        assert np.allclose(same, expected, atol=1e-6)


def test_without_a_legal_move_all_probabilities_are_zero():
    inputs = _inputs()
    inputs[:, 128:192] = 0
    assert (random_network().probabilities(inputs) == 0).all()


def test_a_file_is_read_as_it_was_written(tmp_path):
    network = random_network()
    network.save(tmp_path / "net.npz")
    read = MoveNetwork.load(tmp_path / "net.npz")
    assert read.training == {"made": "at random"}
    assert np.allclose(read.probabilities(_inputs()), network.probabilities(_inputs()), atol=2e-3)


@pytest.mark.parametrize("content", [b"", b"rubbish", None, "cut"])
def test_bad_files(tmp_path, content):
    path = tmp_path / "net.npz"
    if content == "cut":
        random_network().save(path)
        path.write_bytes(path.read_bytes()[:2000])
    elif content is not None:
        path.write_bytes(content)
    with pytest.raises(WeightsError, match=r"^cannot read the network: [^\n]+net\.npz"):
        MoveNetwork.load(path)


@pytest.mark.parametrize("change", [{"version": 2}, {"inputs": 7}])
def test_files_of_other_versions(tmp_path, change, monkeypatch):
    names = {"version": "_VERSION", "inputs": "N_INPUTS"}
    for key, value in change.items():
        monkeypatch.setattr(module, names[key], value)
    random_network().save(tmp_path / "net.npz")
    monkeypatch.undo()
    with pytest.raises(WeightsError, match="made for another version"):
        MoveNetwork.load(tmp_path / "net.npz")


def test_a_file_without_a_layer(tmp_path):
    random_network().save(tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as file:
        arrays = {name: file[name] for name in file.files if name != "output.bias"}
    np.savez(tmp_path / "net.npz", **arrays)
    with pytest.raises(WeightsError, match=r"output\.bias' is missing"):
        MoveNetwork.load(tmp_path / "net.npz")
