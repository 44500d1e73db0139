import numpy as np
import pytest
from hypothesis import given

from outflank.evaluation.evaluate import aligned
from outflank.evaluation.network import SETS, STACKS, UNITS, WIDTH
from outflank.evaluation.patterns import classes
from outflank.training.fit import indices_of
from outflank.training.gradients import (
    DISCS,
    FIRST,
    FIRST_BIAS,
    INPUTS,
    N_PARAMETERS,
    OUTPUT,
    OUTPUT_BIAS,
    ROWS,
    SECOND,
    SECOND_BIAS,
    SKIP,
    adapt,
    backward,
    count,
    descend,
    embeddings_of,
    predict,
)
from tests.evaluation.networks import counts, number_of_stack
from tests.strategies import boards
from tests.training.positions import positions

EMPTIES = 8, 20, 33, 45, 56
CLOSE, NEVER = 20.0, 1e6


class Case:
    """Positions with bases, and a network of random numbers about as large as learned ones."""

    def __init__(self, n=10):
        generator = np.random.default_rng(1)
        self.positions = positions(n, *EMPTIES)
        self.bases = generator.normal(0, 10, n).astype(np.float32)
        self.indices = np.empty((n, ROWS), np.int32)
        embeddings_of(self.positions, self.indices)
        self.embeddings = aligned((SETS * classes()[1], WIDTH), np.float32)
        used = np.unique(self.indices)
        self.embeddings[used] = generator.normal(0, 0.08, (len(used), WIDTH))
        self.stacks = generator.normal(0, 0.2, (STACKS, N_PARAMETERS)).astype(np.float32)
        self.counts = [np.array(counts(int(p["player"]), int(p["opponent"]))) / 512 for p in self.positions]
        self.numbers = np.array([number_of_stack(int(n_empties)) for n_empties in self.positions["n_empties"]])

    def predicted(self):
        values = np.zeros(len(self.positions), np.float32)
        address = self.embeddings.ctypes.data
        predict(self.positions, self.bases, self.indices, self.embeddings, address, self.stacks, values)
        return values

    def looked_back(self, clip=NEVER, before=None):
        """The loss, and what `backward` fills: the last two have something in them before."""
        slopes = np.full((len(self.positions), WIDTH), np.nan, np.float32)
        before = before or (np.zeros((STACKS, N_PARAMETERS), np.float32), np.zeros(STACKS, np.int64))
        gradients, used = (each.copy() for each in before)
        address = self.embeddings.ctypes.data
        loss = backward(
            self.positions,
            self.bases,
            self.indices,
            self.embeddings,
            address,
            self.stacks,
            CLOSE,
            clip / DISCS,
            slopes,
            gradients,
            used,
        )
        return loss, slopes, gradients, used

    def sums(self):
        """The sums of embeddings, without the stack's bias, in double precision."""
        return self.embeddings[self.indices[:, 1:]].astype(float).sum(axis=1)

    def naive(self, i, stack, sums):
        """The value of a position by the definition, in discs."""
        total = sums + stack[:FIRST]
        inputs = np.concatenate(
            [
                np.clip(total, -1, 1),
                np.clip(total, -1, 1) ** 2,
                [self.bases[i] / DISCS],
                self.counts[i],
            ]
        )
        first = leaky(inputs @ stack[FIRST:FIRST_BIAS].reshape(INPUTS, UNITS) + stack[FIRST_BIAS:SECOND])
        second = leaky(first @ stack[SECOND:SECOND_BIAS].reshape(UNITS, UNITS) + stack[SECOND_BIAS:OUTPUT])
        output = second @ stack[OUTPUT:SKIP] + inputs @ stack[SKIP:OUTPUT_BIAS] + stack[OUTPUT_BIAS]
        return self.bases[i] + DISCS * output

    def loss(self, i, stack, sums):
        weight = 1 / (1 + (float(self.bases[i]) / CLOSE) ** 2)
        return weight * (self.naive(i, stack, sums) - float(self.positions[i]["label"])) ** 2


def leaky(values):
    return np.maximum(values, values / 16)


def slope(function, at):
    """The gradient of a function of several numbers, by small steps to both sides."""
    found = np.zeros(len(at))
    for k in range(len(at)):
        step = np.zeros(len(at))
        step[k] = 1e-6
        found[k] = (function(at + step) - function(at - step)) / 2e-6
    return found


