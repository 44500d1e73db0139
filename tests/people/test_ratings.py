import numpy as np
import pytest

from outflank.people.ratings import rate, solve_chain


def _league(strengths, rounds=60, year=2000, seed=1):
    """Games of everybody against everybody."""
    rng = np.random.default_rng(seed)
    rows = []
    for black, own in enumerate(strengths):
        for white, other in enumerate(strengths):
            if black != white:
                chance = 1 / (1 + 10 ** ((other - own) / 400))
                rows += [(black, white, float(rng.random() < chance), year) for _ in range(rounds)]
    return np.array(rows).T


def test_ratings_are_found_again():
    strengths = [-200, -100, 0, 100, 200]
    found = rate(*_league(strengths))
    assert found.players.tolist() == [0, 1, 2, 3, 4]
    assert found.games.tolist() == [480] * 5
    assert np.average(found.points, weights=found.games) == pytest.approx(0, abs=1e-6)
    misses = np.abs(found.points - strengths)
    assert misses.max() < 60
    assert (misses < 1.5 * found.errors).all()
    assert (found.errors > 20).all()
    assert (found.errors < 60).all()


def test_strength_may_change_over_the_years():
    early, late = _league([0, 0, 0]), _league([300, 0, 0], year=2010, seed=2)
    found = rate(*np.concatenate([early, late], axis=1))
    assert found.at(0, 2010) - found.at(0, 2000) == pytest.approx(250, abs=120)
    assert abs(found.at(1, 2010) - found.at(2, 2010)) < 80


def test_few_games_say_little():
    found = rate([0], [1], [1.0], [2000])
    assert 0 < found.at(0, 2000) < 200
    assert found.errors.min() > 300


def test_years_without_games_have_no_rating():
    found = rate([0, 0], [1, 1], [1.0, 0.5], [2000, 2002])
    assert np.isnan(found.at(0, 2001))
    assert np.isnan(found.at(7, 2000))
    assert found.at([0, 1], [2000, 2002]).shape == (2,)


def test_no_games():
    assert len(rate([], [], [], []).points) == 0


def test_chains_are_solved():
    rng = np.random.default_rng(3)
    diagonal, beside, right = rng.uniform(3, 4, 9), rng.uniform(-1, 1, 9), rng.normal(size=9)
    matrix = np.diag(diagonal) + np.diag(beside[:-1], 1) + np.diag(beside[:-1], -1)
    solution = np.empty(9)
    solve_chain(diagonal, beside, right, solution)
    assert np.allclose(matrix @ solution, right)
