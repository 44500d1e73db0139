import pytest
from hypothesis import given
from hypothesis import strategies as st
from llvmlite import ir

from outflank.board import last_move
from outflank.board.last_move import last_flips
from outflank.board.squares import NAMES, full
from outflank.jit import INTERPRETED, intrinsic, kernel
from outflank.rules import Position
from tests.oracles import naive

COUNTS = "uint64(uint64, uint64)"


@kernel(COUNTS)
def compiled(square, player):
    return last_flips(square, player)


def with_vectors(b: ir.IRBuilder, square: ir.Value, player: ir.Value) -> ir.Value:
    """What `last_flips` is compiled to on processors that do not gather bits quickly."""
    gathers, last_move.gathers_bits = last_move.gathers_bits, lambda: False
    try:
        return last_move._emit(b, square, player)
    finally:
        last_move.gathers_bits = gathers


@intrinsic(COUNTS, with_vectors)
def last_flips_with_vectors(square, player):
    return last_flips(square, player)


@kernel(COUNTS)
def compiled_with_vectors(square, player):
    return last_flips_with_vectors(square, player)


@pytest.mark.parametrize("count", [last_flips, compiled, compiled_with_vectors])
@given(st.integers(0, 63), st.integers(0, full(8)))
def test_counts_what_the_last_move_of_the_game_turns_over_for_either_side(count, square, player):
    player &= ~(1 << square)
    opponent = full(8) & ~(player | 1 << square)
    board = naive.from_cells(Position(player, opponent).cells)
    expected = [len(naive.turned(board, disc, NAMES[8][square])) for disc in "XO"]
    assert list(divmod(count(square, player), 256)) == expected[::-1]


@pytest.mark.skipif(INTERPRETED, reason="a million squares take long")
def test_every_line_of_every_square():
    """All discs on the four lines through each square, one line at a time, with either side on the rest."""
    for square in range(64):
        for after, before in zip(last_move.AFTER[square], last_move.BEFORE[square], strict=True):
            line, discs = after | before, 0
            while True:
                for rest in (0, full(8) & ~(line | 1 << square)):
                    assert compiled(square, discs | rest) == last_flips(square, discs | rest)
                discs = (discs - line) & line
                if discs == 0:
                    break
