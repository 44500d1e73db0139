"""The people in a game: their seats, invitations and names."""

import secrets
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

from outflank.errors import RequestError
from outflank.text import Text

FRIEND = "friend"
"""The player in a seat that is open to the first visitor with its link."""

LONGEST_NAME = 24
"""Maximum number of characters in a person's name."""

LONGEST_GAME_NAME = 100
"""Maximum number of characters in the name of a game."""

_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")  # letters that are invisible


def visible(text: str) -> str:
    """Clean a name for display: NFC, one line, without invisible characters or marks that change text direction."""
    spaced = " ".join(text.translate(_BLANK).split())
    seen = "".join(each for each in spaced if unicodedata.category(each)[0] != "C")
    return " ".join(unicodedata.normalize("NFC", seen).split())


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Clean a typed name for display. Raises RequestError if it has more than `longest` characters."""
    name = visible(text)
    if len(name) > longest:
        raise RequestError(
            "name", "a name may have at most {most} characters, got {length}", most=longest, length=f"{len(name):,}"
        )
    return name


class NoSeatError(RequestError):
    """Raised for an invitation that is unknown, taken or withdrawn; does not reveal which of these it is."""

    def __init__(self) -> None:
        super().__init__(
            "taken", Text("this invitation is not open: the seat is taken, or the invitation was withdrawn")
        )


@dataclass
class People:
    """The people in a game, each identified by an unguessable string."""

    owner: str = ""
    """The person who started the game; empty in an old game without people, which goes to the first person to act."""

    seats: list[str] = field(default_factory=list)
    """The person in each seat; empty for a program or an open seat."""

    invites: dict[int, str] = field(default_factory=dict)
    """The secret of each open seat."""

    has_begun: bool = False
    """True once a move has been played after all seats were taken."""

    next_game: str = ""
    """The id of the rematch, empty if there is none."""

    @classmethod
    def of_one(cls, owner: str, persons: Collection[int], n_seats: int) -> "People":
        """Give all seats in which people play to the owner."""
        return cls(owner, [owner if seat in persons else "" for seat in range(n_seats)])

    def invite(self, seats: Collection[int]) -> None:
        """Open seats to others, each with a new secret."""
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
        """True if a seat is open."""
        return bool(self.invites)

    @property
    def is_shared(self) -> bool:
        """True if several people play, or are invited to."""
        return self.is_waiting or len(self.players) > 1

    @property
    def players(self) -> frozenset[str]:
        """The people in the seats."""
        return frozenset(filter(None, self.seats))

    @property
    def persons(self) -> tuple[str, ...]:
        """The owner and the people in the seats, each once, the owner first."""
        return tuple(dict.fromkeys(filter(None, (self.owner, *self.seats))))

    def seats_of(self, person: str) -> tuple[int, ...]:
        """Return the seats of a person."""
        return tuple(seat for seat, holder in enumerate(self.seats) if holder and holder == person)

    def seat_of(self, secret: str) -> int | None:
        """Return the open seat that a secret gives access to; None if there is none."""
        return next((seat for seat, own in self.invites.items() if compare_digest(own.encode(), secret.encode())), None)

    # --- changes --------------------------------------------------------------------------------------------------

    def take(self, secret: str, person: str) -> int:
        """Seat a person who knows a secret, which then becomes invalid; return the seat. Raises NoSeatError."""
        seat = self.seat_of(secret)
        if seat is None:
            raise NoSeatError
        self.seats[seat] = person
        del self.invites[seat]
        return seat

    def withdraw(self) -> None:
        """Withdraw all invitations; the owner takes the open seats."""
        for seat in self.invites:
            self.seats[seat] = self.owner
        self.invites.clear()

    # --- JSON -----------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the people as a JSON object that `from_json` can read."""
        return {
            "owner": self.owner,
            "seats": list(self.seats),
            "invites": {str(seat): secret for seat, secret in self.invites.items()},
            "begun": self.has_begun,
            "next": self.next_game,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], n_seats: int) -> "People":
        """Parse data from `to_json`. Raises ValueError, KeyError or another error for any other data."""
        seats = [str(holder) for holder in data["seats"]]
        invites = {int(seat): str(secret) for seat, secret in data["invites"].items()}
        if len(seats) != n_seats or not all(0 <= seat < n_seats for seat in invites):
            raise ValueError(f"expected the people of {n_seats} seats")
        return cls(str(data["owner"]), seats, invites, bool(data["begun"]), str(data["next"]))
