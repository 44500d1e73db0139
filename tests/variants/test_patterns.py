from outflank.evaluation.patterns import N_LANES
from outflank.variants.patterns import FEATURES, FEWEST, N_WEIGHTS, PATTERNS, PHASES, SIZE, classes
from outflank.variants.shape import Shape


def test_patterns_cover_the_board_and_nothing_else():
    covered = {square for _, squares in FEATURES for square in squares}
    assert sum(1 << square for square in covered) == Shape(SIZE).squares


def test_features_fit_into_their_vector_and_indices_into_16_bits():
    assert len(FEATURES) <= N_LANES
    assert max(pattern.n_indices for pattern in PATTERNS) < 2**16
    assert len({frozenset(squares) for _, squares in FEATURES}) == len(FEATURES)


def test_mirrored_indices_share_a_class():
    numbers, n_classes = classes()
    edge = PATTERNS[0]
    assert numbers[edge.centre + 1] == numbers[edge.centre + 3**5]  # the player's disc in either corner
    assert numbers[edge.centre + 1] != numbers[edge.centre - 1]
    assert len(numbers) == N_WEIGHTS > n_classes


def test_phases_reach_from_the_fewest_empty_squares_to_the_start():
    assert (SIZE * SIZE - 4 - FEWEST) // 2 == PHASES - 1
