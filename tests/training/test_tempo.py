from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from outflank.evaluation.network import Network
from outflank.jit import INTERPRETED
from outflank.search.shallow import LEAST, shallow
from outflank.search.state import SearchState
from outflank.search.table import Table
from outflank.training import tempo
from outflank.training.tempo import searched, tempo_of
from tests.evaluation.networks import empty_network, random_network, random_weights
from tests.training.positions import positions

N = 4 if INTERPRETED else 40


@cache
def weights():
    """With a network that is asked at every leaf, and for which it is worth nothing to be to move."""
    return random_weights(2, network=with_scales(random_network(1), 2**15 - 1, 0))


def with_scales(network, margin, worth):
    scales = network.scales.copy()
    scales[:, 2:] = margin, worth
    return Network(scales, network.stacks, network.embeddings)


@pytest.fixture
def found(monkeypatch):
    """Puts known values in the place of those of searches."""

    def put(function):
        monkeypatch.setattr(tempo, "searched", lambda _weights, some, depth, _threads: function(some, depth))

    return put


@pytest.mark.parametrize("depth", [1, 2])
def test_positions_are_searched_with_the_network(depth):
    some = positions(N, 9, 20, 35, 50)
    state, expected = SearchState(Table(1), weights()), []
    for position in some:
        board = int(position["player"]), int(position["opponent"])
        state.begin()
        state.place(*board)
        n_empties = int(position["n_empties"])
        expected.append(shallow(*board, LEAST, -LEAST, depth, n_empties, state.record.network, state.record) / 128)
    assert searched(weights(), some, depth).tolist() == expected
    assert searched(replace(weights(), network=None), some, depth).tolist() != expected


def test_the_number_of_threads_does_not_matter(monkeypatch):
    monkeypatch.setattr(tempo, "_AT_ONCE", 3)
    some = positions(N, 9, 20, 35, 50)
    one, three = (searched(weights(), some, 1, threads) for threads in (1, 3))
    assert np.array_equal(one, three)


def test_half_of_what_the_last_move_gains_is_the_worth_of_the_move(found):
    found(lambda some, depth: np.full(len(some), 1.2 if depth == 5 else 0.2))
    assert tempo_of(weights(), positions(20, 10, 20, 40)) == pytest.approx(np.full(65, 0.5))


def test_it_lies_on_a_line_between_the_first_and_the_last_that_are_measured(found):
    found(lambda some, depth: some["n_empties"] / 50 * (depth == 5))
    expected = (np.clip(np.arange(65), 12, 51) + 5) / 100  # where searches of five plies end
    assert tempo_of(weights(), positions(20, 10, 20, 40)) == pytest.approx(expected)


@pytest.mark.parametrize(("gain", "worth"), [(-3.0, 0), (30.0, 2)])
def test_it_stays_within_bounds(found, gain, worth):
    found(lambda some, depth: np.full(len(some), gain * (depth == 5)))
    assert tempo_of(weights(), positions(5, 20)).tolist() == [worth] * 65


def test_positions_near_the_ends_of_the_game_are_left_out(found):
    found(lambda some, depth: np.where((some["n_empties"] >= 17) & (some["n_empties"] <= 56), depth, np.nan))
    assert tempo_of(weights(), positions(10, 16, 17, 30, 56, 57)) == pytest.approx(np.full(65, 0.5))


def test_it_is_nothing_where_nothing_is_known():
    assert tempo_of(weights(), positions(3, 4)).tolist() == [0] * 65


@pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")
def test_with_it_searches_of_odd_and_even_depths_find_the_same_on_average():
    some, plain = positions(300, 20), random_weights(2, 30, empty_network())
    worth = tempo_of(plain, some)[20]
    assert 0.1 < worth < 2
    with_it = replace(plain, network=with_scales(empty_network(), 0, round(128 * worth)))
    odd, even = searched(with_it, some, 5), searched(with_it, some, 4)
    assert np.mean(odd - even) == pytest.approx(0, abs=0.03)  # without it at least 0.2
