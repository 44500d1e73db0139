"""The file that Outflank saves a game in: a few lines of comment, the start position, the moves.

    % Outflank game
    % Date: 2026-11-21 09:12
    % Black: level3
    % White: human
    % Result: Black wins 40–24
    ---------------------------OX------XO--------------------------- X
    f5 d6 c3 …

A line ``% Game: anti-othello`` says that it is another game than Othello. The result is there for people: the reader
takes from it who resigned, that no moves are missing, and how a game ended that its moves do not bring to an end.
"""

import re
from typing import Any

from outflank.errors import IllegalMoveError, OutflankError, ParseError, excerpt
from outflank.formats import diagram
from outflank.play.formats import Format, only_one
from outflank.play.game import kind_of
from outflank.play.places import blank_comments, check_length, one_line
from outflank.play.record import Record
from outflank.rules import BLACK, WHITE, DiscPosition, Game, Position

_TITLE = "% Outflank game"
_UNFINISHED = "unfinished"
_RESIGNED = re.compile(r"\b(black|white) resigned\b", re.IGNORECASE)
_COUNTS = re.compile(r"([0-9]{1,3})[–-]([0-9]{1,3})")


def read(text: str, *, source: str | None = None) -> Record:
    """The game of a saved file and the names in it; lines of comment that are not known are ignored.

    Raises ParseError, also if the result does not fit the moves.
    """
    check_length(text, source)
    if not recognises(text):
        raise ParseError(f"expected {_TITLE!r}, got {excerpt(text.strip())}", source=source, line=1)
    game = diagram.read_game(blank_comments(text), source=source)
    headers = dict.fromkeys(("game", "black", "white", "date", "result"), ("", 0))  # value and line
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            key, _, value = line[1:].partition(":")
            headers[key.strip().lower()] = value.strip(), number
    result, number = headers["result"]
    try:
        _apply_result(game, result)
    except (ParseError, IllegalMoveError) as error:
        raise ParseError(str(error), source=source, line=number) from None
    ended = "" if game.is_over or result == _UNFINISHED else result
    players = headers["black"][0], headers["white"][0]
    record = Record.of(game, players, date=headers["date"][0], result=ended)
    name, number = headers["game"]
    try:
        return record.played_as(kind_of(name.lower())) if name else record
    except OutflankError as error:
        raise ParseError(str(error), source=source, line=number) from None


def write(record: Record) -> str:
    """The saved file of a game: all moves, passes too, the names of the players, the date, and how it ended."""
    game, kind = record.game, record.kind
    ended = kind.result(game.position, game.resigned).words if game.is_over else _UNFINISHED
    headers = {
        "Game": "" if kind.name == Position.game else kind.name,
        "Date": record.date,
        "Black": record.player(0),
        "White": record.player(1),
        "Result": record.result or ended,
    }
    lines = [f"% {key}: {one_line(value)}" for key, value in headers.items() if value]
    return "\n".join([_TITLE, *lines, kind.write(game.start), " ".join(game.moves), ""])


def recognises(text: str) -> bool:
    """Whether a text begins as saved files do."""
    return text.lstrip()[: len(_TITLE)].lower() == _TITLE.lower()


def _apply_result(game: Game[Any], result: str) -> None:
    """Let the side that the result says has resigned resign, and check the discs that it counts."""
    if resigned := _RESIGNED.search(result):
        game.resign(BLACK if resigned[1].lower() == "black" else WHITE)
    counts = _COUNTS.search(result)
    discs = game.position.count(BLACK), game.position.count(WHITE)
    if counts and (int(counts[1]), int(counts[2])) not in (discs, discs[::-1]):  # the winner's come first
        raise ParseError(f"the result says {counts[0]}, but the moves lead to {discs[0]}–{discs[1]}")


FORMAT = Format(
    "a saved game",
    "a game as Outflank saves it: names, date, result, start position and moves",
    (".txt",),
    recognises,
    lambda text, source: [read(text, source=source)],
    lambda records: write(only_one(records, "a saved game is one game")),
    holds=DiscPosition,
)
