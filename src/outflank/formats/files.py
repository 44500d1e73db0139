"""Read the game or position that a user names on the command line, and read and write game files.

``FILE#3`` refers to the third game in a file.
"""

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from outflank.errors import GamesWarning, OutflankError, ParseError, excerpt, near, quoted_path
from outflank.files import is_file_name, write_whole
from outflank.formats import registry, streams
from outflank.formats.format import BinaryFormat, only
from outflank.formats.places import LIMIT, MOST_BYTES, line_of
from outflank.play.game import GameKind, History, Setup, kind_of
from outflank.play.record import Record
from outflank.play.tree import GameTree

_MOST_BESIDE = 2000  # files in a folder to search for a similar name


def read_record(argument: str, kind: GameKind[Any]) -> Record:
    """Read the game or position that a user names on the command line.

    The argument is one of the following:

    - ``start``
    - the name of a file in any format, optionally followed by a game number, such as ``#3`` for the third game
    - the game itself, as a transcript or as a board string with or without moves after it

    Raises ParseError, or OutflankError if a file cannot be read.
    """
    return find_record(argument, kind).played_as(kind)


def load(source: str | Path, *, any_kind: bool = False) -> Record:
    """Read the only game in a file or string.

    It must be Othello or a variant; with `any_kind`, a file may also contain any other game.
    """
    return find_record(str(source), kind_of("othello"), any_kind=any_kind)


def find_record(argument: str, kind: GameKind[Any], *, any_kind: bool = False) -> Record:
    """Read a record as `read_record` does, but keep the kind of game that the text itself names, if any.

    That game must use the same formats as `kind`, unless `any_kind` is set and the record comes from a file.
    """
    if argument == "start":
        return Record.of(kind.new_game(kind.start(Setup())))
    if (place := place_of(argument)) is not None:
        path, number = place
        with opened(path) as file:
            return only_record(file, shown(path), Path(path), None if any_kind else kind, number)
    name = registry.recognise(argument, among=registry.that_hold(kind))
    if name is None or (name == "transcript" and is_file_name(argument)):
        raise ParseError(
            "expected a board, a transcript, 'start' or the name of an existing file, got {text}",
            text=excerpt(argument, 60),
        ).suggesting(*_beside(argument))
    return only(registry.read_as(name, argument))


def read_records(path: str | Path, kind: GameKind[Any] | None = None) -> list[Record]:
    """Read all games and positions in a file. The list is never empty.

    If `kind` is given, only formats for that kind of game are considered. The content decides the format, and the
    extension settles ambiguous cases. Raises the same errors as `read_record`, even if only one of many games is bad;
    use `formats.streams` to read the good ones.
    """
    with opened(path) as file:
        return list(_records(file, shown(path), Path(path), kind))


def only_record(
    file: BinaryIO, source: str, path: Path | None = None, kind: GameKind[Any] | None = None, number: int | None = None
) -> Record:
    """Read the only game or position in an open file, or the one with the given `number`, counting from 1.

    `source` names the file in error messages. `path` is the file's path, or None if it has no path. Raises ParseError.
    """
    records = _records(file, source, path, kind)
    if number is None:
        record = next(records)
        if next(records, None) is not None:
            if path is None:
                raise ParseError("expected one game or position, got several", source=source)
            raise ParseError(
                "expected one game or position, got several: write {name} for the first of them", name=f"{source}#1"
            )
        return record
    n_before = 0
    for record in records:
        n_before += 1
        if n_before == number:
            return record
    raise ParseError(
        "expected at least {number} games or positions, got {found}", source=source, number=number, found=n_before
    )


def _records(file: BinaryIO, source: str, path: Path | None, kind: GameKind[Any] | None) -> Iterator[Record]:
    """Yield the games and positions in an open file. Raises ParseError for the first bad one, or if there are none."""
    among = None if kind is None else registry.that_hold(kind)
    is_empty = True
    for found in streams.read(file, source, path=path, among=among, is_strict=True):
        if found.record is None:
            raise found.error or ParseError("expected a game", source=source)
        is_empty = False
        yield found.record
    if is_empty:
        raise ParseError("expected a position or a game, got only comments", source=source)


def read_file(path: str | Path, *, limit: int | None = LIMIT) -> str:
    """Read a UTF-8 file. Raises ParseError if it is empty or not text, and OutflankError if it cannot be read."""
    with opened(path) as file:
        return read_text(file, shown(path), limit=limit)


def read_text(file: BinaryIO, source: str, *, limit: int | None = LIMIT) -> str:
    """Read an open UTF-8 file. Raises ParseError if it is empty, too long or not text.

    `source` names the file in error messages. `limit` is the maximum number of characters, or None if there is no
    limit.
    """
    lines: list[str] = []
    length = 0
    for line in lines_of(file, source):
        lines.append(line)
        length += len(line)
        if limit is not None and length > limit:
            raise ParseError("expected at most {most} characters, got more", source=source, most=f"{limit:,}")
    text = "".join(lines)
    if not text.strip():
        raise ParseError("{file} is empty", file=source)
    return text