@pytest.fixture(scope="module")
def case():
    return Case()


@pytest.fixture(scope="module")
def looked_back(case):
    return case.looked_back()


# --- forward ----------------------------------------------------------------------------------------------------------


@given(boards())
def test_counts_are_those_of_the_engine_as_parts_of_one(board):
    inputs = np.full(INPUTS, np.nan, np.float32)
    count(*board, inputs)
    assert np.isnan(inputs[: 2 * WIDTH + 1]).all()
    assert (inputs[2 * WIDTH + 1 :] * 512).tolist() == counts(*board)


def test_values_are_those_of_the_definition(case):
    expected = [case.naive(i, case.stacks[case.numbers[i]].astype(float), sums) for i, sums in enumerate(case.sums())]
    assert case.predicted() == pytest.approx(expected, rel=1e-4, abs=1e-3)


def test_sums_in_these_tests_are_clipped_on_both_sides_and_not(case):
    total = case.sums() + case.stacks[case.numbers, :WIDTH]
    for share in (np.mean(total > 1), np.mean(total < -1), np.mean(abs(total) < 1)):
        assert share > 0.01


def test_each_part_of_the_game_has_embeddings_of_its_own():
    some = positions(4, 45, 44, 29, 17)
    indices = np.empty((4, ROWS), np.int32)
    embeddings_of(some, indices)
    assert (indices - indices_of(some)).tolist() == [[number * classes()[1]] * ROWS for number in range(4)]


# --- backward ---------------------------------------------------------------------------------------------------------


def test_the_loss_is_the_weighted_sum_of_squared_errors(case, looked_back):
    expected = sum(case.loss(i, case.stacks[case.numbers[i]].astype(float), sums) for i, sums in enumerate(case.sums()))
    assert looked_back[0] == pytest.approx(expected, rel=1e-4)


def test_positions_are_counted_by_stack(case, looked_back):
    assert looked_back[3].tolist() == np.bincount(case.numbers, minlength=STACKS).tolist()


@pytest.mark.parametrize("n_empties", EMPTIES)
def test_gradients_of_a_stack_are_half_the_slopes_of_the_loss(case, looked_back, n_empties):
    number, sums = number_of_stack(n_empties), case.sums()
    chosen = np.flatnonzero(case.numbers == number)
    expected = slope(lambda stack: sum(case.loss(i, stack, sums[i]) for i in chosen), case.stacks[number].astype(float))
    assert np.count_nonzero(expected) > N_PARAMETERS / 2
    found = 2 * DISCS * DISCS * looked_back[2][number].astype(float)
    assert found == pytest.approx(expected, rel=1e-3, abs=1e-4 * abs(expected).max())


def test_stacks_that_are_not_used_have_no_gradients(case, looked_back):
    unused = sorted(set(range(STACKS)) - set(case.numbers))
    assert unused
    assert not looked_back[2][unused].any()


def test_slopes_are_those_of_the_sums_of_embeddings(case, looked_back):
    for i, sums in enumerate(case.sums()):
        stack = case.stacks[case.numbers[i]].astype(float)
        expected = slope(lambda sums, i=i, stack=stack: case.loss(i, stack, sums), sums)
        found = 2 * DISCS * DISCS * looked_back[1][i].astype(float)
        assert found == pytest.approx(expected, rel=1e-3, abs=1e-4 * abs(expected).max())


def test_an_embedding_has_the_slopes_of_all_places_where_it_occurs(case, looked_back):
    """Summed over positions and features: as `descend` moves it."""
    values, times = np.unique(case.indices[0, 1:], return_counts=True)
    index = values[times.argmax()]
    occurs = (case.indices[:, 1:] == index).sum(axis=1)
    assert occurs.max() > 1

    def loss(embedding):
        sums = case.sums() + occurs[:, None] * (embedding - case.embeddings[index])
        return sum(case.loss(i, case.stacks[case.numbers[i]].astype(float), sums[i]) for i in range(len(sums)))

    expected = slope(loss, case.embeddings[index].astype(float))
    found = 2 * DISCS * DISCS * (occurs[:, None] * looked_back[1].astype(float)).sum(axis=0)
    assert found == pytest.approx(expected, rel=1e-3, abs=1e-4 * abs(expected).max())


