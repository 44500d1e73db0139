from hypothesis import given
from hypothesis import strategies as st

from outflank.training.card.boards import flips_of, moves_of
from tests.oracles.endgame import children, turned
from tests.search.positions import endgames

BOARDS = endgames(1, 59).map(lambda position: (position.player, position.opponent))


@given(board=BOARDS)
def test_moves_are_those_found_by_walking(board):
    assert moves_of(*board) == sum(1 << square for square in children(*board))


@given(board=BOARDS, square=st.integers(0, 63))
def test_flips_are_those_found_by_walking(board, square):
    bit = 1 << square
    if not bit & (board[0] | board[1]):
        assert flips_of(bit, *board) == turned(bit, *board)


def test_no_line_leaves_the_board():
    """A row, a column and both diagonals of discs up to the edges, with nothing behind them."""
    for line in (0xFE, 0x0101010101010100, 0x8040201008040200, 0x0102040810204000 | 1 << 7):
        assert moves_of(line & -line, line & ~(line & -line)) == sum(
            1 << square for square in children(line & -line, line & ~(line & -line))
        )
