"""Studies: games with variations, comments, marks and values. Each person's studies are stored in the games database.

To save a study, a page sends the complete study and the revision that it last loaded. If the stored study has a
different revision, for example because it was changed in another tab, nothing is saved. The page then gets an error,
and can save its version as a new study.
"""

import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, BinaryIO

from outflank import formats
from outflank.errors import OutflankError
from outflank.formats import streams
from outflank.formats.places import one_line
from outflank.play import GameTree, kind_of
from outflank.play.record import Record
from outflank.play.words import typed
from outflank.sessions.people import clean_name, visible
from outflank.web.catalogue import can_analyse, start_of
from outflank.web.engines.short_work import beside
from outflank.web.games import schema, trees
from outflank.web.games.own_games import OwnGames
from outflank.web.games.statements import upsert
from outflank.web.games.store import DELETED_KEPT, readable
from outflank.web.pages.study_messages import (
    LONGEST_TITLE,
    LONGEST_TREE,
    CopyStudy,
    DeleteStudy,
    KeepStudy,
    ListStudies,
    NameStudy,
    OpenStudy,
    WriteStudy,
)
from outflank.web.studies.share_store import searched_words
from outflank.web.studies.shared_studies import SharedStudies
from outflank.web.wire import Handler, MessageError, Screen

MOST = 5_000
"""Maximum number of studies that a person may have."""

_MOST_LISTED = 50
_EXPORTS = ("sgf", "pgn", "ggf")


