"""Import and export Edax books, checking every position and preserving levels and game counts.

The level that Edax stores for a position becomes the depth of its leaf; level 60 means perfect play. Because the file
does not record the confidence level of selective searches, positions from Edax get the confidence level of our own
midgame searches. Values are recomputed from links and leaves, as in every book.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from outflank.book.nodes import HIGHEST, LOWEST, Counts, Key, Leaf
from outflank.book.store import BookStore
from outflank.errors import ParseError
from outflank.formats.binary import saving
from outflank.formats.edax_book import BookPosition, read_positions, write_positions
from outflank.formats.files import opened, shown

_PERFECT = 60  # the level of perfect play
_CONFIDENCE = 73  # percent, of midgame searches


@dataclass(slots=True)
class Imported:
    """The results of an import: the number of positions, the rejected ones, and the values that differ from the file.

    `n_loose` counts the links to positions that are not in the file. If a position has such links, the best move among
    them and the position's leaf becomes the new leaf.
    """

    n_positions: int = 0
    n_loose: int = 0
    refused: list[ParseError] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)


def take_in(book: BookStore, path: Path | str) -> Imported:
    """Add the valid positions in an Edax book to a book.

    A position with an illegal move or an out-of-range value is rejected and reported with its number in the file.
    Raises OutflankError if the file cannot be read or the book cannot be written.
    """
    result = Imported()
    good: dict[Key, BookPosition] = {}
    with opened(path) as file:
        digest = 0
        while block := file.read(1 << 20):
            digest = zlib.crc32(block, digest)
        file.seek(0)
        for number, found in enumerate(read_positions(file, shown(path)), 1):
            if isinstance(found, ParseError):
                result.refused.append(found)
            elif reason := _unsound(found):
                result.refused.append(
                    ParseError("position {number}: {reason}", source=shown(path), number=f"{number:,}", reason=reason)
                )
            else:
                good[Key(found.player, found.opponent)] = found
    entries = []
    for key, found in good.items():
        leaf, n_loose = _leaf(key, found, good)
        result.n_loose += n_loose
        entries.append((key, leaf, Counts(found.wins, found.draws, found.losses, found.lines)))
    result.n_positions = len(entries)
    book.add_all(entries, digest)
    for key, found in good.items():
        entry = book.find(key)
        if entry is not None and entry.verdict is not None and entry.verdict.value != found.value:
            board = found.position.board_string
            result.differing.append(f"{board}: {found.value:+d} in the file, {entry.verdict.value:+d} by its moves")
    return result


def give_out(book: BookStore, path: Path | str) -> int:
    """Write a book to a file in the Edax format, and return the number of positions written.

    Raises OutflankError if the book cannot be read or the file cannot be written.
    """
    with saving(path) as file:
        return write_positions(_positions(book), file)


def _unsound(found: BookPosition) -> str:
    """Describe the first fault in a position's values; return an empty string if there is none.

    The moves are assumed to be legal, because they have already been checked.
    """
    for move, score in found.moves:
        if not LOWEST <= score <= HIGHEST:
            return f"expected a value from {LOWEST} to {HIGHEST} for {move}, got {score}"
    key = Key(found.player, found.opponent)
    if not found.moves and key.position.legal_moves:
        return "expected a move with a value, got none"
    return ""


def _leaf(key: Key, found: BookPosition, among: dict[Key, BookPosition]) -> tuple[Leaf, int]:
    """Return a position's leaf, and the number of its links that lead to positions missing from the file."""
    loose = [(move, score) for move, score in found.links if key.after(move) not in among]
    outside = loose if found.leaf is None else [*loose, found.leaf]
    is_exact = found.level >= _PERFECT
    depth = key.n_empties if is_exact else found.level
    confidence = 100 if is_exact else _CONFIDENCE
    if not outside:
        return Leaf(None, 0, depth, confidence), 0
    move, score = max(outside, key=lambda link: link[1])
    return Leaf(move, score, depth, confidence, is_exact), len(loose)


def _positions(book: BookStore) -> Iterator[BookPosition]:
    for key, entry in book.entries():
        verdict, leaf, counts = entry.verdict, entry.leaf, entry.counts
        if verdict is None or leaf is None:
            continue
        is_perfect = leaf.is_exact or (leaf.move is None and verdict.is_exact)
        yield BookPosition(
            *key,
            links=tuple((move, -found.value) for move, _, found in book.links(key)),
            leaf=None if leaf.move is None else (leaf.move, leaf.value),
            wins=counts.wins,
            draws=counts.draws,
            losses=counts.losses,
            lines=counts.lines,
            value=verdict.value,
            lower=verdict.lower,
            upper=verdict.upper,
            level=_PERFECT if is_perfect else min(leaf.depth, _PERFECT - 1),
        )
