import numpy as np
import pytest

from outflank.board.squares import NAMES
from outflank.board.symmetry import transformed
from outflank.evaluation.patterns import (
    FEATURES,
    N_FEATURES,
    N_LANES,
    N_WEIGHTS,
    PATTERNS,
    PHASES,
    classes,
    describe,
    increments,
    phase_of,
)  # fmt: skip


def test_there_is_room_for_all_features():
    assert N_FEATURES == sum(len(pattern.features) for pattern in PATTERNS) <= N_LANES


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_the_features_of_a_pattern_are_its_symmetric_places(pattern):
    boards = {sum(1 << square for square in feature) for feature in pattern.features}
    assert len(boards) == len(pattern.features)
    first = sum(1 << square for square in pattern.features[0])
    assert boards == {transformed(first, symmetry) for symmetry in range(8)}


def test_weights_of_patterns_do_not_overlap():
    ends = [2, *(pattern.start + pattern.n_indices for pattern in PATTERNS)]
    assert [pattern.start for pattern in PATTERNS] == ends[:-1]
    assert ends[-1] == N_WEIGHTS


def test_indices_fit_into_16_bits():
    most = np.abs(increments().astype(int)).sum(axis=0).max()
    assert most == max(pattern.n_indices // 2 for pattern in PATTERNS) < 2**15


def test_mirrored_indices_share_a_class_and_no_others():
    numbers, n_classes = classes()
    assert set(np.unique(numbers)) == set(range(n_classes))
    generator = np.random.default_rng(1)
    for pattern in PATTERNS:
        powers = 3 ** np.arange(pattern.n_squares)
        digits = generator.integers(0, 3, (200, pattern.n_squares))
        here = numbers[pattern.start + digits @ powers]
        for mirror in pattern.mirrors:
            assert np.array_equal(numbers[pattern.start + digits[:, list(mirror)] @ powers], here)
        part = numbers[pattern.start : pattern.start + pattern.n_indices]
        assert np.bincount(part)[np.unique(part)].max() <= len(set(pattern.mirrors))


def test_constants_have_classes_of_their_own():
    numbers, _ = classes()
    assert len({numbers[0], numbers[1]} - set(numbers[2:])) == 2


def test_phases_are_two_discs_each():
    assert [phase_of(n) for n in (60, 59, 58, 3, 2, 1, 0)] == [0, 0, 1, 28, 29, 29, 29]
    assert {phase_of(n) for n in range(1, 61)} == set(range(PHASES))


def test_an_index_is_described_by_the_contents_of_its_squares():
    corner = next(pattern for pattern in PATTERNS if pattern.name == "corner 3×3")
    assert describe(corner, 0) == "a1. b1. c1. a2. b2. c2. a3. b3. c3."
    assert describe(corner, 1 - 3 + 9).startswith("a1X b1O c1X a2.")


def test_every_square_is_part_of_a_feature():
    assert {square for _, feature in FEATURES for square in feature} == set(range(len(NAMES[8])))
