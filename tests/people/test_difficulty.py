import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank import Game, Position
from outflank.errors import OptionError
from outflank.people import RATINGS
from outflank.people.blend import blended
from outflank.people.curve import POINTS, SLOPES, Curve
from outflank.people.difficulty import (
    EQUAL,
    GRID,
    NEAR,
    TRAP,
    chances,
    curve,
    difficulty,
    fitted,
    levelled,
    shares,
)
from outflank.rules import AntiPosition
from tests.people.networks import random_model

MODEL = random_model()
POSITION = Game(moves="f5d6c3d3c4").position
VALUES = st.lists(st.integers(-1920, 1920).map(lambda step: step / 64), min_size=12, max_size=12)  # exact differences


def valued(values):
    return dict(zip(POSITION.legal_moves, values, strict=False))


def naive_shares(values, rating, rival):
    return blended(MODEL.moves(POSITION, rating, rival), values, rating, POSITION.n_empties)


@given(VALUES, st.floats(-900, 900), st.floats(-900, 900))
@settings(max_examples=25)
def test_all_numbers_follow_from_the_share_of_each_move(numbers, rating, rival):
    values = valued(numbers)
    found, naive = difficulty(POSITION, values, rating, rival, MODEL), naive_shares(values, rating, rival)
    best = max(values.values())
    assert shares(POSITION, values, rating, rival, MODEL) == pytest.approx(naive)
    assert found.finds == pytest.approx(sum(naive[move] for move in naive if best - values[move] <= EQUAL))
    assert found.near == pytest.approx(sum(naive[move] for move in naive if best - values[move] <= NEAR))
    assert found.loss == pytest.approx(sum(naive[move] * (best - values[move]) for move in naive))
    assert found.rating == min(max(rating, RATINGS[0]), RATINGS[1])
    assert best - values[found.best] <= EQUAL
    wrong = [move for move in naive if best - values[move] > NEAR]
    likeliest = max(wrong, key=lambda move: naive[move], default=None)
    if likeliest is None or naive[likeliest] < TRAP:
        assert found.trap is None
    else:
        assert (found.trap.move, found.trap.share) == (likeliest, pytest.approx(naive[likeliest]))
        assert found.trap.loss == pytest.approx(best - values[likeliest])


def test_a_move_that_everybody_likes_and_that_loses_is_a_trap():
    liked, *others = MODEL.moves(POSITION, -600)
    values = {liked: 0.0, **dict.fromkeys(others, 3.0)}
    found = difficulty(POSITION, values, -600, model=MODEL)
    naive = naive_shares(values, -600, -600)
    assert (found.trap is not None) == (naive[liked] >= TRAP)
    easy = difficulty(POSITION, {liked: 0.0, **dict.fromkeys(others, -60.0)}, 500, model=MODEL)
    assert easy.trap is None
    assert easy.finds > 0.99


@given(VALUES)
@settings(max_examples=25)
def test_the_chance_at_each_rating_is_the_share_of_the_best_moves(numbers):
    values = valued(numbers)
    by_rating = chances(POSITION, values, GRID, MODEL)
    best = max(values.values())
    for rating, chance in zip(GRID, by_rating, strict=True):
        naive = naive_shares(values, rating, rating)
        assert chance == pytest.approx(sum(naive[move] for move in naive if best - values[move] <= EQUAL))


@given(st.floats(-1500, 1500), st.floats(*SLOPES))
def test_a_logistic_curve_is_found_again(rating, slope):
    true = Curve(rating, slope)
    found = fitted(GRID, [true.chance(each) for each in GRID])
    if all(2e-4 < true.chance(each) < 1 - 2e-4 for each in GRID):  # not flattened by the least chance
        assert found.slope == pytest.approx(slope, abs=1e-3)
        assert found.rating == pytest.approx(rating, abs=3)
    assert SLOPES[0] <= found.slope <= SLOPES[1]


def entropy(rating, slope, found):
    p = 1 / (1 + np.exp(-slope * (np.array(GRID) - rating) / POINTS))
    return -float(np.sum(found * np.log(p) + (1 - found) * np.log(1 - p)))


@given(st.lists(st.floats(0.01, 0.99), min_size=len(GRID), max_size=len(GRID)))
def test_no_other_curve_fits_better(found):
    got, found = fitted(GRID, found), np.array(found)
    least = entropy(got.rating, got.slope, found)
    for rating in (got.rating - 20, got.rating + 20):
        assert entropy(rating, got.slope, found) >= least - 1e-6
    for slope in (got.slope * 0.97, got.slope * 1.03):
        if SLOPES[0] <= slope <= SLOPES[1]:
            assert entropy(got.rating, slope, found) >= least - 1e-6


def test_a_steeper_or_falling_curve_is_limited():
    assert fitted(GRID, [0.0] * 6 + [1.0] * 6).slope == SLOPES[1]
    assert fitted(GRID, list(np.linspace(0.9, 0.1, 12))).slope == SLOPES[0]
    assert fitted(GRID, [0.5] * 12).rating == pytest.approx(-50, abs=1)


def test_the_curve_of_a_position_is_fitted_to_its_chances():
    values = valued(range(12))
    assert curve(POSITION, values, MODEL) == fitted(GRID, chances(POSITION, values, GRID, MODEL))
    assert math.isfinite(curve(POSITION, valued([0.0] * 12), MODEL).rating)


def test_symmetric_moves_count_as_one():
    start = Position.start()
    found = difficulty(start, {"c4": 0.0, "d3": -1.0, "e6": -1.0, "f5": -1.0}, 0, model=MODEL)
    assert found.finds == pytest.approx(1)
    assert set(found.bests) == {"c4", "d3", "e6", "f5"}
    assert levelled(start, {"c4": 0, "d3": -1, "e6": -3, "f5": -2}, known=("f5", "c4")) == dict.fromkeys(
        found.bests, -2
    )
    assert levelled(POSITION, valued(range(12))) == valued(range(12))


def test_symmetric_moves_are_one_trap():
    pair = ("c4", "e6")
    position = Game(moves="d3c3f5f6").position  # the board is its own mirror image
    values = {move: -9.0 if move in pair else 0.0 for move in position.legal_moves}
    chosen = shares(position, values, -600, model=MODEL)
    together = sum(chosen[move] for move in pair)
    values[pair[0]] -= 30  # as a search may say that looks further here
    found = difficulty(position, values, -600, model=MODEL)
    assert together >= TRAP
    assert together > max(chosen[move] for move in pair)
    assert (found.trap.move in pair, found.trap.share, found.trap.loss) == (True, pytest.approx(together), 9)
    assert found.finds == pytest.approx(1 - together)


def test_a_forced_pass_is_no_choice():
    position = Position.parse("XO" + "-" * 62 + " O")
    found = difficulty(position, {"pass": -2.0}, 0, model=MODEL)
    assert (found.best, found.finds, found.loss, found.trap) == ("pass", 1.0, 0.0, None)


@pytest.mark.parametrize(
    ("position", "values", "message"),
    [
        (POSITION, {}, "expected a value for each legal move, got none for"),
        (Position.start(6), {}, "only boards of 8×8"),
        (AntiPosition.start(), {}, "Othello only"),
    ],
)
def test_bad_input(position, values, message):
    with pytest.raises(OptionError, match=message):
        difficulty(position, values, 0, model=MODEL)
