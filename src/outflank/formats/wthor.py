"""WTHOR: the binary archive of tournament games, which stores the names of players and tournaments in separate files.

A game file (``.wtb``) consists of a 16-byte header and records of fixed length. Each record contains the numbers of the
tournament and of both players, Black's final disc count (including the empty squares if Black won), Black's disc count
after perfect play from a certain number of empties, and the moves without passes. The name files list the names of
players (``.jou``) and tournaments (``.trn``) in Latin-1, in the order of their numbers. Games begin from the usual
start on 8×8 or 10×10.

If a name is unknown, its number is used instead, for example ``#1204``. If a game is not over, its result is taken from
Black's disc count. If the result contradicts the moves, the record gets a note. The format cannot store a game without
a result. Such a game is written with the discs on the board as its result, and is unfinished when it is read back.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import BinaryIO, NamedTuple

from outflank.board.squares import SQUARES
from outflank.errors import IllegalMoveError, OutflankError, ParseError, excerpt
from outflank.files import opened_whole
from outflank.formats.files import writing
from outflank.formats.format import BinaryFormat, GameInFile
from outflank.formats.places import one_line
from outflank.formats.tagged import Ending
from outflank.play.moves import PASS
from outflank.play.record import Record
from outflank.play.tree import GameTree
from outflank.rules import BLACK, WHITE, Position

BEST, BEST_FROM = "WTHOR-BEST", "WTHOR-BEST-FROM"
"""Record tags for Black's best possible disc count, and for the number of empties at which it was computed."""