def lines_of(file: BinaryIO, source: str, *, bad: list[ParseError] | None = None) -> Iterator[str]:
    """Yield the lines of a file as text. A line may have at most `LIMIT` characters.

    Raises ParseError for a bad line. If `bad` is given, the error is appended to that list instead, and an empty line
    is yielded so that later line numbers remain correct. However, a line that is too long ends the iteration.
    """
    number = 1
    while data := file.readline(MOST_BYTES):
        try:
            line = line_of(data, "utf-8-sig" if number == 1 else "utf-8")
        except ParseError as error:
            placed = error.at(source=source, line=number)
            if bad is None:
                raise placed from None
            bad.append(placed)
            if len(data) == MOST_BYTES:
                return
            line = ""
        yield line
        number += 1


@contextmanager
def opened(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for reading bytes. Raises OutflankError with the reason if the file cannot be opened."""
    quoted = quoted_path(path)
    try:
        with Path(path).open("rb") as file:
            yield file
    except OutflankError:
        raise
    except (FileNotFoundError, ValueError):  # ValueError: a zero byte in the name
        raise OutflankError("there is no file {path}", path=quoted).suggesting(*_beside(path)) from None
    except IsADirectoryError:
        raise OutflankError("expected a file, got the folder {path}", path=quoted) from None
    except OSError as error:
        raise OutflankError("cannot read {path}: {reason}", path=quoted, reason=error.strerror) from None


def _beside(path: str | Path) -> tuple[str, list[str]]:
    """Return the name of a missing file, and the names of existing files in the same folder, for suggestions.

    Names that have only the extension in common with the missing file are left out.
    """
    try:
        beside = [each.name for each in islice(Path(path).parent.iterdir(), _MOST_BESIDE) if each.is_file()]
    except (OSError, ValueError):  # no such folder, or no permission
        beside = []
    stem = Path(path).stem
    return Path(path).name, [name for name in beside if name.isprintable() and _is_like(stem, Path(name).stem)]


def _is_like(stem: str, other: str) -> bool:
    return stem.casefold() == other.casefold() or bool(near(stem, [other]))


def exists(path: str) -> bool:
    """True if the argument names an existing file."""
    try:
        return path != "" and Path(path).exists()
    except PermissionError:
        return True  # opening it will report the reason
    except (OSError, ValueError):
        return False  # too long for a file name, or contains a zero byte


def place_of(argument: str) -> tuple[str, int | None] | None:
    """Split an argument such as ``a.ggf`` or ``a.ggf#3`` into the file name and the game number.

    Returns None if there is no such file. Raises ParseError if the number is not valid.
    """
    if exists(argument):
        return argument, None
    path, mark, number = argument.rpartition("#")
    if not mark or not exists(path) or Path(path).is_dir():  # a Tribolo board may begin with .#
        return None
    if not re.fullmatch("[1-9][0-9]{0,8}", number):
        raise ParseError(
            "expected a game number, from 1, after {path}#, got {number}",
            path=shown(path),
            number=excerpt(number),
        )
    return path, int(number)


def shown(path: str | Path) -> str:
    """Format a path for an error message. It is quoted if it is not printable, or too long to show in full."""
    quoted = quoted_path(path)
    return str(path) if quoted == f"'{path}'" else quoted


# --- writing --------------------------------------------------------------------------------------------------------


def write_file(path: str | Path, text: str, encoding: str = "utf-8") -> None:
    """Write a text file, either completely or not at all. Raises OutflankError."""
    with writing(path):
        write_whole(Path(path), text.encode(encoding))


def write_records(path: str | Path, records: Sequence[Record], to: str | None = None) -> None:
    """Write games to a file, either completely or not at all.

    `to` names the format; by default, the file extension selects it. Raises OptionError for an unknown format, and
    OutflankError if the format cannot store a game or the file cannot be written.
    """
    to = registry.format_of(path) if to is None else to
    format_ = registry.format_named(to)
    if isinstance(format_, BinaryFormat):
        for record in records:
            format_.check_holds(record)
        format_.write(records, Path(path))
    else:
        write_file(path, registry.write(records, to))


def save(path: str | Path, game: History[Any] | GameTree[Any], players: Sequence[str], to: str | None = None) -> None:
    """Write one game as `write_records` does, and issue a GamesWarning if the format cannot store all of its details.

    Call this directly from a public method: the warning refers to the line that called that method.
    """
    to = registry.format_of(path) if to is None else to
    record = Record.of(game, players) if isinstance(game, History) else Record(game, tuple(players))
    write_records(path, [record], to)
    format_ = registry.format_named(to)
    if left := format_.left_behind(record):
        lost = f"dropped because {format_.noun} cannot hold it: {', '.join(left)}"
        warnings.warn(lost, GamesWarning, stacklevel=3)


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Convert errors that occur while writing a file to OutflankError."""
    try:
        yield
    except OutflankError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error.strerror if isinstance(error, OSError) else error
        raise OutflankError("cannot write {path}: {reason}", path=quoted_path(path), reason=reason) from None
