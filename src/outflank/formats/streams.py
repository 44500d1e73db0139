"""Read files that may contain any number of games. Games are read one at a time, so only one is in memory.

If a game cannot be read, the other games in the file are still read.
"""

import codecs
import io
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from outflank.errors import OutflankError, ParseError
from outflank.formats import registry
from outflank.formats.foreign import kind_of_file, names_of_wthor
from outflank.formats.format import Format, GameInFile
from outflank.formats.places import LIMIT, line_of
from outflank.play.record import Record
from outflank.text import Text

LONGEST = 2_000_000
"""Maximum number of characters in one record of a long file. Longer records are truncated by the `cut` functions of the
formats.
"""

_BLOCK = 1 << 16  # bytes to read at a time; the first block must reveal the format
_LONGEST_PIECE = 1 << 18  # bytes of a line to handle in one piece
_LONGEST_LINE = 1 << 28  # bytes of a line after which reading stops, in case the file is an endless device
_MOST_BEFORE = 1000  # lines without a game before the first game
_SAID = re.compile(rb"[;\]\s]CA\s*\[\s*([\w.:-]{1,20})\s*\]")  # the encoding in an SGF header
_ENCODINGS = {
    **{name: name for name in ("big5", "cp1250", "cp1251", "cp1252", "euc_jp", "gb18030", "iso8859-15", "koi8-r")},
    **dict.fromkeys(("shift_jis", "cp932"), "cp932"),  # Windows uses the first name for cp932
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    **dict.fromkeys(("euc_kr", "cp949"), "cp949"),
}
"""Maps Python's name for each supported encoding to the codec that decodes it. All encodings are supersets of ASCII."""
_LINE = re.compile(rb"[^\n]*\n")
_LINES = re.compile(rb"(?:\r?\n){1,1000}|[^\n]+\n")  # a line, or for speed many empty lines together
_CARRIED = re.compile(rb"[\xc0-\xff][\x80-\xbf]{0,2}\Z")  # a UTF-8 character that may continue in the next piece


def read(
    file: BinaryIO,
    source: str,
    *,
    path: Path | None = None,
    among: Iterable[str] | None = None,
    is_strict: bool = False,
) -> Iterator[GameInFile]:
    """Yield the records in an open file in any format, in order, or an error for each record that is unreadable.

    `source` names the file in error messages. `path` is the file's path, or None if it has no path; the extension
    settles cases in which the content is ambiguous. If the format stores a single game, the file must not be longer
    than the longest possible game.

    Raises ParseError if the file is empty or contains nothing that resembles a record. With `is_strict`, also raises
    ParseError for a short text that cannot be read as a whole in a single format.
    """
    blocks = _Blocks(file)
    name = None if names_of_wthor(blocks.head) else registry.recognise_bytes(blocks.head)
    if name is not None and (among is None or name in among):
        format_ = registry.format_named(name)
        assert not isinstance(format_, Format)
        with io.BufferedReader(blocks, _BLOCK) as data:
            for found in format_.read(data, path):
                yield found if found.error is None else found._replace(error=placed(found.error, source))
        return
    if kind := kind_of_file(blocks.head):
        raise ParseError("expected games, got {kind}", source=source, kind=Text(kind))
    head = blocks.head.decode("utf-8-sig", errors="replace")
    if not head.strip() and len(blocks.head) < _BLOCK:
        raise ParseError("{file} is empty", file=source)
    extension = "" if path is None else path.suffix.lower()
    name = registry.recognise(head, extension, among)
    text_format = None if name is None else registry.text_format(name)
    if text_format is not None and text_format.cut is not None:
        yield from _each(text_format, text_format.cut(_texts(blocks, _encoding_of(blocks.head))), source)
    elif text_format is not None and text_format.by_line:
        yield from _by_line(text_format.read, _lines(blocks), source)
    else:
        yield from _whole_or_lines(blocks, source, extension, among, is_strict)


