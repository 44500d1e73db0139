import random

import numba
import pytest

from outflank.jit import INTERPRETED, kernel
from outflank.large.board import board_of, high_word, low_word, split
from outflank.large.stability import stable_discs
from tests.large.positions import GAMES, words
from tests.variants.positions import played

_u = numba.types.uint64


@kernel(words(_u, _u, _u, _u))
def stable_in_words(player, player_high, opponent, opponent_high):
    found = stable_discs(board_of(player, player_high), board_of(opponent, opponent_high))
    return low_word(found), high_word(found)


def stable(player, opponent):
    low, high = stable_in_words(*split(player), *split(opponent))
    return low | high << 64


@pytest.mark.parametrize("kind", GAMES)
def test_stable_discs_stay_to_the_end_of_the_game(kind):
    n_found = 0
    for seed in range(5 if INTERPRETED else 60):
        generator = random.Random(seed)
        position = played(kind, 10, generator.randrange(1, 50), seed)
        owner, found = position.turn, stable(position.player, position.opponent)
        n_found += found.bit_count()
        while not position.is_over:
            position = position.play(generator.choice(position.legal_moves))
            own = position.player if position.turn == owner else position.opponent
            assert found & ~own == 0, (seed, position)
    assert n_found > (5 if INTERPRETED else 200)


def test_all_discs_of_a_full_board_are_stable():
    for seed in range(10):
        position = played(GAMES[0], 10, 0, seed)
        assert stable(position.player, position.opponent) == position.player


def test_a_chain_from_a_corner_is_stable_and_a_gap_ends_it():
    chain = 0b111
    assert stable(chain, 0b1000) == chain
    assert stable(0b101, 0b1000) == 1
    assert stable(0b10, 0b1) == 0
