import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra gpu")

from outflank.people.glances import Glancer
from outflank.people.network import inputs_of
from outflank.training.people.games import Choices, look_at_all
from outflank.training.people.learning import MoveLearner, NetworkSettings

SETTINGS = NetworkSettings(width=16, depth=2, steps=40, batch=32, rate=0.01)


@pytest.fixture(scope="module")
def data():
    """The best-looking move of random positions, many times over."""
    rng = np.random.default_rng(1)
    players = rng.integers(0, 2**63, 300, dtype=np.uint64)
    opponents = rng.integers(0, 2**63, 300, dtype=np.uint64) & ~players
    found = Glancer().look(players, opponents)
    keep = np.bitwise_count(found.legal) > 1
    squares = found.values.argmax(axis=1).astype(np.uint8)[keep]
    zeros = np.zeros(keep.sum(), np.float32)
    numbers = np.zeros(keep.sum(), np.int32)
    choices = Choices(players[keep], opponents[keep], squares, zeros, zeros, numbers, numbers, numbers.astype(np.uint8))
    return choices, look_at_all(choices, Glancer())


def test_it_learns_and_the_networks_agree(data, tmp_path):
    losses = []
    learner = MoveLearner(*data, SETTINGS, tmp_path / "state.pt")
    network = learner.run(lambda each: losses.append(each.loss))
    assert losses[-1] < losses[0]
    choices, glances = data
    rows = np.arange(20)
    inputs = inputs_of(choices.players[rows], choices.opponents[rows], glances.at(rows, glances.starts), 0.0, 0.0)
    import torch

    expected = torch.softmax(learner._network(torch.from_numpy(inputs)), 1).detach().numpy()
    assert np.allclose(network.probabilities(inputs), expected, atol=1e-5)


def test_a_run_that_was_stopped_goes_on(data, tmp_path):
    def stop(learner):
        if learner.step == 20:
            learner._save()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        MoveLearner(*data, SETTINGS, tmp_path / "state.pt").run(stop)
    resumed = MoveLearner(*data, SETTINGS, tmp_path / "state.pt")
    assert resumed.step == 20
    whole = MoveLearner(*data, SETTINGS, tmp_path / "other.pt").run()
    assert np.allclose(resumed.run().output[0], whole.output[0], atol=1e-5)
