"""Books that are grown without an engine: what a position is worth is drawn by its hash."""

import random

from outflank.book.dropouts import drop_outs
from outflank.book.nodes import Key, Leaf, final, judge
from outflank.rules import Position

START = Key.of(Position.start())


def searched(book, key, spread=6):
    """A leaf as a search would find it, of the moves that lead to no position of the book."""
    links = {move for move, _, _ in book.links(key)}
    moves = [move for move in key.position.legal_moves if move not in links]
    if not moves:
        return Leaf(None)
    rng = random.Random(key.hash)
    is_exact = key.n_empties < 54 and rng.random() < 0.5
    value = 2 * rng.randint(-spread, spread)
    return Leaf(rng.choice(moves), value, key.n_empties if is_exact else 9, 100 if is_exact else 73, is_exact)


def grown(book, n_positions, root=START):
    """Grow a book to so many positions."""
    while True:
        if stale := book.stale():
            key = stale[0]
        elif len(book) >= n_positions:
            return book
        else:
            key = next(drop_outs(book, root)).key
        book.add(key, searched(book, key))


def naive_verdicts(book):
    """The verdicts of all positions, computed from nothing but the leaves."""
    entries = {key: entry for key, entry in book.entries() if entry.verdict is not None}
    known = {}

    def verdict(key):
        if key not in known:
            children = key.children()
            links = [verdict(child) for _, child in children if child in entries]
            has_more = len(links) < len(children)
            known[key] = judge(entries[key].leaf, links, has_more_moves=has_more) if children else final(key)
        return known[key]

    return {key: verdict(key) for key in entries}, {key: entry.verdict for key, entry in entries.items()}
