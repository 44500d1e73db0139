import io
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from outflank.errors import OutflankError
from outflank.evaluation.evaluate import UNIT
from outflank.evaluation.judge import judged
from outflank.jit import INTERPRETED
from outflank.training.gradients import DISCS, INPUTS, ROWS, embeddings_of
from outflank.training.network import Calibration, Learner, margins_of
from outflank.training.plan import Learning
from tests.evaluation.networks import STACK, random_network, row_of
from tests.training.positions import positions

N = 16 if INTERPRETED else 300
SETTINGS = Learning(epochs=2, rate=0.03, dense_rate=0.02, batch=5 if INTERPRETED else 64)
NOTHING = np.ones(65), np.zeros(65)
STATE = "embeddings", "stacks", "_squares", "_seen", "_means", "_second", "_steps"


@pytest.fixture(scope="module")
def some():
    return positions(N, 8, 12, 22, 34, 45)


@pytest.fixture(scope="module")
def bases():
    return np.random.default_rng(1).normal(0, 3, N).astype(np.float32)


def same(left, right):
    return all(np.array_equal(getattr(left, name), getattr(right, name)) for name in STATE)


@pytest.fixture(scope="module")
def learned(some, bases):
    """After both times through."""
    learner = Learner(3)
    learner.learn(some, bases, SETTINGS)
    return learner


# --- calibration ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("factor", "summand"), [(1.3, -2.0), (0.7, 4.5)])
def test_a_calibration_finds_the_line_that_labels_are_on(factor, summand):
    sums = np.random.default_rng(1).normal(0, 10, 3000).astype(np.float32)
    n_empties = np.where(np.arange(3000) % 2, 20, 21)
    labels = np.where(n_empties == 20, factor * sums + summand, sums).astype(np.float32)
    found = Calibration.of(n_empties, sums, labels)
    assert (found.factors[20], found.summands[20]) == pytest.approx((factor, summand), abs=1e-4)
    assert (found.factors[21], found.summands[21]) == pytest.approx((1, 0), abs=1e-4)


def test_few_positions_change_nothing():
    sums = np.arange(999.0)
    found = Calibration.of(np.full(999, 20), sums, 1.5 * sums + 3)
    assert (found.factors[20], found.summands[20]) == (1, 0)


def test_sums_that_are_all_the_same_change_nothing():
    found = Calibration.of(np.full(2000, 20), np.full(2000, 3.0), np.arange(2000.0))
    assert (found.factors[20], found.summands[20]) == (1, 0)


@pytest.mark.parametrize(("factor", "kept"), [(5, 2), (0.1, 0.5), (-1, 0.5)])
def test_factors_stay_within_bounds(factor, kept):
    sums = np.linspace(-10, 10, 2000)
    assert Calibration.of(np.full(2000, 20), sums, factor * sums).factors[20] == kept


@pytest.mark.parametrize("summand", [-30, 30])
def test_summands_stay_within_bounds(summand):
    sums = np.linspace(-10, 10, 2000)
    assert Calibration.of(np.full(2000, 20), sums, sums + summand).summands[20] == np.clip(summand, -10, 10)


def test_bases_are_sums_on_the_line_of_their_empty_squares():
    factors, summands = np.ones(65), np.zeros(65)
    factors[7], summands[7] = 1.5, -4
    bases = Calibration(factors, summands).bases(np.array([6, 7], np.uint8), np.array([10, 10], np.float32))
    assert bases.tolist() == [10, 11]
    assert bases.dtype == np.float32


def test_a_margin_is_what_so_large_a_share_of_corrections_stays_within():
    generator = np.random.default_rng(1)
    bases, corrections = generator.normal(0, 10, 5000), generator.normal(0, 3, 5000)
    margins = margins_of(np.full(5000, 20), bases, bases + corrections, 0.8)
    assert np.mean(abs(corrections) <= margins[20]) == pytest.approx(0.8, abs=1e-3)


def test_margins_of_few_positions_are_cautious():
    margins = margins_of(np.full(999, 20), np.zeros(999), np.zeros(999), 0.8)
    assert margins.tolist() == [DISCS / 2] * 65


def test_margins_are_known_without_any_position():
    nothing = np.zeros(0)
    assert margins_of(nothing, nothing, nothing, 0.8).tolist() == [DISCS / 2] * 65


