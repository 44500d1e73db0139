"""Glicko-2, written from the paper a second time."""

import math

POINTS, TAU = 173.7178, 0.5


def naive(before, games, days=1.0):
    """The paper's formulas step by step; the volatility is found by halving an interval."""
    mu, phi, sigma = (before.rating - 1500) / POINTS, before.deviation / POINTS, before.volatility
    precision = total = 0.0
    for game in games:
        mu_j, phi_j = (game.rating - 1500) / POINTS, game.deviation / POINTS
        g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - mu_j)))
        precision += g * g * e * (1 - e)
        total += g * (game.score - e)
    v = 1 / precision
    delta = v * total

    def slope(x):
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - math.log(sigma**2)) / TAU**2

    low, high = -60.0, 20.0  # the slope falls from positive to negative
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    phi = min(math.sqrt(phi**2 + days * sigma**2), 350 / POINTS)
    phi = 1 / math.sqrt(1 / phi**2 + 1 / v)
    return 1500 + POINTS * (mu + phi**2 * total), phi * POINTS, sigma


class NaiveRatings:
    """The ratings of a server's people after its games, which are given in the order in which they ended."""

    def __init__(self):
        self.known = {}  # rating, deviation, volatility and time, by person

    def of(self, person):
        return self.known.get(person, (1500.0, 350.0, 0.06, None))

    def play(self, persons, scores, at):
        """A game: `scores[i][j]` are the points of person i against person j."""
        before = [self.of(person) for person in persons]
        for seat, person in enumerate(persons):
            rating, deviation, volatility, last = before[seat]
            games = []
            for other, (theirs, doubt, unrest, since) in enumerate(before):
                if other != seat:
                    days = 0.0 if since is None else (at - since) / 86400
                    doubt = POINTS * min(math.sqrt((doubt / POINTS) ** 2 + days * unrest**2), 350 / POINTS)
                    games.append(_Played(theirs, doubt, scores[seat][other]))
            days = 0.0 if last is None else (at - last) / 86400
            self.known[person] = (*naive(_Rated(rating, deviation, volatility), games, days), at)


class _Rated:
    def __init__(self, rating, deviation, volatility):
        self.rating, self.deviation, self.volatility = rating, deviation, volatility


class _Played:
    def __init__(self, rating, deviation, score):
        self.rating, self.deviation, self.score = rating, deviation, score
