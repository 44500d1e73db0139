"""Whose game it is: who holds which seat, which seats wait for somebody, and what people may be called."""

import secrets
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

from outflank.text import Text
from outflank.web.wire import MessageError

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
    """A name that somebody typed, as it can be shown. Raises MessageError if it has more than `longest` characters."""
    name = visible(text)
    if len(name) > longest:
        raise MessageError(
            "name", "a name may have at most {most} characters, got {length}", most=longest, length=f"{len(name):,}"
        )
    return name


@dataclass
class People:
    """Who has a part in a game. A person is what a browser's key becomes (see `Connection.person`).

    `owner` began the game; it is empty for a game that was kept before games had people: whoever first does something
    in it gets it. `seats` has who holds each seat, empty for a program and for a seat that nobody has taken. `invites`
    are the secrets by which seats that wait can be taken. `has_begun` is whether somebody has moved since all of them
    were; `next_game` is the game that followed this one.
    """

    owner: str = ""
    seats: list[str] = field(default_factory=list)
    invites: dict[int, str] = field(default_factory=dict)
    has_begun: bool = False
    next_game: str = ""

    @classmethod
    def of_one(cls, owner: str, persons: Collection[int], n_seats: int) -> "People":
        """All seats of people belong to who began the game."""
        return cls(owner, [owner if seat in persons else "" for seat in range(n_seats)])

    def invite(self, seats: Collection[int]) -> None:
        """Let seats wait for others."""
        for seat in seats:
            self.seats[seat] = ""
            self.invites[seat] = secrets.token_urlsafe(18)

    # --- what is so -----------------------------------------------------------------------------------------------

    @property
    def is_unclaimed(self) -> bool:
        """Whether the game is from before games had people."""
        return not self.owner

    @property
    def is_waiting(self) -> bool:
        """Whether a seat waits for somebody."""
        return bool(self.invites)

    @property
    def is_shared(self) -> bool:
        """Whether several people play, or will."""
        return self.is_waiting or len(set(filter(None, self.seats))) > 1

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
        """Take the seat of a secret, which is spent by that. Raises MessageError if there is none."""
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
        """What `to_json` wrote. Raises ValueError if that is not what the data is."""
        seats = [str(holder) for holder in data["seats"]]
        invites = {int(seat): str(secret) for seat, secret in data["invites"].items()}
        if len(seats) != n_seats or not all(0 <= seat < n_seats for seat in invites):
            raise ValueError(f"expected the people of {n_seats} seats")
        return cls(str(data["owner"]), seats, invites, bool(data["begun"]), str(data["next"]))


class NoSeatError(MessageError):
    """An invitation that is none, or no longer: which of them, nobody is told."""

    def __init__(self) -> None:
        super().__init__(
            "taken", Text("this invitation is not open: the seat is taken, or the invitation was withdrawn")
        )
