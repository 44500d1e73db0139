"""Files of any number of games, read one after the other: no more than one is in memory at any time.

A game that cannot be read does not stand in the way of the others.
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
"""The most characters that one record of a long file may have: whoever cuts a file cuts off what is longer."""

_BLOCK = 1 << 16  # bytes that are read at once; what a file is must show in the first of them
_LONGEST_PIECE = 1 << 18  # bytes of a line that come in one piece
_LONGEST_LINE = 1 << 28  # bytes of a line after which nothing more is read: a device without end
_MOST_BEFORE = 1000  # lines that are no games, before the first that is one
_SAID = re.compile(rb"[;\]\s]CA\s*\[\s*([\w.:-]{1,20})\s*\]")  # the encoding of a file in SGF
_ENCODINGS = {
    **{name: name for name in ("big5", "cp1250", "cp1251", "cp1252", "euc_jp", "gb18030", "iso8859-15", "koi8-r")},
    **dict.fromkeys(("shift_jis", "cp932"), "cp932"),  # what Windows calls by the first name
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    **dict.fromkeys(("euc_kr", "cp949"), "cp949"),
}
"""Encodings that contain ASCII, by their names in Python, and what they are read as."""
_LINE = re.compile(rb"[^\n]*\n")
_LINES = re.compile(rb"(?:\r?\n){1,1000}|[^\n]+\n")  # a line, or many empty ones: a file of nothing else is read soon
_CARRIED = re.compile(rb"[\xc0-\xff][\x80-\xbf]{0,2}\Z")  # a character of UTF-8 that may go on in the next piece


def read(
    file: BinaryIO,
    source: str,
    *,
    path: Path | None = None,
    among: Iterable[str] | None = None,
    is_strict: bool = False,
) -> Iterator[GameInFile]:
    """The records of an open file of any format, in their order, those that cannot be read with their error.

    `source` is the file's name in errors, `path` where it lies, if it does: the extension helps where the content does
    not tell. Formats that hold one game may not be longer than that. Raises ParseError for a file with nothing in it,
    or nothing that looks like a record; and if `is_strict`, for a short text that is not as a whole in a format.
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
    """A file for `read`, of which `watch` is told how many bytes were read, again and again."""
    return cast(BinaryIO, _Counted(file, watch))  # nothing else than `read` is asked of it


def placed(error: OutflankError, source: str, line: int = 1) -> OutflankError:
    """An error in a piece of a file that begins in a line, 0 for the whole: with its place in the file."""
    if not isinstance(error, ParseError):
        return ParseError(str(error), source=source, line=line or None)
    where = line + (error.line or 1) - 1 if line else error.line
    return ParseError(error.message, source=source, line=where, column=error.column)


def _each(format_: Format, pieces: Iterable[tuple[int, str]], source: str) -> Iterator[GameInFile]:
    """The records of the pieces that a text was cut into."""
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
    """The error of a piece that cannot be read because it is in another format than those before it, if it is."""
    name = registry.recognise(text)
    other = format_ if name is None else registry.text_format(name)
    if other is format_ or other.order or not registry.can_read(other, text):
        return None
    return ParseError(
        "expected {noun}, got {other}: put games of another format into a file of their own",
        noun=Text(format_.noun),
        other=Text(other.noun),
    )


def _found(line: int, record: Record) -> GameInFile:
    """A record that begins in a line, 0 if that is not known, with the notes of its reader as one."""
    note = "; ".join(record.notes)
    return GameInFile(line, record, note=f"line {line}: {note}" if note and line else note)


def _by_line(
    read_line: Callable[[str, str | None], list[Record]], lines: Iterable[tuple[int, str | ParseError]], source: str
) -> Iterator[GameInFile]:
    """The records of lines, of which some may be empty or comments."""
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
    """One game over several lines, or several, one a line; or else what there is in any text."""
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
        except OutflankError as error:  # line by line it can be said what is wrong with which
            reason = error
    if is_strict and length <= LIMIT and reason is not None:
        raise placed(reason, source, 0)
    read_line = lambda line, _: registry.read(line, among=among)  # noqa: E731
    found = _by_line(read_line, _chained(lines, rest), source)
    first: list[GameInFile] = []  # up to the first game: there may be none
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
    """The bytes of a file from its beginning, the first of which have been looked at before."""

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
    """Lines, with their ends; those that are very long in several pieces."""
    rest = b""
    for block in blocks:
        data = rest + block
        end = data.rfind(b"\n") + 1
        yield from line.findall(data, 0, end)
        rest = data[end:]
        if len(rest) > _LONGEST_PIECE:
            cut = _CARRIED.search(rest)
            end = cut.start() if cut else len(rest) - (len(rest) - len(rest.rstrip(b"\\"))) % 2  # an escape stays whole
            yield rest[:end]
            rest = rest[end:]
    if rest:
        yield rest


def _encoding_of(head: bytes) -> str:
    """The encoding that a file in SGF says it is in, if it is one that we read; else UTF-8."""
    said = _SAID.search(head)
    try:
        name = codecs.lookup(said[1].decode().lower().replace("windows-31j", "cp932")).name if said else "utf-8"
    except LookupError:
        return "utf-8"
    return _ENCODINGS.get(name, "utf-8")


def _texts(blocks: Iterable[bytes], encoding: str = "utf-8") -> Iterator[str]:
    """The lines of a text, or pieces of them. What is not in its encoding is taken for Latin-1: names in old files."""
    for data in _pieces(blocks, _LINE):
        try:
            yield data.decode(encoding)
        except UnicodeDecodeError:
            yield data.decode("latin-1")


def _lines(blocks: Iterable[bytes]) -> Iterator[tuple[int, str | ParseError]]:
    """The lines of a text with their numbers, from 1; for one that is no text, or too long for one, what is wrong.

    Of empty lines that follow each other many come at once, with the number of the first.
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
    """A file that tells how much of it was read."""

    def __init__(self, file: BinaryIO, watch: Callable[[int], None]):
        self._file, self._watch = file, watch

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._watch(len(data))
        return data
