"""Boards and transcripts: either one game that may take several lines, or one game per line.

There may be words around the games.
"""

import re
from collections.abc import Sequence

from outflank.errors import OutflankError, ParseError
from outflank.formats import diagram, drawings, mirrored, pasted, prose, transcript
from outflank.formats.format import Format
from outflank.formats.places import blank_comments, check_length
from outflank.play.moves import plain
from outflank.play.record import Record
from outflank.rules import DiscPosition

_GOES_ON = re.compile(r"^[ \t]*+(?!1\.)[0-9]{1,3}\.", re.MULTILINE)


def _read_boards(text: str, source: str | None) -> list[Record]:
    check_length(text, source)
    pieces = drawings.cut(text)
    if len(pieces) > 1:
        return [_read_piece(piece, source) for piece in pieces]
    try:
        return [pasted.read(text, source)]
    except ParseError as error:
        return _games_or_furthest(text, source, error)


def _read_piece(piece: drawings.Piece, source: str | None) -> Record:
    try:
        return pasted.read(piece.text, source)
    except ParseError as error:
        line = None if error.line is None else piece.line + error.line
        raise ParseError(error.message, source=source, line=line, column=error.column) from None


def _read_transcripts(text: str, source: str | None) -> list[Record]:
    """Read one or more transcripts: either one game per line, or a single game over several lines.

    If the text can be read both ways, each line is a game, unless a line begins with a move number other than ``1.``,
    or only some of the lines start from the mirrored position.
    """
    check_length(text, source)
    games: list[Record] = []
    failed: ParseError | None = None
    if "\n" in text.strip() and not _GOES_ON.search(text):
        try:
            games = _one_game_a_line(text, source)
            if len(games) > 1 and len({mirrored.was_turned(game) for game in games}) == 1:
                return games
        except ParseError as error:
            failed = error
    try:
        return [pasted.read(text, source)]
    except ParseError as error:
        if games:
            return games
        raise (error if failed is None else _furthest(error, failed)) from None


def _games_or_furthest(text: str, source: str | None, error: ParseError) -> list[Record]:
    """Read one game per line.

    If that fails, raise either the new error or `error`, whichever is further into the text.
    """
    if "\n" not in text.strip():
        raise error
    try:
        games = _one_game_a_line(text, source)
    except ParseError as other:
        raise _furthest(error, other) from None
    if not games:
        raise error
    return games


def _furthest(*errors: ParseError) -> ParseError:
    return max(errors, key=lambda error: (error.line or 0, error.column or 0, error.so_far is not None))


def _one_game_a_line(text: str, source: str | None) -> list[Record]:
    """Read a game from each line that contains one. The other lines may contain words or comments."""
    records = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            if line.strip() and (record := pasted.read_line(line, source)) is not None:
                records.append(record)
        except ParseError as error:
            raise ParseError(error.message, source=source, line=number, column=error.column) from None
    return records


def readable_games(text: str) -> list[Record]:
    """Read a game from each board drawing or line, skipping bad ones. Returns an empty list if the first one is bad."""
    records: list[Record] = []
    pieces = drawings.cut(text)
    for line in text.split("\n") if len(pieces) < 2 else (piece.text for piece in pieces):
        try:
            if line.strip() and (record := pasted.read_line(line)) is not None:
                records.append(record)
        except ParseError:
            if not records:
                break
    return records


def _is_transcript(text: str) -> bool:
    text = blank_comments(plain(text))
    return transcript.recognises(text) or prose.holds_moves(text)


def _write_boards(records: Sequence[Record]) -> str:
    return "".join(record.kind.write(record.position) + "\n" for record in records)


def _write_transcripts(records: Sequence[Record]) -> str:
    for record in records:
        start = record.tree.root.position
        if start != type(start).start():
            raise OutflankError(
                "a transcript cannot hold a start position: {position}", position=record.kind.write(start)
            )
    return "".join(record.kind.transcript(record.tree.moves) + "\n" for record in records)


BOARD = Format(
    "a board",
    "the final position of each game, as cells and side to move, one per line",
    (".board",),
    lambda text: diagram.recognises(blank_comments(text)),
    _read_boards,
    _write_boards,
    order=2,
    holds=DiscPosition,
    boards=True,
)

TRANSCRIPT = Format(
    "a transcript",
    "the moves of games from the usual start, one game per line",
    (".moves",),
    _is_transcript,
    _read_transcripts,
    _write_transcripts,
    order=3,
    holds=DiscPosition,
)
