"""The people who take part in a game: their seats, invitations and names."""

import secrets
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

from outflank.errors import RequestError
from outflank.text import Text

FRIEND = "friend"
"""Player name that marks a seat reserved for the first visitor who opens its invitation link."""

LONGEST_NAME = 24
"""Maximum length of a person's name, in characters."""

LONGEST_GAME_NAME = 100
"""Maximum length of a game's name, in characters."""

_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")  # letters that are invisible


def visible(text: str) -> str:
    """Return a name that is safe to display.

    The result is on one line, in Unicode form NFC, and without invisible characters or marks that change the text
    direction.
    """
    spaced = " ".join(text.translate(_BLANK).split())
    seen = "".join(each for each in spaced if unicodedata.category(each)[0] != "C")
    return " ".join(unicodedata.normalize("NFC", seen).split())


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Clean a name that a user has typed, as `visible` does.

    Raises RequestError if the name is longer than `longest` characters.
    """
    name = visible(text)
    if len(name) > longest:
        raise RequestError(
            "name", "a name may have at most {most} characters, got {length}", most=longest, length=f"{len(name):,}"
        )
    return name


class NoSeatError(RequestError):
    """Raised if an invitation is unknown, already used or withdrawn; the message does not reveal which."""

    def __init__(self) -> None:
        super().__init__(
            "taken", Text("this invitation is not open: the seat is taken, or the invitation was withdrawn")
        )


@dataclass
class People:
    """The people who take part in a game, each identified by a string that cannot be guessed."""

    owner: str = ""
    """The person who started the game.

    It is empty in games from old versions that did not record people. Such a game goes to the first person who acts in
    it.
    """

    seats: list[str] = field(default_factory=list)
    """The person in each seat, or an empty string for a computer player or an open seat."""

    invites: dict[int, str] = field(default_factory=dict)
    """The secrets that give access to the open seats, by seat."""

    has_begun: bool = False
    """True once a move has been played with all seats taken."""

    next_game: str = ""
    """The ID of the rematch, or an empty string if there is none."""

    @classmethod
    def of_one(cls, owner: str, persons: Collection[int], n_seats: int) -> "People":
        """Create the people of a game in which the owner takes the seats in `persons`, which no program plays."""
        return cls(owner, [owner if seat in persons else "" for seat in range(n_seats)])

    def invite(self, seats: Collection[int]) -> None:
        """Open seats to other people, and create a new secret for each."""
        for seat in seats:
            self.seats[seat] = ""
            self.invites[seat] = secrets.token_urlsafe(18)

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def is_unclaimed(self) -> bool:
        """True if the game has no owner yet."""
        return not self.owner

    @property
    def is_waiting(self) -> bool:
        """True if at least one seat is still open."""
        return bool(self.invites)

    @property
    def is_shared(self) -> bool:
        """True if several people take part, or if somebody has been invited."""
        return self.is_waiting or len(self.players) > 1

    @property
    def players(self) -> frozenset[str]:
        """The people who have a seat."""
        return frozenset(filter(None, self.seats))

    @property
    def persons(self) -> tuple[str, ...]:
        """The owner, followed by the other people who have a seat."""
        return tuple(dict.fromkeys(filter(None, (self.owner, *self.seats))))

    def seats_of(self, person: str) -> tuple[int, ...]:
        """Return the seats that a person has taken."""
        return tuple(seat for seat, holder in enumerate(self.seats) if holder and holder == person)

    def seat_of(self, secret: str) -> int | None:
        """Return the open seat to which a secret gives access, or None if the secret is not valid."""
        return next((seat for seat, own in self.invites.items() if compare_digest(own.encode(), secret.encode())), None)

    # --- changes --------------------------------------------------------------------------------------------------

    def take(self, secret: str, person: str) -> int:
        """Give a person the seat to which a secret gives access, and return the seat.

        The secret can be used only once. Raises NoSeatError if it does not give access to any open seat.
        """
        seat = self.seat_of(secret)
        if seat is None:
            raise NoSeatError
        self.seats[seat] = person
        del self.invites[seat]
        return seat

    def replace(self, person: str, other: str) -> None:
        """Replace a person in all their seats."""
        self.seats = [other if holder == person else holder for holder in self.seats]
        self.owner = other if self.owner == person else self.owner

    def withdraw(self) -> None:
        """Withdraw all invitations and give the open seats to the owner."""
        for seat in self.invites:
            self.seats[seat] = self.owner
        self.invites.clear()

    # --- JSON -----------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object from which `from_json` can restore the people."""
        return {
            "owner": self.owner,
            "seats": list(self.seats),
            "invites": {str(seat): secret for seat, secret in self.invites.items()},
            "begun": self.has_begun,
            "next": self.next_game,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], n_seats: int) -> "People":
        """Restore people from `to_json` data. Raises ValueError, KeyError or another error if the data is not valid."""
        seats = [str(holder) for holder in data["seats"]]
        invites = {int(seat): str(secret) for seat, secret in data["invites"].items()}
        if len(seats) != n_seats or not all(0 <= seat < n_seats for seat in invites):
            raise ValueError(f"expected the people of {n_seats} seats")
        return cls(str(data["owner"]), seats, invites, bool(data["begun"]), str(data["next"]))
