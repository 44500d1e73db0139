"""Conversion of finished web-app games to records, for game files and for the library."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from outflank import databases
from outflank.errors import OutflankError, excerpt
from outflank.formats.format import GameInFile
from outflank.play import Match
from outflank.play.record import Record, beyond_moves
from outflank.rules import Position
from outflank.web.catalogue import label
from outflank.web.games.database import open_to_read

YOU = "You"
"""Name given to an unnamed person in a game with no other people."""


def record_of(match: Match[Any], created: float, ending: str) -> Record:
    """Convert a match to a record.

    `created` is in seconds since 1970. `ending` describes how the match ended, for example by resignation.
    """
    person = YOU if len(match.persons) == 1 else ""
    names = [seat.name or person if seat.is_person else label(seat.player) for seat in match.seats]
    date = f"{datetime.fromtimestamp(created):%Y-%m-%d %H:%M}"
    return Record.of(match.game, names, date=date, place="Outflank", result=beyond_moves(match.game, ending))


def ended_games(place: Path | str) -> Iterator[GameInFile]:
    """Yield the finished 8×8 Othello games in the web app's database, even while a server is using it.

    A game that cannot be read yields its error. Raises OutflankError if the database itself cannot be read.
    """
    with closing(open_to_read(place)) as games:
        for game, created, result, state in games.each_row(
            "SELECT g.id, g.created, g.result, s.state FROM games g JOIN states s ON s.game = g.number"
            " WHERE g.kind = ? AND g.width = 8 AND g.won IS NOT NULL ORDER BY g.number",
            Position.game,
        ):
            try:
                ending = json.loads(result)["words"] if result else ""
                yield GameInFile(0, record_of(Match.from_json(json.loads(state)), created, ending))
            except (OutflankError, *databases.UNREADABLE) as error:
                yield GameInFile(
                    error=OutflankError("cannot read game {game}: {error}", game=excerpt(str(game)), error=error)
                )
