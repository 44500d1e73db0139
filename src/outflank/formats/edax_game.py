"""Games saved by Edax (``.edx``): 160-byte records, one after another, with the same layout as in Edax's memory.

| bytes   | contents                                                                         |
|---------|----------------------------------------------------------------------------------|
| 0–15    | the start: the mover's and the opponent's discs; bit 0 is a1                     |
| 16–23   | the date: year (16 bits), month, day, hour (−1 for none), minute, second, unused |
| 24–87   | the names of Black and White, 32 bytes each, zero-terminated                     |
| 88–147  | the moves, from 0 for a1 to 63 for h8; 65 for none; passes are omitted           |
| 148     | the side to move at the start, 0 for Black                                       |
| 149–159 | unused bytes, and a checksum that is not always present                          |

Numbers are little-endian. The format has no signature, so a file is assumed to be in this format if all of its fields
contain plausible values.
"""

import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from outflank.board.squares import NAMES
from outflank.errors import IllegalMoveError, OutflankError, ParseError, excerpt
from outflank.formats.binary import SQUARES, exactly, position_of, saving
from outflank.formats.format import BinaryFormat, GameInFile
from outflank.formats.places import one_line
from outflank.play.record import Record
from outflank.rules import PASS, Colour, Game, Position

_GAME = struct.Struct("<QQhbbbbbx32s32s60sB11x")
_NO_MOVE, _UNKNOWN, _MOST_MOVES, _LONGEST_NAME = 65, "?", 60, 31
_DATE = re.compile(
    r"(?!0000)([0-9]{4})[-./](0[1-9]|1[0-2])[-./]([0-2][0-9]|3[01])"
    r"(?:[ _T]([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?)?"
)
_NO_DATE = (0, 0, 0, -1, 0, 0)


@dataclass(frozen=True, slots=True)
class _Raw:
    """Fields of a record, except for the unused bytes."""

    player: int
    opponent: int
    date: tuple[int, ...]
    names: tuple[bytes, bytes]
    moves: bytes
    turn: int

    @classmethod
    def of(cls, data: bytes) -> "_Raw":
        player, opponent, *date, black, white, moves, turn = _GAME.unpack(data)
        return cls(player, opponent, tuple(date), (black, white), moves.partition(bytes([_NO_MOVE]))[0], turn)

    @property
    def fits(self) -> bool:
        """True if the fields could describe a game: the discs do not overlap, and all numbers are in range."""
        year, month, day, hour, minute, second = self.date
        return (
            not self.player & self.opponent
            and bool(self.player)
            and bool(self.opponent)
            and self.turn <= 1
            and max(self.moves, default=0) < _NO_MOVE - 1
            and all(0 <= n <= most for n, most in zip((year, month, day), (9999, 12, 31), strict=True))
            and all(-1 <= n <= most for n, most in zip((hour, minute, second), (23, 59, 60), strict=True))
            and all(b"\0" in name for name in self.names)
        )


def recognises(head: bytes) -> bool:
    """True if the first bytes of the file look like a game saved by Edax."""
    if len(head) < _GAME.size:
        return False
    raw = _Raw.of(head[: _GAME.size])
    if not raw.fits or not raw.moves:
        return raw.fits
    start = position_of(raw.player, raw.opponent, Colour(raw.turn))
    return start.after_pass.flips(NAMES[8][raw.moves[0]]) != 0


def read(file: BinaryIO, _path: Path | None = None) -> Iterator[GameInFile]:
    """Yield the games in a file, or an error for each game that is truncated or invalid."""
    number = 0
    while data := exactly(file, _GAME.size):
        number += 1
        try:
            if len(data) < _GAME.size:
                raise ParseError(
                    "game {number}: expected {size} bytes, got {found}", number=number, size=_GAME.size, found=len(data)
                )
            yield GameInFile(record=_record(_Raw.of(data), number))
        except OutflankError as error:
            yield GameInFile(error=error)


def _record(raw: _Raw, number: int) -> Record:
    if not raw.fits:
        raise ParseError("game {number}: expected an Edax game, got something else", number=number)
    game = Game(position_of(raw.player, raw.opponent, Colour(raw.turn)))
    for n, square in enumerate(raw.moves, 1):
        try:
            game.extend([NAMES[8][square]])
        except IllegalMoveError as error:
            raise ParseError("game {number}: move {move}: {error}", number=number, move=n, error=error) from None
    year, month, day, hour, minute, second = raw.date
    date = f"{year:04}-{month:02}-{day:02}" if year else ""
    if date and hour >= 0:
        date += f" {hour:02}:{minute:02}:{second:02}"
    return Record.of(game, [_name(name) for name in raw.names], date=date)


def _name(data: bytes) -> str:
    text = data.partition(b"\0")[0]
    try:
        name = one_line(text.decode())
    except UnicodeDecodeError:
        name = one_line(text.decode("latin-1"))
    return "" if name == _UNKNOWN else name


# --- writing --------------------------------------------------------------------------------------------------------


def _write(records: Iterable[Record], path: Path) -> None:
    with saving(path) as file:
        for record in records:
            file.write(_packed(record))


def _packed(record: Record) -> bytes:
    start = record.tree.root.position
    if start.size != Position.start().size:
        raise OutflankError("an Edax game needs an 8×8 board")
    squares = bytes(SQUARES[move] for move in record.tree.moves if move != PASS)
    if len(squares) > _MOST_MOVES:
        raise OutflankError(
            "an Edax game has at most {most} moves, got {number}", most=_MOST_MOVES, number=len(squares)
        )
    names = [_written_name(record.player(seat) or _UNKNOWN).encode() for seat in Colour]
    moves = squares.ljust(_MOST_MOVES, bytes([_NO_MOVE]))
    said = _DATE.match(record.date)
    date = (
        [int(part) if part else empty for part, empty in zip(said.groups(), _NO_DATE, strict=True)]
        if said
        else _NO_DATE
    )
    return _GAME.pack(start.player, start.opponent, *date, *names, moves, start.turn)


def _written_name(name: str) -> str:
    """Cut a name to the bytes that fit, without a part of a character."""
    return name.encode()[:_LONGEST_NAME].decode(errors="ignore")


def _check(record: Record) -> str:
    """Describe how a name changes, or return an empty string if both fit. Raises OutflankError."""
    _packed(record)
    for name in record.players:
        if (kept := _written_name(name)) != name:
            return f"the name {excerpt(name, 40)} becomes {excerpt(kept, 40)}: at most {_LONGEST_NAME} bytes fit"
    return ""


def _loses(record: Record) -> Iterator[str]:
    """Yield the date, or a part of it, unless it is a day with or without the time."""
    if record.date and not _DATE.fullmatch(record.date):
        yield "parts of the date" if _DATE.match(record.date) else "date"


FORMAT = BinaryFormat(
    "a saved Edax game",
    "games saved by Edax, with names, date, start position and moves",
    (".edx",),
    recognises,
    read,
    _write,
    _check,
    holds=Position,
    keeps=frozenset(("names", "date")),
    loses=_loses,
)
