"""The club of a server, in one object. It is closed unless the operator opens it."""

from collections.abc import Callable
from typing import Any

from outflank.web.club.deletion import delete_person, stored_about
from outflank.web.club.limits import RateLimit
from outflank.web.club.members import Member, Members
from outflank.web.games.matches import Matches
from outflank.web.games.store import GameStore
from outflank.web.shares import ADDRESS
from outflank.web.wire import MessageError

_DAY, _HOUR = 86400.0, 3600.0

TellPerson = Callable[[str, dict[str, Any]], None]
"""A callback that sends an event to all pages of a person."""


class Club:
    """The members and everything that they share. `is_open` is False on a server without a club."""

    def __init__(self, store: GameStore, matches: Matches, *, is_open: bool = False):
        self.store, self.matches, self.is_open = store, matches, is_open
        self.members = Members(store)
        self.tell: TellPerson = lambda _person, _event: None
        self._names = RateLimit(5, _DAY)
        self._names_from = RateLimit(60, _HOUR)
        self._reports = RateLimit(10, _DAY)

    def check_open(self) -> None:
        """Raise MessageError if this server has no club."""
        if not self.is_open:
            raise MessageError("club", "this server has no club: to open one, run outflank serve --club")

    def claim(self, person: str, name: str) -> Member:
        """Give a person a name. Raises RequestError if that is impossible."""
        self._names_from.take(f"address {ADDRESS.get()}")
        self._names.take(person)
        return self.members.claim(person, name)

    def report(self, person: str, other: Member, words: str, game: str) -> None:
        """Report a member to the operator. Raises MessageError if the person has no name or reports too often."""
        self.members.present(person)
        self._reports.take(person)
        self.members.report(person, other, words, game)

    def stored_about(self, person: str) -> dict[str, Any]:
        """All that the games database stores about a person."""
        return stored_about(self.store, person)

    def delete(self, person: str) -> None:
        """Delete all that the games database stores about a person.

        Raises MessageError if the person still plays.
        """
        if self.matches.plays(person):
            raise MessageError("playing", "finish or resign your games with other people first")
        nobody = delete_person(self.store, person)
        self.matches.replace_person(person, nobody)
