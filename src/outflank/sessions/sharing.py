"""Games between people, who move only for their own seats and must agree on everything else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from outflank.errors import RequestError
from outflank.play import PERSON, Analysis, Forfeit, Match, Move, Seat
from outflank.play.game import chooses
from outflank.sessions.people import NoSeatError, People, clean_name
from outflank.sessions.playing import PlayEvent, PlayEvents, PlaySession, SeatsChanged
from outflank.text import Text

Change = Literal["undo", "redo", "restart", "resign", "pause", "resume"]

Question = Literal["undo", "rematch"]
"""A question that players can ask each other."""

_PURPOSES: dict[Question, str] = {"undo": Text("to take a move back"), "rematch": Text("to play again")}


class RunningError(RequestError):
    """Raised if somebody requests an analysis while a game between people is in progress."""

    def __init__(self, *, is_rated: bool = False) -> None:
        """Create the error; `is_rated` bars every analysis because the person plays a rated game."""
        only_after = Text("analysis of a game between people is available only after the game")
        super().__init__(
            "running", Text("there is no analysis while you play a rated game") if is_rated else only_after
        )


@dataclass(frozen=True, slots=True)
class OffersChanged:
    """A question was asked, answered or withdrawn; the board has not changed."""


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """All players agreed to a rematch; `match` is the new match, in which the players have rotated their seats."""

    match: Match[Any]
    people: People


SharedPlayEvents = tuple[PlayEvent | OffersChanged | RematchAgreed, ...]


class SharedPlaySession(PlaySession):
    """A match and the people who take part in it.

    Each action takes the person who requests it as an argument, and checks whether that person may do so.
    """

    def __init__(self, match: Match[Any], people: People | None = None, used: float = 0.0):
        """Continue a match between `people`; by default, nobody has taken a seat yet."""
        super().__init__(match, used)
        self.people = people or People.of_one("", (), len(match.seats))
        self.offers: dict[Question, list[str]] = {}
        """The people who have agreed to each open question, starting with the one who asked it."""

    def label(self, seat: int) -> str:
        """Return a name for display: the name of the person in a seat or, if there is none, of the player."""
        player = self.match.seats[seat]
        return player.name or player.player

    # --- rights ---------------------------------------------------------------------------------------------------

    @property
    def is_timed(self) -> bool:
        """True if the current turn is timed; in a game between several people, only turns after the first move are."""
        return super().is_timed and (self.people.has_begun or not self.people.is_shared)

    @property
    def is_between_people(self) -> bool:
        """True while a game between several people is in progress."""
        people, match = self.people, self.match
        return people.is_shared and not people.is_waiting and not match.is_over and bool(match.played)

    @property
    def passes_at_once(self) -> bool:
        """True if a person's forced pass is played without a request: in a game with a clock or between people."""
        return self.people.is_shared or self.match.clock is not None

    def seats_of(self, person: str) -> tuple[int, ...]:
        """Return the seats for which a person may move."""
        if self.people.is_unclaimed:
            return self.match.persons if person else ()
        return self.people.seats_of(person)

    def has_part(self, person: str) -> bool:
        """Return True if a person may do more in this game than watch."""
        return bool(person) and (self.people.is_unclaimed or person in self.people.persons)

    def _check_part(self, person: str) -> None:
        if not person:
            raise RequestError("no key", "this page has no key of its own and can only watch: reload it")
        if not self.has_part(person):
            raise RequestError("watching", "you are watching this game: only its players can do that")

    def _check_alone(self) -> None:
        if self.people.is_shared:
            raise RequestError("together", "you cannot do that alone in a game with other people")

    def _check_all_there(self) -> None:
        if self.people.is_waiting:
            raise RequestError("waiting", "the game starts once everybody has joined")

    def _check_owner(self, person: str) -> None:
        if not person or person != self.people.owner:
            raise RequestError("watching", "only the person who started the game can invite others")

    # --- playing --------------------------------------------------------------------------------------------------

    def move(self, ply: int, move: str, person: str) -> PlayEvents:
        """Play a person's move in the position after `ply` moves.

        Raises RequestError if that is no longer the current position or if the person may not move now.
        """
        self._check_part(person)
        if ply != len(self.match.played):
            raise RequestError("stale", "the game has moved on: this move was meant for another position")
        turn = self.turn
        if turn is None:
            raise RequestError("over", "the game is over")
        self._check_all_there()
        if turn.seat not in self.seats_of(person):
            raise RequestError(
                "not your turn",
                "it is {side}'s turn ({player})",
                side=self.kind.seats[turn.seat],
                player=self.label(turn.seat),
            )
        events = self.play(move)
        self.people.has_begun = True
        self._claim(person)
        return events

    def take_answer(self, answer: Analysis | Forfeit) -> PlayEvents:
        """Play the move that a computer player has chosen on its turn, or record its forfeit."""
        events = super().take_answer(answer)
        self.people.has_begun |= isinstance(answer, Analysis)
        return events

    def _push(self, move: Move, seconds: float = 0.0, answer: Analysis | None = None) -> PlayEvents:
        events, turn = super()._push(move, seconds, answer), self.turn
        if turn is not None and turn.must_pass and turn.is_person and self.passes_at_once:
            return (*events[:-1], *self.pass_turn())
        return events

    def change(self, what: Change, person: str) -> SharedPlayEvents:
        """Change the game; among several people, a person may only resign or ask the others to agree to an undo.

        Raises RequestError if the person may not do this.
        """
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
            raise RequestError("watching", "only players can resign")
        return self.resign(seat=seats[0])

    def seat_players(self, players: Sequence[str], person: str) -> PlayEvents:
        """Change the players. Raises RequestError if the person only watches, or if other people take part as well."""
        self._check_part(person)
        self._check_alone()
        events = self.sit(players)
        self.people = People.of_one(self.people.owner or person, self.match.persons, len(self.match.seats))
        return events

    def _claim(self, person: str) -> None:
        """Make a person the owner of the game if it has no owner yet."""
        if self.people.is_unclaimed:
            self.people = People.of_one(person, self.match.persons, len(self.match.seats))

    def _changed(self, *events: PlayEvent, same_turn: bool = False) -> PlayEvents:
        self.offers.clear()
        return super()._changed(*events, same_turn=same_turn)

    # --- invitations ----------------------------------------------------------------------------------------------

    def invited_seat(self, secret: str, person: str) -> int | None:
        """Return the seat to which a secret gives access, or None if the person already has a seat.

        Raises NoSeatError if the secret is not valid.
        """
        if self.people.seats_of(person):
            return None
        seat = self.people.seat_of(secret)
        if seat is None:
            raise NoSeatError
        return seat

    def take_seat(self, secret: str, person: str, name: str) -> PlayEvents:
        """Give an invited person the seat that belongs to their secret.

        Raises RequestError if the person already has a seat, the name is too long or the secret is not valid.
        """
        if not person:
            raise RequestError("no key", "this page has no key of its own and cannot play: reload it")
        if self.people.seats_of(person):
            raise RequestError("seated", "you already have a seat in this game: the link is for somebody else")
        newcomer = Seat(PERSON, clean_name(name))  # check the name before the secret is used up
        seats = list(self.match.seats)
        seat = self.people.take(secret, person)
        seats[seat] = newcomer
        self.match.sit(seats)
        return self._changed(SeatsChanged((seat,)))

    def withdraw(self, person: str) -> PlayEvents:
        """Withdraw all invitations. Raises RequestError if the person is not the owner or if no seat is open."""
        seats = tuple(self.invitations(person))
        if not seats:
            raise RequestError("taken", "there is no open invitation: all seats are taken")
        self.people.withdraw()
        return self._changed(SeatsChanged(seats))

    def invitations(self, person: str) -> dict[int, str]:
        """Return the secrets of the open seats, by seat. Raises RequestError if the person is not the game's owner."""
        self._check_owner(person)
        return dict(self.people.invites)

    # --- agreements -----------------------------------------------------------------------------------------------

    def ask(self, what: Question, person: str) -> SharedPlayEvents:
        """Ask the other players for an undo or a rematch, which takes place once all of them have agreed.

        Raises RequestError if the person may not ask this now.
        """
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
            raise RequestError("refused", "the next game has already started")
        return self._agree(what, person)

    def answer(self, what: Question, person: str, *, agrees: bool) -> SharedPlayEvents:
        """Agree to a question or refuse it.

        Once all players have agreed, the undo or rematch takes place. A refusal closes the question, and the person who
        asked can withdraw it in this way. Raises RequestError if the question is no longer open.
        """
        self._check_part(person)
        if what not in self.offers:
            raise RequestError("no offer", "the request {purpose} is no longer open", purpose=_PURPOSES[what])
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
