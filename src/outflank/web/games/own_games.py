"""The games in a person's list: search, name, delete, restore and review them.

The `parts` table records each game's players. On a shared server, a person's names and deletions affect only their own
list. On a local server, everybody sees all games, because a browser may lose its key, and names and deletions belong to
`EVERYBODY`. A person who has no part in a game can only watch it.
"""

import itertools
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from outflank.errors import OutflankError
from outflank.play.words import typed
from outflank.rules import Position
from outflank.text import dumps, loads
from outflank.web.catalogue import players_of
from outflank.web.games import schema
from outflank.web.games.statements import bit
from outflank.web.games.store import GameStore, readable
from outflank.web.games.stored_games import StoredMatch
from outflank.web.wire import Ending, MessageError

EVERYBODY = "*"

MOST_GAMES = 50_000
"""Maximum number of games that a person may have after games from files or from the browser are added."""

_WORDS = "g.words || ' ' || coalesce(p.words, '')"  # the text that is searched, as `typed` gives it
_NUMBER = "(SELECT number FROM games WHERE id = ?)"
# OFFSET 0 keeps PostgreSQL from reading the parts in all games, even for a list of fifty.
_HELD = f"EXISTS (SELECT 1 FROM parts o WHERE o.game = g.number AND o.person <> '{EVERYBODY}' LIMIT 1 OFFSET 0)"
_HAS_PART = f"(m.person IS NOT NULL OR NOT {_HELD})"  # or may take one, because nobody has one
_IS_IMPORTED = f"coalesce(CASE WHEN m.person IS NULL THEN p.seat ELSE m.seat END, 0) = {schema.ELSEWHERE}"
_SEAT = f"coalesce(nullif(m.seat, {schema.ELSEWHERE}), g.own)"
_OWN = f"(CASE WHEN {_HAS_PART} THEN {_SEAT} END)"
_ENDINGS: dict[str, str] = {
    "won": f"g.won = {bit(_OWN)}",
    "lost": f"g.won IS NOT NULL AND (g.won & {bit(_OWN)}) = 0",
    "drawn": f"(g.won & (g.won - 1)) <> 0 AND ({_OWN} IS NULL OR (g.won & {bit(_OWN)}) <> 0)",
    "unfinished": "g.won IS NULL",
}
_ENDED = "g.won IS NOT NULL AND g.width = 8 AND g.n_moves > 0 AND g.result <> ''"
_COLUMNS = (
    f"g.id, g.kind, g.players, {_OWN}, g.start, g.moves, g.n_moves, g.cells, g.width, g.result, g.opening,"
    " g.created, g.changed, coalesce(p.name, ''), EXISTS (SELECT 1 FROM reviews r WHERE r.game = g.number),"
    f" {_HAS_PART}, g.persons"
)


@dataclass(frozen=True, slots=True)
class Query:
    """Search criteria for games. The defaults match every game.

    - `text`: words that must all occur in the game's names, players, opening or result
    - `kind`, `against`, `ending`: the type of game, a player's name, and the outcome
    - `mine`: only games played on this server by the person who is searching, or by unknown people
    """

    text: str = ""
    kind: str = ""
    against: str = ""
    ending: Ending | None = None
    mine: bool = False


class KeptReview(NamedTuple):
    """The stored review of a game: the reviewed moves, their judgements, and the seconds spent on each position."""

    moves: list[str]
    judged: list[dict[str, Any]]
    seconds: float


