"""Which positions to search next: those where best play leaves the book, the ones with the least loss on the way first.

This is drop-out expansion (Buro 1999, Lincke 2000). A line from the start out of the book costs the discs that either
side loses on it, against the best move of each position by what the book says, and `PLY` for each ply; where the
cheapest line leaves the book, the position after the leaf is searched next. The book keeps what is left of that cost at
each position (`Verdict.cost`), which leads the search straight there (A*, with a distance that is never wrong).
"""

import heapq
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple, Protocol

from outflank.book.nodes import PLY, BookEntry, Key, Verdict
from outflank.play.position import Move


class Graph(Protocol):
    """What is asked of a book; `store.BookStore` is one."""

    def find(self, key: Key) -> BookEntry | None:
        """What the book says of a position, None if it does not know it."""

    def links(self, key: Key) -> list[tuple[Move, Key, Verdict]]:
        """The moves that lead to positions of the book that were searched, with these and what is known of them."""


class DropOut(NamedTuple):
    """A position where a line leaves the book, and what that line costs, in discs."""

    cost: float
    key: Key


def drop_outs(book: Graph, root: Key) -> Iterator[DropOut]:
    """Where lines from a position leave the book, the cheapest first, each position once."""
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