_HEADER = struct.Struct("<BBBBIHHBBBx")
_GAME = struct.Struct("<HHHBB")
_USUAL_BEST_FROM = 22  # written as 0
_SIZES = {0: 8, 8: 8, 10: 10}
_MOVES = {size: size * size - 4 for size in (8, 10)}
_NAME_OF = {
    size: {10 * (square // size + 1) + square % size + 1: name for name, square in SQUARES[size].items()}
    for size in (8, 10)
}
_BYTE_OF = {size: {name: byte for byte, name in names.items()} for size, names in _NAME_OF.items()}
_PLAYERS, _TOURNAMENTS = (".jou", 20), (".trn", 26)  # extension, and bytes per name
_MOST_NAMES = 1 << 16
_NO_NAME = "?"
_AT_ONCE = 500  # games to read at once
_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")


class _Header(NamedTuple):
    century: int
    year: int
    month: int
    day: int
    n_games: int
    n_names: int
    game_year: int
    size: int
    kind: int
    best_from: int


# --- reading --------------------------------------------------------------------------------------------------------


def recognises(head: bytes) -> bool:
    """True if the file starts like a game file, that is, with a date, a board size and a legal first move."""
    if len(head) < _HEADER.size:
        return False
    header = _Header(*_HEADER.unpack_from(head))
    is_date = 15 <= header.century <= 29 and header.year < 100 and header.month <= 12 and header.day <= 31
    if not is_date or header.size not in _SIZES or header.kind > 1:
        return False
    at = _HEADER.size + _GAME.size
    size = _SIZES[header.size]
    return header.kind == 1 or len(head) <= at or head[at] in (0, *(_BYTE_OF[size][move] for move in _FIRST[size]))


_FIRST = {size: Position.start(size).legal_moves for size in _MOVES}


class Archive:
    """An open game file.

    Names are read from the name files next to its `path`. Raises ParseError if the header is invalid.
    """

    def __init__(self, file: BinaryIO, path: Path | None = None):
        data = file.read(_HEADER.size)
        if len(data) < _HEADER.size:
            raise ParseError("expected a header of {size} bytes, got {found}", size=_HEADER.size, found=len(data))
        self._file, self._header = file, _Header(*_HEADER.unpack(data))
        if self._header.size not in _SIZES:
            raise ParseError("expected a board of 8×8 or 10×10, got the size {size}", size=self._header.size)
        self.size = _SIZES[self._header.size]
        self.year = f"{self._header.game_year:04}" if self._header.game_year else ""
        self.length = _GAME.size + _MOVES[self.size]  # bytes per game
        self._players, self._tournaments = _names_beside(path, _PLAYERS), _names_beside(path, _TOURNAMENTS)
        self.n_read = 0

    def blocks(self, at_once: int = _AT_ONCE) -> Iterator[bytes]:
        """Yield blocks of bytes, each with one or more complete games.

        Raises ParseError at the end if the number of games is wrong.
        """
        n_games = self._header.n_games
        while data := self._file.read(min(at_once, max(n_games - self.n_read, 1)) * self.length):
            if self.n_read >= n_games:
                raise ParseError("expected {games} games, as the header says, got more bytes", games=f"{n_games:,}")
            n_whole = len(data) // self.length
            self.n_read += n_whole
            if n_whole:
                yield data[: n_whole * self.length]
            if len(data) % self.length:
                cut = f"expected {n_games:,} games, as the header says, got {self.n_read:,} and a part of one"
                raise ParseError(cut)
        if self.n_read < n_games:
            raise ParseError(
                "expected {games} games, as the header says, got {found}",
                games=f"{n_games:,}",
                found=f"{self.n_read:,}",
            )

    def names(self, data: bytes) -> tuple[str, str, str]:
        """Return the names of Black, White and the tournament for a game, given its bytes."""
        tournament, black, white, _, _ = _GAME.unpack_from(data)
        return _named(self._players, black), _named(self._players, white), _named(self._tournaments, tournament)

    def unnamed(self, data: bytes) -> tuple[str, str, str]:
        """Return the names that `names` would return without any name files."""
        tournament, black, white, _, _ = _GAME.unpack_from(data)
        return _named((), black), _named((), white), _named((), tournament)

    def tags(self, best: int) -> dict[str, str]:
        """Create the record tags for Black's best possible disc count. The count is 0 if it is unknown."""
        tags = {BEST: str(best)} if best else {}
        if best and self._header.best_from not in (0, _USUAL_BEST_FROM):
            tags[BEST_FROM] = str(self._header.best_from)
        return tags

    def found(self, number: int, data: bytes) -> GameInFile:
        """Convert a game from its bytes. `number` identifies the game in notes and errors."""
        _, _, _, discs, best = _GAME.unpack_from(data)
        black, white, place = self.names(data)
        called = f"game {number:,}, {black} against {white}, {place}"
        try:
            tree = _played(data[_GAME.size :].rstrip(b"\0"), self.size)
        except OutflankError as error:
            return GameInFile(0, error=ParseError("{file}: {error}", file=called, error=error))
        record = Record(tree, (black, white), self.year, place, tags=self.tags(best))
        position = record.position
        stands = _discs(position.scores[0], self.size)
        if position.is_over:
            note = f"{called}: the result is {discs} discs for Black, but the moves lead to {stands}"
            return GameInFile(0, record, note=note if stands != discs else "", unnamed=self.unnamed(data))
        called += f": the moves end with {position.n_empties} squares empty"
        if discs == stands:
            note = f"{called}, and the result equals the discs on the board: read as unfinished"
            return GameInFile(0, record, note=note, unnamed=self.unnamed(data))
        difference = 2 * discs - self.size**2
        ending = Ending(None if not difference else (BLACK if difference > 0 else WHITE), abs(difference))
        note = f"{called}; the result is {discs} discs for Black"
        return GameInFile(0, replace(record, result=ending.words), note=note, unnamed=self.unnamed(data))


def read(file: BinaryIO, path: Path | None = None) -> Iterator[GameInFile]:
    """Yield the games in an open file. Names are looked up in the name files next to its `path`."""
    number = 0
    try:
        archive = Archive(file, path)
        for data in archive.blocks():
            for at in range(0, len(data), archive.length):
                number += 1
                yield archive.found(number, data[at : at + archive.length])
    except ParseError as error:
        yield GameInFile(error=error)


def _played(moves: bytes, size: int) -> GameTree[Position]:
    """Play the moves of a game, inserting the passes that the file omits. Raises OutflankError."""
    tree = GameTree(Position.start(size))
    node = tree.root
    name_of = _NAME_OF[size]
    for number, byte in enumerate(moves, 1):
        move = name_of.get(byte)
        if move is None:
            raise ParseError("move {number}: expected the number of a square, got {byte}", number=number, byte=byte)
        try:
            node = node.grow(move)
        except IllegalMoveError as error:
            if not node.position.must_pass:
                raise ParseError("move {number}: {error}", number=number, error=error) from None
            node = node.grow(PASS).grow(move)
    return tree


def _discs(difference: int, size: int) -> int:
    """Convert a disc difference from Black's point of view to Black's final disc count.

    The winner gets the empty squares.
    """
    return (size * size + difference) // 2


def _named(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) and names[number] else f"#{number}"


def _names_beside(path: Path | None, kind: tuple[str, int]) -> Sequence[str]:
    """Read the players' or tournaments' name file in the folder of a game file.

    A file with the same stem as the game file is preferred, followed by ``wthor`` or ``wth``, and finally by any name
    file, provided that it is the only one. Returns an empty sequence if no file qualifies.
    """
    if path is None:
        return ()
    extension, length = kind
    try:
        found = sorted(each for each in path.parent.iterdir() if each.suffix.lower() == extension)
        for stems in (path.stem.lower(),), ("wthor", "wth"), ():
            chosen = [each for each in found if each.stem.lower() in stems or not stems]
            if len(chosen) == 1:
                with chosen[0].open("rb") as file:
                    return read_names(file.read(_HEADER.size + _MOST_NAMES * length), length)
    except OSError:
        pass  # games are readable without names
    return ()


def read_names(data: bytes, length: int) -> tuple[str, ...]:
    """Read the names in a name file. Each name takes `length` bytes, and an incomplete name at the end is ignored."""
    names = range(_HEADER.size, len(data) - length + 1, length)
    return tuple(one_line(data[at : at + length].partition(b"\0")[0].decode("latin-1")) for at in names)


# --- writing --------------------------------------------------------------------------------------------------------


class _Names:
    """Names of players or tournaments, numbered in order of appearance. `noun` describes them in error messages."""

    def __init__(self, noun: str, length: int):
        self.noun, self.length = noun, length
        self.number_of: dict[bytes, int] = {}

    def number(self, name: str) -> int:
        """Return the number of a name, adding new names to the list.

        Raises OutflankError if there are too many names.
        """
        written = _written_name(name, self.length)
        number = self.number_of.setdefault(written, len(self.number_of))
        if number >= _MOST_NAMES:
            raise OutflankError(
                "expected at most {most} {noun} in a WTHOR file, got more", most=f"{_MOST_NAMES:,}", noun=self.noun
            )
        return number

    def written(self) -> bytes:
        """Return the content of the name file as bytes."""
        header = _header(0, len(self.number_of), 0, 0, 0)
        return header + b"".join(name.ljust(self.length, b"\0") for name in self.number_of)


def write(records: Iterable[Record], path: Path) -> None:
    """Write games to a file, and write the names to name files next to it.

    All games must begin from the usual start, on boards of the same size. The file stores only one year, the year of
    the first game. Raises OutflankError for games that WTHOR cannot store.
    """
    players, tournaments = _Names("players", _PLAYERS[1]), _Names("tournaments", _TOURNAMENTS[1])
    with writing(path), ExitStack() as stack:
        games = stack.enter_context(opened_whole(path))
        games.write(bytes(_HEADER.size))
        n_games = size = year = best_from = 0
        for record in records:
            if not n_games:
                size = record.position.size
                year = int(_year_of(record) or 0)
                best_from = _byte(record, BEST_FROM)
            games.write(_written(record, size, players, tournaments))
            n_games += 1
        games.seek(0)
        games.write(_header(n_games, 0, year, 10 if size == 10 else 8, best_from))
        for names, (extension, _) in (players, _PLAYERS), (tournaments, _TOURNAMENTS):
            beside = stack.enter_context(opened_whole(path.with_suffix(extension)))
            beside.write(names.written())


def _year_of(record: Record) -> str:
    found = _YEAR.search(record.date)
    return found[0] if found else ""


def _written_name(name: str, length: int) -> bytes:
    """Encode a name. Characters that are not in Latin-1, or that exceed `length` bytes, are lost."""
    return one_line(name).encode("latin-1", errors="replace")[: length - 1].strip() or _NO_NAME.encode()


def _header(n_games: int, n_names: int, year: int, size: int, best_from: int) -> bytes:
    today = date.today()
    of_date = (today.year // 100, today.year % 100, today.month, today.day)
    return _HEADER.pack(*of_date, n_games, min(n_names, _MOST_NAMES - 1), year, size, 0, best_from)


def _written(record: Record, size: int, players: _Names, tournaments: _Names) -> bytes:
    """Encode a game as bytes. Raises OutflankError if WTHOR cannot store it."""
    _check(record)
    if record.position.size != size:
        raise OutflankError("a WTHOR file holds games on boards of one size, got {size}×{size} and another", size=size)
    moves = bytes(_BYTE_OF[size][move] for move in record.tree.moves if move != PASS)
    numbers = (tournaments.number(record.place), players.number(record.player(0)), players.number(record.player(1)))
    return _GAME.pack(*numbers, _result(record, size), _byte(record, BEST)) + moves.ljust(_MOVES[size], b"\0")


def _check(record: Record) -> str:
    """Describe how WTHOR changes a game, or return an empty string if it does not.

    Raises OutflankError for an unusual start.
    """
    FORMAT.check_holds(record)
    start = record.tree.root.position
    if start.size not in _MOVES or start != Position.start(start.size):
        raise OutflankError(
            "WTHOR holds games from the usual start on 8×8 or 10×10, got {board}", board=start.board_string
        )
    for name, (_, length) in (record.player(0), _PLAYERS), (record.player(1), _PLAYERS), (record.place, _TOURNAMENTS):
        if (kept := _written_name(name, length).decode("latin-1")) != (one_line(name) or _NO_NAME):
            return (
                f"the name {excerpt(name, 40)} becomes {excerpt(kept, 40)}: at most {length - 1} Latin-1 characters fit"
            )
    if Ending.of(record) is None:
        return "the game is not over: its result becomes the discs on the board"
    return ""


def _loses(record: Record) -> Iterator[str]:
    """Yield the details that WTHOR cannot store.

    These are any date other than a year, and the way in which a game ended if it was not on the board.
    """
    if record.date != _year_of(record):
        yield "date except the year" if _year_of(record) else "date"
    ending = Ending.of(record)
    if ending is not None and ((ending.discs or 0) % 2 or _seems_unfinished(record)):
        yield "result"
    if ending is not None and ending.how:
        yield ending.how
    yield from (name for name in (BEST, BEST_FROM) if record.tags.get(name) and not _byte(record, name))


def _seems_unfinished(record: Record) -> bool:
    """True if a game that did not end on the board would be unfinished after being written and read back."""
    size = record.position.size
    return not record.position.is_over and _result(record, size) == _discs(record.position.scores[0], size)


def _byte(record: Record, tag: str) -> int:
    """Return the number in a tag, or 0 if the tag is missing or does not fit into a byte."""
    text = record.tags.get(tag, "")
    return int(text) if re.fullmatch("[0-9]{1,3}", text) and int(text) < 256 else 0


def _result(record: Record, size: int) -> int:
    """Return Black's final disc count or, if the game is unfinished, the count for the current board."""
    ending = Ending.of(record)
    if ending is None:
        return _discs(record.position.scores[0], size)
    discs = size * size if ending.discs is None else min(round(ending.discs), size * size)
    return _discs(0 if ending.winner is None else -discs if ending.winner else discs, size)


FORMAT = BinaryFormat(
    "a WTHOR file",
    "tournament games in a binary archive, with name files (.jou, .trn) next to it",
    (".wtb",),
    recognises,
    read,
    write,
    _check,
    holds=Position,
    year_of=_year_of,
    keeps=frozenset(("names", "date", "place", "result")),
    keeps_tag=(BEST, BEST_FROM).__contains__,
    loses=_loses,
    beside=(_PLAYERS[0], _TOURNAMENTS[0]),
)
