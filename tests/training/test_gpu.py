"""Learning on a graphics card, here by the processor: the same values as the network of the engine's trainer."""

from dataclasses import replace

import numpy as np
import pytest

from outflank.errors import OutflankError
from outflank.training.gradients import DISCS, ROWS, embeddings_of
from outflank.training.plan import ON_GPU
from tests.training.positions import positions

torch = pytest.importorskip("torch")
gpu = pytest.importorskip("outflank.training.gpu")

N = 300
SETTINGS = replace(ON_GPU, epochs=12, batch=64, rate=0.01, dense_rate=0.01)


@pytest.fixture(scope="module")
def some():
    return positions(N, 8, 17, 18, 25, 33, 44, 45, 56)


@pytest.fixture(scope="module")
def bases(some):
    return (some["label"] / 2).astype(np.float32)


@pytest.fixture(scope="module")
def heard():
    return []


@pytest.fixture(scope="module")
def learned(some, bases, heard):
    learner = gpu.GpuLearner(3, device="cpu")
    learner.learn(some, bases, SETTINGS, lambda *told: heard.append(told))
    return learner


def predicted(learner, some, bases):
    """The values by the code of the card, in discs."""
    work = gpu._Positions(some, bases, SETTINGS, "cpu", 2)
    parameters = torch.from_numpy(learner.embeddings), torch.from_numpy(learner.stacks)
    return DISCS * gpu._values(*parameters, work, torch.arange(len(some))).numpy()


def test_values_are_those_of_the_learner_without_a_card(learned, some, bases):
    assert predicted(learned, some, bases) == pytest.approx(learned.values(some, bases), abs=1e-3)


def test_indices_are_those_of_the_learner_without_a_card(some, bases):
    expected = np.empty((N, ROWS), np.int32)
    embeddings_of(some, expected)
    found = gpu._Positions(some, bases, SETTINGS, "cpu", 2).indices(torch.arange(N))
    assert found.tolist() == expected[:, 1:].tolist()


def test_it_learns(learned, some, bases):
    def error(values):
        return float(np.mean((values - some["label"]) ** 2 / (1 + (bases / SETTINGS.close) ** 2)))

    assert error(learned.values(some, bases)) < 0.3 * error(gpu.GpuLearner(3, device="cpu").values(some, bases))


def test_the_loss_that_is_heard_of_falls_to_that_of_the_values(learned, heard, some, bases):
    assert [told[:2] for told in heard] == [(done, 60) for done in range(1, 61)]
    values = learned.values(some, bases)
    losses = (values - some["label"]) ** 2 / (1 + (bases / SETTINGS.close) ** 2)
    assert heard[0][2] > 2 * heard[-1][2]
    assert np.mean([loss for *_, loss in heard[-5:]]) == pytest.approx(losses.mean(), rel=0.5)


def test_embeddings_fit_into_eight_bits(some):
    learner = gpu.GpuLearner(3, device="cpu")
    learner.learn(some, np.zeros(N, np.float32), replace(SETTINGS, rate=0.5))
    assert float(abs(learner.embeddings).max()) == pytest.approx(127 / 1024)


def test_what_never_occurred_says_nothing(learned):
    assert 0 < np.count_nonzero(learned.embeddings.any(axis=1)) < 63 * N


def test_the_last_step_is_the_end_of_the_time(some, bases):
    heard, shares = [], iter([0.0, 0.4, 0.8, 1.0])
    gpu.GpuLearner(3, device="cpu").learn(
        some, bases, SETTINGS, lambda *told: heard.append(told), elapsed=lambda: next(shares)
    )
    assert len(heard) == 3


def test_no_position_teaches_nothing():
    nothing = positions(0, 10)
    learner = gpu.GpuLearner(3, device="cpu")
    learner.learn(nothing, np.zeros(0, np.float32), SETTINGS)
    assert not learner.embeddings.any()


def test_without_a_card_one_is_told(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(OutflankError, match="no graphics card"):
        gpu.GpuLearner(3)