class Studies(Screen):
    """The handlers for studies. All users of a local server share the same studies."""

    def __init__(self, library: OwnGames, shared: SharedStudies):
        self.library, self.store, self._shared = library, library.store, shared
        with self.store.writing("old studies could not be removed") as database:
            database.execute("DELETE FROM studies WHERE deleted < ?", (time.time() - DELETED_KEPT,))
            for table in schema.STUDY_TABLES:
                database.execute(f"DELETE FROM {table} WHERE study NOT IN (SELECT id FROM studies)")

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {
            "studies": lambda message, person: beside(self._list, message, person),
            "study": self._open,
            "keep-study": self._keep,
            "name-study": self._name,
            "delete-study": self._delete,
            "restore-study": self._delete,
            "copy-study": self._copy,
            "write-study": self._write,
        }

    def _owner(self, person: str) -> str:
        """The owner under which a person's studies are stored.

        Raises MessageError if the server is shared and the person has no key.
        """
        if self.library.is_shared and not person:
            raise MessageError("no key", "this browser has no key, so the server cannot tell which studies are yours")
        return self.library.owner(person)

    def _row(self, person: str, study: str) -> Mapping[str, Any]:
        """The row of one of the person's studies, deleted or not.

        Raises MessageError if the person has no such study.
        """
        owner, row = self._owner(person), self._known(study)
        if row is None or row["person"] != owner:
            raise MessageError("unknown study", "you have no such study")
        return row

    def _known(self, study: str) -> Mapping[str, Any] | None:
        """The row of any person's study, deleted or not; None if the id is unknown."""
        rows = self.store.rows(f"SELECT {', '.join(_COLUMNS)} FROM studies WHERE id = ?", study)
        return dict(zip(_COLUMNS, rows[0], strict=True)) if rows else None

    # --- reading ----------------------------------------------------------------------------------------------------

    def _list(self, message: ListStudies, person: str) -> dict[str, Any]:
        where, values = "person = ? AND deleted IS NULL", [self._owner(person)]
        for word in typed(message.text).split():
            where += " AND instr(words, ?) > 0"
            values.append(word)
        count = self.store.rows(f"SELECT count(*) FROM studies WHERE {where}", *values)[0][0]
        if message.after is not None:
            where += " AND (changed, id) < (SELECT changed, id FROM studies WHERE id = ?)"
            values.append(message.after)
        rows = self.store.rows(
            f"SELECT {', '.join(_LISTED)} FROM studies WHERE {where} ORDER BY changed DESC, id DESC LIMIT ?",
            *values,
            _MOST_LISTED + 1,
        )
        studies = list(readable(rows[:_MOST_LISTED], _listed))
        joined = self._joined(person) if message.after is None and not message.text.strip() else []
        return {
            "type": "studies",
            "studies": studies,
            "more": len(rows) > _MOST_LISTED,
            "count": count,
            "joined": joined,
        }

    def _joined(self, person: str) -> list[dict[str, Any]]:
        """The studies of other people that a person may edit."""
        columns = ", ".join(f"s.{name}" for name in _LISTED)
        rows = self.store.rows(
            f"SELECT {columns} FROM study_members m JOIN studies s ON s.id = m.study"
            " WHERE m.person = ? AND m.role = 'edit' AND s.person <> ? AND s.deleted IS NULL"
            " ORDER BY s.changed DESC, s.id LIMIT ?",
            person,
            self._owner(person),
            _MOST_LISTED,
        )
        return list(readable(rows, _listed))

    async def _open(self, message: OpenStudy, person: str) -> dict[str, Any]:
        self._shared.settle(message.study)
        return await beside(self._opened, message, person)

    def _opened(self, message: OpenStudy, person: str) -> dict[str, Any]:
        row = self._row(person, message.study)
        if row["deleted"] is not None:
            raise MessageError("unknown study", "this study has been deleted")
        fields = {name: row[name] for name in ("kind", "start", "tree", "revision", "changed")}
        if not list(readable([(row["id"],)], lambda _: self._record_of(row))):
            raise MessageError("unreadable study", "this study cannot be read: the games database is damaged")
        shared = self._shared.store.is_shared(row["id"])
        players = _names(row["players"])
        return {
            "type": "study",
            "study": row["id"],
            "name": row["title"],
            **fields,
            "players": players,
            "shared": shared,
        }

    def settle(self) -> None:
        """Store the latest trees of studies that people are changing."""
        self._shared.settle_all()

    def records(self, person: str) -> Iterator[Record]:
        """Yield all of a person's studies as records, oldest first."""
        ids = self.store.rows(
            "SELECT id FROM studies WHERE person = ? AND deleted IS NULL ORDER BY created, id", self._owner(person)
        )
        yield from readable(ids, lambda each: self._record_of(self._row(person, each[0])))

    @staticmethod
    def _record_of(row: Mapping[str, Any]) -> Record:
        tree, _ = _read(row["kind"], row["start"], row["tree"])
        return _record(tree, row["title"], _names(row["players"]))

    # --- changing ---------------------------------------------------------------------------------------------------

    async def _keep(self, message: KeepStudy, person: str) -> dict[str, Any]:
        owner = self._owner(person)
        tree, text = await beside(_read, message.kind, message.start, message.tree)
        row = self._known(message.study)
        if row is not None and row["person"] != owner:
            raise MessageError("unknown study", "you have no such study")
        if row is not None and self._shared.store.is_shared(message.study):
            raise MessageError("changed", "this study is shared: its changes are saved one by one")
        if row is not None and row["revision"] != message.revision:
            same = (text, message.title or row["title"], json.dumps(message.players, ensure_ascii=False), None)
            if same == (row["tree"], row["title"], row["players"], row["deleted"]):  # the page has sent it before
                return {"type": "kept", "study": message.study, "revision": row["revision"], "name": row["title"]}
            raise MessageError("changed", "this study has been changed elsewhere")
        if row is None:
            self._check_room(owner)
        title = row["title"] if row is not None and message.title is None else message.title or ""
        created = time.time() if row is None else row["created"]
        revision = message.revision + 1
        record = _record(tree, clean_name(title, LONGEST_TITLE), message.players)
        self._write_row(message.study, owner, record, text, revision, created, message.start)
        return {"type": "kept", "study": message.study, "revision": revision, "name": record.tags.get("GN", "")}

    def _check_room(self, owner: str) -> None:
        if self.store.value("SELECT count(*) FROM studies WHERE person = ?", owner) >= MOST:
            raise MessageError("full", "the limit of {most} studies has been reached", most=f"{MOST:,}")

    def _write_new(self, owner: str, record: Record, text: str, start: str) -> str:
        """Store a new study and return its id. Raises OutflankError if the person already has too many studies."""
        self._check_room(owner)
        study = secrets.token_urlsafe(16)
        self._write_row(study, owner, record, text, 1, time.time(), start)
        return study

    def _write_row(
        self, study: str, owner: str, record: Record, text: str, revision: int, created: float, start: str
    ) -> None:
        title, last = record.tags.get("GN", ""), record.position
        nodes = list(record.tree.root.walk())
        row = {
            "id": study,
            "person": owner,
            "title": title,
            "players": json.dumps(record.players, ensure_ascii=False),
            "kind": record.kind.name,
            "start": start,
            "tree": text,
            "cells": last.cells,
            "width": last.width,
            "n_nodes": len(nodes) - 1,
            "words": searched_words(title, record.players, (node.comment for node in nodes)),
            "revision": revision,
            "created": created,
            "changed": time.time(),
            "deleted": None,
        }
        with self.store.writing("the study could not be saved") as database:
            database.execute(upsert("studies", tuple(row), ("id",)), tuple(row.values()))

    def _name(self, message: NameStudy, person: str) -> dict[str, Any]:
        self._shared.settle(message.study)
        row = self._row(person, message.study)
        title = clean_name(message.title, LONGEST_TITLE)
        words = "\n".join([typed(title), row["words"].partition("\n")[2]])
        with self.store.writing("the study could not be named") as database:
            database.execute("UPDATE studies SET title = ?, words = ? WHERE id = ?", (title, words, message.study))
        self._shared.rename(message.study, title)
        return {"type": "named", "name": title}

    def _delete(self, message: DeleteStudy, person: str) -> dict[str, Any]:
        self._row(person, message.study)
        deleted = time.time() if message.type == "delete-study" else None
        if deleted is not None:
            self._shared.delete(message.study)
        with self.store.writing("the study could not be deleted") as database:
            database.execute("UPDATE studies SET deleted = ? WHERE id = ?", (deleted, message.study))
        return {"type": "done"}

    async def _copy(self, message: CopyStudy, person: str) -> dict[str, Any]:
        self._shared.settle(message.study)
        row = self._row(person, message.study)
        tree, text = await beside(_read, row["kind"], row["start"], row["tree"])
        record = _record(tree, clean_name(message.title, LONGEST_TITLE), json.loads(row["players"]))
        return {"type": "copied", "study": self._write_new(row["person"], record, text, row["start"])}

    def add(self, person: str, record: Record) -> str:
        """Store a game as a study and return its id.

        Returns an empty string if the person already has an identical study.

        Raises OutflankError if the game cannot be studied or is too long, or if the person has too many studies.
        """
        owner = self._owner(person)
        start, text = record.kind.write(record.tree.root.position), trees.write(record)
        if not can_analyse(record.tree.root.position):
            raise OutflankError("games of {game} cannot be studied", game=record.kind.title)
        if len(text) > LONGEST_TREE:
            raise OutflankError(
                "expected a study of at most {most} characters, got {length}",
                most=f"{LONGEST_TREE:,}",
                length=f"{len(text):,}",
            )
        title = visible(record.tags.get("GN", ""))[:LONGEST_TITLE]
        record = _record(record.tree, title, [one_line(name)[:120] for name in record.players])
        same = "SELECT 1 FROM studies WHERE person = ? AND tree = ? AND title = ? AND start = ? AND deleted IS NULL"
        if self.store.rows(same, owner, text, title, start):
            return ""
        return self._write_new(owner, record, text, start)

    # --- texts ------------------------------------------------------------------------------------------------------

    async def _write(self, message: WriteStudy, _person: str) -> dict[str, Any]:
        def written() -> dict[str, Any]:
            tree, _ = _read(message.kind, message.start, message.tree)
            record = _record(tree, message.title, message.players)
            texts = {name: formats.write([record], name) for name in _EXPORTS}
            left = {name: formats.text_format(name).left_behind(record) for name in _EXPORTS}
            return {"type": "written", "texts": texts, "left": left}

        return await beside(written)


