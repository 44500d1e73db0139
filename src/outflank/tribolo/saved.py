"""Tribolo games as text: the file format for saved games, and a parser that also accepts other formats.

    % Outflank Tribolo game
    % Date: 2026-11-21 09:12
    % Blue: human
    % Red: tribolo
    % Green: tribolo
    % Result: Blue wins 66–49–49
    .........BB.#.BR
    ..RG...#...#R...
    …
    B
    n1 k3 c5 …

The rows are the starting position. They are followed by the colour to move and the moves. The result is for human
readers, and the program only verifies that it matches the moves.
"""

import json
import re

from outflank.errors import IllegalMoveError, ParseError, excerpt
from outflank.formats.format import Format, only_one
from outflank.formats.places import blank_comments, check_length, error_at, header_lines, headers_of
from outflank.play.record import Record, beyond_moves
from outflank.text import Text
from outflank.tribolo.game import TriboloGame
from outflank.tribolo.position import TriboloPosition, without_labels

_TITLE = "% Outflank Tribolo game"
_COUNTS = re.compile(r"([0-9]{1,3})[–-]([0-9]{1,3})[–-]([0-9]{1,3})")
_ROWS = re.compile(r"(?:[BRGbrg#.-]{3,16}(?:[\s/]++|$))++")
_RED_OR_GREEN = frozenset("RGrg")
_MOVE = re.compile(r"(?<!\S)[A-Za-z][0-9]\S*")


def read(text: str, *, source: str | None = None) -> Record:
    """Read a game from a saved file, from a board with or without moves, or from JSON. Raises ParseError."""
    check_length(text, source)
    if text.lstrip().startswith("{"):
        try:
            return Record.of(TriboloGame.from_json(json.loads(text)))
        except json.JSONDecodeError as error:
            raise ParseError(error.msg, source=source, line=error.lineno, column=error.colno) from None
        except ParseError as error:
            raise error.at(source=source) from None
        except RecursionError:
            raise ParseError("expected a Tribolo game, got brackets nested too deeply", source=source) from None
    game = _read_game(blank_comments(text), source)
    headers = headers_of(text, "blue", "red", "green", "date", "result")
    result, number = headers["result"]
    counts = _COUNTS.search(result)
    if counts and tuple(map(int, counts.groups())) != game.position.scores:
        stand = "–".join(map(str, game.position.scores))
        raise ParseError(
            "the result says {result}, but the moves lead to {discs}",
            source=source,
            line=number,
            result=counts[0],
            discs=stand,
        )
    players = headers["blue"][0], headers["red"][0], headers["green"][0]
    names = players if any(players) else ()
    return Record.of(game, names, date=headers["date"][0], result=beyond_moves(game, result))


def write(record: Record) -> str:
    """Format a game as a saved file, with its starting position, moves, player names, date and result."""
    game, kind = record.game, record.kind
    headers = {"Date": record.date}
    headers |= {name: record.player(seat) for seat, name in enumerate(kind.seats)}
    headers["Result"] = record.ending
    return "\n".join([_TITLE, *header_lines(headers), *game.start.rows, game.start.turn.symbol, game.transcript, ""])


def recognises(text: str) -> bool:
    """Return whether a text is a saved file, is a JSON game, or starts with rows that contain red or green cells.

    None of these is true of an Othello board.
    """
    plain = without_labels(blank_comments(text)).lstrip()
    if plain.startswith("{"):
        return '"tribolo"' in plain
    rows = _ROWS.match(plain)
    return text.lstrip().startswith(_TITLE) or (rows is not None and not _RED_OR_GREEN.isdisjoint(rows[0]))


def _read_game(text: str, source: str | None) -> TriboloGame:
    """Read a board and any moves that follow it."""
    moves = list(_MOVE.finditer(text))
    board = text[: moves[0].start()] if moves else text
    if not board.strip():
        raise ParseError("expected a Tribolo board, got {text}", source=source, text=excerpt(text.strip(), 60))
    try:
        game = TriboloGame(TriboloPosition.parse(board))
    except ParseError as error:
        raise error.at(source=source) from None
    if moves:
        for number, move in enumerate(re.finditer(r"\S+", text[moves[0].start() :]), 1):
            try:
                game.push(move[0])
            except IllegalMoveError as error:
                raise error_at(
                    Text("move {number}: {error}", number=number, error=error),
                    text,
                    moves[0].start() + move.start(),
                    source,
                ) from None
    return game


FORMAT = Format(
    "a saved Tribolo game",
    "a Tribolo game as Outflank saves it: names, date, result, board and moves",
    (".txt",),
    recognises,
    lambda text, source: [read(text, source=source)],
    lambda records: write(only_one(records, "a saved-game file holds one game")),
    holds=TriboloPosition,
    single=True,
    keeps=frozenset(("variant", "names", "date", "result")),
)
