"""A match that people play and watch: it is saved at each change, and programs think while a player is there."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from outflank import databases
from outflank.errors import OutflankError
from outflank.play import PERSON, Forfeit, Match, Seat
from outflank.play.game import chooses
from outflank.sessions.turn_clock import TurnClock
from outflank.web import logs
from outflank.web.engines.thinking import Thinking
from outflank.web.games.fairness import RunningError
from outflank.web.games.match_state import labels_of, present_at, state_of
from outflank.web.games.offers import Offer, Offers
from outflank.web.games.people import NoSeatError, People, clean_name
from outflank.web.games.store import Store
from outflank.web.games.stored_games import KeptGame, state_text
from outflank.web.games.watchers import Watcher, Watchers, joined
from outflank.web.wire import MessageError, What

_TOLD_LATER = 0.4  # seconds after which it is told who is there: a page that is loaded again comes and goes


class MatchSession:
    """A match, the people of it, those who watch it, and the player that thinks.

    `name` is its id, a new one if empty. `pace` is the least time in seconds that a program takes for a move,
    `revision` counts the changes, `used` are the seconds that the turn has taken so far.
    """

    def __init__(
        self,
        match: Match[Any],
        store: Store,
        thinking: Thinking,
        *,
        people: People | None = None,
        name: str = "",
        pace: float = 0.0,
        revision: int = 0,
        used: float = 0.0,
    ):
        self.match, self.id, self.pace, self.revision = match, name or secrets.token_urlsafe(16), pace, revision
        self.people = people or People.of_one("", (), len(match.seats))
        self.watchers = Watchers()
        self._store, self._thinking = store, thinking
        self.offers, self.turn = Offers(), TurnClock(used)
        self._thought: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._news: asyncio.TimerHandle | None = None
        self.is_kept = bool(name)
        self._is_over = match.is_over

    @property
    def is_thinking(self) -> bool:
        """Whether a program is at work on its move."""
        return self._thought is not None and not self._thought.done()

    def persons(self) -> tuple[str, ...]:
        """All who have a part in the game."""
        return self.people.persons

    # --- as text --------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """All there is to keep: the match, its people, and what is the page's own."""
        more: dict[str, Any] = {}
        if not self.people.is_unclaimed:
            more["people"] = self.people.to_json()
        if self.match.clock is not None and self.turn.elapsed:
            more["used"] = round(self.turn.elapsed, 3)
        return state_text(self.id, self.match, self.pace, self.revision, **more)

    @classmethod
    def from_json(cls, text: str, store: Store, thinking: Thinking) -> "MatchSession":
        """The session that `to_json` wrote. Raises OutflankError if that is not what the text is."""
        try:
            kept = json.loads(text)
            name, pace, revision = str(kept["id"]), float(kept["pace"]), int(kept["revision"])
            people = People.from_json(kept["people"], len(kept["seats"])) if "people" in kept else None
            used = float(kept.get("used", 0.0))
            match = Match.from_json(kept)
        except OutflankError:
            raise
        except databases.UNREADABLE as error:
            raise OutflankError(
                "the saved game cannot be read: {kind}: {error}", kind=type(error).__name__, error=error
            ) from None
        return cls(match, store, thinking, people=people, name=name, pace=pace, revision=revision, used=used)

    # --- who watches ----------------------------------------------------------------------------------------------

    def join(self, watcher: Watcher, person: str) -> None:
        """Watch the match; with the first of those who play it goes on. Raises MessageError if too many watch."""
        was_attended = self._is_attended
        self.watchers.add(watcher, person, self.people.persons)
        if self._is_attended and not was_attended:
            self._go_on()
            self._tell_state()  # also those who only watch: the clock runs
        else:
            watcher(joined(state_of(self), self.own(person)))
        if len(self.watchers) > 1:
            self._tell_who_is_there()

    def leave(self, watcher: Watcher) -> None:
        """Watch it no more; when nobody of those who play is left, the match rests."""
        was_attended = self._is_attended
        self.watchers.remove(watcher)
        if was_attended and not self._is_attended:
            self.stop()
            if self.is_kept and self.match.clock is not None and not self.match.is_over:
                with suppress(OutflankError):  # then the time that was used is forgotten, and nothing else
                    self.save()
            self._tell_state()  # those who only watch: the clock rests
        if len(self.watchers):
            self._tell_who_is_there()

    @property
    def _is_attended(self) -> bool:
        """Whether somebody is there who has a part in it."""
        present = self.watchers.persons
        return bool(present) if self.people.is_unclaimed else not present.isdisjoint(self.people.persons)

    # --- who may do what ------------------------------------------------------------------------------------------

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person may move for."""
        if self.people.is_unclaimed:
            return self.match.persons if person else ()
        return self.people.seats_of(person)

    def _only_seat_of(self, person: str) -> int | None:
        """The seat of a person who has no other."""
        seats = self.people.seats_of(person)
        return seats[0] if len(seats) == 1 else None

    def _has_part(self, person: str) -> bool:
        return bool(person) and (self.people.is_unclaimed or person in self.people.persons)

    def _check_part(self, person: str) -> None:
        if not person:
            raise MessageError("no key", "this page has no key of its own and can only watch: load it again")
        if not self._has_part(person):
            raise MessageError("watching", "you are watching this game: only those who play it can do that")

    def _check_alone(self) -> None:
        if self.people.is_shared:
            raise MessageError("together", "nobody can do that alone in a game that others play too")

    def _check_all_there(self) -> None:
        if self.people.is_waiting:
            raise MessageError("waiting", "the game begins when everybody is there")

    def _changed_by(self, person: str, *, same_turn: bool = False) -> None:
        """Something was done, by whoever has a part, or has one from now on."""
        if self.people.is_unclaimed:
            self.people = People.of_one(person, self.match.persons, len(self.match.seats))
        self.changed(same_turn=same_turn)

    def take_seat(self, secret: str, person: str, name: str) -> None:
        """Let somebody in who was invited. Raises MessageError."""
        if not person:
            raise MessageError("no key", "this page has no key of its own and cannot play: load it again")
        if self.people.seats_of(person):
            raise MessageError("seated", "you have a seat in this game already: the link is for somebody else")
        taken = Seat(PERSON, clean_name(name))  # before the secret is spent
        seats = list(self.match.seats)
        seats[self.people.take(secret, person)] = taken
        self.match.sit(seats)
        self.changed()

    def invitation(self, secret: str, person: str) -> dict[str, Any]:
        """What somebody is invited to; one who plays has nothing to be told. Raises MessageError."""
        match = self.match
        if self.people.seats_of(person):
            return {"seated": True}
        seat = self.people.seat_of(secret)
        if seat is None:
            raise NoSeatError
        return {
            "seated": False,
            "kind": match.kind.name,
            "seat": seat,
            "names": list(match.kind.seats),
            "labels": labels_of(self),
            **present_at(self),
            "width": match.position.width,
            "clock": "" if match.control is None else str(match.control),
            "moves": len(match.played),
        }

    def withdraw(self, person: str) -> None:
        """Let nobody in any more. Raises MessageError."""
        self._check_owner(person)
        if not self.people.is_waiting:
            raise MessageError("taken", "nobody is invited any more: all seats are taken")
        self.people.withdraw()
        self.changed()

    def invitations(self, person: str) -> dict[int, str]:
        """The secrets of the seats that wait, for the one who may hand them out. Raises MessageError."""
        self._check_owner(person)
        return dict(self.people.invites)

    def _check_owner(self, person: str) -> None:
        if not person or person != self.people.owner:
            raise MessageError("watching", "only who began the game can invite others to it")

    # --- what happens ---------------------------------------------------------------------------------------------

    def play(self, ply: int, move: str, person: str) -> None:
        """A person's move. Raises OutflankError, and changes nothing, if it cannot be made."""
        match = self.match
        self._check_part(person)
        if ply != len(match.played):
            raise MessageError("stale", "the game has gone on: this move was meant for another position")
        seat = match.to_move
        if seat is None:
            raise MessageError("over", "the game is over")
        self._check_all_there()
        if match.position.turn not in self.seats_of(person):
            name = match.kind.seats[match.position.turn]
            raise MessageError(
                "not your turn",
                "it is the turn of {side}, {player}",
                side=name,
                player=labels_of(self)[match.position.turn],
            )
        match.push(move, seconds=self.turn.charged if self.is_timed or match.clock is None else 0.0)
        self.people.has_begun = True
        self._changed_by(person)

    def change(self, what: str, person: str) -> None:
        """Undo, redo, restart, resign, pause or resume. Raises OutflankError if that cannot be done."""
        match = self.match
        self._check_part(person)
        if self.people.is_shared:
            self._change_shared(what, person)
            return
        changes: dict[str, Callable[[], object]] = {
            "undo": match.undo,
            "redo": match.redo,
            "restart": match.restart,
            "resign": match.resign,
            "pause": lambda: setattr(match, "paused", True),
            "resume": lambda: setattr(match, "paused", False),
        }
        changes[what]()
        self._changed_by(person, same_turn=what in ("pause", "resume"))

    def _change_shared(self, what: str, person: str) -> None:
        """What one of several may do alone: give up."""
        if what != "resign":
            self._check_alone()
        self._check_all_there()
        seats = self.people.seats_of(person)
        if not seats:
            raise MessageError("watching", "only those who play can resign")
        self.match.resign(seats[0])
        self.changed()

    def sit(self, players: list[str], person: str, pace: float | None = None) -> None:
        """Let others take the seats, at a pace of theirs. Raises OptionError for a wrong number of them."""
        self._check_part(person)
        self._check_alone()
        self.match.sit(players)
        self.pace = self.pace if pace is None else pace
        self.people = People.of_one(self.people.owner or person, self.match.persons, len(self.match.seats))
        self.changed()

    def seen(self, ply: int, person: str) -> None:
        """A page has seen that it is its turn; the time that this took is not its own."""
        match = self.match
        if match.clock is None or ply != len(match.played) or match.is_over or not self.turn.is_running:
            return
        if match.position.turn in self.seats_of(person):
            self.turn.seen()
            self._set_flag()

    # --- what is asked of the others ------------------------------------------------------------------------------

    def ask(self, what: What, person: str) -> None:
        """Ask the others to take a move back, or to play again; if they have asked already, it is done."""
        self._check_part(person)
        match, people = self.match, self.people
        if not people.is_shared:
            raise MessageError("alone", "there is nobody to ask: all seats are yours")
        if what == "undo":
            match.check_running()
            seats = people.seats_of(person)
            if not any(chooses(position, seats) for position in match.game.positions[:-1]):
                raise MessageError("refused", "there is no move of yours to take back")
        elif not match.is_over:
            raise MessageError("refused", "the game is not over")
        elif people.next_game:
            raise MessageError("refused", "the next game has begun already")
        self._carry_out(self.offers.make(what, person, self._players))

    def answer(self, what: What, person: str, *, agrees: bool) -> None:
        """Say yes or no to what is asked; when all have said yes, it is done."""
        self._check_part(person)
        self._carry_out(self.offers.answer(what, person, self._players, agrees=agrees))

    def _carry_out(self, agreed: Offer | None) -> None:
        """Do what all agree on; if that is nothing, tell what is asked."""
        if agreed is None:
            self._tell_state()
        elif agreed.what == "undo":
            self.match.undo(self.people.seats_of(agreed.person))
            self.changed()
        else:
            self.again()

    @property
    def _players(self) -> frozenset[str]:
        return frozenset(filter(None, self.people.seats))

    def again(self) -> "MatchSession":
        """The same game anew, with everybody one seat further; those who watch are told of it."""
        match, people = self.match, self.people
        seats, holders = ([*row[1:], row[0]] for row in (match.seats, people.seats))
        other = MatchSession(
            Match(match.game.restarted(), seats, match.control),
            self._store,
            self._thinking,
            people=People(people.owner, holders),
            pace=self.pace,
        )
        other.save()
        people.next_game = other.id
        self.changed()
        return other

    # --- keeping it, and going on ---------------------------------------------------------------------------------

    def changed(self, *, same_turn: bool = False) -> None:
        """Save the match, tell everybody, and let the next player think."""
        self.stop()
        if not same_turn:
            self.turn = TurnClock()
        self.offers.clear()
        self.revision += 1
        try:
            self.save()
        finally:  # even if it could not be saved, the game goes on
            self._go_on()
            self._tell_state()

    def save(self) -> None:
        """Keep the match as it is; from its first move on, or since others were invited. Raises OutflankError."""
        was_kept = self.is_kept
        self.is_kept = self.is_kept or bool(self.match.played) or self.match.is_over or self.people.is_shared
        self._log(was_kept)
        if self.is_kept:
            parts = {person: self._only_seat_of(person) for person in self.persons()}
            self._store.save(KeptGame.of(self.id, self.match, self.to_json(), parts))

    def _log(self, was_kept: bool) -> None:
        """Write into the log that the match has begun, which it does with its first move, or has ended."""
        match = self.match
        if self.is_kept and not was_kept:
            players = [seat.player for seat in match.seats]
            logs.event(logs.INFO, "game begun", game=self.id, kind=match.kind.name, players=players)
        if match.result is not None and not self._is_over:
            result = match.result.words
            logs.event(logs.INFO, "game ended", game=self.id, moves=len(match.played), result=result)
        self._is_over = match.is_over

    def stop(self) -> None:
        """End what is going on in this turn: the player's thinking, and the clock."""
        self.turn.stop()
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _go_on(self) -> None:
        """Let the one to move think, if somebody is there who plays."""
        seat = self.match.to_move
        if seat is None or not self._is_attended or self.people.is_waiting:
            return
        if seat.is_person:
            self.turn.start()
            self._set_flag()
        elif not self.match.paused:
            self.turn.start()
            self._thought = asyncio.ensure_future(self._let_think())

    @property
    def is_timed(self) -> bool:
        """Whether the clock counts: between several people, from the first move on."""
        return self.match.clock is not None and (self.people.has_begun or not self.people.is_shared)

    def _set_flag(self) -> None:
        """Wake up when a person's time is up."""
        left = self.match.time_left()
        if self._flag is not None:
            self._flag.cancel()
        if left is not None and self.is_timed:
            wait = self.turn.until_flag(left.seconds)
            self._flag = asyncio.get_running_loop().call_later(wait, self._run_out)

    def _run_out(self) -> None:
        """A person's time is up."""
        self.match.run_out()
        self.changed()

    async def _let_think(self) -> None:
        """A program's turn."""
        match, began = self.match, time.monotonic()
        try:
            self._thinking.check(self.persons(), match.position)
            answer = await self._thinking.move(match, self._notice)
            rest = self.pace - (time.monotonic() - began)
            if rest > 0 and not isinstance(answer, Forfeit):
                await asyncio.sleep(rest)
            self._thought = None  # so that the change does not cancel this very task
            if isinstance(answer, Forfeit):
                match.lose(answer)
            else:
                said = None if match.position.must_pass else answer
                match.push(str(answer.move), seconds=answer.seconds, answer=said)
                self.people.has_begun = True
            self.changed()
        except RunningError as error:
            self._thought, match.paused = None, True
            self.changed(same_turn=True)
            self._tell_all({"type": "error", "code": error.code, "message": str(error), "game": self.id})
        except OutflankError as error:
            logs.event(logs.WARNING, "game failed", game=self.id, reason=str(error))
            self._tell_all({"type": "error", "code": "fault", "message": str(error), "game": self.id})

    # --- what is told ---------------------------------------------------------------------------------------------

    def own(self, person: str) -> dict[str, Any]:
        """What of the state is one person's own: the seats, whether it has a part at all, and whether it began it."""
        is_owner = bool(person) and person == self.people.owner
        return {"you": self.seats_of(person), "part": self._has_part(person), "owner": is_owner}

    def _notice(self, words: str) -> None:
        self._tell_all({"type": "notice", "game": self.id, "message": words})

    def _tell_all(self, event: dict[str, Any]) -> None:
        self.watchers.tell(event, self.people.persons)

    def _tell_state(self) -> None:
        self.watchers.tell(state_of(self), self.people.persons, self.own)

    def _tell_who_is_there(self) -> None:
        """Tell, a moment later and once for all who come and go until then, who is there."""
        if self._news is None:
            self._news = asyncio.get_running_loop().call_later(_TOLD_LATER, self._tell_present)

    def _tell_present(self) -> None:
        self._news = None
        self._tell_all({"type": "people", "game": self.id, **present_at(self)})