def counted(file: BinaryIO, watch: Callable[[int], None]) -> BinaryIO:
    """Wrap a file so that each time `read` reads a block, `watch` is called with the number of bytes."""
    return cast(BinaryIO, _Counted(file, watch))  # only its `read` is used


def placed(error: OutflankError, source: str, line: int = 1) -> OutflankError:
    """Add the file name and the line to an error in a piece of a file that starts at `line`.

    If `line` is 0, the error refers to the whole file.
    """
    if not isinstance(error, ParseError):
        return ParseError(str(error), source=source, line=line or None)
    where = line + (error.line or 1) - 1 if line else error.line
    return ParseError(error.message, source=source, line=where, column=error.column)


def _each(format_: Format, pieces: Iterable[tuple[int, str]], source: str) -> Iterator[GameInFile]:
    """Yield the records in the pieces of a text, or an error for each unreadable piece."""
    line = 0
    for line, text in pieces:
        try:
            records = format_.read(text, None)
        except OutflankError as error:
            yield GameInFile(line, error=placed(_other_format(text, format_) or error, source, line))
        else:
            yield from (_found(line, record) for record in records)
    if not line:
        raise ParseError("expected {noun}, got none", source=source, noun=Text(format_.noun))


def _other_format(text: str, format_: Format) -> ParseError | None:
    """Return an error if a piece is in a different format from the rest of the file, and None otherwise."""
    name = registry.recognise(text)
    other = format_ if name is None else registry.text_format(name)
    if other is format_ or other.order or not registry.can_read(other, text):
        return None
    return ParseError(
        "expected {noun}, got {other}: put games in other formats into separate files",
        noun=Text(format_.noun),
        other=Text(other.noun),
    )


def _found(line: int, record: Record) -> GameInFile:
    """Wrap a record in a `GameInFile`, joining its notes into one.

    `line` is where the record starts, or 0 if this is unknown.
    """
    note = "; ".join(record.notes)
    return GameInFile(line, record, note=f"line {line}: {note}" if note and line else note)


def _by_line(
    read_line: Callable[[str, str | None], list[Record]], lines: Iterable[tuple[int, str | ParseError]], source: str
) -> Iterator[GameInFile]:
    """Yield the record on each line, or an error for each bad line. Empty lines and comments are skipped."""
    for number, line in lines:
        if isinstance(line, ParseError):
            yield GameInFile(number, error=placed(line, source, number))
        elif line.strip() and not line.startswith("%"):
            try:
                records = read_line(line, None)
            except OutflankError as error:
                yield GameInFile(number, error=placed(error, source, number))
            else:
                yield from (_found(number, record) for record in records)


def _whole_or_lines(
    blocks: "_Blocks",
    source: str,
    extension: str,
    among: Iterable[str] | None,
    is_strict: bool,
) -> Iterator[GameInFile]:
    """Yield the games in a file that either contains a single game over several lines, or one game per line."""
    lines: list[tuple[int, str | ParseError]] = []
    length = 0
    rest = _lines(blocks)
    for number, line in rest:
        lines.append((number, line))
        length += len(line) if isinstance(line, str) else 0
        if length > LIMIT:
            break
    text = "".join("" if isinstance(line, ParseError) else line for _, line in lines)
    bad = [line.at(line=number) for number, line in lines if isinstance(line, ParseError)]
    reason: OutflankError | None = bad[0] if bad else None
    if length <= LIMIT and not bad:
        try:
            yield from [_found(0, record) for record in registry.read(text, extension=extension, among=among)]
            return
        except OutflankError as error:  # reading line by line, the error can give the line
            reason = error
    if is_strict and length <= LIMIT and reason is not None:
        raise placed(reason, source, 0)
    read_line = lambda line, _: registry.read(line, among=among)  # noqa: E731
    found = _by_line(read_line, _chained(lines, rest), source)
    first: list[GameInFile] = []  # everything up to and including the first game
    for each in found:
        first.append(each)
        if each.record is not None:
            yield from first
            yield from found
            return
        if len(first) >= _MOST_BEFORE:
            raise ParseError(
                "expected games, got none in the first {number} lines", source=source, number=f"{_MOST_BEFORE:,}"
            )
    raise placed(reason or ParseError("expected games, got none"), source, 0)


