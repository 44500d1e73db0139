"""Symmetries of 8×8 positions in pure Python, for code that cannot wait for compilation.

The kernels in `board.symmetry` give the same results. The canonical position is the smallest of the eight symmetric
ones. Positions are compared by the mover's bitboard first, and then by the opponent's.
"""

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_INVERSES = (0, 1, 2, 3, 4, 6, 5, 7)


def symmetric(player: int, opponent: int) -> list[tuple[int, int]]:
    """The eight symmetric positions, in the order used by `Position.transformed`."""
    return list(zip(_transformed(player), _transformed(opponent), strict=True))


def canonical(player: int, opponent: int) -> tuple[int, int]:
    """The canonical representative of the eight symmetric positions."""
    return min(symmetric(player, opponent))


def inverse(symmetry: int) -> int:
    """The symmetry that reverses the effect of `symmetry`. Transposing exchanges row swaps and column swaps."""
    return _INVERSES[symmetry]


def _transformed(board: int) -> list[int]:
    """The eight symmetric images of a bitboard, in the order used by `Position.transformed`."""
    boards = []
    for turned in board, _transposed(board):
        rows = turned.to_bytes(8, "little")
        for each in rows, rows[::-1]:
            boards += [int.from_bytes(each, "little"), int.from_bytes(each.translate(_REVERSED), "little")]
    return boards


def _transposed(board: int) -> int:
    """Transpose a bitboard by swapping blocks of 4×4, then 2×2, then 1×1 squares."""
    for shift, mask in (28, 0x00000000F0F0F0F0), (14, 0x0000CCCC0000CCCC), (7, 0x00AA00AA00AA00AA):
        swap = (board ^ board >> shift) & mask
        board ^= swap ^ swap << shift
    return board


IMAGES = tuple(
    tuple(each.bit_length() - 1 for each in images)
    for images in zip(*map(_transformed, (1 << s for s in range(64))), strict=True)
)
"""For each symmetry, the square that each square becomes."""
