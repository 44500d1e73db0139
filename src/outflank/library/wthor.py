"""Read WTHOR files many games at a time; `formats.wthor` reads odd games again to describe them."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np

from outflank.errors import OutflankError
from outflank.formats.format import GameInFile
from outflank.formats.wthor import Archive
from outflank.library import kernels
from outflank.library.boards import NO_MOVE
from outflank.library.many import ManyGames
from outflank.library.stored import StoredGame

_AT_ONCE = 4096  # games
_BYTES = range(256)
_BAD = 65  # marks a byte that is not a square
_MOVES, _SCORE, _BEST = 8, 6, 7  # offsets in the bytes of a game

_SQUARES = np.full(256, _BAD, np.uint8)  # move bytes to squares
_SQUARES[0] = NO_MOVE
for _square in range(64):
    _SQUARES[10 * (_square // 8 + 1) + _square % 8 + 1] = _square


def read(file: BinaryIO, path: Path | None) -> Iterator[StoredGame | GameInFile]:
    """Yield the games in an open file.

    Odd games, invalid games and errors in the file are yielded as `GameInFile`.
    """
    n_read = 0
    try:
        archive = Archive(file, path)
        tags = [json.dumps(found, separators=(",", ":")) if (found := archive.tags(best)) else None for best in _BYTES]
        for data in archive.blocks(_AT_ONCE):
            if archive.size != 8:
                raise OutflankError("expected 8×8 Othello games, got a file of 10×10 games")
            yield from _block(archive, data, n_read, tags)
            n_read = archive.n_read
    except OutflankError as error:
        yield GameInFile(error=error)


def _block(
    archive: Archive, data: bytes, n_before: int, tags: Sequence[str | None]
) -> Iterator[StoredGame | GameInFile]:
    rows = np.frombuffer(data, np.uint8).reshape(-1, archive.length)
    moves = _SQUARES[rows[:, _MOVES:]]
    # Zeros before a move are as bad as bytes that are not squares.
    moves[(moves == NO_MOVE) & (np.cumsum(moves[:, ::-1] != NO_MOVE, axis=1)[:, ::-1] > 0)] = _BAD
    lengths, scores = ManyGames(moves).checked()
    discs = rows[:, _SCORE].astype(np.int64)
    is_plain = (lengths < kernels.ILLEGAL) & (lengths > 0) & (scores != kernels.ILLEGAL) & ((scores + 64) // 2 == discs)
    for at, (plain, length, score) in enumerate(zip(is_plain.tolist(), lengths.tolist(), scores.tolist(), strict=True)):
        game = data[at * archive.length : (at + 1) * archive.length]
        if not plain:
            yield archive.found(n_before + at + 1, game)
            continue
        black, white, place = archive.names(game)
        yield StoredGame(
            moves[at, :length].tobytes(),
            black,
            white,
            place,
            archive.year,
            (score > 0) - (score < 0),
            score,
            tags=tags[game[_BEST]],
            unnamed=archive.unnamed(game),
        )
