"""A sealed book, which is small, fast to open and read-only.

The file starts with `MAGIC`, a version, the number of positions, and a checksum of everything after that. Next come the
sorted hashes of the positions, which take 8 bytes each. The rest of the file contains a record for each position: its
value, leaf, leaf value, depth, confidence and exactness flags, which take one byte each. Files of version 1 contain
hashes that similar positions can share.
"""

import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from outflank.book.nodes import BookEntry, Key, Leaf, Verdict, move_of, number_of
from outflank.errors import OutflankError, quoted_path
from outflank.files import write_whole
from outflank.formats.files import opened, writing

MAGIC = b"OUTFBOOK"
"""The first bytes of a sealed book."""

_VERSION = 2
_HEADER = struct.Struct("<8sHxxII")
_POSITION = struct.Struct("<bBbBBB")
_NO_MOVE = 65
_EXACT, _LEAF_EXACT = 1, 2  # bits


class SealedBook:
    """A sealed book that has been read into memory.

    Raises OutflankError if the file is damaged, is not a sealed book, or comes from a newer version.
    """

    def __init__(self, path: Path | str):
        with opened(path) as file:
            data = file.read()
        shown = quoted_path(path)
        if len(data) < _HEADER.size or not data.startswith(MAGIC):
            raise OutflankError("{path} is not a sealed book", path=shown)
        _, version, n_positions, checksum = _HEADER.unpack_from(data)
        if version > _VERSION:
            raise OutflankError(
                "the book {path} was made by a newer Outflank (format {version}; this one reads up to {newest})",
                path=shown,
                version=version,
                newest=_VERSION,
            )
        body = memoryview(data)[_HEADER.size :]
        if len(body) != n_positions * (8 + _POSITION.size) or zlib.crc32(body) != checksum:
            raise OutflankError("the book {path} is damaged: its checksum does not match", path=shown)
        self._version = version
        self._hashes = array("Q", body[: 8 * n_positions].tobytes())
        if sys.byteorder == "big":
            self._hashes.byteswap()
        self._positions = body[8 * n_positions :]

    def __len__(self) -> int:
        return len(self._hashes)

    def find(self, key: Key) -> BookEntry | None:
        """Return the entry for a position, or None if it is not in the book."""
        wanted = key.hash if self._version == 1 else key.folded_hash
        place = bisect_left(self._hashes, wanted)
        if place == len(self._hashes) or self._hashes[place] != wanted:
            return None
        value, move, leaf_value, depth, confidence, exact = _POSITION.unpack_from(
            self._positions, place * _POSITION.size
        )
        verdict = Verdict(value, value, value) if exact & _EXACT else Verdict(value)
        leaf = None if move == _NO_MOVE else move_of(move)
        return BookEntry(verdict, Leaf(leaf, leaf_value, depth, confidence, bool(exact & _LEAF_EXACT)))

    def statistics(self) -> dict[str, Any]:
        """Count all positions, the exact ones, and the positions at each search depth.

        A sealed book contains no other data.
        """
        rows = list(_POSITION.iter_unpack(self._positions))
        depths = Counter(depth for _, _, _, depth, _, _ in rows)
        n_exact = sum(bool(exact & _EXACT) for *_, exact in rows)
        return {"positions": len(rows), "exact": n_exact, "depths": dict(sorted(depths.items(), reverse=True))}

    def faults(self) -> list[str]:
        """Return an empty list, because the checksum was already verified when the book was opened."""
        return []

    def close(self) -> None:
        """Do nothing, because the file is already closed."""


def seal(entries: Iterable[tuple[Key, BookEntry]], path: Path | str) -> int:
    """Write the searched positions to a sealed book, and return their number.

    Raises OutflankError if the file cannot be written.
    """
    found = sorted((key.folded_hash, _packed(entry)) for key, entry in entries if entry.verdict is not None)
    hashes = array("Q", [number for number, _ in found])
    if sys.byteorder == "big":
        hashes.byteswap()
    body = hashes.tobytes() + b"".join(packed for _, packed in found)
    with writing(path):
        write_whole(Path(path), _HEADER.pack(MAGIC, _VERSION, len(found), zlib.crc32(body)) + body)
    return len(found)


def _packed(entry: BookEntry) -> bytes:
    verdict, leaf = entry.verdict, entry.leaf or Leaf(None)
    assert verdict is not None
    move = _NO_MOVE if leaf.move is None else number_of(leaf.move)
    exact = _EXACT * verdict.is_exact | _LEAF_EXACT * leaf.is_exact
    return _POSITION.pack(verdict.value, move, leaf.value, leaf.depth, leaf.confidence, exact)