# --- learning -------------------------------------------------------------------------------------------------------


def test_embeddings_begin_at_zero():
    """What was never seen says nothing."""
    assert not Learner(1).embeddings.any()


def test_learning_lowers_the_loss(some, bases, learned):
    def loss(learner):
        return float(np.mean((learner.values(some, bases) - some["label"]) ** 2))

    assert loss(learned) < 0.8 * loss(Learner(3))


def test_only_embeddings_that_occur_are_moved(some, learned):
    indices = np.empty((N, ROWS), np.int32)
    embeddings_of(some, indices)
    assert set(np.flatnonzero(learned.embeddings.any(axis=1))) <= set(indices[:, 1:].ravel().tolist())


@pytest.mark.parametrize("threads", [1, 3])
def test_the_number_of_threads_does_not_matter(some, bases, learned, threads):
    learner = Learner(3, threads)
    learner.learn(some, bases, SETTINGS)
    assert same(learner, learned)


def test_another_seed_is_another_network(some, bases, learned):
    learner = Learner(4)
    learner.learn(some, bases, replace(SETTINGS, epochs=1))
    assert not np.array_equal(learner.stacks, learned.stacks)


def test_it_is_told_how_far_learning_is(some, bases):
    heard = []
    Learner(3).learn(some, bases, SETTINGS, lambda *told: heard.append(told))
    total = 2 * -(-N // SETTINGS.batch)
    assert [(done, of) for done, of, _ in heard] == [(n, total) for n in range(1, total + 1)]
    assert all(loss > 0 for _, _, loss in heard)


def test_it_ends_when_its_time_has_elapsed(some, bases):
    heard, shares = [], iter([0.0, 0.4, 0.8, 1.0])
    Learner(3).learn(some, bases, SETTINGS, lambda *told: heard.append(told), elapsed=lambda: next(shares))
    assert len(heard) == 3


def test_it_ends_more_slowly_than_it_begins(some, bases):
    """Halfway through the time, steps are half as long."""
    settings = replace(SETTINGS, epochs=1, batch=N)
    steps = []
    for share in (0.0, 0.5):
        learner = Learner(3)
        before = learner.stacks.copy()
        learner.learn(some, bases, settings, elapsed=lambda share=share: share)
        steps.append((learner.stacks - before).astype(float))
    assert steps[1] == pytest.approx(0.5 * steps[0], abs=1e-6)
    assert abs(steps[0]).max() > 0.01


def test_no_position_teaches_nothing():
    learner, nothing = Learner(3), positions(0, 10)
    learner.learn(nothing, np.zeros(0, np.float32), SETTINGS)
    assert same(learner, Learner(3))
    assert len(learner.values(nothing, np.zeros(0, np.float32))) == 0


# --- going on -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def halfway(some, bases, tmp_path_factory):
    """What is on disk after the first time through."""
    path = tmp_path_factory.mktemp("learner") / "learner.npz"
    Learner(3).learn(some, bases, SETTINGS, kept=path, elapsed=lambda: float(path.exists()))
    return path.read_bytes()


def test_learning_that_was_cut_off_comes_to_the_same_end(some, bases, learned, halfway, tmp_path):
    path = tmp_path / "learner.npz"
    path.write_bytes(halfway)
    heard = []
    learner = Learner(3)
    learner.learn(some, bases, SETTINGS, lambda done, _total, _loss: heard.append(done), kept=path)
    assert heard[0] == -(-N // SETTINGS.batch) + 1
    assert same(learner, learned)


def test_learning_that_was_over_is_not_done_again(some, bases, learned, tmp_path):
    path = tmp_path / "learner.npz"
    for heard in ([], []):
        learner = Learner(3)
        learner.learn(some, bases, SETTINGS, lambda *told, heard=heard: heard.append(told), kept=path)
        assert same(learner, learned)
    assert heard == []


def test_keeping_what_was_learned_changes_nothing_and_leaves_one_file(some, bases, learned, tmp_path):
    learner = Learner(3)
    learner.learn(some, bases, SETTINGS, kept=tmp_path / "learner.npz")
    assert same(learner, learned)
    assert [path.name for path in tmp_path.iterdir()] == ["learner.npz"]


def without_steps(content):
    """The archive without one of its arrays."""
    found = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(found, "w") as new:
        for name in old.namelist():
            if name != "_steps.npy":
                new.writestr(name, old.read(name))
    return found.getvalue()


def one_array(content):
    found = io.BytesIO()
    np.save(found, np.zeros(3))
    return found.getvalue()


def other_shapes(content):
    found = io.BytesIO()
    np.savez(found, epochs=1, **{name: np.zeros(7) for name in STATE})
    return found.getvalue()


def changed(place):
    def change(content):
        found = bytearray(content)
        found[place] ^= 0xFF
        return bytes(found)

    return change


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda _: b"rubbish",
        lambda _: b"PK\x03\x04",
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1],
        changed(0),
        changed(1000),
        changed(-1000),
        changed(-22),
        without_steps,
        one_array,
        other_shapes,
    ],
)
def test_a_damaged_file_of_what_was_learned_is_named(some, bases, halfway, tmp_path, damage):
    path = tmp_path / "learner.npz"
    path.write_bytes(damage(halfway))
    with pytest.raises(OutflankError, match=r"damaged file: delete it.*learner\.npz"):
        Learner(3).learn(some, bases, SETTINGS, kept=path)


