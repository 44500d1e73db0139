"""Groups of squares on the 8×8 board, as plain numbers: whoever compiles makes bitboards of them."""

ALL = (1 << 64) - 1

CORNERS = 0x8100000000000081
X_SQUARES = 0x0042000000004200
"""Diagonally beside the corners."""
C_SQUARES = 0x4281000000008142
"""Beside the corners on the edges."""

FIRST_ROW, FIRST_COLUMN = 0x00000000000000FF, 0x0101010101010101
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
"""All but the first column and all but the last: where a step sideways may begin or end without wrapping round."""
INNER_COLUMNS = NOT_A & NOT_H
INNER = 0x007E7E7E7E7E7E00
"""All but the four edges."""
