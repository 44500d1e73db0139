"""Reading what a user names, a position or a game on the command line; and files, which are also written here.

Files are read line by line, so that one which is too long is refused after its first 100,000 characters.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from outflank.errors import OutflankError, ParseError, excerpt
from outflank.files import write_whole
from outflank.play import formats
from outflank.play.game import GameKind, Setup
from outflank.play.places import LIMIT
from outflank.play.record import Record

_FILE_NAME = re.compile(r".*([\\/]|\.[A-Za-z]\w{0,9}$)")
_MOST_BYTES = 4 * LIMIT  # no character takes more than four in UTF-8


def read_record(argument: str, kind: GameKind[Any]) -> Record:
    """The one game or position of a kind of game that a user names.

    That is ``start``, the name of a file in any format, or the text itself: a board string, optionally with moves
    after it, or a transcript. Raises ParseError, or OutflankError for a file that cannot be read.
    """
    return find_record(argument, kind).played_as(kind)


def find_record(argument: str, kind: GameKind[Any]) -> Record:
    """As `read_record`, but if the text says that it is another kind of game with the same formats, it is that one."""
    if argument == "start":
        return Record.of(kind.new_game(kind.start(Setup())))
    if exists(argument):
        return formats.only(read_records(argument, kind), source=shown(argument))
    name = formats.recognise(argument, among=kind.formats)
    if name is None or (name == "transcript" and _FILE_NAME.match(argument)):
        expected = "expected a board, a transcript, 'start' or the name of a file"
        raise ParseError(f"{expected}, got {excerpt(argument, 60)}, and there is no such file")
    return formats.only(formats.read(argument, among=kind.formats))


def read_records(path: str | Path, kind: GameKind[Any] | None = None) -> list[Record]:
    """All games and positions of a file in any format, or of a `kind` of game, at least one.

    Its content says which format it is in; the extension helps where the content does not tell. Raises as `read_record`
    does.
    """
    extension = Path(path).suffix.lower()
    limits = [formats.format_named(name).limit for name in formats.with_extension(extension)]
    text = read_file(path, limit=limits[0] if limits else LIMIT)
    among = None if kind is None else kind.formats
    return formats.read(text, source=shown(path), extension=extension, among=among)


def read_file(path: str | Path, *, limit: int | None = LIMIT) -> str:
    """The text of a file, which is UTF-8 and not empty. Raises ParseError, or OutflankError if it cannot be read."""
    with opened(path) as file:
        return read_text(file, shown(path), limit=limit)


def read_text(file: BinaryIO, source: str, *, limit: int | None = LIMIT) -> str:
    """The text of an open file, which is UTF-8 and not empty; `source` is its name in errors. Raises ParseError.

    `limit` is the most characters that it may have, None for a file of any length.
    """
    lines: list[str] = []
    length = 0
    for line in lines_of(file, source):
        lines.append(line)
        length += len(line)
        if limit is not None and length > limit:
            raise ParseError(f"expected at most {limit:,} characters, got more", source=source)
    text = "".join(lines)
    if not text.strip():
        raise ParseError(f"{source} is empty")
    return text


def lines_of(file: BinaryIO, source: str, *, bad: list[ParseError] | None = None) -> Iterator[str]:
    """The lines of a file as text, each at most `LIMIT` characters long.

    Raises ParseError for one that is no text; or, if there is a list for what is `bad`, adds the error to it and gives
    an empty line, so that the others keep their numbers. A line that is too long is the last one.
    """
    number = 1
    while data := file.readline(_MOST_BYTES):
        try:
            line = _line_of(data, "utf-8-sig" if number == 1 else "utf-8")
        except ParseError as error:
            placed = error.at(source=source, line=number)
            if bad is None:
                raise placed from None
            bad.append(placed)
            if len(data) == _MOST_BYTES:
                return
            line = ""
        yield line
        number += 1


def _line_of(data: bytes, encoding: str) -> str:
    try:
        line = data.decode(encoding)
    except UnicodeDecodeError as error:
        if len(data) < _MOST_BYTES:
            column = len(data[: error.start].decode()) + 1
            raise ParseError(f"expected text in UTF-8, got the byte {data[error.start]:#04x}", column=column) from None
        line = data.decode(errors="replace")  # cut in the middle of a character, or worse: too long anyhow
    if "\0" in line:
        raise ParseError("expected text, got a zero byte", column=line.index("\0") + 1)
    if len(line) > LIMIT:
        raise ParseError(f"expected at most {LIMIT:,} characters a line, got more")
    return line


@contextmanager
def opened(path: str | Path) -> Iterator[BinaryIO]:
    """A file to read bytes from. Raises OutflankError, which says why, if it cannot be read."""
    quoted = excerpt(str(path), 60)
    try:
        with Path(path).open("rb") as file:
            yield file
    except OutflankError:
        raise
    except (FileNotFoundError, ValueError):  # ValueError: a zero byte in the name
        raise OutflankError(f"there is no file {quoted}") from None
    except IsADirectoryError:
        raise OutflankError(f"expected a file, got the folder {quoted}") from None
    except OSError as error:
        raise OutflankError(f"cannot read {quoted}: {error.strerror}") from None


def exists(path: str) -> bool:
    """Whether a user's words name a file."""
    try:
        return path != "" and Path(path).exists()
    except PermissionError:
        return True  # opening it will say what is wrong
    except (OSError, ValueError):
        return False  # too long for a name, or with a zero byte


def shown(path: str | Path) -> str:
    """A path as errors show it: as it is, or its beginning and quoted if it is long or not printable."""
    name = str(path)
    return name if name.isprintable() and len(name) <= 80 else excerpt(name, 80)


# --- writing --------------------------------------------------------------------------------------------------------


def write_file(path: str | Path, text: str) -> None:
    """Write a text in UTF-8, whole or not at all, over the file that may be there. Raises OutflankError."""
    with writing(path):
        write_whole(Path(path), text.encode())


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Within this, what the system has against a file that is written becomes an OutflankError."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error.strerror if isinstance(error, OSError) else error
        raise OutflankError(f"cannot write {excerpt(str(path), 80)}: {reason}") from None
