"""All shared studies of a server, loaded while somebody has them open."""

import asyncio
from collections.abc import Callable
from typing import Any, Literal

from outflank.errors import OutflankError
from outflank.web import logs
from outflank.web.club.limits import RateLimit
from outflank.web.engines.short_work import beside
from outflank.web.games.own_games import OwnGames
from outflank.web.games.watchers import Watcher
from outflank.web.studies.share_store import Role, ShareStore
from outflank.web.studies.shared_study import SharedStudy
from outflank.web.wire import MessageError, check_key

MOST_OPEN = 500
"""Maximum number of shared studies in memory."""


class SharedStudies:
    """The shared studies of a server. `name_of` returns a person's name in the club, or an empty string."""

    def __init__(self, library: OwnGames, name_of: Callable[[str], str] = lambda _person: ""):
        """Store the trees of studies that the server was changing when it was killed."""
        self._library, self.store, self.name_of = library, ShareStore(library.store), name_of
        self._open: dict[str, SharedStudy] = {}
        self._reading: dict[str, asyncio.Future[SharedStudy]] = {}
        self.hasty = RateLimit(120, 20.0)
        """Limits the changes of each person."""
        for study in self.store.unsettled():
            try:
                SharedStudy(self.store.load(study), self.store).settle()
            except (OutflankError, ValueError, KeyError, TypeError, IndexError) as error:
                logs.event(logs.WARNING, "study not read", game=study, reason=type(error).__name__)

    @property
    def n_open(self) -> int:
        """Number of studies in memory."""
        return len(self._open)

    def study(self, study: str) -> SharedStudy:
        """A study in memory. Raises MessageError if no page has it open."""
        session = self._open.get(study)
        if session is None:
            raise MessageError("not open", "this page has not opened the study: reload it")
        return session

    def share(self, person: str, study: str, renew: Literal["edit", "watch"] | None = None) -> dict[str, Any]:
        """Make or replace the links of a person's own study, and return its links and members.

        Raises MessageError if the study is not the person's own.
        """
        if self._library.is_shared:
            check_key(person)
        if self._library.owner(person) != self.store.owner(study):
            raise MessageError("unknown study", "you have no such study")
        self.store.share(study)
        session = self._open.get(study)
        if renew is not None:
            secret = self.store.renew(study, renew)
            if session is not None:
                session.renew(renew, secret)
                self._forget(session)  # those who followed by the old link have left
        if session is None:
            session = SharedStudy(self.store.load(study), self.store)
        return session.links

    async def fetch(self, study: str) -> None:
        """Load a study into memory, reading the database in a thread.

        Raises MessageError if it does not exist or is not shared, or if too many studies are in memory.
        """
        if study in self._open:
            return
        if len(self._open) >= MOST_OPEN:
            raise MessageError("full", "too many studies are open on this server: try again later")
        if study not in self._reading:
            self._reading[study] = asyncio.ensure_future(beside(self._read, study))
            self._reading[study].add_done_callback(lambda _: self._reading.pop(study))
        session = await asyncio.shield(self._reading[study])
        self._open.setdefault(study, session)

    def _read(self, study: str) -> SharedStudy:
        return SharedStudy(self.store.load(study), self.store)

    def open(
        self, study: str, watcher: Watcher, person: str, *, secret: str = "", name: str = "", revision: int | None
    ) -> dict[str, Any]:
        """Open a page of a study in memory, and return the study for it.

        Raises MessageError if the person has no right to see the study, or if too many people have it open.
        """
        check_key(person)
        session = self.study(study)
        try:
            name = self.name_of(person) or name
            role = self._role(session, person, secret, name)
            return session.open(watcher, person, name, role, revision)
        finally:
            self._forget(session)

    def _role(self, session: SharedStudy, person: str, secret: str, name: str) -> Role:
        """A person's role. On a local server, everybody without a link is the owner."""
        if session.owner == self._library.owner(person) and (self._library.is_shared or not secret):
            return "owner"
        member = session.members.get(person)
        if member is not None and member.role == "out":
            raise MessageError("removed", "the owner of this study has removed you")
        if secret and secret == session.edit_secret:
            session.join(person, name)
            return "edit"
        if member is not None:
            return "edit"
        if secret and secret == session.watch_secret:
            return "watch"
        raise MessageError("unknown study", "this link is not valid any more: ask for a new one")

    def leave(self, study: str, watcher: Watcher) -> None:
        """Close a page of a study."""
        session = self._open.get(study)
        if session is not None:
            session.leave(watcher)
            self._forget(session)

    def delete(self, study: str) -> None:
        """Close all pages of a study that its owner has deleted."""
        session = self._open.pop(study, None)
        if session is not None:
            session.close("deleted")

    def rename(self, study: str, title: str) -> None:
        """Show the pages of a study in memory its new title, which is stored already."""
        session = self._open.get(study)
        if session is not None:
            session.rename(title)

    def settle(self, study: str) -> None:
        """Store the latest tree of a study, for those who read it from the database."""
        session = self._open.get(study)
        if session is not None:
            session.settle()

    def settle_all(self) -> None:
        """Store the latest trees of all studies in memory."""
        for session in list(self._open.values()):
            session.settle()

    def forget(self, person: str) -> None:
        """Close the studies of a person who is deleted, and their pages of other studies."""
        for session in list(self._open.values()):
            if session.owner == person:
                self.delete(session.id)
                continue
            session.members.pop(person, None)
            for watcher in [each for each, page in session.pages.items() if page.person == person]:
                session.leave(watcher)
            self._forget(session)

    def _forget(self, session: SharedStudy) -> None:
        if not session.pages and self._open.get(session.id) is session:
            session.close()
            del self._open[session.id]

    def close(self) -> None:
        """Store all studies."""
        for session in self._open.values():
            session.close()
        self._open.clear()
