"""The tree of a proof: one move for the side that proves a bound, and every reply of the other side.

Symmetric positions are one node, which the canonical position represents. Only the plain rules are used.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from outflank.rules import Colour, DiscPosition


class ProofTree:
    """Grows from a position, while the caller chooses the moves of one side. It ends where few squares are empty."""

    def __init__(self, start: DiscPosition, side: Colour, leaves: int):
        self.side, self.leaves = side, leaves
        self.ends: set[DiscPosition] = set()
        """Positions with at most `leaves` empty squares, and positions in which the game is over."""

        self.n_nodes = 0
        """Number of nodes above the ends."""

        self._top = start.n_empties
        self._waiting: defaultdict[int, set[DiscPosition]] = defaultdict(set)
        self._add(node_of(start))

    def positions(self) -> Iterator[DiscPosition]:
        """Yield every position that needs a move; call `play` before the next one.

        Positions with more empty squares come first. Positions with the same number are sorted by Black's bitboard and
        then by White's.
        """
        for n_empties in range(self._top, self.leaves, -1):
            for position in sorted(self._waiting.pop(n_empties, ()), key=_order):
                self.n_nodes += 1
                if position.turn is self.side:
                    yield position
                else:
                    for move in position.legal_moves:
                        self.play(position, move)

    def play(self, position: DiscPosition, move: str) -> None:
        """Add the position after a move. Raises IllegalMoveError."""
        self._add(node_of(position.play(move)))

    def has(self, node: DiscPosition) -> bool:
        """Return whether a node is already in the tree, not yet followed by its own moves."""
        return node in self.ends or node in self._waiting.get(node.n_empties, ())

    def _add(self, node: DiscPosition) -> None:
        if node.n_empties <= self.leaves or node.is_over:
            self.ends.add(node)
        else:
            self._waiting[node.n_empties].add(node)


def node_of(position: DiscPosition) -> DiscPosition:
    """The canonical one of the eight positions symmetric to a position, after a pass if one is forced."""
    position = position.after_pass
    size = position.size
    images = zip(_images(position.black, size), _images(position.white, size), strict=True)
    return type(position)(*min(images), position.turn, size)


def _order(position: DiscPosition) -> tuple[int, int, int]:
    return position.black, position.white, position.turn


def _images(board: int, size: int) -> list[int]:
    """The eight symmetric images of a bitboard."""
    images = [0] * 8
    for y in range(size):
        row = board >> y * size & (1 << size) - 1
        if row:
            images = [image | part for image, part in zip(images, _row_images(y, row, size), strict=True)]
    return images


@cache
def _row_images(y: int, row: int, size: int) -> tuple[int, ...]:
    """The eight symmetric images of a board on which only one row has discs."""
    images = [0] * 8
    last = size - 1
    for x in range(size):
        if row >> x & 1:
            places = ((x, y), (last - x, y), (x, last - y), (last - x, last - y))
            for i, (column, line) in enumerate(places):
                images[i] |= 1 << line * size + column
                images[i + 4] |= 1 << column * size + line
    return tuple(images)
