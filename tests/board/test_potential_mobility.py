from hypothesis import given

from outflank.board.moves import legal_moves
from outflank.board.potential_mobility import potential_moves
from outflank.board.squares import SQUARES, bits, full
from tests.oracles import naive
from tests.strategies import boards, positions


def beside(row, column):
    places = [(row + rows, column + columns) for rows, columns in naive.DIRECTIONS]
    return [(y, x) for y, x in places if 0 <= y < 8 and 0 <= x < 8]


@given(positions((8,)))
def test_potential_moves_are_the_empty_squares_beside_the_opponent(position):
    cells, them = naive.from_cells(position.cells), position.turn.opponent.symbol
    expected = 0
    for name, square in SQUARES[8].items():
        row, column = naive.place_of(name)
        if cells[row][column] == naive.EMPTY and any(cells[y][x] == them for y, x in beside(row, column)):
            expected |= 1 << square
    assert potential_moves(position.player, position.opponent) == expected


@given(boards())
def test_legal_moves_are_potential_moves(board):
    assert legal_moves(*board) & ~potential_moves(*board) == 0


def test_a_disc_in_a_corner_has_three_neighbours_and_none_across_the_side():
    for square in bits(full(8)):
        row, column = divmod(square, 8)
        assert potential_moves(0, 1 << square) == sum(1 << 8 * y + x for y, x in beside(row, column))