_COLUMNS = (
    "id", "person", "title", "players", "kind", "start", "tree", "cells", "width", "n_nodes", "words", "revision",
    "created", "changed", "deleted",
)  # fmt: skip
_LISTED = ("id", "title", "players", "kind", "cells", "width", "n_nodes", "changed")


def _listed(row: Sequence[Any]) -> dict[str, Any]:
    """Convert a row to an entry in the page's list of studies."""
    study = dict(zip(_LISTED, row, strict=True))
    return {**study, "name": study.pop("title"), "players": _names(study["players"])}


def _names(players: str) -> list[str]:
    return [str(name) for name in json.loads(players)]


def records_of(file: BinaryIO) -> Iterator[tuple[str, Record | str]]:
    """Read the games in a file of any supported format.

    Yields each game's location with its record or an error message.
    """
    for number, found in enumerate(streams.read(file, "the file"), 1):
        if found.error is not None:
            yield found.place(number), found.error.message
        elif found.record is not None:
            yield found.place(number), found.record


def _read(kind: str, start: str, text: str) -> tuple[GameTree[Any], str]:
    """Parse the tree of a study. Returns the tree and its text in normal form.

    Raises OutflankError if the text is malformed or the game cannot be analysed.
    """
    position = start_of(kind, start)
    if not can_analyse(position):
        raise MessageError("kind", "positions of {game} cannot be studied", game=kind_of(kind).title)
    return trees.read(position, text)


def _record(tree: GameTree[Any], title: str, players: list[str]) -> Record:
    """Create a study's record. The study's title becomes the name of the game."""
    record = Record(tree, tuple(one_line(name) for name in players))
    return replace(record, tags={"GN": title}) if title else record
