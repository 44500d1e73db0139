"""Games on disk: files of records that can be cut short at any byte and lose no more than the last game.

A generation of games is a folder. Every process that plays appends to a file of its own there, `*.games`: records of
`RECORD`, one after another, each with a checksum. Whoever reads takes the records that are whole, once each by their
number; whoever appends first cuts off what was left unfinished at the end.
"""

import errno
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError

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
        n_good = len(whole(path)) if path.exists() else 0
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.ftruncate(self._file, n_good * RECORD.itemsize)

    def add(self, game: Any) -> None:
        """Append one GAME."""
        data = game.tobytes()
        record = data + zlib.crc32(data).to_bytes(4, "little")
        if os.write(self._file, record) < len(record):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def read(folder: Path) -> Any:
    """All games of a folder, once each, by their number: an array of GAME. Raises OutflankError if one is damaged."""
    parts = [whole(path) for path in sorted(folder.glob("*.games"))]
    games = np.concatenate(parts) if parts else np.zeros(0, GAME)
    _, first = np.unique(games["number"], return_index=True)
    return games[first]


def whole(path: Path) -> Any:
    """The games of a file, but for a last one that a kill, or zeros that a power failure, left unfinished.

    Raises OutflankError if a game before that is damaged.
    """
    rows = np.fromfile(path, np.uint8)
    rows = rows[: len(rows) // RECORD.itemsize * RECORD.itemsize].reshape(-1, RECORD.itemsize)
    records = rows.view(RECORD)[:, 0]
    wrong = _crc32(rows[:, :-4]) != records["crc"]
    written = np.flatnonzero(rows.any(axis=1))
    n_good = written[-1] + 1 if len(written) else 0
    if n_good and wrong[n_good - 1]:
        n_good -= 1
    if wrong[:n_good].any():
        raise OutflankError(
            f"game {np.argmax(wrong) + 1:,} of {len(rows):,} is damaged: delete the file to go on without it ({path})"
        )
    return records["game"][:n_good].copy()


def _crc32(rows: Any) -> Any:
    """The CRC-32 of each row of bytes, column by column: a second for two million games, where a loop takes ten."""
    crc = np.full(len(rows), 0xFFFFFFFF, np.uint32)
    for column in range(rows.shape[1]):
        crc = _CRC_TABLE[(crc ^ rows[:, column]) & 0xFF] ^ (crc >> 8)
    return ~crc


def _crc_table() -> Any:
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, table >> 1 ^ np.uint32(0xEDB88320), table >> 1)
    return table.astype(np.uint32)


_CRC_TABLE = _crc_table()
