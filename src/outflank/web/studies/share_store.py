"""Shared studies in the games database: their links, members and latest changes."""

import json
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from outflank.play.words import typed
from outflank.web.games.statements import upsert
from outflank.web.games.store import GameStore
from outflank.web.studies.shared_tree import Event, SharedTree
from outflank.web.wire import MessageError

Role = Literal["owner", "edit", "watch"]

CHANGES_KEPT = 500
"""Number of changes of a study that a page may miss without having to load the whole tree."""

_WORDS = 20_000  # characters of a study's comments that are searched
_MEMBER = upsert("study_members", ("study", "person", "name", "role", "joined"), ("study", "person"), ("joined",))


def searched_words(title: str, players: Iterable[str], comments: Iterable[str]) -> str:
    """The text of a study that searches look through: a line for its title and a line for everything else."""
    others = " ".join([*players, " ".join(filter(None, comments))[:_WORDS]])
    return "\n".join([typed(title), typed.__wrapped__(others)])  # not cached, because it is long


@dataclass(slots=True)
class StudyMember:
    """Somebody whom the owner has invited to edit a study. `role` is ``out`` for somebody who was removed."""

    name: str
    role: Literal["edit", "out"]


@dataclass(slots=True)
class StoredShare:
    """A shared study as it is stored. `changes` pairs the source of each change with its event, oldest first."""

    study: str
    owner: str
    kind: str
    start: str
    tree: str
    title: str
    players: list[str]
    revision: int
    edit_secret: str
    watch_secret: str
    members: dict[str, StudyMember] = field(default_factory=dict)
    changes: list[tuple[str, Event]] = field(default_factory=list)


class ShareStore:
    """The tables of shared studies."""

    def __init__(self, store: GameStore):
        self._store = store

    def owner(self, study: str) -> str | None:
        """The owner of a study that is not deleted; None if there is none."""
        rows = self._store.rows("SELECT person FROM studies WHERE id = ? AND deleted IS NULL", study)
        return str(rows[0][0]) if rows else None

    def is_shared(self, study: str) -> bool:
        """True if a study has been shared."""
        return bool(self._store.rows("SELECT 1 FROM shared_studies WHERE study = ?", study))

    def share(self, study: str) -> None:
        """Make the links of a study, unless it has them already."""
        with self._store.writing("the study could not be shared") as database:
            database.execute(
                "INSERT INTO shared_studies (study, edit_secret, watch_secret) VALUES (?, ?, ?)"
                " ON CONFLICT (study) DO NOTHING",
                (study, secrets.token_urlsafe(16), secrets.token_urlsafe(16)),
            )

    def renew(self, study: str, link: Literal["edit", "watch"]) -> str:
        """Replace the secret of a link, and return the new one."""
        secret = secrets.token_urlsafe(16)
        column = "edit_secret" if link == "edit" else "watch_secret"
        with self._store.writing("the link could not be changed") as database:
            database.execute(f"UPDATE shared_studies SET {column} = ? WHERE study = ?", (secret, study))
        return secret

    def load(self, study: str) -> StoredShare:
        """Load a shared study with its latest changes.

        Raises MessageError if it does not exist, is deleted or is not shared.
        """
        rows = self._store.rows(
            "SELECT s.id, s.person, s.kind, s.start, s.tree, s.title, s.players, s.revision, h.edit_secret,"
            " h.watch_secret FROM studies s JOIN shared_studies h ON h.study = s.id"
            " WHERE s.id = ? AND s.deleted IS NULL",
            study,
        )
        members = self._store.rows("SELECT person, name, role FROM study_members WHERE study = ?", study)
        changes = self._store.rows("SELECT source, event FROM study_changes WHERE study = ? ORDER BY revision", study)
        if not rows:
            raise MessageError("unknown study", "there is no such study, or it is no longer shared")
        share = StoredShare(*rows[0])
        share.players = [str(name) for name in json.loads(rows[0][6])]
        share.members = {person: StudyMember(name, role) for person, name, role in members}
        share.changes = [(source, json.loads(event)) for source, event in changes]
        return share

    def set_member(self, study: str, person: str, member: StudyMember) -> None:
        """Add or change a member."""
        with self._store.writing("the member could not be saved") as database:
            database.execute(_MEMBER, (study, person, member.name, member.role, time.time()))

    def add_changes(self, study: str, source: str, events: Sequence[Event]) -> None:
        """Store events in one transaction."""
        with self._store.writing("the change could not be saved") as database:
            database.executemany(
                "INSERT INTO study_changes (study, revision, source, event) VALUES (?, ?, ?, ?)",
                [(study, event["revision"], source, json.dumps(event, ensure_ascii=False)) for event in events],
            )

    def settle(self, study: str, tree: SharedTree) -> None:
        """Store the whole tree with its revision, and remove changes that are too old to be needed."""
        last = tree.main_line[-1].position
        comments = (node.fields.get("c", "") for node in tree.root.walk())
        row: dict[str, Any] = {
            "tree": tree.text,
            "title": tree.title,
            "players": json.dumps(tree.players, ensure_ascii=False),
            "cells": last.cells,
            "width": last.width,
            "n_nodes": tree.n_nodes - 1,
            "words": searched_words(tree.title, tree.players, comments),
            "revision": tree.revision,
            "changed": time.time(),
        }
        with self._store.writing("the study could not be saved") as database:
            names = ", ".join(f"{name} = ?" for name in row)
            database.execute(f"UPDATE studies SET {names} WHERE id = ?", (*row.values(), study))
            database.execute(
                "DELETE FROM study_changes WHERE study = ? AND revision <= ?", (study, tree.revision - CHANGES_KEPT)
            )

    def unsettled(self) -> list[str]:
        """The studies with changes that their stored trees lack, because the server was killed."""
        rows = self._store.rows(
            "SELECT DISTINCT c.study FROM study_changes c JOIN studies s ON s.id = c.study"
            " WHERE c.revision > s.revision AND s.deleted IS NULL"
        )
        return [row[0] for row in rows]
