"""Othello positions: the side with more discs at the end wins.

>>> position = Position.start().play("f5")
>>> position.legal_moves
('f4', 'd6', 'f6')
"""

from outflank.rules.discs import DiscPosition


class Position(DiscPosition):
    """An Othello position on a board from 4×4 to 10×10; see `DiscPosition`."""

    __slots__ = ()
