"""A match that people play and watch on one or more pages.

Every change is saved and sent to all of these pages. Programs think only while a player is present.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from outflank import databases
from outflank.errors import OutflankError
from outflank.play import PERSON, Forfeit, Match
from outflank.sessions.own_rating import RatedGame, rated_in
from outflank.sessions.people import People
from outflank.sessions.playing import GameEnded
from outflank.sessions.sharing import (
    OffersChanged,
    Question,
    RematchAgreed,
    RunningError,
    SharedPlayEvents,
    SharedPlaySession,
)
from outflank.text import Text
from outflank.web import catalogue, logs
from outflank.web.games.club_game import ClubGame
from outflank.web.games.club_results import ClubTerms, is_daily
from outflank.web.games.match_state import present_at, state_of
from outflank.web.games.program_moves import ProgramMoves
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch, state_text
from outflank.web.games.watchers import Watcher, Watchers, joined

_PRESENCE_DELAY = 0.4  # seconds until pages hear of an arrival or departure; a reloaded page is back by then


class MatchSession(SharedPlaySession):
    """A match with its watchers and its running program. Every action passes its events to `publish`."""

    def __init__(
        self,
        match: Match[Any],
        store: GameStore,
        thinking: ProgramMoves,
        *,
        people: People | None = None,
        name: str = "",
        pace: float = 0.0,
        revision: int = 0,
        used: float = 0.0,
        may_count: bool | None = None,
        club: ClubGame | None = None,
    ):
        """Create a session for a match that has changed `revision` times.

        `name` is the session's id; an empty string generates a new id. `pace` is the minimum number of seconds that a
        program takes for a move. `used` is the number of seconds already used in the current turn. `may_count` is
        whether the game may count for a rating; by default, it does unless it begins with moves. `club` is the part of
        a game of the club.
        """
        super().__init__(match, people, used)
        self.id, self.pace, self.revision = name or secrets.token_urlsafe(16), pace, revision
        self.watchers = Watchers()
        self.is_stored = bool(name)
        if may_count is not None:
            self.may_count = may_count
        self.club = club
        self.on_changed: Callable[[MatchSession], object] = lambda _session: None  # called after each action
        self.on_ended: Callable[[MatchSession], object] = lambda _session: None  # called when the game ends
        self.on_questions: Callable[[MatchSession], object] = lambda _session: None  # called when one opens or ends
        self.on_rematch: Callable[[MatchSession], object] = lambda _rematch: None  # called after pages know its id
        self._questions: dict[Question, list[str]] = {}  # the questions of the last call
        self._rated: tuple[str, RatedGame] | None = None  # the person and the result
        self._store, self._thinking = store, thinking
        self._thought: asyncio.Task[None] | None = None
        self._flag: asyncio.Handle | None = None  # the pending pass or loss on time
        self._news: asyncio.TimerHandle | None = None

    def label(self, seat: int) -> str:
        """The name that the page displays for the player in a seat."""
        player = self.match.seats[seat]
        if not player.is_person:
            return catalogue.label(player.player)
        return player.name or (Text("Guest") if self.people.is_shared else catalogue.label(PERSON))

    # --- as text --------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Serialise the match, its people and this session's data to JSON."""
        more: dict[str, Any] = {"helped": False} if self.may_count else {}
        if not self.people.is_unclaimed:
            more["people"] = self.people.to_json()
        if self.match.clock is not None and self.turn_clock.elapsed:
            more["used"] = round(self.turn_clock.elapsed, 3)
        if self.club is not None:
            more |= self.club.to_json(self.match, self.turn_clock.elapsed)
        return state_text(self.id, self.match, self.pace, self.revision, **more)

    @classmethod
    def from_json(cls, text: str, store: GameStore, thinking: ProgramMoves) -> "MatchSession":
        """Recreate a session from the output of `to_json`. Raises OutflankError if the text is anything else."""
        try:
            data = json.loads(text)
            club, used = ClubGame.from_json(data)
            return cls(
                Match.from_json(data),
                store,
                thinking,
                people=People.from_json(data["people"], len(data["seats"])) if "people" in data else None,
                name=str(data["id"]),
                pace=float(data["pace"]),
                revision=int(data["revision"]),
                used=used,
                may_count=data.get("helped") is False,
                club=club,
            )
        except OutflankError:
            raise
        except databases.UNREADABLE as error:
            raise OutflankError(
                "the saved game cannot be read: {kind}: {error}", kind=type(error).__name__, error=error
            ) from None

    # --- watchers -------------------------------------------------------------------------------------------------

    def join(self, watcher: Watcher, person: str) -> None:
        """Add a watcher. If this is the first player to arrive, the match resumes.

        Raises RequestError if too many people are watching.
        """
        was_attended = self._is_attended
        self.watchers.add(watcher, person, self.people.persons)
        if self._is_attended and not was_attended:
            self.go_on()
            self._send_state()  # to spectators too, because the clock is running now
        else:
            watcher(joined(self.state(), self.own(person)))
        if len(self.watchers) > 1:
            self._send_presence_soon()

    def leave(self, watcher: Watcher) -> None:
        """Remove a watcher. If this was the last player present, the match pauses."""
        was_attended = self._is_attended
        self.watchers.remove(watcher)
        if was_attended and not self._is_attended:
            if not self.runs_alone:
                self.stop()
            if self.is_stored and self.match.clock is not None and not self.match.is_over:
                with suppress(OutflankError):  # only the time used in this turn is lost
                    self.save()
            self._send_state()  # to spectators too, because the clock has stopped
        if len(self.watchers):
            self._send_presence_soon()

    @property
    def _is_attended(self) -> bool:
        """True if a player is present. In an unclaimed game, every watcher counts as a player."""
        present = self.watchers.persons
        return bool(present) if self.people.is_unclaimed else not present.isdisjoint(self.people.persons)

    @property
    def runs_alone(self) -> bool:
        """True if the clock runs even if no player is present, as it does in a game of the club."""
        return self.club is not None and self.match.clock is not None and not self.match.is_over

    @property
    def is_live(self) -> bool:
        """True if the clock runs alone and allows less than a day for each move, so that a player stays at the game."""
        return self.runs_alone and not is_daily(self.match.control)

    def seen(self, ply: int, person: str) -> None:
        """Start timing the current turn once the player's page displays it, so that network delay does not count."""
        match = self.match
        if match.clock is None or ply != len(match.played) or match.is_over or not self.turn_clock.is_running:
            return
        if match.position.turn in self.seats_of(person):
            self.turn_clock.seen()
            self._set_flag()

    def ask(self, what: Question, person: str) -> SharedPlayEvents:
        """Ask the other players as the base class does. Raises RequestError if the club's terms exclude it."""
        if self.club is not None:
            self.club.check_question(what)
        return super().ask(what, person)

    # --- help -----------------------------------------------------------------------------------------------------

    def note_help(self) -> None:
        """Record that a person had help, so that the game does not count for a rating, and tell the pages."""
        if self.may_count and not self.match.is_over:
            self.may_count = False
            if self.is_stored:
                self.save()
            self._send_state()

    def _rate(self) -> None:
        """Record the result for the rating of the only person, or of the members in a game of the club."""
        if self.club is not None:
            self.club.end(self.match, self.people.seats)
        game = None if self.people.is_shared else rated_in(self, time.time())
        if game is not None and (person := self.people.seats[self.match.persons[0]]):
            self._rated = person, game

    # --- rendering events -----------------------------------------------------------------------------------------

    def publish(self, events: SharedPlayEvents) -> None:
        """Handle the events of an action: save the match, send its new state, and start the next turn."""
        if OffersChanged() in events:
            self._send_state()
            return
        self.stop()
        self.revision += 1
        rematches = []
        try:
            for event in events:
                if isinstance(event, RematchAgreed):
                    rematches.append(self._begin_rematch(event))
                elif isinstance(event, GameEnded):
                    self._rate()
            self.save()
        finally:  # even if saving failed, the game has ended or continues
            self.go_on()
            self._send_state()
            self.on_changed(self)
            for rematch in rematches:
                self.on_rematch(rematch)
            for event in events:
                if isinstance(event, GameEnded):
                    n_moves, result = len(self.match.played), event.result.words
                    logs.event(logs.INFO, "game ended", game=self.id, moves=n_moves, result=result)
                    self.on_ended(self)

    def _begin_rematch(self, agreed: RematchAgreed) -> "MatchSession":
        """Store the rematch. Watchers receive its id in the state of this match."""
        other = MatchSession(agreed.match, self._store, self._thinking, people=agreed.people, pace=self.pace)
        if self.club is not None:
            other.agree(self.club.terms)
        other.save()
        self.people.next_game = other.id
        return other

    def agree(self, terms: ClubTerms) -> None:
        """Make this a game of the club, in which the first move is timed, too."""
        self.club, self.people.has_begun = ClubGame(terms), True

    def save(self) -> None:
        """Store the match once it has a move, a result or an invitation.

        Raises OutflankError if storing fails.
        """
        match = self.match
        was_stored = self.is_stored
        self.is_stored = was_stored or bool(match.played) or match.is_over or self.people.is_shared
        if not self.is_stored:
            return
        if not was_stored:
            players = [seat.player for seat in match.seats]
            logs.event(logs.INFO, "game started", game=self.id, kind=match.kind.name, players=players)
        parts = {person: self._only_seat_of(person) for person in self.people.persons}
        kept = StoredMatch.of(self.id, match, self.to_json(), parts)
        if self._rated is not None:
            person, rated = self._rated
            kept = replace(kept, rated=rated, rated_person=person)
        if self.club is not None:
            kept = replace(kept, club=self.club.row(match, self.people.seats, self.turn_clock.elapsed))
        self._store.save(kept)

    def replace_person(self, person: str, other: str, name: str) -> None:
        """Replace a person, who gets another name, too."""
        seats = self.people.seats_of(person)
        self.match.sit([replace(each, name=name) if at in seats else each for at, each in enumerate(self.match.seats)])
        self.people.replace(person, other)
        self._send_state()

    def _only_seat_of(self, person: str) -> int | None:
        """The person's seat if they have exactly one; otherwise None."""
        seats = self.people.seats_of(person)
        return seats[0] if len(seats) == 1 else None

    # --- turns ----------------------------------------------------------------------------------------------------

    @property
    def is_thinking(self) -> bool:
        """True while a program is choosing a move."""
        return self._thought is not None and not self._thought.done()

    def stop(self) -> None:
        """Stop the clock, and stop the program if one is thinking."""
        self.turn_clock.stop()
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def go_on(self) -> None:
        """Start the current turn if a player is present, or if the clock runs without players."""
        turn = self.turn
        if turn is None or not (self._is_attended or self.runs_alone) or self.people.is_waiting:
            return
        if turn.is_person and turn.must_pass and self.passes_at_once:  # a game that starts or was saved with a pass
            self._flag = asyncio.get_running_loop().call_soon(lambda: self.publish(self.pass_turn()))
        elif turn.is_person:
            self.turn_clock.start()
            self._set_flag()
        elif not self.match.paused:
            self.turn_clock.start()
            self._thought = asyncio.ensure_future(self._let_think())

    def _set_flag(self) -> None:
        """Schedule a loss on time for the moment when the person's clock runs out."""
        left = self.match.time_left()
        if self._flag is not None:
            self._flag.cancel()
        if left is not None and self.is_timed:
            wait = self.turn_clock.until_flag(left.seconds)
            self._flag = asyncio.get_running_loop().call_later(wait, lambda: self.publish(self.run_out()))

    async def _let_think(self) -> None:
        """Let the program think, and then play its move."""
        match, began = self.match, time.monotonic()
        try:
            self._thinking.check(self.people.persons, match.position)
            answer = await self._thinking.move(match, self._send_notice)
            rest = self.pace - (time.monotonic() - began)
            if rest > 0 and not isinstance(answer, Forfeit):
                await asyncio.sleep(rest)
            self._thought = None  # so that `publish` does not cancel this task
            self.publish(self.take_answer(answer))
        except RunningError as error:
            self._thought = None
            self.publish(self.pause())
            self._send_error(error.code, error)
        except OutflankError as error:
            logs.event(logs.WARNING, "game failed", game=self.id, reason=str(error))
            self._send_error("fault", error)

    # --- messages to pages ----------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The state of the game, identical for every page. `own` returns the part that depends on the person."""
        return {
            "type": "game",
            "game": self.id,
            "revision": self.revision,
            "thinking": self.is_thinking,
            "pace": self.pace,
            "kept": self.is_stored,
            **state_of(self, ClubTerms() if self.club is None else self.club.terms),
            **present_at(self, self.watchers),
        }

    def own(self, person: str) -> dict[str, Any]:
        """The part of the state that depends on the person, such as their seats and whether they own the game."""
        is_owner = bool(person) and person == self.people.owner
        return {"you": self.seats_of(person), "part": self.has_part(person), "owner": is_owner}

    def invitation(self, secret: str, person: str) -> dict[str, Any]:
        """Describe the game that an invitation belongs to, without its moves.

        Raises RequestError if the invitation is invalid.
        """
        seat = self.invited_seat(secret, person)
        if seat is None:
            return {"seated": True}
        return {
            "seated": False,
            "kind": self.kind.name,
            "seat": seat,
            "names": list(self.kind.seats),
            "labels": [self.label(each) for each in range(len(self.kind.seats))],
            **present_at(self, self.watchers),
            "width": self.position.width,
            "clock": "" if self.match.control is None else str(self.match.control),
            "moves": len(self.match.played),
        }

    def _send_notice(self, words: str) -> None:
        self._send({"type": "notice", "game": self.id, "message": words})

    def _send_error(self, code: str, error: OutflankError) -> None:
        self._send({"type": "error", "code": code, "message": str(error), "game": self.id})

    def _send(self, event: Mapping[str, Any]) -> None:
        self.watchers.tell(event, self.people.persons)

    def _send_state(self) -> None:
        self.watchers.tell(self.state(), self.people.persons, self.own)
        self.tell_questions()

    def tell_questions(self) -> None:
        """Report questions that were asked or have ended since the last report."""
        questions = {what: list(agreed) for what, agreed in self.offers.items()}
        if questions != self._questions:
            self._questions = questions
            self.on_questions(self)

    def _send_presence_soon(self) -> None:
        """Schedule a message about who is present. It covers all arrivals and departures until it is sent."""
        if self._news is None:
            self._news = asyncio.get_running_loop().call_later(_PRESENCE_DELAY, self._send_presence)

    def _send_presence(self) -> None:
        self._news = None
        self._send({"type": "people", "game": self.id, **present_at(self, self.watchers)})
