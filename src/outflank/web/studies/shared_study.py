"""A shared study in memory: its tree, members, open pages and class.

Every change is stored before anybody hears of it, so that a killed server loses no change that it has acknowledged. All
events go to the watchers of the open pages.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from outflank.errors import OutflankError
from outflank.sessions.people import LONGEST_NAME, visible
from outflank.web import logs
from outflank.web.catalogue import start_of
from outflank.web.club.feed import Feed
from outflank.web.games.watchers import Watcher, as_text, joined
from outflank.web.studies.class_board import ClassBoard
from outflank.web.studies.operations import SetTitle, StudyOperation
from outflank.web.studies.share_store import CHANGES_KEPT, Role, ShareStore, StoredShare, StudyMember
from outflank.web.studies.shared_tree import Event, SharedTree, TreeSnapshot
from outflank.web.wire import MessageError

MOST_FOLLOWERS = 300
"""Maximum number of people who follow a study without being members."""

MOST_MEMBERS = 50
"""Maximum number of members of a study."""

_SETTLE = 5.0  # seconds from a change until the whole tree is stored
_PEOPLE = 0.4  # seconds between two messages about the people who are here
_COUNTS = 0.5  # seconds between two messages about the answers to a question


@dataclass(slots=True)
class StudyPage:
    """An open page of a study."""

    person: str
    who: int
    name: str
    role: Role
    path: list[str] = field(default_factory=list)
    away: bool = False


class SharedStudy:
    """A study that several people have open."""

    def __init__(self, share: StoredShare, store: ShareStore):
        """Create a study from its stored form, and apply the changes that its stored tree lacks."""
        self.id, self.owner, self.kind, self.start = share.study, share.owner, share.kind, share.start
        self.edit_secret, self.watch_secret = share.edit_secret, share.watch_secret
        self.members = share.members
        self._store = store
        stored = TreeSnapshot(share.revision, share.tree, share.title, share.players)
        self.tree = SharedTree.grown(start_of(share.kind, share.start), stored, (event for _, event in share.changes))
        self._settled = self.tree.snapshot
        self._changes: deque[tuple[str, Event]] = deque(maxlen=2 * CHANGES_KEPT)
        self._sources: dict[str, int] = {}  # the last revision of each source
        for source, event in share.changes:
            self._note(source, event)
        self._stored = share.revision
        self.pages: dict[Watcher, StudyPage] = {}
        self._numbers: dict[str, int] = {}
        self.board = ClassBoard()
        self._people = Feed("study-people", _PEOPLE)
        self._people.more = lambda: {"study": self.id}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    # --- people ---------------------------------------------------------------------------------------------------

    def number(self, person: str) -> int:
        """The number that stands for a person in events."""
        return self._numbers.setdefault(person, len(self._numbers) + 1)

    def open(
        self, watcher: Watcher, person: str, name: str, role: Role, revision: int | None, path: Sequence[str] = ()
    ) -> dict[str, Any]:
        """Add a page, and return the study for it.

        `revision` is the last one that the page knows; it then gets only the changes since, if they are still known.

        Raises MessageError if too many people have the study open.
        """
        others = {page.who for page in self.pages.values() if page.role == "watch"}
        who = self.number(person)
        if role == "watch" and who not in others and len(others) >= MOST_FOLLOWERS:
            raise MessageError("crowded", "{most} people already follow this study", most=MOST_FOLLOWERS)
        self.pages[watcher] = StudyPage(person, who, visible(name)[:LONGEST_NAME], role, list(path))
        self._show_person(who)
        people = self._people.follow(watcher)["entries"]
        return {
            "type": "shared-study",
            "study": self.id,
            "you": who,
            "role": role,
            "kind": self.kind,
            "start": self.start,
            **self._since(revision),
            "people": people,
            "board": self.board.fields(who),
            **(self.links if role == "owner" else {}),
        }

    @property
    def links(self) -> dict[str, Any]:
        """The secrets of the links, and the members, for the owner."""
        members = [
            {"who": self.number(person), "name": member.name}
            for person, member in self.members.items()
            if member.role == "edit"
        ]
        return {"links": {"edit": self.edit_secret, "watch": self.watch_secret}, "members": members}

    def _since(self, revision: int | None) -> dict[str, Any]:
        """The changes since a revision; the whole tree with the changes since it was stored if they are unknown."""
        first = self._changes[0][1]["revision"] if self._changes else self.tree.revision + 1
        if revision is not None and first - 1 <= revision <= self.tree.revision:
            return {"tree": None, "revision": revision, "changes": self._changes_since(revision)}
        settled = self._settled.revision
        title = {"title": self.tree.title, "players": self.tree.players}
        return {"tree": self._settled.text, "revision": settled, "changes": self._changes_since(settled), **title}

    def _changes_since(self, revision: int) -> list[dict[str, Any]]:
        return [{"source": source, "event": event} for source, event in self._changes if event["revision"] > revision]

    def leave(self, watcher: Watcher) -> None:
        """Remove a page. A class goes on without its leader, who may be back soon."""
        page = self.pages.pop(watcher, None)
        self._people.leave(watcher)
        if page is not None:
            self._show_person(page.who)

    def page(self, watcher: Watcher) -> StudyPage:
        """The open page of a watcher. Raises MessageError if it has not opened the study."""
        page = self.pages.get(watcher)
        if page is None:
            raise MessageError("not open", "this page has not opened the study: reload it")
        return page

    def _show_person(self, who: int) -> None:
        pages = [page for page in self.pages.values() if page.who == who]
        if not pages:
            self._people.remove(str(who))
            return
        last = pages[-1]
        shown = last.path if last.role != "watch" and not last.away else None
        entry = {"who": who, "name": last.name, "role": last.role, "path": shown, "away": last.away}
        self._people.put(str(who), entry)

    def look(self, watcher: Watcher, path: Sequence[str], *, away: bool = False) -> None:
        """Note the position on a page, and show it to everybody; `away` if it is not part of the study.

        If the page belongs to the leader of a class, everybody follows at once.
        """
        page = self.page(watcher)
        page.path, page.away = list(path), away
        self.pages[watcher] = self.pages.pop(watcher)  # the person's latest page
        self._show_person(page.who)
        if self.board.leader == page.who and not away:
            self.board.path = list(path)
            self._tell_board(besides=watcher)

    def gather(self, watcher: Watcher, path: Sequence[str]) -> None:
        """Ask all other pages to go to a position."""
        page = self.page(watcher)
        self._check_edits(page)
        text = as_text({"type": "study-gather", "study": self.id, "by": page.who, "name": page.name, "path": [*path]})
        for other in list(self.pages):
            if other is not watcher:
                other(text)

    # --- changes --------------------------------------------------------------------------------------------------

    def change(self, watcher: Watcher, source: str, base: int, operations: Sequence[StudyOperation]) -> int:
        """Apply a page's operations, store them, and send the resulting events to all pages. Returns the revision.

        `source` identifies the operations: if they come again because no answer arrived, nothing happens.

        Raises OutflankError if the person may not edit the study, if an operation is impossible, or if the changes
        cannot be stored. The operations before an impossible one take effect.
        """
        page = self.page(watcher)
        if source in self._sources:
            return self.tree.revision
        self._check_edits(page)
        self._apply(source, page.who, base, operations)
        return self.tree.revision

    def rename(self, title: str) -> None:
        """Give the study a title from its owner's list of studies."""
        operation = SetTitle(do="title", path=[], title=title, players=self.tree.players)
        self._apply("", self.number(self.owner), self.tree.revision, [operation])

    def _apply(self, source: str, who: int, base: int, operations: Sequence[StudyOperation]) -> None:
        failure: OutflankError | None = None
        for operation in operations:
            try:
                self.tree.change(operation, base)
            except OutflankError as error:
                failure = error
                break
        events = self.tree.take_news()
        if events:
            self._store_changes(source, events)
            for event in events:
                self._note(source, event)
            self._tell({"type": "study-change", "study": self.id, "source": source, "by": who, "events": events})
            self._later("settle", _SETTLE, self.settle)
        if failure is not None:
            raise failure

    def _check_edits(self, page: StudyPage) -> None:
        if page.role == "watch":
            raise MessageError("watching", "you follow this study, and cannot change it")

    def _store_changes(self, source: str, events: Sequence[Event]) -> None:
        try:
            self._store.add_changes(self.id, source, events)
        except OutflankError:
            known = (event for _, event in self._changes)
            self.tree = SharedTree.grown(self.tree.root.position, self._settled, known)
            raise

    def _note(self, source: str, event: Event) -> None:
        if len(self._changes) == self._changes.maxlen:
            gone, oldest = self._changes[0]
            if self._sources.get(gone) == oldest["revision"]:
                del self._sources[gone]
            if oldest["revision"] > self._settled.revision:
                self._settled = self.tree.snapshot
        self._changes.append((source, event))
        if source:
            self._sources[source] = event["revision"]

    def settle(self) -> None:
        """Store the whole tree, unless it is stored already."""
        self._cancel("settle")
        if self._stored == self.tree.revision:
            return
        try:
            self._store.settle(self.id, self.tree)
        except OutflankError as error:
            logs.event(logs.WARNING, "study not settled", game=self.id, reason=str(error))
            if self.pages:
                self._later("settle", _SETTLE, self.settle)
            return
        self._stored = self.tree.revision
        self._settled = self.tree.snapshot

    # --- rights ---------------------------------------------------------------------------------------------------

    def join(self, person: str, name: str) -> None:
        """Make a person a member. Raises MessageError if the owner has removed them, or if there are too many."""
        known = self.members.get(person)
        if known is not None and known.role == "out":
            raise MessageError("removed", "the owner of this study has removed you")
        if known is None and sum(member.role == "edit" for member in self.members.values()) >= MOST_MEMBERS:
            raise MessageError("crowded", "a study can have at most {most} members", most=MOST_MEMBERS)
        member = StudyMember(visible(name)[:LONGEST_NAME], "edit")
        if known != member:
            self._store.set_member(self.id, person, member)
            self.members[person] = member
            self._tell_owner()

    def remove(self, watcher: Watcher, who: int) -> None:
        """Remove a person from the study, whether a member or not; they cannot come back by a link.

        Raises MessageError unless the owner asks, or if there is nobody with this number.
        """
        self._owner_page(watcher)
        person = next((each for each, number in self._numbers.items() if number == who), None)
        if person is None or person == self.owner:
            raise MessageError("unknown member", "there is no such person in this study")
        names = [page.name for page in self.pages.values() if page.who == who and page.role != "owner"]
        if not names and person not in self.members:
            raise MessageError("unknown member", "there is no such person in this study")
        member = StudyMember(self.members[person].name if person in self.members else names[0], "out")
        self._store.set_member(self.id, person, member)
        self.members[person] = member
        for watcher, page in list(self.pages.items()):
            if page.who == who and page.role != "owner":
                watcher(as_text({"type": "study-closed", "study": self.id, "why": "removed"}))
                self.leave(watcher)
        self._tell_owner()

    def renew(self, link: str, secret: str) -> None:
        """Replace a link. The people who follow by the old one must leave."""
        if link == "edit":
            self.edit_secret = secret
        else:
            self.watch_secret = secret
            for watcher, page in list(self.pages.items()):
                if page.role == "watch":
                    watcher(as_text({"type": "study-closed", "study": self.id, "why": "removed"}))
                    self.leave(watcher)
        self._tell_owner()

    def close(self, why: str = "") -> None:
        """Store the study and stop the timers; with a reason, tell the pages that it is closed."""
        self.settle()
        for watcher in list(self.pages) if why else ():
            watcher(as_text({"type": "study-closed", "study": self.id, "why": why}))
            self.leave(watcher)
        self._people.close()
        for name in list(self._timers):
            self._cancel(name)

    # --- the class ------------------------------------------------------------------------------------------------

    def lead(self, watcher: Watcher, *, on: bool) -> None:
        """Begin a class that follows this page's position, or end it. Raises MessageError unless the owner asks."""
        page = self._owner_page(watcher)
        self.board.lead(page.who if on else None, page.path)
        self._tell_board()

    def ask(self, watcher: Watcher, what: str) -> None:
        """Ask for the best move of the leader's position, reveal the answers, or remove the question.

        Raises MessageError unless the leader asks.
        """
        page = self._owner_page(watcher)
        if self.board.leader != page.who:
            raise MessageError("class", "begin a class first")
        if what == "ask":
            node = self.tree.find(self.board.path)
            if node is None or not node.position.legal_moves:
                raise MessageError("question", "there is no move to find in this position")
            self.board.ask(self.board.path)
        elif what == "reveal":
            self.board.reveal()
        else:
            self.board.dismiss()
        self._tell_board()

    def answer(self, watcher: Watcher, move: str) -> None:
        """Take the answer of a page's person. Raises MessageError if the move is illegal or no question is open."""
        page = self.page(watcher)
        node = self.tree.find(self.board.asked)
        if node is None or move not in node.position.legal_moves:
            raise MessageError("question", "this move is not possible in the position of the question")
        self.board.answer(page.who, move)
        self._later("counts", _COUNTS, self._tell_counts)

    def _owner_page(self, watcher: Watcher) -> StudyPage:
        page = self.page(watcher)
        if page.role != "owner":
            raise MessageError("owner", "only the owner of the study can do that")
        return page

    def _tell_counts(self) -> None:
        self._cancel("counts")
        self._tell_board(only=self.board.leader)

    def _tell_board(self, *, only: int | None = None, besides: Watcher | None = None) -> None:
        event = {"type": "study-board", "study": self.id}
        for watcher, page in list(self.pages.items()):
            if watcher is not besides and only in (None, page.who):
                watcher(joined(event, {"board": self.board.fields(page.who)}))

    # --- sending --------------------------------------------------------------------------------------------------

    def _tell(self, event: dict[str, Any]) -> None:
        text = as_text(event)
        for watcher in list(self.pages):
            watcher(text)

    def _tell_owner(self) -> None:
        event = as_text({"type": "study-members", "study": self.id, **self.links})
        for watcher, page in list(self.pages.items()):
            if page.role == "owner":
                watcher(event)

    def _later(self, name: str, seconds: float, do: Any) -> None:
        if name not in self._timers:
            self._timers[name] = asyncio.get_running_loop().call_later(seconds, do)

    def _cancel(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
