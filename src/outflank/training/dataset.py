"""Store games on disk. If a file is truncated at any byte, at most its last game is lost.

Each generation of games has a folder, in which every process that plays games appends to a separate `*.games` file. The
file consists of consecutive `RECORD`s, each with a checksum. When files are read, incomplete records are ignored, and
only one record is used for each game number. Before a process appends to a file, it cuts off an incomplete record at
the end.
"""

import errno
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.files import write_whole

UNKNOWN = -128
"""Value recorded for a position that was not searched."""

RANDOM = 64
"""Number added to the square of a random move."""

NO_PLY = 255
"""Placeholder for each move after the end of the game."""

GAME = np.dtype(
    [
        ("number", "<u4"),  # number of the game in its generation; seeds its random numbers
        ("moves", "u1", (60,)),  # squares, without passes, some with RANDOM added; NO_PLY after the end
        ("values", "i1", (60,)),  # value before each move, in discs, from the mover's point of view; or UNKNOWN
        ("score", "i1"),  # score of the game, from Black's point of view
    ]
)
"""Data type of a recorded game."""

RECORD = np.dtype([("game", GAME), ("crc", "<u4")])
"""Data type of a game on disk: the game and its CRC-32, which is in the last four bytes."""


class Appender:
    """Appends games to a file. Once `add` returns, a game is safe even if this process is killed."""

    def __init__(self, path: Path):
        n_good = len(whole(path)) if path.exists() else 0
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.ftruncate(self._file, n_good * RECORD.itemsize)

    def add(self, game: Any) -> None:
        """Append one game of type GAME."""
        data = game.tobytes()
        record = data + zlib.crc32(data).to_bytes(4, "little")
        if os.write(self._file, record) < len(record):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def write(path: Path, games: Any) -> None:
    """Write an array of GAME to a new file, which appears under its name when it is complete."""
    records = np.zeros(len(games), RECORD)
    records["game"] = games
    rows = records.view(np.uint8).reshape(-1, RECORD.itemsize)
    records["crc"] = _crc32(rows[:, :-4])
    write_whole(path, records.tobytes())


def read(folder: Path) -> Any:
    """Read all games in a folder as an array of GAME, sorted by number and without duplicates.

    Raises OutflankError if a game is damaged.
    """
    parts = [whole(path) for path in sorted(folder.glob("*.games"))]
    games = np.concatenate(parts) if parts else np.zeros(0, GAME)
    _, first = np.unique(games["number"], return_index=True)
    return games[first]


def whole(path: Path) -> Any:
    """Read the complete games in a file. A last game that is incomplete after a kill or a power failure is ignored.

    Raises OutflankError if any other game is damaged.
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
    """Compute the CRC-32 of each row of bytes.

    Going column by column takes one second for two million games; going row by row would take ten.
    """
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
