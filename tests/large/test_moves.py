import numba
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board.squares import bits
from outflank.jit import INTERPRETED, kernel
from outflank.large.board import board_of, high_word, low_word, split
from outflank.large.moves import flips, legal_moves
from outflank.rules import BLACK, Position
from tests.large.positions import boards, words

_u, _i = numba.types.uint64, numba.types.int64
N_EXAMPLES = 20 if INTERPRETED else 500


@kernel(words(_u, _u, _u, _u))
def moves_in_words(player, player_high, opponent, opponent_high):
    moves = legal_moves(board_of(player, player_high), board_of(opponent, opponent_high))
    return low_word(moves), high_word(moves)


@kernel(words(_i, _u, _u, _u, _u))
def flips_in_words(square, player, player_high, opponent, opponent_high):
    flipped = flips(square, board_of(player, player_high), board_of(opponent, opponent_high))
    return low_word(flipped), high_word(flipped)


@settings(max_examples=N_EXAMPLES, deadline=None)
@given(boards)
def test_compiled_moves_are_those_of_the_rules(board):
    player, opponent = board
    expected = Position(player, opponent, BLACK, 10).legal_mask
    assert legal_moves(player, opponent) == expected
    assert moves_in_words(*split(player), *split(opponent)) == split(expected)


@settings(max_examples=N_EXAMPLES, deadline=None)
@given(boards)
def test_compiled_flips_are_those_of_the_rules(board):
    player, opponent = board
    for square in bits(((1 << 100) - 1) & ~(player | opponent)):
        expected = flips(square, player, opponent)  # in plain Python, by walking
        assert flips_in_words(square, *split(player), *split(opponent)) == split(expected)
        assert bool(expected) == bool(legal_moves(player, opponent) >> square & 1)


@given(st.integers(0, 99))
def test_a_move_flips_the_longest_lines(square):
    """All discs are the opponent's, except for the ends of the lines through the square."""
    everything = (1 << 100) - 1
    border = sum(1 << each for each in range(100) if each % 10 in (0, 9) or each // 10 in (0, 9))
    player = border & ~(1 << square)
    opponent = everything & ~border & ~(1 << square)
    expected = flips(square, player, opponent)
    assert flips_in_words(square, *split(player), *split(opponent)) == split(expected)
