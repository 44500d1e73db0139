"""Drop-out expansion, which grows a book at the positions where the cheapest lines leave it.

See Buro 1999 and Lincke 2000. A line from the start costs `PLY` for each ply, plus the discs that both sides lose by
not playing the book's best moves. The next position to be searched is the one where the cheapest line leaves the book.
Each position stores the remaining cost of getting there (`Verdict.cost`), which leads the search straight to it: this
is A* with an exact heuristic.
"""

import heapq
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple, Protocol

from outflank.book.nodes import PLY, BookEntry, Key, Verdict
from outflank.play.position import Move


class Graph(Protocol):
    """The part of a book's interface that drop-out expansion uses; `store.BookStore` implements it."""

    def find(self, key: Key) -> BookEntry | None:
        """Return the entry for a position, or None if it is not in the book."""

    def links(self, key: Key) -> list[tuple[Move, Key, Verdict]]:
        """Return the moves that lead to searched positions in the book, each with its position's key and verdict."""


class DropOut(NamedTuple):
    """A position where a line leaves the book, with the cost of that line in discs."""

    cost: float
    key: Key


def drop_outs(book: Graph, root: Key) -> Iterator[DropOut]:
    """Yield the positions where lines from `root` leave the book, each of them once, in ascending order of cost."""
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