class OwnGames:
    """The games that a person can see: all games on a local server, and only the person's games on a shared server."""

    def __init__(self, store: GameStore, *, is_shared: bool = False):
        self.store, self.is_shared = store, is_shared

    def owner(self, person: str) -> str:
        """The owner of a person's names and deletions: the person on a shared server, otherwise `EVERYBODY`."""
        return person if self.is_shared else EVERYBODY

    # --- reading --------------------------------------------------------------------------------------------------

    def find(
        self, person: str, query: Query = Query(), after: str | None = None, most: int = 50
    ) -> list[dict[str, Any]]:
        """Search a person's games, newest first.

        To get the next page of results, pass the id of the last game as `after`.
        """
        tables, where, values = self._scope(person, query)
        if after is not None:
            where += " AND (g.changed, g.id) < (SELECT changed, id FROM games WHERE id = ?)"
            values += (after,)
        rows = self.store.rows(
            f"SELECT {_COLUMNS} FROM {tables} WHERE {where} ORDER BY g.changed DESC, g.id DESC LIMIT ?", *values, most
        )
        return list(readable(rows, _listed))

    def count(self, person: str, query: Query = Query()) -> int:
        """Count a person's games that match a query."""
        tables, where, values = self._scope(person, query)
        return int(self.store.rows(f"SELECT count(*) FROM {tables} WHERE {where}", *values)[0][0])

    def opponents(self, person: str, most: int = 40) -> dict[str, bool]:
        """A person's opponents, most frequent first. The values are True for people and False for programs."""
        tables, where, values = self._scope(person, Query())
        rows = self.store.rows(
            f"SELECT g.players, {_SEAT}, g.persons, count(*) FROM {tables} WHERE {where} AND {_SEAT} IS NOT NULL"
            " GROUP BY 1, 2, 3 ORDER BY 4 DESC",
            *values,
        )
        found: dict[str, bool] = {}
        for others in readable(((row[0], *row) for row in rows), lambda row: _others(*row[1:4])):
            for name, is_person in others:
                found[name] = found.get(name, False) or is_person
        return dict(itertools.islice(found.items(), most))

    def has(self, person: str, game: str) -> bool:
        """True if a game belongs to a person, even if the person has deleted it."""
        if not self.is_shared:
            return bool(self.store.rows("SELECT 1 FROM games WHERE id = ?", game))
        return bool(self.store.rows(f"SELECT 1 FROM parts WHERE person = ? AND game = {_NUMBER}", person, game))

    def take_back(self, person: str, game: str) -> Literal["here", "deleted"] | None:
        """Restore a game to a person's list, for example when it is imported again.

        Returns the game's previous state in the list, or None if no such game exists. Anybody who knows a game's id may
        add the game to their list.
        """
        query = "SELECT p.deleted FROM games g LEFT JOIN parts p ON p.game = g.number AND p.person = ? WHERE g.id = ?"
        rows = self.store.rows(query, self.owner(person), game)
        if not rows:
            return None
        self.claim(self.owner(person), [game])
        self.restore(person, game)
        return "here" if rows[0][0] is None else "deleted"

    def digests(self, person: str) -> set[int]:
        """The digests of all of a person's games."""
        tables, where, values = self._scope(person, Query())
        return {row[0] for row in self.store.rows(f"SELECT g.content FROM {tables} WHERE {where}", *values)}

    def reviewable(self, person: str) -> list[Any]:
        """The finished 8×8 Othello games in which the person's side is known, oldest first.

        The columns are: id, players, the person's seat, start, moves, opening, creation time, the review's length in
        characters, the review's seconds per position, and a bit mask of the seats taken by people.
        """
        tables, where, values = self._scope(person, Query(kind=Position.game))
        return self.store.rows(
            f"SELECT g.id, g.players, {_OWN}, g.start, g.moves, g.opening, g.created, length(r.review), r.seconds,"
            " g.persons"
            f" FROM {tables} LEFT JOIN reviews r ON r.game = g.number"
            f" WHERE {where} AND g.width = 8 AND g.won IS NOT NULL AND {_OWN} IS NOT NULL ORDER BY g.created, g.number",
            *values,
        )

    def whole(self, person: str, at_once: int = 50) -> Iterator[list[dict[str, Any]]]:
        """Yield a person's games with their states and reviews, oldest first, in batches of `at_once`."""
        tables, where, values = self._scope(person, Query())
        last: tuple[Any, Any] = (float("-inf"), "")
        while rows := self.store.rows(
            "SELECT g.id, g.changed, g.created, coalesce(p.name, ''), g.result, s.state, r.moves, r.seconds,"
            f" r.review FROM {tables} JOIN states s ON s.game = g.number LEFT JOIN reviews r ON r.game = g.number"
            f" WHERE {where} AND (g.changed, g.id) > (?, ?) ORDER BY g.changed, g.id LIMIT ?",
            *values,
            *last,
            at_once,
        ):
            last = rows[-1][1], rows[-1][0]
            yield list(readable(rows, _whole))

    def ended(self, person: str, after: float = float("-inf")) -> list[Any]:
        """A person's finished 8×8 Othello games whose last change was later than `after`.

        The columns are: id, time of the last change, creation time, start, moves, players, the person's seat and the
        result. On a local server, a game's only person is assumed to be this person, because browsers may lose their
        keys.
        """
        own = _OWN if self.is_shared else f"coalesce({_OWN}, g.own)"
        tables, where, values = self._scope(person, Query(kind=Position.game))
        return self.store.rows(
            f"SELECT g.id, g.changed, g.created, g.start, g.moves, g.players, {own}, g.result FROM {tables}"
            f" WHERE {where} AND {_ENDED} AND g.changed > ? ORDER BY g.changed, g.id",
            *values,
            after,
        )

    def ended_sum(self, person: str) -> tuple[int, int]:
        """The number of games that `ended` would return, and a checksum of them."""
        tables, where, values = self._scope(person, Query(kind=Position.game))
        query = f"SELECT count(*), coalesce(sum(g.number), 0) FROM {tables} WHERE {where} AND {_ENDED}"
        n_games, total = self.store.rows(query, *values)[0]
        return int(n_games), int(total)

    def these(self, person: str, games: Sequence[str]) -> list[dict[str, Any]]:
        """The person's games with the given ids, in the same order. Ids of other games are ignored."""
        tables, where, values = self._scope(person, Query())
        marks = ", ".join("?" * len(games))
        rows = self.store.rows(f"SELECT {_COLUMNS} FROM {tables} WHERE {where} AND g.id IN ({marks})", *values, *games)
        found = {game["id"]: game for game in readable(rows, _listed)}
        return [found[game] for game in games if game in found]

    def _scope(self, person: str, query: Query) -> tuple[str, str, tuple[Any, ...]]:
        """The tables, condition and parameters of an SQL query for games."""
        owner = self.owner(person)
        if self.is_shared:
            tables, where = "parts p JOIN games g ON g.number = p.game", ["p.person = ?"]
            tables += " JOIN parts m ON m.person = p.person AND m.game = p.game"
            values: list[Any] = [owner]
        else:
            tables, where = "games g LEFT JOIN parts p ON p.game = g.number AND p.person = ?", []
            tables += " LEFT JOIN parts m ON m.game = g.number AND m.person = ?"
            values = [owner, person]
        where += ["p.deleted IS NULL", "g.kind <> ''"]
        for word in typed(query.text).split():
            where.append(f"instr({_WORDS}, ?) > 0")
            values.append(word)
        if query.kind:
            where.append("g.kind = ?")
            values.append(query.kind)
        if query.against:
            where.append("EXISTS (SELECT 1 FROM json_each(g.players) e WHERE e.value = ?)")
            values.append(query.against)
        if query.ending is not None:
            where.append(_ENDINGS[query.ending])
        if query.mine:
            where.append(f"{_HAS_PART} AND NOT {_IS_IMPORTED}")
        return tables, " AND ".join(where), tuple(values)

    # --- changing -------------------------------------------------------------------------------------------------

    def claim(self, person: str, games: Sequence[str]) -> int:
        """Add the games that a person's browser remembers to their list. Returns the number of games added.

        These games are older than the `parts` table. On a shared server, anybody who knows a game's id must have seen
        the game, so they get it. On a local server, they get only games that nobody else plays.
        """
        if not person:
            return 0
        free = "" if self.is_shared or person == EVERYBODY else f" AND NOT {_HELD}"
        with self.store.writing("the games could not be claimed") as database:
            done = database.executemany(
                f"INSERT INTO parts (person, game) SELECT ?, number FROM games g WHERE id = ?{free}"
                " ON CONFLICT DO NOTHING",
                [(person, game) for game in games],
            )
            return max(done.rowcount, 0)

    def name(self, person: str, game: str, name: str) -> None:
        """Set the name of a game. An empty string removes the name.

        Raises MessageError if the game does not belong to the person.
        """
        self._check_part(person, game)
        self._set(person, game, "name = ?, words = ?", name, typed(name))

    def delete(self, person: str, game: str) -> None:
        """Remove a game from a person's list. The person can restore it within 30 days.

        Raises MessageError if the game does not belong to the person.
        """
        self._check_part(person, game)
        self._set(person, game, "deleted = ?", time.time())
        self.store.purge()

    def restore(self, person: str, game: str) -> None:
        """Restore a deleted game.

        Raises MessageError if the game does not belong to the person, or if it was deleted too long ago.
        """
        self._set(person, game, "deleted = NULL")

    def go_on(self, person: str, game: str) -> None:
        """Restore a deleted game in which the person has just made a move."""
        query = f"SELECT 1 FROM parts WHERE person = ? AND game = {_NUMBER} AND deleted > 0"
        with suppress(OutflankError):  # if the list cannot be changed now, the game still continues
            if self.store.rows(query, self.owner(person), game):
                self.restore(person, game)

    def add(self, person: str, kept: StoredMatch, name: str, created: float, changed: float) -> None:
        """Add a game played elsewhere to a person's list."""
        with self.store.writing("the games could not be saved") as database:
            number = schema.write(database, kept, created, changed, len(kept.moves))
            row = (self.owner(person), number, schema.ELSEWHERE, name, typed(name))
            database.execute("INSERT INTO parts (person, game, seat, name, words) VALUES (?, ?, ?, ?, ?)", row)

    def _check_part(self, person: str, game: str) -> None:
        """Raise MessageError if the person may only watch the game."""
        if self.is_shared or not self.has(person, game):
            return  # `_set` raises for an unknown game
        query = "SELECT 1 FROM games g LEFT JOIN parts m ON m.game = g.number AND m.person = ? WHERE g.id = ?"
        if not self.store.rows(f"{query} AND {_HAS_PART}", person, game):
            raise MessageError("watching", "only the players of this game can do that; you are watching")

    def _set(self, person: str, game: str, what: str, *values: Any) -> None:
        if not self.has(person, game):
            raise MessageError("unknown game", "you have no such game")
        owner, change = self.owner(person), f"UPDATE parts SET {what} WHERE game = {_NUMBER}"
        with self.store.writing("the change could not be saved") as database:
            if self.is_shared:
                database.execute(f"{change} AND person = ?", (*values, game, owner))
                return
            database.execute(
                f"INSERT INTO parts (person, game) VALUES (?, {_NUMBER}) ON CONFLICT DO NOTHING", (owner, game)
            )
            database.execute(change, (*values, game))  # for everybody who has a part in it

    # --- reviews --------------------------------------------------------------------------------------------------

    def keep_review(self, game: str, moves: Sequence[str], seconds: float, review: Mapping[str, Any]) -> None:
        """Store a game's review, unless the stored review is better.

        A review is better if it covers more moves, or the same moves with more time per position. A review whose moves
        differ from the game's moves is ignored.
        """
        rows = self.store.rows(
            "SELECT g.moves, r.moves, r.seconds FROM games g LEFT JOIN reviews r ON r.game = g.number WHERE g.id = ?",
            game,
        )
        if not rows:
            return
        played, old = rows[0][0].split(), (rows[0][1] or "").split()
        fits = played[: len(moves)] == list(moves)
        is_better = played[: len(old)] != old or (len(moves), seconds) >= (len(old), rows[0][2] or 0)
        if fits and is_better:
            with self.store.writing("the review could not be saved") as database:
                database.execute(
                    f"INSERT INTO reviews VALUES ({_NUMBER}, ?, ?, ?) ON CONFLICT (game) DO UPDATE"
                    " SET moves = excluded.moves, seconds = excluded.seconds, review = excluded.review",
                    (game, " ".join(moves), seconds, dumps(review)),
                )

    def review(self, game: str) -> KeptReview | None:
        """A game's review; None if the game has none."""
        rows = self.store.rows(f"SELECT ?, moves, review, seconds FROM reviews WHERE game = {_NUMBER}", game, game)
        return next(
            readable(rows, lambda row: KeptReview(row[1].split(), loads(row[2])["moves"], float(row[3] or 0))), None
        )


