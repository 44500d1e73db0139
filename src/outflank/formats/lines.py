"""Boards and transcripts: texts of one game over several lines, or of several games, one a line."""

import re
from collections.abc import Callable, Sequence

from outflank.errors import OutflankError, ParseError
from outflank.formats import diagram, transcript
from outflank.play.formats import Format
from outflank.play.places import blank_comments, check_length
from outflank.play.record import Record
from outflank.rules import DiscPosition, Game

_GOES_ON = re.compile(r"^[ \t]*+(?!1\.)[0-9]{1,3}\.", re.MULTILINE)


def _read_boards(text: str, source: str | None) -> list[Record]:
    return _read_one_way(text, source, _as_one_game, _one_game_a_line)


def _read_transcripts(text: str, source: str | None) -> list[Record]:
    """Two short games, one a line, may also make one game; lines that begin with 2. or more then go on with a game."""
    one, many = _as_one_game, _one_game_a_line
    return _read_one_way(text, source, *((one, many) if _GOES_ON.search(text) else (many, one)))


def _read_one_way(text: str, source: str | None, *ways: Callable[[str, str | None], list[Record]]) -> list[Record]:
    """The first way to read a text that gives no error, or else the error of the way that gets furthest."""
    check_length(text, source)
    text = blank_comments(text)
    errors = []
    for way in ways:
        try:
            return way(text, source)
        except ParseError as error:
            errors.append(error)
    raise max(errors, key=lambda error: (error.line or 0, error.column or 0))


def _as_one_game(text: str, source: str | None) -> list[Record]:
    return [Record.of(_read_game(text, source))]


def _one_game_a_line(text: str, source: str | None) -> list[Record]:
    records = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            if line.strip():
                records.append(Record.of(_read_game(line, source)))
        except ParseError as error:
            raise ParseError(error.message, source=source, line=number, column=error.column) from None
    return records


def _read_game(text: str, source: str | None) -> Game:
    read_it = diagram.read_game if diagram.recognises(text) else transcript.read
    return read_it(text, source=source)


def _write_boards(records: Sequence[Record]) -> str:
    return "".join(record.kind.write(record.position) + "\n" for record in records)


def _write_transcripts(records: Sequence[Record]) -> str:
    for record in records:
        start = record.tree.root.position
        if start != type(start).start():
            raise OutflankError(f"a transcript has no room for a start position: {record.kind.write(start)}")
    return "".join(record.kind.transcript(record.tree.moves) + "\n" for record in records)


BOARD = Format(
    "a board",
    "cells and side to move of the position at the end of each game, one a line",
    (".board",),
    lambda text: diagram.recognises(blank_comments(text)),
    _read_boards,
    _write_boards,
    order=2,
    holds=DiscPosition,
)

TRANSCRIPT = Format(
    "a transcript",
    "the moves of games from the usual start, one game a line",
    (".moves",),
    lambda text: transcript.recognises(blank_comments(text)),
    _read_transcripts,
    _write_transcripts,
    order=3,
    holds=DiscPosition,
)
