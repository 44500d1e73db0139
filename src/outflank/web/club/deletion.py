"""Download and deletion of all that a server stores about a person.

Games with other people stay, because they belong to these people, too. In them, the person is called "deleted", and
no row names the person. Everything else is removed at once, and so are games that cannot be read.
"""

import json
import secrets
import time
from typing import Any

from outflank.databases import UNREADABLE
from outflank.errors import OutflankError
from outflank.play import Match
from outflank.sessions.people import People
from outflank.web.club.names import DELETED
from outflank.web.games import schema
from outflank.web.games.own_games import EVERYBODY
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch

_OTHERS = f"EXISTS (SELECT 1 FROM parts o WHERE o.game = p.game AND o.person NOT IN (p.person, '{EVERYBODY}'))"


def stored_about(store: GameStore, person: str) -> dict[str, Any]:
    """All that the games database stores about a person, as a JSON object; other people are named at most."""
    about: dict[str, Any] = {"person": person}
    queries = {
        "names": ("SELECT name, joined FROM members WHERE person = ?", ("name", "joined")),
        "games": (
            "SELECT g.id, g.kind, g.players, g.moves, g.result, g.created, g.changed, p.name, p.deleted FROM parts p"
            " JOIN games g ON g.number = p.game WHERE p.person = ? ORDER BY g.created",
            ("id", "kind", "players", "moves", "result", "created", "changed", "name", "deleted"),
        ),
        "studies": (
            "SELECT id, title, created, changed FROM studies WHERE person = ? ORDER BY created",
            ("id", "title", "created", "changed"),
        ),
        "studies of other people": (
            "SELECT s.title, m.name, m.role, m.joined FROM study_members m JOIN studies s ON s.id = m.study"
            " WHERE m.person = ? ORDER BY m.joined",
            ("title", "name", "role", "joined"),
        ),
        "games against characters": (
            "SELECT id, ended, opponent, score FROM rated WHERE person = ? ORDER BY ended",
            ("game", "ended", "opponent", "score"),
        ),
        "ratings": (
            "SELECT pool, rating, deviation, results, at FROM ratings WHERE person = ? ORDER BY pool",
            ("kind", "rating", "deviation", "results", "at"),
        ),
        "rated games": (
            "SELECT game, pool, at, score, before, rating FROM rating_changes WHERE person = ? ORDER BY at",
            ("game", "kind", "at", "score", "before", "after"),
        ),
        "tournaments": (
            "SELECT t.title, t.created FROM club_entrants e JOIN club_tournaments t ON t.id = e.tournament"
            " WHERE e.person = ? ORDER BY t.created",
            ("title", "created"),
        ),
        "games that did not count": (
            "SELECT game, at FROM short_games WHERE person = ? ORDER BY at",
            ("game", "at"),
        ),
        "blocks": (
            "SELECT m.name FROM blocks b JOIN members m ON m.person = b.other WHERE b.person = ? ORDER BY m.name",
            ("name",),
        ),
        "reports": ("SELECT at, game, words FROM reports WHERE person = ? ORDER BY at", ("at", "game", "words")),
    }
    for name, (query, columns) in queries.items():
        about[name] = [dict(zip(columns, row, strict=True)) for row in store.rows(query, person)]
    return about


def delete_person(store: GameStore, person: str) -> str:
    """Delete a person, and return the name that stands for them in the games that stay."""
    nobody = f"deleted-{secrets.token_hex(12)}"
    with store.writing("nothing could be deleted") as database:
        query = f"SELECT p.game, {_OTHERS} FROM parts p WHERE p.person = ?"
        for number, is_shared in database.execute(query, (person,)).fetchall():
            state, created, changed = database.execute(
                "SELECT s.state, g.created, g.changed FROM games g JOIN states s ON s.game = g.number"
                " WHERE g.number = ?",
                (number,),
            ).fetchone()
            kept = _without(state, person, nobody) if is_shared else None
            if kept is None:
                schema.remove(database, [number])
                continue
            schema.write(database, kept, created, changed, len(kept.moves))
            database.execute("UPDATE parts SET person = ? WHERE person = ? AND game = ?", (nobody, person, number))
        for table in schema.STUDY_TABLES:
            database.execute(f"DELETE FROM {table} WHERE study IN (SELECT id FROM studies WHERE person = ?)", (person,))
        for table in ("studies", "study_members", "rated", "blocks", "reports", "ratings"):
            database.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
        for table in ("rating_changes", "short_games"):
            database.execute(f"UPDATE {table} SET person = ? WHERE person = ?", (nobody, person))
        database.execute(
            "UPDATE club_entrants SET person = ?, name = ?, active = 0 WHERE person = ?", (nobody, DELETED, person)
        )
        database.execute("UPDATE club_games SET mover = ? WHERE mover = ?", (nobody, person))
        database.execute("UPDATE club_tournaments SET owner = ? WHERE owner = ?", (nobody, person))
        for table in ("blocks", "reports"):
            database.execute(f"UPDATE {table} SET other = ? WHERE other = ?", (nobody, person))
        database.execute(
            "UPDATE members SET person = ?, name = ?, deleted = ? WHERE person = ?",
            (nobody, DELETED, time.time(), person),
        )
    return nobody


def _without(state: str, person: str, nobody: str) -> StoredMatch | None:
    """A stored game without a person; None if it cannot be read."""
    try:
        data = json.loads(state)
        if "people" in data:
            people = People.from_json(data["people"], len(data["seats"]))
            for seat in people.seats_of(person):
                data["names"][seat] = DELETED
            people.replace(person, nobody)
            data["people"] = people.to_json()
        return StoredMatch.of(str(data["id"]), Match.from_json(data), json.dumps(data))
    except (OutflankError, *UNREADABLE):
        return None
