"""The pages that are watching a game. Each event is serialised once and then sent to all of them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from outflank.text import dumps
from outflank.web.wire import MessageError

Watcher = Callable[[str], None]
"""A callback that receives events as JSON text."""

MOST = 300
"""Maximum number of spectator pages for one game."""


class Watchers:
    """The pages that display a game, and the person at each page. A person may have several pages open."""

    def __init__(self, most: int = MOST):
        self._most = most
        self._all: dict[Watcher, str] = {}

    def __len__(self) -> int:
        return len(self._all)

    @property
    def persons(self) -> set[str]:
        """The people present. All pages without a key count as one person, the empty string."""
        return set(self._all.values())

    def has(self, person: str) -> bool:
        """True if a person is present. Pass an empty string to check for pages without a key."""
        return person in self._all.values()

    def n_besides(self, players: Collection[str]) -> int:
        """Count the pages whose person is not one of the players."""
        return sum(person not in players for person in self._all.values())

    def add(self, watcher: Watcher, person: str, players: Collection[str]) -> None:
        """Add a page. There is always room for players.

        Raises MessageError if there are too many spectators.
        """
        if watcher not in self._all and person not in players and self.n_besides(players) >= self._most:
            raise MessageError(
                "crowded", "{most} people already watch this game; there is no room for more", most=self._most
            )
        self._all[watcher] = person

    def remove(self, watcher: Watcher) -> None:
        """Remove a page if it is watching."""
        self._all.pop(watcher, None)

    def tell(
        self,
        event: Mapping[str, Any],
        players: Collection[str] = (),
        own: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> None:
        """Send an event to all pages, starting with the players. `own` returns the additional fields for a person."""
        text = as_text(event)
        texts: dict[str, str] = {}
        for watcher, person in sorted(self._all.items(), key=lambda each: each[1] not in players):
            more = "{}" if own is None else as_text(own(person))
            if more not in texts:
                texts[more] = _with(text, more)
            watcher(texts[more])


def joined(event: Mapping[str, Any], more: Mapping[str, Any]) -> str:
    """Serialise an event together with additional fields."""
    return extended(as_text(event), more)


def extended(text: str, more: Mapping[str, Any]) -> str:
    """Insert additional fields into an event that has already been serialised."""
    return _with(text, as_text(more))


def _with(text: str, more: str) -> str:
    return text if more == "{}" else f"{text[:-1]},{more[1:]}"


def as_text(event: Mapping[str, Any]) -> str:
    """Serialise an event to JSON."""
    return dumps(event, separators=(",", ":"))
