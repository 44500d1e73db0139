import random

import pytest

from tests.contracts.games import Nim
from tests.contracts.position import check_position


@pytest.mark.parametrize("n_players", [2, 3, 5])
@pytest.mark.parametrize("matches", [0, 1, 2, 7])
def test_the_test_game_keeps_the_contract(matches, n_players):
    check_position(Nim(matches, n_players, random.Random(matches).randrange(n_players)))
