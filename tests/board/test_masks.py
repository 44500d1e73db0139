from outflank.board import masks
from outflank.board.squares import NAMES, bits, column, corners, full, row


def names(mask):
    return {NAMES[8][square] for square in bits(mask)}


def test_masks_are_the_squares_that_they_are_named_for():
    assert full(8) == masks.ALL
    assert list(bits(masks.CORNERS)) == list(corners(8))
    assert names(masks.X_SQUARES) == {"b2", "g2", "b7", "g7"}
    assert names(masks.C_SQUARES) == {"a2", "b1", "g1", "h2", "a7", "b8", "g8", "h7"}
    assert (row(0, 8), column(0, 8)) == (masks.FIRST_ROW, masks.FIRST_COLUMN)
    assert (full(8) & ~column(0, 8), full(8) & ~column(7, 8)) == (masks.NOT_A, masks.NOT_H)
    edges = row(0, 8) | row(7, 8) | column(0, 8) | column(7, 8)
    assert full(8) & ~edges == masks.INNER
    assert full(8) & ~(column(0, 8) | column(7, 8)) == masks.INNER_COLUMNS
