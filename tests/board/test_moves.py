import pytest
from hypothesis import given

from outflank.board.moves import flips, legal_moves
from outflank.board.spread import single, spread
from outflank.board.squares import NAMES, SQUARES, bits, full
from outflank.jit import kernel
from outflank.rules import Position
from tests.oracles import naive
from tests.strategies import boards, positions


@kernel("uint64(uint64, uint64)")
def compiled_legal_moves(player, opponent):
    return legal_moves(player, opponent)


@kernel("uint64(uint64, uint64, uint64)")
def compiled_flips(square, player, opponent):
    return flips(square, player, opponent)


@kernel("uint64(uint64, uint64)")
def spread_legal_moves(player, opponent):
    return legal_moves(spread(player), spread(opponent))


@kernel("uint64(uint64, uint64, uint64)")
def spread_flips(square, player, opponent):
    return single(flips(square, spread(player), spread(opponent)))


def mask(names):
    return sum(1 << SQUARES[8][name] for name in names)


AWKWARD = {
    "walk along a row": "-OOOOOOX" + "-" * 56,
    "walk along a column": "-------" + "-O------" * 6 + "-X-------",
    "walk along a long diagonal": "---------" + "O--------" * 6 + "X",
    "walk along the other one": "-------" * 2 + "O------" * 6 + "X-------",
    "no walk round the right side": "------XO" + "-" * 56,
    "no walk round the left side": "-" * 48 + "OX------" + "-" * 8,
    "no walk over a gap": "XO-OOX--" + "-" * 48 + "XOOO-O--",
    "eight directions": "X--X--X--O-O-O----OOO---XOO-OOX---OOO----O-O-O--X--X--X---------",
    "full board": "XO" * 32,
    "empty board": "-" * 64,
    "no opponent": "X" * 20 + "-" * 44,
}


@pytest.mark.parametrize("find", [legal_moves, compiled_legal_moves, spread_legal_moves])
@pytest.mark.parametrize("cells", AWKWARD.values(), ids=AWKWARD)
def test_legal_moves_in_awkward_positions(find, cells):
    position = Position.parse(cells + "X")
    assert find(position.player, position.opponent) == mask(naive.legal(naive.from_cells(cells), "X"))


@given(positions((8,)))
def test_legal_moves_equal_the_oracle_and_the_rules(position):
    expected = mask(naive.legal(naive.from_cells(position.cells), position.turn.symbol))
    assert position.legal_mask == expected
    assert legal_moves(position.player, position.opponent) == expected
    assert compiled_legal_moves(position.player, position.opponent) == expected
    assert spread_legal_moves(position.player, position.opponent) == expected


@given(positions((8,)))
def test_flips_equal_the_oracle_and_the_rules_on_every_empty_square(position):
    board = naive.from_cells(position.cells)
    for square in bits(full(8) & ~position.occupied):
        expected = mask(naive.turned(board, position.turn.symbol, NAMES[8][square]))
        assert position.flips(NAMES[8][square]) == expected
        assert flips(square, position.player, position.opponent) == expected
        assert compiled_flips(square, position.player, position.opponent) == expected
        assert spread_flips(square, position.player, position.opponent) == expected


@given(boards())
def test_legal_moves_are_the_empty_squares_that_flip(board):
    player, opponent = board
    empty = full(8) & ~(player | opponent)
    flipping = sum(1 << square for square in bits(empty) if compiled_flips(square, player, opponent))
    assert compiled_legal_moves(player, opponent) == flipping
