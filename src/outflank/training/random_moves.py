"""Random moves in kernels: numbers that look random, from a seed and the same every time, and moves drawn by them."""

from outflank.board.bits import ONE, bitboard, lowest_square, popcount, signed, unsigned
from outflank.jit import kernel

START = bitboard(0x0000000810000000), bitboard(0x0000001008000000)
"""The boards of the side to move and of the other at the start of a game."""

STEP = bitboard(0x9E3779B97F4A7C15)
"""From one random number to the next: what is added before `mixed`."""

ASIDE = bitboard(0xBF58476D1CE4E5B9)
"""What a random number is XORed with to draw by it a second time, independently of the first."""

_MIX_1, _MIX_2 = ASIDE, bitboard(0x94D049BB133111EB)
_27, _30, _31, _32 = (bitboard(n) for n in (27, 30, 31, 32))


@kernel("uint64(uint64)")
def mixed(number: int) -> int:
    """A number that looks random (SplitMix64, Steele et al. 2014)."""
    number = (number ^ number >> _30) * _MIX_1
    number = (number ^ number >> _27) * _MIX_2
    return number ^ number >> _31


@kernel("int64(uint64, int64)")
def drawn(number: int, limit: int) -> int:
    """A whole number below `limit`, drawn by a random number."""
    return signed((mixed(number) >> _32) * unsigned(limit) >> _32)


@kernel("int64(uint64, int64)")
def nth_square(squares: int, n: int) -> int:
    """The square number `n` of a board, from 0."""
    for _ in range(n):
        squares &= squares - ONE
    return signed(lowest_square(squares))


@kernel("int64(uint64, uint64)")
def random_square(number: int, squares: int) -> int:
    """One of the `squares`, of which there is at least one, drawn by a random number."""
    return nth_square(squares, drawn(number, popcount(squares)))
