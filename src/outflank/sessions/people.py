"""The people of a game: the seats that they hold, invitations, and names."""

import secrets
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

from outflank.errors import RequestError
from outflank.text import Text

FRIEND = "friend"
"""The player of a seat that waits for whoever has its link."""

LONGEST_NAME = 24
"""Characters of the name of a person."""

LONGEST_GAME_NAME = 100
"""Characters of what somebody calls a game."""

_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")  # letters that cannot be seen


def visible(text: str) -> str:
    """A name as it can be shown beside others: NFC, one line, nothing in it that is invisible or turns text round."""
    spaced = " ".join(text.translate(_BLANK).split())
    seen = "".join(each for each in spaced if unicodedata.category(each)[0] != "C")
    return " ".join(unicodedata.normalize("NFC", seen).split())


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name that somebody typed, as it can be shown. Raises RequestError if it has more than `longest` characters."""
    name = visible(text)
    if len(name) > longest:
        raise RequestError(
            "name", "a name may have at most {most} characters, got {length}", most=longest, length=f"{len(name):,}"
        )
    return name


class NoSeatError(RequestError):
    """Refuses an invitation that does not exist, or no longer; it does not say which."""

    def __init__(self) -> None:
        super().__init__(
            "taken", Text("this invitation is not open: the seat is taken, or the invitation was withdrawn")
        )


@dataclass
class People:
    """The people who have a part in a game. A person is a string that nobody else can guess."""

    owner: str = ""
    """Began the game; empty for a game of before games had people: the first to act in it becomes its owner."""

    seats: list[str] = field(default_factory=list)
    """Hold the seats; empty for a program and for a seat that nobody has taken."""

    invites: dict[int, str] = field(default_factory=dict)
    """Secrets by which seats that wait can be taken."""

    has_begun: bool = False
    """True if somebody has moved since all seats were taken."""

    next_game: str = ""
    """The id of the game that followed this one."""

    @classmethod
    def of_one(cls, owner: str, persons: Collection[int], n_seats: int) -> "People":
        """All seats of people belong to the owner."""
        return cls(owner, [owner if seat in persons else "" for seat in range(n_seats)])

    def invite(self, seats: Collection[int]) -> None:
        """Let seats wait for others."""
        for seat in seats:
            self.seats[seat] = ""
            self.invites[seat] = secrets.token_urlsafe(18)

    # --- what is so -----------------------------------------------------------------------------------------------

    @property
    def is_unclaimed(self) -> bool:
        """True if the game is from before games had people."""
        return not self.owner

    @property
    def is_waiting(self) -> bool:
        """True if a seat waits for somebody."""
        return bool(self.invites)

    @property
    def is_shared(self) -> bool:
        """True if several people play, or will."""
        return self.is_waiting or len(self.players) > 1

    @property
    def players(self) -> frozenset[str]:
        """All who hold a seat."""
        return frozenset(filter(None, self.seats))

    @property
    def persons(self) -> tuple[str, ...]:
        """All who have a part, each once, the owner first."""
        return tuple(dict.fromkeys(filter(None, (self.owner, *self.seats))))

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person holds."""
        return tuple(seat for seat, holder in enumerate(self.seats) if holder and holder == person)

    def seat_of(self, secret: str) -> int | None:
        """The seat that waits for the holder of a secret."""
        return next((seat for seat, own in self.invites.items() if compare_digest(own.encode(), secret.encode())), None)

    # --- what happens ---------------------------------------------------------------------------------------------

    def take(self, secret: str, person: str) -> int:
        """Take the seat of a secret, which is spent by that. Raises NoSeatError."""
        seat = self.seat_of(secret)
        if seat is None:
            raise NoSeatError
        self.seats[seat] = person
        del self.invites[seat]
        return seat

    def withdraw(self) -> None:
        """Let nobody in any more: seats that wait become the owner's."""
        for seat in self.invites:
            self.seats[seat] = self.owner
        self.invites.clear()

    # --- as data --------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """All there is to keep."""
        return {
            "owner": self.owner,
            "seats": list(self.seats),
            "invites": {str(seat): secret for seat, secret in self.invites.items()},
            "begun": self.has_begun,
            "next": self.next_game,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], n_seats: int) -> "People":
        """The people that `to_json` wrote. Raises ValueError if that is not what the data is."""
        seats = [str(holder) for holder in data["seats"]]
        invites = {int(seat): str(secret) for seat, secret in data["invites"].items()}
        if len(seats) != n_seats or not all(0 <= seat < n_seats for seat in invites):
            raise ValueError(f"expected the people of {n_seats} seats")
        return cls(str(data["owner"]), seats, invites, bool(data["begun"]), str(data["next"]))
