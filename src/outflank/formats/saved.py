"""Outflank's own file format for a single game: a few comment lines, the start position, and the moves.

    % Outflank game
    % Date: 2026-11-21 09:12
    % Black: level3
    % White: human
    % Result: Black wins 40–24
    ---------------------------OX------XO--------------------------- X
    f5 d6 c3 …

If the game is not Othello, a line such as ``% Game: anti-othello`` names it. The result is meant for human readers. The
program uses it only to determine who resigned, to check that no moves are missing, and to store the result of a game
that did not end on the board.
"""

import re
from typing import Any

from outflank.errors import IllegalMoveError, OutflankError, ParseError, excerpt
from outflank.formats import diagram
from outflank.formats.format import Format, only_one
from outflank.formats.pieces import before
from outflank.formats.places import blank_comments, check_length, header_lines, headers_of
from outflank.formats.tagged import Ending
from outflank.play.game import kind_of
from outflank.play.record import Record, beyond_moves
from outflank.rules import BLACK, WHITE, DiscPosition, Game, Position

_TITLE = "% Outflank game"
_BEGINS = re.compile(r"%[ \t]*Outflank game\b", re.IGNORECASE)
_RESIGNED = re.compile(r"\b(black|white) resigned\b", re.IGNORECASE)
_COUNTS = re.compile(r"([0-9]{1,3})[–-]([0-9]{1,3})")


def read(text: str, *, source: str | None = None) -> Record:
    """Read a saved game, ignoring unknown comment lines.

    Raises ParseError if the file is unreadable, or if the result contradicts the moves.
    """
    check_length(text, source)
    if not recognises(text):
        raise ParseError(
            "expected {expected}, got {text}", source=source, line=1, expected=repr(_TITLE), text=excerpt(text.strip())
        )
    game = diagram.read_game(blank_comments(text), source=source)
    headers = headers_of(text, "game", "black", "white", "date", "result")
    result, number = headers["result"]
    try:
        _apply_result(game, result)
    except (ParseError, IllegalMoveError) as error:
        raise ParseError(str(error), source=source, line=number) from None
    players = headers["black"][0], headers["white"][0]
    said = Ending.said(result)
    stated = result if game.resigned is not None and said is not None and said.discs is not None else ""
    record = Record.of(game, players, date=headers["date"][0], result=stated or beyond_moves(game, result))
    name, number = headers["game"]
    try:
        return record.played_as(kind_of(name.lower())) if name else record
    except OutflankError as error:
        raise ParseError(str(error), source=source, line=number) from None


def write(record: Record) -> str:
    """Write a game with its players, date, result and complete list of moves, including passes."""
    game, kind = record.game, record.kind
    headers = {
        "Game": "" if kind.name == Position.game else kind.name,
        "Date": record.date,
        "Black": record.player(0),
        "White": record.player(1),
        "Result": record.ending,
    }
    return "\n".join([_TITLE, *header_lines(headers), kind.write(game.start), " ".join(game.moves), ""])


def recognises(text: str) -> bool:
    """True if the beginning of the text looks like a saved game."""
    return text.lstrip()[: len(_TITLE)].lower() == _TITLE.lower()


def _apply_result(game: Game[Any], result: str) -> None:
    """Resign on behalf of a player if the result says so, and check any disc counts in the result against the moves.

    Raises ParseError and IllegalMoveError.
    """
    if resigned := _RESIGNED.search(result):
        game.resign(BLACK if resigned[1].lower() == "black" else WHITE)
    counts = _COUNTS.search(result)
    discs = game.position.counts
    allowed = {discs, discs[::-1]} if result.startswith("White") else {discs}  # the winner's or Black's first
    if counts and (int(counts[1]), int(counts[2])) not in allowed:
        raise ParseError(
            "the result says {result}, but the moves lead to {black}–{white}",
            result=counts[0],
            black=discs[0],
            white=discs[1],
        )


FORMAT = Format(
    "a saved game",
    "a game saved by Outflank, with names, date, result, start position and moves",
    (".txt",),
    recognises,
    lambda text, source: [read(text, source=source)],
    lambda records: write(only_one(records, "a saved-game file holds one game")),
    holds=DiscPosition,
    single=True,
    keeps=frozenset(("variant", "names", "date", "result")),
    cut=before(_BEGINS),
)
