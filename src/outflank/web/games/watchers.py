"""The pages that watch a game. An event is turned into text once, for all of them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from outflank.text import dumps
from outflank.web.wire import MessageError

Watcher = Callable[[str], None]
"""Takes events as JSON text."""

MOST = 300
"""Number of pages that may watch one game at once, besides the players'."""


class Watchers:
    """The pages that show a game, each with the person at it; several may be one person's."""

    def __init__(self, most: int = MOST):
        self._most = most
        self._all: dict[Watcher, str] = {}

    def __len__(self) -> int:
        return len(self._all)

    @property
    def persons(self) -> set[str]:
        """The people who are there; an empty string for a page without a key."""
        return set(self._all.values())

    def has(self, person: str) -> bool:
        """True if a person is there; empty for a page without a key."""
        return person in self._all.values()

    def n_besides(self, players: Collection[str]) -> int:
        """Number of pages that show it to others than the players."""
        return sum(person not in players for person in self._all.values())

    def add(self, watcher: Watcher, person: str, players: Collection[str]) -> None:
        """One more. Raises MessageError if there are too many already; a player always finds room."""
        if watcher not in self._all and person not in players and self.n_besides(players) >= self._most:
            raise MessageError(
                "crowded", "{most} people watch this game already, which is as many as can", most=self._most
            )
        self._all[watcher] = person

    def remove(self, watcher: Watcher) -> None:
        """One less, if it was one."""
        self._all.pop(watcher, None)

    def tell(
        self,
        event: Mapping[str, Any],
        players: Collection[str] = (),
        own: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> None:
        """Tell everybody, the players first. `own` gives what else an event says to one person alone."""
        text = as_text(event)
        said: dict[str, str] = {}
        for watcher, person in sorted(self._all.items(), key=lambda each: each[1] not in players):
            more = "{}" if own is None else as_text(own(person))
            if more not in said:
                said[more] = _with(text, more)
            watcher(said[more])


def joined(event: Mapping[str, Any], more: Mapping[str, Any]) -> str:
    """An event with some more fields, as it goes over the wire."""
    return extended(as_text(event), more)


def extended(text: str, more: Mapping[str, Any]) -> str:
    """An event that is text already with some more fields."""
    return _with(text, as_text(more))


def _with(text: str, more: str) -> str:
    return text if more == "{}" else f"{text[:-1]},{more[1:]}"


def as_text(event: Mapping[str, Any]) -> str:
    """An event as it goes over the wire."""
    return dumps(event, separators=(",", ":"))
