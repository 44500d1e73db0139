"""Games on disk: files of records that can be cut short at any byte and lose no more than the last game.

A generation of games is a folder. Every process that plays appends to a file of its own there, `*.games`: records of
`RECORD`, one after another, each with a checksum. Whoever reads takes the records that are whole, once each by their
number; whoever appends first cuts off what is not.
"""

import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np

UNKNOWN = -128
"""In the place of a value: the position was not searched."""

RANDOM = 64
"""Added to the square of a move that was drawn, not chosen."""

NO_PLY = 255
"""In the place of a move: the game is over."""

GAME = np.dtype(
    [
        ("number", "<u4"),  # of the game in its generation, from which all its random numbers come
        ("moves", "u1", (60,)),  # squares, without passes, some with RANDOM added; NO_PLY after the end
        ("values", "i1", (60,)),  # of the position before each move, in discs, for the side to move; or UNKNOWN
        ("score", "i1"),  # of the game, in Black's view
    ]
)
"""A game."""

RECORD = np.dtype([("game", GAME), ("crc", "<u4")])
"""A game as it lies on disk: 129 bytes, the last four the CRC-32 of those before."""


class Appender:
    """A file of games to be added to. When `add` returns, the game is with the system, and survives a kill."""

    def __init__(self, path: Path):
        n_good = len(_good(path)) if path.exists() else 0
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.ftruncate(self._file, n_good * RECORD.itemsize)

    def add(self, game: Any) -> None:
        """Append one GAME."""
        data = game.tobytes()
        os.write(self._file, data + zlib.crc32(data).to_bytes(4, "little"))

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def read(folder: Path) -> Any:
    """All games of a folder, once each, by their number: an array of GAME."""
    parts = [_good(path) for path in sorted(folder.glob("*.games"))]
    games = np.concatenate(parts) if parts else np.zeros(0, GAME)
    _, first = np.unique(games["number"], return_index=True)
    return games[first]


def _good(path: Path) -> Any:
    """The games of a file up to the first record that is damaged or cut short."""
    data = path.read_bytes()
    records = np.frombuffer(data[: len(data) // RECORD.itemsize * RECORD.itemsize], RECORD)
    size = GAME.itemsize
    for i, record in enumerate(records):
        start = i * RECORD.itemsize
        if zlib.crc32(data[start : start + size]) != record["crc"]:
            return records["game"][:i].copy()
    return records["game"].copy()
