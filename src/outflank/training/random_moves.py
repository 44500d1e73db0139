"""Pseudorandom numbers and moves in kernels, reproducible from a seed."""

from outflank.board.bits import ONE, bitboard, lowest_square, popcount, signed, unsigned
from outflank.jit import kernel

START = bitboard(0x0000000810000000), bitboard(0x0000001008000000)
"""The mover's and the opponent's discs at the start of a game."""

STEP = bitboard(0x9E3779B97F4A7C15)
"""Step from one random number to the next; it is added before calling `mixed`."""

ASIDE = bitboard(0xBF58476D1CE4E5B9)
"""XORed with a random number so that it can be used a second time independently."""

_MIX_1, _MIX_2 = ASIDE, bitboard(0x94D049BB133111EB)
_27, _30, _31, _32 = (bitboard(n) for n in (27, 30, 31, 32))


@kernel("uint64(uint64)")
def mixed(number: int) -> int:
    """Pseudorandom number (SplitMix64, Steele et al. 2014)."""
    number = (number ^ number >> _30) * _MIX_1
    number = (number ^ number >> _27) * _MIX_2
    return number ^ number >> _31


@kernel("int64(uint64, int64)")
def drawn(number: int, limit: int) -> int:
    """Random whole number below `limit`."""
    return signed((mixed(number) >> _32) * unsigned(limit) >> _32)


@kernel("int64(uint64, int64)")
def nth_square(squares: int, n: int) -> int:
    """Square number `n` of a board, from 0."""
    for _ in range(n):
        squares &= squares - ONE
    return signed(lowest_square(squares))


@kernel("int64(uint64, uint64)")
def random_square(number: int, squares: int) -> int:
    """Choose one of `squares` at random; there must be at least one."""
    return nth_square(squares, drawn(number, popcount(squares)))
