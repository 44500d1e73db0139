"""Lookup of positions in a person's finished Othello games, using libraries in memory.

Each person has three libraries: for games as Black, for games as White, and for games in which their side is unknown.
The libraries provide results from the person's point of view without replaying every game.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from outflank.library import GameRow, Library, Own, PositionPlayed, Search, StoredGame
from outflank.library.boards import squares_of
from outflank.rules import Position
from outflank.web.games.own_games import OwnGames
from outflank.web.games.store import readable

_MOST_PERSONS = 20  # people whose games are in memory: those who asked most recently
_EXAMPLES = 5
_SIDES = ("black", "white", "")


class Looked(NamedTuple):
    """The results of the person's games that reached a position, and the ids of the latest ones.

    `total` is the number of finished games that the person has.
    """

    own: Own
    total: int
    examples: list[str]


class OwnPositions:
    """An index of the positions in each person's games. It can be used from several threads."""

    def __init__(self, games: OwnGames):
        self._games = games
        self._lock = threading.Lock()
        self._owners: OrderedDict[str, _OwnLibraries] = OrderedDict()

    def look(self, person: str, position: Position, since: int | None = None, against: str = "") -> Looked:
        """Look up a position in a person's games.

        `since` is the first year to include, and `against` restricts the results to one opponent.

        Raises OutflankError if the games cannot be read.
        """
        owner = self._games.owner(person)
        with self._lock:
            libraries = self._owners.setdefault(owner, _OwnLibraries())
            self._owners.move_to_end(owner)
            dropped = self._owners.popitem(last=False)[1] if len(self._owners) > _MOST_PERSONS else None
        if dropped is not None:
            with dropped.lock:
                dropped.empty()
        with libraries.lock:
            libraries.renew(self._games, person)
            return libraries.look(position, since, against)

    def close(self) -> None:
        """Discard everybody's libraries."""
        with self._lock:
            for libraries in self._owners.values():
                with libraries.lock:
                    libraries.empty()
            self._owners.clear()


class _OwnLibraries:
    """One person's libraries, which are updated before each lookup."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._libraries: dict[str, Library] = {}
        self.empty()

    def empty(self) -> None:
        """Discard all games."""
        for library in self._libraries.values():
            library.close()
        self._libraries = {}
        self._ids: set[str] = set()
        self._last = float("-inf")  # time of the latest change to any of them
        self._listed = 0, 0  # `ended_sum` at the last lookup
        self._seen: tuple[int, int] | None = None  # the store's state at the last lookup

    def renew(self, games: OwnGames, person: str) -> None:
        """Update the libraries from the store.

        New games are added. If a game was changed or removed, all games are read again.
        """
        state = games.store.state
        if state == self._seen:
            return
        listed = games.ended_sum(person)
        if not self._libraries or listed != self._listed:
            fresh = games.ended(person, self._last)
            if listed[0] != len(self._ids) + len(fresh) or not self._ids.isdisjoint(row[0] for row in fresh):
                self.empty()
                fresh = games.ended(person)
            self._add(fresh)
        elif games.ended(person, self._last):  # a game was continued and has finished again
            self.empty()
            self._add(games.ended(person))
        self._listed, self._seen = listed, state

    def _add(self, rows: Sequence[Sequence[Any]]) -> None:
        entries: dict[str, list[StoredGame]] = {side: [] for side in _SIDES}
        self._ids.update(row[0] for row in rows)
        for side, changed, entry in readable(rows, _entry):
            entries[side].append(entry)
            self._last = max(self._last, changed)
        for side, games in entries.items():
            library = self._libraries.get(side) or self._libraries.setdefault(side, Library.open(None))
            if games:
                library.add(games)

    def look(self, position: Position, since: int | None, against: str) -> Looked:
        queries = {
            "black": Search(since=since, white=against),
            "white": Search(since=since, black=against),
            "": Search(since=since, player=against),
        }
        found = {side: self._libraries[side].position(position, query) for side, query in queries.items()}
        rows = [
            (row.date, _id_of(row, side))
            for side, query in queries.items()
            for row in self._libraries[side].examples(position, query, most=_EXAMPLES)
        ]
        examples = [game for _, game in sorted(rows, reverse=True)[:_EXAMPLES]]
        parts: list[PositionPlayed] = [found[side] for side in _SIDES]
        return Looked(Own.of(*parts), len(self._ids), examples)


def _entry(row: Sequence[Any]) -> tuple[str, float, StoredGame]:
    """Convert a finished game to a library entry.

    Returns the person's side, the time of the last change, and the entry.

    The person's name is replaced by the game's id, so that no two entries are equal. If the person's side is unknown,
    the id is added before Black's name instead.
    """
    game, changed, created, start, moves, players, own, result = row
    side = _SIDES[own] if own in (0, 1) else ""
    names = list(json.loads(players))
    if side:
        names[own] = game
    else:
        names[0] = f"{game} {names[0]}"
    ended = json.loads(result)
    winners = ended["winners"]
    won = 0 if len(winners) != 1 else 1 if winners[0] == 0 else -1
    score = ended["scores"][0] if ended["how"] in ("counted", "board") else None
    when = date.fromtimestamp(created).isoformat()
    squares = squares_of(tuple(moves.split()))
    entry = StoredGame(squares, names[0], names[1], date=when, won=won, score=score, start=Position.parse(start))
    return side, float(changed), entry


def _id_of(row: GameRow, side: str) -> str:
    return row.white if side == "white" else row.black.split()[0]
