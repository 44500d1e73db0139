"""The eight symmetries of the 8×8 board, numbered as in `Position.transformed`."""

from llvmlite import ir

from outflank.board.bits import bitboard
from outflank.jit import intrinsic, kernel

# Transposing swaps two squares in each 2×2 block, then two blocks in each 4×4 block, then two quarters of the board.
_PAIRS, _BLOCKS, _QUARTERS = bitboard(0x00AA00AA00AA00AA), bitboard(0x0000CCCC0000CCCC), bitboard(0x00000000F0F0F0F0)


@intrinsic("uint64(uint64)", ir.IRBuilder.bswap)
def swap_rows(board: int) -> int:
    """Flip the board from top to bottom, so that row 1 becomes row 8."""
    return int.from_bytes(board.to_bytes(8, "little"), "big")


@intrinsic("uint64(uint64)", lambda builder, board: builder.bswap(builder.bitreverse(board)))
def swap_columns(board: int) -> int:
    """Mirror the board from left to right, so that column a becomes column h."""
    return int.from_bytes(int(f"{board:064b}"[::-1], 2).to_bytes(8, "little"), "big")


@kernel("uint64(uint64)")
def transpose(board: int) -> int:
    """Exchange rows and columns, so that b1 becomes a2."""
    moved = (board ^ board >> 7) & _PAIRS
    board ^= moved ^ moved << 7
    moved = (board ^ board >> 14) & _BLOCKS
    board ^= moved ^ moved << 14
    moved = (board ^ board >> 28) & _QUARTERS
    return board ^ moved ^ moved << 28


@kernel("uint64(uint64, int64)")
def transformed(board: int, symmetry: int) -> int:
    """Apply a symmetry from 0 to 7: bit 2 transposes the board, then bit 1 swaps rows, then bit 0 swaps columns."""
    if symmetry & 4:
        board = transpose(board)
    if symmetry & 2:
        board = swap_rows(board)
    if symmetry & 1:
        board = swap_columns(board)
    return board


@kernel("int64(uint64, uint64)")
def canonical_symmetry(player: int, opponent: int) -> int:
    """The first symmetry that leads to the canonical position.

    The canonical position has the smallest `player` bitboard of the eight and, if several share it, the smallest
    `opponent` bitboard.
    """
    best, least_player, least_opponent = 0, player, opponent
    for symmetry in range(1, 8):
        new_player, new_opponent = transformed(player, symmetry), transformed(opponent, symmetry)
        if new_player < least_player or (new_player == least_player and new_opponent < least_opponent):
            best, least_player, least_opponent = symmetry, new_player, new_opponent
    return best


@kernel("UniTuple(uint64, 2)(uint64, uint64)")
def canonical(player: int, opponent: int) -> tuple[int, int]:
    """The canonical position, which is the same for all eight symmetric positions."""
    symmetry = canonical_symmetry(player, opponent)
    return transformed(player, symmetry), transformed(opponent, symmetry)
