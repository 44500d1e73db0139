import random

import pytest

from outflank import Game, Record
from outflank.library import Library

NAMES = ("Ann", "Ben", "Cy", "Dora", "渡辺 花子", "Łukasz Żak")


def random_game(rng, start=None, plies=99):
    """A game of random moves, up to so many or its end."""
    game = Game(start)
    while not game.is_over and plies:
        game.push(rng.choice(game.position.legal_moves))
        plies -= 1
    return game


def random_records(n, seed=1, plies=99):
    """Records of random games between people of few names, played in several years."""
    rng = random.Random(seed)
    return [
        Record.of(
            random_game(rng, plies=plies),
            rng.sample(NAMES, 2),
            date=rng.choice(["", *map(str, range(1990, 2021))]),
            place=f"Open {n % 3}",
        )
        for n in range(n)
    ]


def library_file(folder):
    """The file of a library of forty games."""
    with Library.open(folder / "library.sqlite") as library:
        library.add(random_records(40))
    return folder / "library.sqlite"


@pytest.fixture
def library():
    with Library.open(None) as found:
        yield found


@pytest.fixture(scope="session")
def some_records():
    """Forty games, of which none is the same as another."""
    return random_records(40)


def positions_of(record):
    """The positions of a game, that after a pass in the place of that before it."""
    nodes = [node.position for node in record.tree]
    return list(dict.fromkeys(position.switched() if position.must_pass else position for position in nodes))