def _others(players: str, own: int | None, persons: int) -> list[tuple[str, bool]]:
    """The named players in all seats but `own`. Each name is paired with True for a person or False for a program."""
    named = enumerate(json.loads(players))
    return [(str(name), bool(persons >> seat & 1)) for seat, name in named if name and seat != own]


def _whole(row: Sequence[Any]) -> dict[str, Any]:
    """Convert a row to a game with its state and review, as returned by `OwnGames.whole`."""
    game, changed, created, name, result, state, moves, seconds, review = row
    judged = None if review is None else loads(review)["moves"]
    return {
        "id": game,
        "name": name,
        "created": float(created),
        "changed": float(changed),
        "result": json.loads(result) if result else None,
        "match": json.loads(state),
        "review": None if judged is None else {"moves": moves.split(), "seconds": seconds, "judged": judged},
    }


_NAMES = (
    "id", "kind", "players", "own", "start", "moves", "n_moves", "cells", "width", "result", "opening",
    "created", "changed", "name", "reviewed", "part", "persons",
)  # fmt: skip


def _listed(row: Sequence[Any]) -> dict[str, Any]:
    """Convert a row to an entry in the page's list of games."""
    game = dict(zip(_NAMES, row, strict=True))
    reader = game["own"] if game["n_moves"] else None  # before the first move, an invited friend may be missing
    return {
        **game,
        "players": players_of(list(map(str, json.loads(game["players"]))), bits_of(game["persons"]), reader),
        "created": float(game["created"]),
        "changed": float(game["changed"]),
        "moves": game["moves"].split(),
        "result": json.loads(game["result"]) if game["result"] else None,
        "reviewed": bool(game["reviewed"]),
        "part": bool(game["part"]),
        "persons": bits_of(game["persons"]),
    }


def bits_of(mask: int) -> list[int]:
    """The indices of the bits set in a mask, such as a mask of seats."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
