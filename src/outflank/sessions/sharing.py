"""A game whose people each have a part of their own: they may do what belongs to their seats, and agree on the rest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from outflank.errors import RequestError
from outflank.play import PERSON, Analysis, Forfeit, Match, Seat
from outflank.play.game import chooses
from outflank.sessions.people import NoSeatError, People, clean_name
from outflank.sessions.playing import PlayEvent, PlayEvents, PlaySession, SeatsChanged
from outflank.text import Text

Change = Literal["undo", "redo", "restart", "resign", "pause", "resume"]

Question = Literal["undo", "rematch"]
"""A question that players can ask one another."""

_PURPOSES: dict[Question, str] = {"undo": Text("to take a move back"), "rematch": Text("to play again")}


class RunningError(RequestError):
    """Refuses what a running game between people forbids."""

    def __init__(self) -> None:
        super().__init__(
            "running", Text("a game between people is running: nothing is said of its positions until it is over")
        )


@dataclass(frozen=True, slots=True)
class OffersChanged:
    """Somebody asked the others for something, or answered; nothing has changed on the board."""


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """All want to play again: the new match, and its people, who have moved one seat further."""

    match: Match[Any]
    people: People


SharedPlayEvents = tuple[PlayEvent | OffersChanged | RematchAgreed, ...]


class SharedPlaySession(PlaySession):
    """A match and its people. Each action names the person who asks for it; what that person may not do is refused."""

    def __init__(self, match: Match[Any], people: People | None = None, used: float = 0.0):
        """A session of some people, of nobody yet if they are not given."""
        super().__init__(match, used)
        self.people = people or People.of_one("", (), len(match.seats))
        self.offers: dict[Question, list[str]] = {}
        """The people who agree to each open question; the first of them asked it."""

    def label(self, seat: int) -> str:
        """A name for the player of a seat."""
        player = self.match.seats[seat]
        return player.name or player.player

    # --- who may do what ------------------------------------------------------------------------------------------

    @property
    def is_timed(self) -> bool:
        """True if the clock counts: between several people, from the first move on."""
        return super().is_timed and (self.people.has_begun or not self.people.is_shared)

    @property
    def is_between_people(self) -> bool:
        """True if several people are in the middle of it."""
        people, match = self.people, self.match
        return people.is_shared and not people.is_waiting and not match.is_over and bool(match.played)

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person may move for."""
        if self.people.is_unclaimed:
            return self.match.persons if person else ()
        return self.people.seats_of(person)

    def has_part(self, person: str) -> bool:
        """True if a person may do anything but watch."""
        return bool(person) and (self.people.is_unclaimed or person in self.people.persons)

    def _check_part(self, person: str) -> None:
        if not person:
            raise RequestError("no key", "this page has no key of its own and can only watch: load it again")
        if not self.has_part(person):
            raise RequestError("watching", "you are watching this game: only those who play it can do that")

    def _check_alone(self) -> None:
        if self.people.is_shared:
            raise RequestError("together", "nobody can do that alone in a game that others play too")

    def _check_all_there(self) -> None:
        if self.people.is_waiting:
            raise RequestError("waiting", "the game begins when everybody is there")

    def _check_owner(self, person: str) -> None:
        if not person or person != self.people.owner:
            raise RequestError("watching", "only who began the game can invite others to it")

    # --- playing --------------------------------------------------------------------------------------------------

    def move(self, ply: int, move: str, person: str) -> PlayEvents:
        """A person's move, meant for the position after `ply` moves."""
        self._check_part(person)
        if ply != len(self.match.played):
            raise RequestError("stale", "the game has gone on: this move was meant for another position")
        turn = self.turn
        if turn is None:
            raise RequestError("over", "the game is over")
        self._check_all_there()
        if turn.seat not in self.seats_of(person):
            raise RequestError(
                "not your turn",
                "it is the turn of {side}, {player}",
                side=self.kind.seats[turn.seat],
                player=self.label(turn.seat),
            )
        events = self.play(move)
        self.people.has_begun = True
        self._claim(person)
        return events

    def take_answer(self, answer: Analysis | Forfeit) -> PlayEvents:
        """The move of the program that is to move, or the fault by which it loses."""
        events = super().take_answer(answer)
        self.people.has_begun |= isinstance(answer, Analysis)
        return events

    def change(self, what: Change, person: str) -> SharedPlayEvents:
        """Change the game as a person who plays alone may at any time; of several, each may resign, and ask to undo."""
        self._check_part(person)
        if not self.people.is_shared:
            changes: dict[Change, Callable[[], PlayEvents]] = {
                "undo": self.undo,
                "redo": self.redo,
                "restart": self.restart,
                "resign": self.resign,
                "pause": self.pause,
                "resume": self.resume,
            }
            events = changes[what]()
            self._claim(person)
            return events
        if what == "undo":
            return self.ask("undo", person)
        if what != "resign":
            self._check_alone()
        self._check_all_there()
        seats = self.people.seats_of(person)
        if not seats:
            raise RequestError("watching", "only those who play can resign")
        return self.resign(seat=seats[0])

    def seat_players(self, players: Sequence[str], person: str) -> PlayEvents:
        """Let others take the seats."""
        self._check_part(person)
        self._check_alone()
        events = self.sit(players)
        self.people = People.of_one(self.people.owner or person, self.match.persons, len(self.match.seats))
        return events

    def _claim(self, person: str) -> None:
        """Make a game that is nobody's this person's."""
        if self.people.is_unclaimed:
            self.people = People.of_one(person, self.match.persons, len(self.match.seats))

    def _changed(self, *events: PlayEvent, same_turn: bool = False) -> PlayEvents:
        self.offers.clear()
        return super()._changed(*events, same_turn=same_turn)

    # --- invitations ----------------------------------------------------------------------------------------------

    def invited_seat(self, secret: str, person: str) -> int | None:
        """The seat that somebody is invited to; None for one who plays already. Raises NoSeatError."""
        if self.people.seats_of(person):
            return None
        seat = self.people.seat_of(secret)
        if seat is None:
            raise NoSeatError
        return seat

    def take_seat(self, secret: str, person: str, name: str) -> PlayEvents:
        """Let somebody in who was invited. Raises RequestError."""
        if not person:
            raise RequestError("no key", "this page has no key of its own and cannot play: load it again")
        if self.people.seats_of(person):
            raise RequestError("seated", "you have a seat in this game already: the link is for somebody else")
        newcomer = Seat(PERSON, clean_name(name))  # before the secret is spent
        seats = list(self.match.seats)
        seat = self.people.take(secret, person)
        seats[seat] = newcomer
        self.match.sit(seats)
        return self._changed(SeatsChanged((seat,)))

    def withdraw(self, person: str) -> PlayEvents:
        """Let nobody in any more. Raises RequestError."""
        seats = tuple(self.invitations(person))
        if not seats:
            raise RequestError("taken", "nobody is invited any more: all seats are taken")
        self.people.withdraw()
        return self._changed(SeatsChanged(seats))

    def invitations(self, person: str) -> dict[int, str]:
        """The secrets of the seats that wait, for the one who may hand them out. Raises RequestError."""
        self._check_owner(person)
        return dict(self.people.invites)

    # --- agreements -----------------------------------------------------------------------------------------------

    def ask(self, what: Question, person: str) -> SharedPlayEvents:
        """Ask the others to take a move back, or to play again; if they have asked already, it is done."""
        self._check_part(person)
        match, people = self.match, self.people
        if not people.is_shared:
            raise RequestError("alone", "there is nobody to ask: all seats are yours")
        if what == "undo":
            match.check_running()
            seats = people.seats_of(person)
            if not any(chooses(position, seats) for position in match.game.positions[:-1]):
                raise RequestError("refused", "you have no move to take back")
        elif not match.is_over:
            raise RequestError("refused", "the game is not over")
        elif people.next_game:
            raise RequestError("refused", "the next game has begun already")
        return self._agree(what, person)

    def answer(self, what: Question, person: str, *, agrees: bool) -> SharedPlayEvents:
        """Say yes or no to a question, which who asked it may do too; when all have said yes, it is done."""
        self._check_part(person)
        if what not in self.offers:
            raise RequestError("no offer", "nobody asks any more {purpose}", purpose=_PURPOSES[what])
        if agrees:
            return self._agree(what, person)
        del self.offers[what]
        return (OffersChanged(),)

    def _agree(self, what: Question, person: str) -> SharedPlayEvents:
        agreed = self.offers.setdefault(what, [])
        if person not in agreed:
            agreed.append(person)
        if not self.people.players.issubset(agreed):
            return (OffersChanged(),)
        del self.offers[what]
        if what == "undo":
            return self._undo(self.people.seats_of(agreed[0]))
        match, people = self.match, self.people
        seats, holders = ([*row[1:], row[0]] for row in (match.seats, people.seats))
        again = Match(match.game.restarted(), seats, match.control)
        return (RematchAgreed(again, People(people.owner, holders)), *self._changed())
