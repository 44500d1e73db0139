"""The symmetries of two bitboards of 8×8 in plain Python, for what must not wait for compiled code.

The kernels of `board.symmetry` do the same. Of the 8 symmetric positions the one with the smallest bitboards, the
mover's first, stands for all.
"""

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_INVERSES = (0, 1, 2, 3, 4, 6, 5, 7)


def symmetric(player: int, opponent: int) -> list[tuple[int, int]]:
    """The 8 symmetric boards, in the order of `Position.transformed`."""
    return list(zip(_transformed(player), _transformed(opponent), strict=True))


def canonical(player: int, opponent: int) -> tuple[int, int]:
    """The one of the 8 symmetric positions that stands for all."""
    return min(symmetric(player, opponent))


def inverse(symmetry: int) -> int:
    """The symmetry that undoes another: where that transposes, this swaps columns for rows."""
    return _INVERSES[symmetry]


def _transformed(board: int) -> list[int]:
    """A bitboard under the symmetries of `Position.transformed`."""
    boards = []
    for turned in board, _transposed(board):
        rows = turned.to_bytes(8, "little")
        for each in rows, rows[::-1]:
            boards += [int.from_bytes(each, "little"), int.from_bytes(each.translate(_REVERSED), "little")]
    return boards


def _transposed(board: int) -> int:
    """A bitboard with rows and columns swapped, by swaps of blocks of 4×4, 2×2 and 1×1."""
    for shift, mask in (28, 0x00000000F0F0F0F0), (14, 0x0000CCCC0000CCCC), (7, 0x00AA00AA00AA00AA):
        swap = (board ^ board >> shift) & mask
        board ^= swap ^ swap << shift
    return board
