"""News for many pages at once. Changes are collected, and sent at most once a second as differences."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from outflank.web.games.watchers import Watcher, as_text

EACH = 1.0
"""Seconds between two messages."""


class Feed:
    """A table of entries by id, which pages follow. `kind` is the type of its messages."""

    def __init__(self, kind: str, seconds: float = EACH):
        self._kind, self._seconds = kind, seconds
        self._entries: dict[str, Mapping[str, Any]] = {}
        self._changed: dict[str, None] = {}
        self._followers: dict[Watcher, str] = {}  # the person of each page; empty if unknown
        self._timer: asyncio.TimerHandle | None = None
        self._told: Mapping[str, Any] = {}
        self.more: Callable[[], Mapping[str, Any]] = dict
        """A callback that returns additional fields of each message, which may depend on the number of followers."""

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def n_people(self) -> int:
        """Number of people whose pages follow the table. A page of an unknown person counts as one."""
        persons = list(self._followers.values())
        return len(set(persons) - {""}) + persons.count("")

    def get(self, key: str) -> Mapping[str, Any] | None:
        """The entry with a key, or None."""
        return self._entries.get(key)

    def put(self, key: str, entry: Mapping[str, Any]) -> None:
        """Add or replace an entry."""
        if self._entries.get(key) != entry:
            self._entries[key] = entry
            self._change(key)

    def remove(self, key: str) -> None:
        """Remove an entry if it exists."""
        if self._entries.pop(key, None) is not None:
            self._change(key)

    def follow(self, page: Watcher, person: str = "") -> dict[str, Any]:
        """Let a page follow the table, and return the whole table."""
        self._followers[page] = person
        self._soon()
        return {"type": self._kind, "whole": True, "entries": list(self._entries.values()), "gone": [], **self.more()}

    def leave(self, page: Watcher) -> None:
        """Let a page no longer follow the table."""
        if page in self._followers:
            del self._followers[page]
            self._soon()

    def close(self) -> None:
        """Send nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _change(self, key: str) -> None:
        self._changed[key] = None
        self._soon()

    def _soon(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._send)

    def _send(self) -> None:
        self._timer = None
        changed, self._changed = self._changed, {}
        before, self._told = self._told, self.more()
        if not changed and self._told == before:
            return
        entries = [self._entries[key] for key in changed if key in self._entries]
        gone = [key for key in changed if key not in self._entries]
        event = {"type": self._kind, "whole": False, "entries": entries, "gone": gone, **self._told}
        text = as_text(event)
        for page in list(self._followers):
            page(text)
