"""Parity on the 8×8 board: the side that plays last in a region of empty squares usually has an advantage.

The four quarters of the board serve as regions, as in most endgame programs, because they are very cheap to compute.
"""

from outflank.board.bits import ZERO, bitboard, popcount
from outflank.jit import kernel

_TOP_LEFT, _TOP_RIGHT = bitboard(0x000000000F0F0F0F), bitboard(0x00000000F0F0F0F0)
_BOTTOM_LEFT, _BOTTOM_RIGHT = bitboard(0x0F0F0F0F00000000), bitboard(0xF0F0F0F000000000)


@kernel("uint64(uint64)")
def odd_quarters(empties: int) -> int:
    """Mask of all quarters that contain an odd number of empty squares. Moves in these quarters are searched first."""
    odd = ZERO
    if popcount(empties & _TOP_LEFT) & 1:
        odd |= _TOP_LEFT
    if popcount(empties & _TOP_RIGHT) & 1:
        odd |= _TOP_RIGHT
    if popcount(empties & _BOTTOM_LEFT) & 1:
        odd |= _BOTTOM_LEFT
    if popcount(empties & _BOTTOM_RIGHT) & 1:
        odd |= _BOTTOM_RIGHT
    return odd
