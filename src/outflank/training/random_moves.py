"""Generate pseudorandom numbers and moves in kernels, reproducibly from a seed."""

from outflank.board.bits import ONE, bitboard, lowest_square, popcount, signed, unsigned
from outflank.jit import kernel

START = bitboard(0x0000000810000000), bitboard(0x0000001008000000)
"""The discs of the mover and of the opponent at the start of a game."""

STEP = bitboard(0x9E3779B97F4A7C15)
"""Constant that must be added to a random number before each call of `mixed`."""

ASIDE = bitboard(0xBF58476D1CE4E5B9)
"""Constant for using a random number a second time. XOR the number with it to make the second use independent."""

_MIX_1, _MIX_2 = ASIDE, bitboard(0x94D049BB133111EB)
_27, _30, _31, _32 = (bitboard(n) for n in (27, 30, 31, 32))


@kernel("uint64(uint64)")
def mixed(number: int) -> int:
    """Mix the bits of a number into a pseudorandom number (SplitMix64, Steele et al. 2014)."""
    number = (number ^ number >> _30) * _MIX_1
    number = (number ^ number >> _27) * _MIX_2
    return number ^ number >> _31


@kernel("int64(uint64, int64)")
def drawn(number: int, limit: int) -> int:
    """Convert a random number to a whole number from 0 to `limit` − 1."""
    return signed((mixed(number) >> _32) * unsigned(limit) >> _32)


@kernel("int64(uint64, int64)")
def nth_square(squares: int, n: int) -> int:
    """Return square number `n` of a set of squares, counted from 0."""
    for _ in range(n):
        squares &= squares - ONE
    return signed(lowest_square(squares))


@kernel("int64(uint64, uint64)")
def random_square(number: int, squares: int) -> int:
    """Choose one of `squares` at random. The set must not be empty."""
    return nth_square(squares, drawn(number, popcount(squares)))
