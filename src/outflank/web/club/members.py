"""The members of the club: people with a name that nobody else on the server has.

A member is a person, known by the hash of their browser's key, as everywhere in the web app. Pages see only a member's
name and number.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.errors import excerpt
from outflank.web.club.names import form_of, member_name
from outflank.web.games.database import ReadableGames
from outflank.web.games.store import GameStore
from outflank.web.wire import MessageError, check_key

RESERVED_FOR = 90 * 86400.0
"""Seconds for which nobody can claim the name of a member who has left."""

_LONGEST_REPORT = 500
_MOST_BLOCKED = 200


@dataclass(frozen=True, slots=True)
class Member:
    """A person with a name; `number` identifies them to other people."""

    number: int
    person: str
    name: str
    joined: float


class Members:
    """The members of a server, with the people whom they block and report."""

    def __init__(self, store: GameStore):
        self._store = store

    def of(self, person: str) -> Member | None:
        """The member who is a person; None if the person has no name."""
        return self._one("person = ?", person) if person else None

    def names_of(self, persons: Sequence[str]) -> dict[str, str]:
        """The names of those people who are members."""
        marks = ", ".join("?" * len(persons))
        query = f"SELECT person, name FROM members WHERE deleted IS NULL AND person IN ({marks})"
        return dict(self._store.rows(query, *persons)) if persons else {}

    def numbered(self, number: int) -> Member:
        """The member with a number. Raises MessageError if there is none."""
        member = self._one("number = ?", number)
        if member is None:
            raise MessageError("unknown member", "there is no such member here")
        return member

    def named(self, name: str) -> Member:
        """The member whose name looks like `name`. Raises MessageError if there is none."""
        member = self._one("form = ?", form_of(name))
        if member is None:
            raise MessageError("unknown member", "there is no member {name} here", name=excerpt(name))
        return member

    def present(self, person: str) -> Member:
        """The member who is a person. Raises MessageError if the person has no name yet."""
        check_key(person)
        member = self.of(person)
        if member is None:
            raise MessageError("no name", "choose a name first")
        return member

    def _one(self, where: str, value: Any) -> Member | None:
        query = f"SELECT number, person, name, joined FROM members WHERE {where} AND deleted IS NULL"
        rows = self._store.rows(query, value)
        return Member(*rows[0]) if rows else None

    def claim(self, person: str, text: str, now: float | None = None) -> Member:
        """Give a person a name, in place of an earlier one.

        Raises RequestError if the name is not valid, or looks like another member's name.
        """
        check_key(person)
        name, now = member_name(text), time.time() if now is None else now
        form = form_of(name)
        with self._store.writing("the name could not be saved") as database:
            held = database.execute("SELECT number, person, name, deleted FROM members WHERE form = ?", (form,))
            for number, holder, other, deleted in held.fetchall():
                if holder == person:
                    continue
                if deleted is None:
                    raise MessageError("name taken", "somebody here is called {name} already", name=other)
                if now - deleted < RESERVED_FOR:
                    raise MessageError("name taken", "the name {name} belonged to somebody who has left", name=name)
                database.execute("UPDATE members SET form = ? WHERE number = ?", (f"#{number}", number))
            database.execute(
                "INSERT INTO members (person, name, form, joined) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (person) DO UPDATE SET name = excluded.name, form = excluded.form",
                (person, name, form, now),
            )
        return self.present(person)

    # --- blocking and reporting -----------------------------------------------------------------------------------

    def block(self, person: str, other: Member, *, on: bool) -> None:
        """Block a member, or end that. Raises MessageError if the person blocks too many."""
        with self._store.writing("the change could not be saved") as database:
            if not on:
                database.execute("DELETE FROM blocks WHERE person = ? AND other = ?", (person, other.person))
                return
            count = database.execute("SELECT count(*) FROM blocks WHERE person = ?", (person,)).fetchone()[0]
            if count >= _MOST_BLOCKED:
                raise MessageError("blocked", "you can block at most {most} people", most=_MOST_BLOCKED)
            database.execute("INSERT INTO blocks VALUES (?, ?) ON CONFLICT DO NOTHING", (person, other.person))

    def blocked(self, person: str) -> list[Member]:
        """The members whom a person blocks."""
        query = (
            "SELECT m.number, m.person, m.name, m.joined FROM blocks b JOIN members m ON m.person = b.other"
            " WHERE b.person = ? AND m.deleted IS NULL ORDER BY m.name"
        )
        return [Member(*row) for row in self._store.rows(query, person)]

    def is_between(self, person: str, other: str) -> bool:
        """True if one of two people blocks the other."""
        query = "SELECT 1 FROM blocks WHERE (person = ? AND other = ?) OR (person = ? AND other = ?)"
        return bool(self._store.rows(query, person, other, other, person))

    def report(self, person: str, other: Member, words: str, game: str = "") -> None:
        """Store a report for the operator."""
        with self._store.writing("the report could not be saved") as database:
            row = (time.time(), person, other.person, game, words[:_LONGEST_REPORT])
            database.execute("INSERT INTO reports (at, person, other, game, words) VALUES (?, ?, ?, ?, ?)", row)


def reports(games: ReadableGames) -> list[Mapping[str, Any]]:
    """The reports for the operator, newest first, with the names of both members."""
    query = (
        "SELECT r.at, coalesce(m.name, 'deleted'), coalesce(o.name, 'deleted'), r.game, r.words FROM reports r"
        " LEFT JOIN members m ON m.person = r.person LEFT JOIN members o ON o.person = r.other ORDER BY r.at DESC"
    )
    names = ("at", "by", "about", "game", "words")
    return [dict(zip(names, row, strict=True)) for row in games.rows(query)]
