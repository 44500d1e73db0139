from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board.moves import flips, legal_moves
from outflank.jit import INTERPRETED
from outflank.variants.endgame import final_score
from outflank.variants.evaluate import UNIT, evaluate, placed
from outflank.variants.patterns import FEWEST
from outflank.variants.shallow import LEAST, look_ahead, row_of, shallow
from tests.variants.learned import SHAPE, boards, n_empties_of, state_with_weights

MOST = 2 if INTERPRETED else 3
STATES = {fewest_win: state_with_weights(fewest_win) for fewest_win in (False, True)}


def minimax(board, depth, state):
    """The value by plain minimax, with features from scratch."""
    player, opponent = board
    n_empties = n_empties_of(board)
    if depth == 0:
        row = int(row_of(n_empties, state))
        placed(player, opponent, int(state.increments), row)
        return evaluate(row, n_empties, state.weights)
    moves = legal_moves(player, opponent) & SHAPE.squares
    if not moves:
        if not legal_moves(opponent, player) & SHAPE.squares:
            return UNIT * final_score(player, opponent, state)
        return -minimax((opponent, player), depth, state)
    values = []
    for square in range(64):
        if moves >> square & 1:
            flipped = flips(square, player, opponent)
            values.append(-minimax((opponent ^ flipped, player ^ (flipped | 1 << square)), depth - 1, state))
    return max(values)


@settings(max_examples=50, deadline=None)
@given(boards(FEWEST + MOST, 26), st.integers(0, MOST), st.booleans())
def test_a_search_agrees_with_plain_minimax(board, depth, fewest_win):
    state = STATES[fewest_win].record
    assert look_ahead(*board, depth, n_empties_of(board), state) == minimax(board, depth, state)


@settings(max_examples=50, deadline=None)
@given(boards(FEWEST + MOST, 26), st.integers(0, MOST), st.integers(-500, 500))
def test_a_window_bounds_the_value(board, depth, alpha):
    state, n_empties = STATES[False].record, n_empties_of(board)
    expected = minimax(board, depth, state)
    placed(*board, int(state.increments), int(row_of(n_empties, state)))
    result = shallow(*board, alpha, alpha + 1, depth, n_empties, state)
    assert result > LEAST
    assert (expected <= result) if result <= alpha else (result <= expected)
