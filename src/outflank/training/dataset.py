"""Games on disk, in files of records that lose at most the last game when cut short at any byte.

A generation of games is a folder. Every process that plays appends to its own file there, `*.games`: consecutive
`RECORD`s, each with a checksum. Readers take the complete records, one for each number; appenders first cut off an
incomplete record at the end.
"""

import errno
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError

UNKNOWN = -128
"""Stands for the value of a position without a search."""

RANDOM = 64
"""Added to the square of a random move."""

NO_PLY = 255
"""Stands for a move after the end of the game."""

GAME = np.dtype(
    [
        ("number", "<u4"),  # of the game in its generation; seeds its random numbers
        ("moves", "u1", (60,)),  # squares, without passes, some with RANDOM added; NO_PLY after the end
        ("values", "i1", (60,)),  # before each move, in discs, in the mover's view; or UNKNOWN
        ("score", "i1"),  # of the game, in Black's view
    ]
)
"""Type of a game."""

RECORD = np.dtype([("game", GAME), ("crc", "<u4")])
"""Type of a game on disk: 129 bytes, the last four a CRC-32 of the others."""


class Appender:
    """Appends to a file of games. When `add` returns, the system has the game, so it survives a kill."""

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
    """Read all games of a folder by number, one for each: an array of GAME. Raises OutflankError for a damaged one."""
    parts = [whole(path) for path in sorted(folder.glob("*.games"))]
    games = np.concatenate(parts) if parts else np.zeros(0, GAME)
    _, first = np.unique(games["number"], return_index=True)
    return games[first]


def whole(path: Path) -> Any:
    """Read the complete games of a file, without one that a kill or a power failure left incomplete at the end.

    Raises OutflankError if an earlier game is damaged.
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
    """CRC-32 of each row of bytes, computed by columns: one second for two million games instead of ten by a loop."""
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