def test_large_errors_count_no_more_than_the_clip(case):
    errors = case.predicted().astype(float) - case.positions["label"]
    clip = float(np.median(abs(errors)))
    weights = 1 / (1 + (case.bases / CLOSE) ** 2)
    gradients = case.looked_back(clip)[2][:, OUTPUT_BIAS] * DISCS
    expected = np.bincount(case.numbers, weights * np.clip(errors, -clip, clip), STACKS)
    assert gradients == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_the_clip_leaves_the_loss_as_it_is(case, looked_back):
    assert case.looked_back(clip=1.0)[0] == looked_back[0]


def test_gradients_are_added_to_those_before(case, looked_back):
    _, _, gradients, used = case.looked_back(before=looked_back[2:])
    assert gradients == pytest.approx(2 * looked_back[2], rel=1e-4, abs=1e-5)
    assert used.tolist() == (2 * looked_back[3]).tolist()


# --- steps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_parts", [1, 3])
@pytest.mark.parametrize("ridge", [0.0, 0.7, 1e6])
def test_embeddings_move_by_adagrad_one_place_after_the_other(n_parts, ridge):
    generator = np.random.default_rng(2)
    indices = generator.integers(0, 40, (3, ROWS)).astype(np.int32)
    slopes = generator.normal(0, 1, (3, WIDTH)).astype(np.float32)
    embeddings = aligned((40, WIDTH), np.float32)
    embeddings[:] = generator.normal(0, 1, (40, WIDTH))
    squares = np.full(40, 0.25, np.float32)
    seen = generator.integers(0, 8, 40).astype(np.int32)
    expected, expected_squares, expected_seen = embeddings.astype(float), squares.astype(float), seen.copy()
    for row, gradient in zip(indices, slopes.astype(float), strict=True):
        for index in row[1:]:
            expected_squares[index] += np.mean(gradient**2)
            step = 0.01 / np.sqrt(expected_squares[index])
            drawn = min(step * ridge * (9 - expected_seen[index]), 0.5)
            expected[index] -= step * gradient + drawn * expected[index]
            expected_seen[index] = 9
    for part in range(n_parts):
        descend(indices, slopes, embeddings, embeddings.ctypes.data, squares, seen, 9, ridge, 0.01, part, n_parts)
    assert seen.tolist() == expected_seen.tolist()
    assert embeddings == pytest.approx(expected, rel=1e-4, abs=1e-5)
    assert squares == pytest.approx(expected_squares, rel=1e-4)


def test_a_part_moves_its_embeddings_alone():
    indices = np.arange(3 * ROWS, dtype=np.int32).reshape(3, ROWS)
    embeddings = aligned((3 * ROWS, WIDTH), np.float32)
    squares = np.ones(3 * ROWS, np.float32)
    seen = np.zeros(3 * ROWS, np.int32)
    slopes = np.ones((3, WIDTH), np.float32)
    descend(indices, slopes, embeddings, embeddings.ctypes.data, squares, seen, 1, 0.0, 1.0, 2, 5)
    moved = np.flatnonzero(embeddings.any(axis=1))
    assert moved.tolist() == [index for index in range(3 * ROWS) if index % 5 == 2 and index % ROWS]


def test_stacks_move_by_adam():
    generator = np.random.default_rng(3)
    stacks = generator.normal(0, 1, (2, 5)).astype(np.float32)
    means, squares, steps = np.zeros((2, 5), np.float32), np.zeros((2, 5), np.float32), np.zeros(2, np.int64)
    expected, mean, square = stacks[1].astype(float), np.zeros(5), np.zeros(5)
    before = stacks[0].copy()
    for step in range(1, 4):
        gradients = generator.normal(0, 1, (2, 5)).astype(np.float32)
        gradient = gradients[1].astype(float) / 4
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        expected -= 0.01 * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        used = np.array([0, 4])
        adapt(stacks, gradients, means, squares, used, steps, 0.01)
        assert not used.any()
        assert not gradients[1].any()
    assert stacks[1] == pytest.approx(expected, rel=1e-4)
    assert np.array_equal(stacks[0], before)  # no position used it
    assert steps.tolist() == [0, 3]