# --- in whole numbers -----------------------------------------------------------------------------------------------


TOLERANCE = 0.25
"""Discs. A network of random numbers in 8 and 16 bits is off by a tenth of that on average."""


def test_the_engines_network_is_that_which_was_learned(some, bases):
    learner = Learner(3)
    learner.learn(some, bases, replace(SETTINGS, rate=0.005))
    assert abs(learner.embeddings).max() < 0.124  # more does not fit into 8 bits
    made = learner.network(Calibration(*NOTHING), np.zeros(65))
    whole_bases = np.rint(bases * UNIT)
    values = learner.values(some, (whole_bases / UNIT).astype(np.float32))
    for position, base, value in zip(some, whole_bases, values, strict=True):
        player, opponent = int(position["player"]), int(position["opponent"])
        row = row_of(player, opponent)
        found = judged(row.ctypes.data, player, opponent, int(base), int(position["n_empties"]), made.address) / UNIT
        assert found == pytest.approx(value, abs=TOLERANCE)


def test_learned_corrections_are_larger_than_that_tolerance(some, bases, learned):
    assert np.std(learned.values(some, bases) - bases) > 4 * TOLERANCE


def test_scales_are_whole_numbers_by_empty_squares():
    factors, summands, margins = np.ones(65), np.zeros(65), np.arange(65) / 4
    factors[9], summands[9], summands[10] = 1.25, -2.5, 1000
    scales = Learner(1).network(Calibration(factors, summands), margins, np.full(65, 0.5)).scales
    assert scales[8].tolist() == [4096, 0, 2 * UNIT, UNIT // 2]
    assert scales[9].tolist() == [5120, -2.5 * UNIT, 2.25 * UNIT, UNIT // 2]
    assert scales[10, 1] == 2**15 - 1


def test_sets_of_embeddings_follow_each_other_from_the_beginning_of_the_game():
    learner = Learner(1)
    for number, n_empties in enumerate((50, 40, 20, 10), 1):
        indices = np.empty((1, ROWS), np.int32)
        embeddings_of(positions(1, n_empties), indices)
        learner.embeddings[indices[:, 1:]] = number / 64
    embeddings = learner.network(Calibration(*NOTHING), np.zeros(65)).embeddings
    assert [{int(n) for n in np.unique(each)} for each in embeddings] == [{0, 16}, {0, 32}, {0, 48}, {0, 64}]


def test_learning_on_begins_with_the_same_network():
    network = random_network(4)
    learner = Learner(5)
    learner.start_from(network)
    again = learner.network(Calibration(*NOTHING), np.zeros(65))
    assert (again.embeddings == network.embeddings).all()
    found, expected = again.stacks.view(STACK)[:, 0], network.stacks.view(STACK)[:, 0].copy()
    expected["first"][:, INPUTS // 2, :, INPUTS % 2] = expected["first"][:, INPUTS // 2 + 1 :] = 0  # no such inputs
    expected["skip"][:, INPUTS:] = 0
    for name, _, *_ in STACK.descr:
        assert (found[name] == expected[name]).all(), name
