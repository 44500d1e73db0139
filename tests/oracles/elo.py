"""Ratings, their errors and the sequential test, computed in other ways than `matches.statistics` does: slowly.

Ratings by climbing the likelihood one player at a time, its bend by differences; errors by leaving out one pair of
games after the other; the constrained likelihoods of the test by a search over all tilts of the outcomes.
"""

import math


def chance(difference):
    return 1 / (1 + 10 ** (-difference / 400))


def log_likelihood(elo, pairs, n_games=2, prior=0.5):
    """Of ratings, given the points that a took from each pair of games against b; with `prior` points either way."""
    total = 0.0
    for (a, b), taken in pairs.items():
        win = chance(elo[a] - elo[b])
        for points in taken:
            total += points * math.log(win) + (n_games - points) * math.log(1 - win)
        if taken:
            total += prior * math.log(win) + prior * math.log(1 - win)
    return total


def best_ratings(pairs, n, n_games=2, prior=0.5, within=1e-4):
    """The likeliest ratings, mean 0: each in turn is moved to where the likelihood is greatest, by golden section."""
    elo = [0.0] * n
    for _ in range(300):
        before = list(elo)
        for a in range(n):

            def worth(value, a=a, elo=elo):
                others = [value if i == a else each for i, each in enumerate(elo)]
                return log_likelihood(others, pairs, n_games, prior)

            low, high = elo[a] - 400, elo[a] + 400
            ratio = (math.sqrt(5) - 1) / 2
            while high - low > within / 10:
                one, other = high - ratio * (high - low), low + ratio * (high - low)
                if worth(one) > worth(other):
                    high = other
                else:
                    low = one
            elo[a] = (low + high) / 2
        mean = sum(elo) / n
        elo = [value - mean for value in elo]
        if max(abs(new - old) for new, old in zip(elo, before, strict=True)) < within:
            break
    return elo


def jackknife(pairs, n, value):
    """The variance of something of the ratings, by leaving out each pair of games once."""
    found = [
        value(best_ratings({**pairs, two: taken[:i] + taken[i + 1 :]}, n, within=0.05))
        for two, taken in pairs.items()
        for i in range(len(taken))
    ]
    mean = sum(found) / len(found)
    return (len(found) - 1) / len(found) * sum((each - mean) ** 2 for each in found)


def llr(outcomes, elo0, elo1, unseen=1e-3):
    """The generalized log-likelihood ratio from counts of 0, ½, 1, 1½ and 2 points (or of 0, ½, 1 for single games).

    The likeliest distribution of a given mean is the observed one, tilted; the tilt is found by trying.
    """
    counts = [count + unseen for count in outcomes]
    shares = [i / (len(counts) - 1) for i in range(len(counts))]
    return best_under(counts, shares, chance(elo1)) - best_under(counts, shares, chance(elo0))


def best_under(counts, shares, mean):
    """The greatest log-likelihood of counts under distributions of a given mean."""
    total = sum(counts)

    def tilted(x):
        return [count / total / (1 + x * (share - mean)) for count, share in zip(counts, shares, strict=True)]

    low, high = -1 / (max(shares) - mean) + 1e-12, 1 / (mean - min(shares)) - 1e-12
    for _ in range(200):
        middle = (low + high) / 2
        if sum(p * (share - mean) for p, share in zip(tilted(middle), shares, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return sum(count * math.log(p) for count, p in zip(counts, tilted(middle), strict=True))


def best_under_by_grid(counts, mean, steps=400):
    """The same for three outcomes by trying every distribution of the mean: it has one free share."""
    best = -math.inf
    for i in range(1, steps):
        draws = i / steps
        wins = mean - draws / 2
        losses = 1 - wins - draws
        if wins > 0 and losses > 0:
            best = max(best, sum(c * math.log(p) for c, p in zip(counts, (losses, draws, wins), strict=True)))
    return best


def superiority_by_counting(pairs, grid):
    """How likely the first of two is the stronger, from the likelihood, all differences equally likely before."""
    weights = [math.exp(log_likelihood([d / 2, -d / 2], pairs) - log_likelihood([0, 0], pairs)) for d in grid]
    return sum(w for d, w in zip(grid, weights, strict=True) if d > 0) / sum(weights)
