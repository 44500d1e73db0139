"""Reading what a user names: a position or a game on the command line, and files.

Files are read line by line, so that one which is too long is refused after its first 100,000 characters.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from outflank.errors import OutflankError, ParseError, excerpt
from outflank.formats import obf, registry
from outflank.formats.places import LIMIT
from outflank.formats.record import Record
from outflank.rules import Game, Position

_FILE_NAME = re.compile(r".*([\\/]|\.[A-Za-z]\w{0,9}$)")
_ANY_LENGTH = {".obf"}  # files of many records
_MOST_BYTES = 4 * LIMIT  # no character takes more than four in UTF-8


def read_position(argument: str) -> Position:
    """The position that a user names, as `read_record` reads it; after its last move, if it has moves."""
    return read_game(argument).position


def read_game(argument: str) -> Game:
    """The game that a user names, as `read_record` reads it."""
    return read_record(argument).game


def read_record(argument: str) -> Record:
    """The one game or position that a user names.

    That is ``start``, the name of a file in any format, or the text itself: a board string, optionally with moves
    after it, or a transcript. Raises ParseError, or OutflankError for a file that cannot be read.
    """
    if argument == "start":
        return Record(Game())
    if exists(argument):
        return registry.only(read_records(argument), source=shown(argument))
    name = registry.recognise(argument)
    if name is None or (name == "transcript" and _FILE_NAME.match(argument)):
        expected = "expected a board, a transcript, 'start' or the name of a file"
        raise ParseError(f"{expected}, got {excerpt(argument, 60)}, and there is no such file")
    return registry.only(registry.read(argument))


def read_records(path: str | Path) -> list[Record]:
    """All games and positions of a file in any format, at least one. Raises as `read_record` does.

    Its content says which format it is in; the extension helps where the content does not tell.
    """
    extension = Path(path).suffix.lower()
    text = read_file(path, any_length=extension in _ANY_LENGTH)
    return registry.read(text, source=shown(path), extension=extension)


def read_file(path: str | Path, *, any_length: bool = False) -> str:
    """The text of a file, which is UTF-8 and not empty. Raises ParseError, or OutflankError if it cannot be read."""
    with _opened(path) as file:
        return read_text(file, shown(path), any_length=any_length)


def read_problems(path: str | Path) -> tuple[list[obf.Problem], list[ParseError]]:
    """The problems of a file in OBF, and the errors of its bad lines. Raises as `read_record` does."""
    with _opened(path) as file:
        problems, errors = obf.collect(_lines(file, shown(path)), source=shown(path))
    if not problems and not errors:
        raise ParseError(f"{shown(path)} holds no position")
    return problems, errors


def read_text(file: BinaryIO, source: str, *, any_length: bool = False) -> str:
    """The text of an open file, which is UTF-8 and not empty; `source` is its name in errors. Raises ParseError."""
    lines: list[str] = []
    length = 0
    for line in _lines(file, source):
        lines.append(line)
        length += len(line)
        if length > LIMIT and not any_length:
            raise ParseError(f"expected at most {LIMIT:,} characters, got more", source=source)
    text = "".join(lines)
    if not text.strip():
        raise ParseError(f"{source} is empty")
    return text


def _lines(file: BinaryIO, source: str) -> Iterator[str]:
    """The lines of a file as text, each at most `LIMIT` characters long."""
    number = 1
    while data := file.readline(_MOST_BYTES):
        try:
            line = data.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            if len(data) < _MOST_BYTES:
                column = len(data[: error.start].decode()) + 1
                message = f"expected text in UTF-8, got the byte {data[error.start]:#04x}"
                raise ParseError(message, source=source, line=number, column=column) from None
            line = data.decode(errors="replace")  # cut in the middle of a character, or worse: too long anyhow
        if "\0" in line:
            raise ParseError("expected text, got a zero byte", source=source, line=number, column=line.index("\0") + 1)
        if len(line) > LIMIT:
            raise ParseError(f"expected at most {LIMIT:,} characters a line, got more", source=source, line=number)
        yield line
        number += 1


@contextmanager
def _opened(path: str | Path) -> Iterator[BinaryIO]:
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
