"""Tables of games (``.csv``): a line with the column names, followed by one line per game.

    eOthello_game_id,winner,game_moves
    1,1,f5d6c3g5c6

A column for the moves is required; columns for the players, winner, score, date, place and number are optional. Fields
are separated by commas, semicolons, tabs or vertical bars, and may be quoted.

>>> game, = read("id;black;white;winner;moves\\n1;Ann;Bob;-1;f5d6")
>>> game.players, game.result, game.tree.moves
(('Ann', 'Bob'), 'White wins', ('f5', 'd6'))
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from outflank.errors import OutflankError, ParseError, excerpt
from outflank.formats import pasted
from outflank.formats.format import Format
from outflank.formats.places import LIMIT, one_line
from outflank.formats.tagged import Ending, with_ending
from outflank.play.moves import plain
from outflank.play.record import Record
from outflank.rules import BLACK, WHITE, DiscPosition

_COLUMNS = {
    "moves": ("moves", "game_moves", "transcript", "move_sequence", "sequence", "game", "kifu", "record", "棋譜"),
    "black": ("black", "black_player", "player_black", "black_name", "player1", "黒", "黒番", "先手"),
    "white": ("white", "white_player", "player_white", "white_name", "player2", "白", "白番", "後手"),
    "winner": ("winner", "won", "勝者"),
    "score": ("score", "result", "結果"),
    "black_discs": ("black_discs", "black_score", "black_count"),
    "white_discs": ("white_discs", "white_score", "white_count"),
    "date": ("date", "played", "played_at", "日付"),
    "place": ("place", "event", "tournament"),
    "id": ("id", "eothello_game_id", "game_id", "gameid", "number", "no"),
}
_NAMES = {name: column for column, names in _COLUMNS.items() for name in names}
_DELIMITERS = ",;\t|"
_WINNERS = {
    **dict.fromkeys(("1", "+1", "1.0", "black", "b", "x", "黒"), BLACK),
    **dict.fromkeys(("-1", "-1.0", "2", "white", "w", "o", "白"), WHITE),
    **dict.fromkeys(("0", "0.0", "draw", "tie", "d", "引き分け"), None),
}
_SCORE = re.compile(r"\s*+([0-9]{1,2})\s*+[-–:]\s*+([0-9]{1,2})\s*+")
_WRITTEN = ("black", "white", "date", "score", "moves")


def read(text: str, source: str | None = None) -> list[Record]:
    """Read the games in a table. Raises ParseError with the line number."""
    records = []
    rows = list(_rows(text.splitlines(keepends=True)))
    for line, row in rows:
        try:
            records.append(_record(row))
        except OutflankError as error:
            where = line if len(rows) > 1 else None  # for a piece of a long table, the caller adds the line
            raise ParseError(error.message, source=source, line=where) from None
    return records


def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Split a table into tables that contain one game each, and yield each table with the line number of its game."""
    try:
        for line, row in _rows(lines):
            yield line, _table([tuple(row), tuple(row.values())])
    except ParseError as error:
        yield error.line or 1, ""  # reading this table will report the error


def recognises(text: str) -> bool:
    """True if the text begins with a line of column names, including one for the moves."""
    return _columns(text.lstrip("\ufeff \r\n").partition("\n")[0]) is not None


def write(records: Sequence[Record]) -> str:
    """Write games as a table. Raises OutflankError unless all games begin from the usual start."""
    rows: list[tuple[str, ...]] = [_WRITTEN]
    for record in records:
        start = record.tree.root.position
        if start != type(start).start():
            raise OutflankError(
                "a table of games cannot hold a start position: {position}", position=record.kind.write(start)
            )
        score = "{}-{}".format(*record.position.counts) if record.position.is_over else ""
        moves = record.kind.transcript(record.tree.moves)
        rows.append((record.player(0), record.player(1), record.date, score, moves))
    return _table(rows)


def _table(rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([one_line(cell) for cell in row] for row in rows)
    return text.getvalue()


def _columns(line: str) -> tuple[str, list[str]] | None:
    """Parse a header line, and return its delimiter and column names. Returns None for any other line.

    Columns that are known under several names always get the same name.
    """
    if len(line) > LIMIT or "\r" in line.rstrip("\r"):
        return None
    for delimiter in _DELIMITERS:
        try:
            names = next(csv.reader([line.rstrip("\r")], delimiter=delimiter), [])
        except csv.Error:
            continue
        names = [name.strip().lower().replace(" ", "_") for name in names]
        columns = [_NAMES.get(name, name) for name in names]
        if len(columns) > 1 and "moves" in columns:
            return delimiter, columns
    return None


def _rows(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each row as a mapping from column name to field, with its line number, counting from 1.

    Raises ParseError.
    """
    rest = iter(lines)
    n_before, header = 0, None
    for first in rest:
        n_before += 1
        if first.strip("\ufeff \t\r\n"):
            header = _columns(first.lstrip("\ufeff").rstrip("\r\n"))
            break
    if header is None:
        raise ParseError("expected a line of column names, including one for the moves")
    delimiter, columns = header
    reader = csv.reader(rest, delimiter=delimiter)
    while True:
        line = n_before + reader.line_num + 1
        try:
            fields = next(reader, None)
        except csv.Error as error:
            raise ParseError("expected a table: {error}", line=line, error=error) from None
        if fields is None:
            return
        if any(field.strip() for field in fields):
            yield line, dict(zip(columns, [*fields, *[""] * len(columns)], strict=False))


def _record(row: Mapping[str, str]) -> Record:
    """Convert a row to a record. Raises OutflankError."""
    record = pasted.read(row["moves"])
    players = record.players if not (row.get("black") or row.get("white")) else _players(row)
    record = replace(record, players=players, date=one_line(row.get("date", "")), place=one_line(row.get("place", "")))
    if score := _SCORE.fullmatch(row.get("score", "")):
        return pasted.with_score(record, int(score[1]), int(score[2]))
    discs = row.get("black_discs", "").strip(), row.get("white_discs", "").strip()
    if all(number.isdecimal() and len(number) < 3 for number in discs):
        return pasted.with_score(record, int(discs[0]), int(discs[1]))
    winner = plain(row.get("winner", "")).strip().lower()
    if not winner:
        return record
    if winner not in _WINNERS:
        raise ParseError(
            "expected the winner to be 1, -1, 0, black, white or draw, got {winner}", winner=excerpt(winner)
        )
    return with_ending(record, Ending(_WINNERS[winner], 0 if _WINNERS[winner] is None else None))


def _players(row: Mapping[str, str]) -> tuple[str, str]:
    return one_line(row.get("black", "")), one_line(row.get("white", ""))


FORMAT = Format(
    "a table of games",
    "one game per line, with players, date, score and moves, as in data sets",
    (".csv",),
    recognises,
    read,
    write,
    holds=DiscPosition,
    keeps=frozenset(("names", "date")),
    cut=cut,
)