def _chained(
    first: list[tuple[int, str | ParseError]], rest: Iterator[tuple[int, str | ParseError]]
) -> Iterator[tuple[int, str | ParseError]]:
    yield from first
    first.clear()
    yield from rest


# --- bytes ----------------------------------------------------------------------------------------------------------


class _Blocks(io.RawIOBase):
    """A file that can be read from the beginning even after its first bytes, `head`, have been inspected."""

    def __init__(self, file: BinaryIO):
        self._file = file
        head = []
        left = _BLOCK
        while left and (data := file.read(left)):
            head.append(data)
            left -= len(data)
        self.head = b"".join(head)
        self._waiting = self.head

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        data, self._waiting = self._waiting[: len(view)], self._waiting[len(view) :]
        data = data or self._file.read(len(view))
        view[: len(data)] = data
        return len(data)

    def __iter__(self) -> Iterator[bytes]:
        if self._waiting:
            data, self._waiting = self._waiting, b""
            yield data.removeprefix(b"\xef\xbb\xbf")
        while data := self._file.read(_BLOCK):
            yield data


def _pieces(blocks: Iterable[bytes], line: re.Pattern[bytes]) -> Iterator[bytes]:
    """Split blocks of bytes into lines, including their line endings. Very long lines are split into several pieces."""
    rest = b""
    for block in blocks:
        data = rest + block
        end = data.rfind(b"\n") + 1
        yield from line.findall(data, 0, end)
        rest = data[end:]
        if len(rest) > _LONGEST_PIECE:
            cut = _CARRIED.search(rest)
            end = cut.start() if cut else len(rest) - (len(rest) - len(rest.rstrip(b"\\"))) % 2  # keep an escape whole
            yield rest[:end]
            rest = rest[end:]
    if rest:
        yield rest


def _encoding_of(head: bytes) -> str:
    """Return the encoding that an SGF file declares.

    If it declares none, or one that is not supported, return UTF-8.
    """
    said = _SAID.search(head)
    try:
        name = codecs.lookup(said[1].decode().lower().replace("windows-31j", "cp932")).name if said else "utf-8"
    except LookupError:
        return "utf-8"
    return _ENCODINGS.get(name, "utf-8")


def _texts(blocks: Iterable[bytes], encoding: str = "utf-8") -> Iterator[str]:
    """Decode lines, or pieces of long lines.

    Text that cannot be decoded is read as Latin-1, which old files use for names.
    """
    for data in _pieces(blocks, _LINE):
        try:
            yield data.decode(encoding)
        except UnicodeDecodeError:
            yield data.decode("latin-1")


def _lines(blocks: Iterable[bytes]) -> Iterator[tuple[int, str | ParseError]]:
    """Yield each line with its number, counting from 1. A line that is too long or not text is replaced by an error.

    Consecutive empty lines may be yielded as one item, with the number of the first of them.
    """
    number, length = 1, 0
    for data in _pieces(blocks, _LINES):
        if not length:
            try:
                line: str | ParseError = line_of(data)
            except ParseError as error:
                line = error
            yield number, line
        length += len(data)
        if data.endswith(b"\n"):
            number, length = number + data.count(b"\n"), 0
        elif length > _LONGEST_LINE:
            return


class _Counted:
    """Wrapper around a file that passes the number of bytes in each read to a callback."""

    def __init__(self, file: BinaryIO, watch: Callable[[int], None]):
        self._file, self._watch = file, watch

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._watch(len(data))
        return data
