"""Drop-out expansion: choosing the next positions to search, which are those where the cheapest lines leave the book.

See Buro 1999 and Lincke 2000. The cost of a line that leads from the start out of the book is the number of discs that
both sides lose in it by not playing the book's best moves, plus `PLY` for each ply. The position after the cheapest
line is searched next. Each position stores the remaining cost (`Verdict.cost`), which guides the search straight to
that position: this is A* with an exact heuristic.
"""

import heapq
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple, Protocol

from outflank.book.nodes import PLY, BookEntry, Key, Verdict
from outflank.play.position import Move


class Graph(Protocol):
    """The interface that drop-out expansion needs from a book, such as `store.BookStore`."""

    def find(self, key: Key) -> BookEntry | None:
        """Return the entry for a position, or None if it is not in the book."""

    def links(self, key: Key) -> list[tuple[Move, Key, Verdict]]:
        """Return the moves to searched positions in the book, with these positions' keys and verdicts."""


class DropOut(NamedTuple):
    """A position where a line leaves the book, and the cost of the line, in discs."""

    cost: float
    key: Key


def drop_outs(book: Graph, root: Key) -> Iterator[DropOut]:
    """Yield the positions where lines from `root` leave the book, each position once and the cheapest first."""
    numbers = count()
    waiting = [(0.0, next(numbers), 0.0, root, False)]
    seen: set[Key] = set()
    while waiting:
        cost, _, spent, key, is_outside = heapq.heappop(waiting)
        if key in seen:
            continue
        seen.add(key)
        entry = book.find(key)
        if is_outside or entry is None or entry.verdict is None or entry.leaf is None:
            yield DropOut(cost, key)
            continue
        value, leaf = entry.verdict.value, entry.leaf
        if leaf.move is not None and not leaf.is_exact:
            there = spent + PLY + value - leaf.value
            heapq.heappush(waiting, (there, next(numbers), there, key.after(leaf.move), True))
        for _, child, verdict in book.links(key):
            if verdict.cost is not None:
                there = spent + PLY + value + verdict.value
                heapq.heappush(waiting, (there + verdict.cost, next(numbers), there, child, False))
