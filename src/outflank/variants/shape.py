"""The place of a smaller board on an 8×8 bitboard: the middle, so that both have the same symmetries."""

from outflank.board.squares import corners, full

SIDE = 8
"""The size of the largest board."""


class Shape:
    """A board of `size` × `size` squares on an 8×8 bitboard."""

    def __init__(self, size: int):
        self.size = size
        self._row = (1 << size) - 1
        self._first = (SIDE - size) // 2 * (SIDE + 1)  # the bit of the first square
        self.squares = self.placed(full(size))
        """Bitboard of the squares that exist."""

        self.corners = sum(1 << self.bit(corner) for corner in corners(size))
        """Bitboard of the corners."""

    def bit(self, square: int) -> int:
        """The bit of a square of the smaller board."""
        row, column = divmod(square, self.size)
        return self._first + SIDE * row + column

    def square(self, bit: int) -> int:
        """The square of the smaller board at a bit."""
        row, column = divmod(bit - self._first, SIDE)
        return self.size * row + column

    def placed(self, board: int) -> int:
        """The 8×8 bitboard of a bitboard of the smaller board."""
        return sum((board >> self.size * i & self._row) << SIDE * i for i in range(self.size)) << self._first
