"""Masks for groups of squares on the 8×8 board, as plain integers. Kernels convert them with `bitboard`."""

ALL = (1 << 64) - 1

CORNERS = 0x8100000000000081
X_SQUARES = 0x0042000000004200
"""The squares diagonally adjacent to the corners."""
C_SQUARES = 0x4281000000008142
"""The edge squares adjacent to the corners."""

FIRST_ROW, FIRST_COLUMN = 0x00000000000000FF, 0x0101010101010101
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
"""All squares except the a-file, and all except the h-file. These masks stop sideways steps from wrapping around."""
INNER_COLUMNS = NOT_A & NOT_H
INNER = 0x007E7E7E7E7E7E00
"""All squares that are not on an edge."""
