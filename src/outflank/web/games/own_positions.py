"""Positions in a person's own finished Othello games, looked up in libraries that are kept in memory.

Each person has three libraries: games as Black, games as White, and games in which their side is unknown. These give
results from the person's own point of view without replaying all games.
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
    """A person's own games that reached a position: their results, and the ids of the latest.

    `total` is the number of all the person's finished games.
    """

    own: Own
    total: int
    examples: list[str]


class OwnPositions:
    """The results of positions in each person's games. It is safe to use from several threads."""

    def __init__(self, games: OwnGames):
        self._games = games
        self._lock = threading.Lock()
        self._owners: OrderedDict[str, _OwnLibraries] = OrderedDict()

    def look(self, person: str, position: Position, since: int | None = None, against: str = "") -> Looked:
        """Look up a position in a person's games.

        `since` and `against` limit the results to games from that year on, and to games against that player.

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
        """Discard all libraries."""
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
        """Update the libraries to match the store: add new games; if any game is gone or changed, read all again."""
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
    """Convert a finished game for a library; return it with the person's side and the time of the last change.

    The game's id replaces the person's name (or, if their side is unknown, precedes Black's name), so that no two games
    are equal.
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
