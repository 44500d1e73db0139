"""The games on the page that have ended, as records: for files, and for the library of games."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from outflank import databases
from outflank.errors import OutflankError, excerpt, quoted_path
from outflank.play import Match
from outflank.play.formats import Found
from outflank.play.record import Record, beyond_moves
from outflank.rules import Position
from outflank.web import schema
from outflank.web.catalogue import label

YOU = "You"
"""What the only person of a game is called who gave no name."""


def record_of(match: Match[Any], created: float, ending: str) -> Record:
    """The record of a match that began at a time in seconds of the epoch; `ending` says in words how it ended."""
    person = YOU if len(match.persons) == 1 else ""
    names = [seat.name or person if seat.is_person else label(seat.player) for seat in match.seats]
    date = f"{datetime.fromtimestamp(created):%Y-%m-%d %H:%M}"
    return Record.of(match.game, names, date=date, place="Outflank", result=beyond_moves(match.game, ending))


def finished(path: Path) -> Iterator[Found]:
    """The games of Othello on 8×8 in the page's file that have ended, also while a server plays others.

    The file is only read. Raises OutflankError.
    """
    shown = quoted_path(path)
    if not path.is_file():
        raise OutflankError("there are no games of the page in {path}", path=shown)
    try:
        if schema.version_of(path) < schema.VERSION:
            raise OutflankError(
                "the games in {path} are of an older version: outflank serve brings them up to date", path=shown
            )
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            for game, created, result, state in database.execute(
                "SELECT g.id, g.created, g.result, s.state FROM games g JOIN states s ON s.game = g.number"
                " WHERE g.kind = ? AND g.width = 8 AND g.won IS NOT NULL ORDER BY g.number",
                (Position.game,),
            ):
                try:
                    ending = json.loads(result)["words"] if result else ""
                    yield Found(0, record_of(Match.from_json(json.loads(state)), created, ending))
                except (OutflankError, *databases.UNREADABLE) as error:
                    yield Found(
                        error=OutflankError(
                            "the game {game} cannot be read: {error}", game=excerpt(str(game)), error=error
                        )
                    )
    except (*databases.FAULTS, OSError) as error:
        reason = databases.in_words(error)
        raise OutflankError(
            "cannot read the games of the page in {path}: {reason}", path=shown, reason=reason
        ) from None
