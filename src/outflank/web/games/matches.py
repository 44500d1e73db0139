"""All matches in progress on a server.

A match stays in memory as long as a page is watching it. It is saved after each change, and loaded again when a page
next opens it.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from outflank.errors import OutflankError
from outflank.play import PERSON, Match, Seat, Setup, TimeControl
from outflank.sessions.people import FRIEND, People
from outflank.web import logs
from outflank.web.catalogue import check, kind_named
from outflank.web.engines.short_work import beside
from outflank.web.games.club_results import ClubTerms
from outflank.web.games.fairness import Fairness
from outflank.web.games.match_session import MatchSession
from outflank.web.games.match_state import news_of, questions_changed
from outflank.web.games.program_moves import ProgramMoves
from outflank.web.games.retrying_store import RetryingStore
from outflank.web.games.watchers import Watcher, as_text
from outflank.web.shares import ADDRESS, has_share
from outflank.web.wire import MatchSetup, MessageError


class Matches:
    """A server's matches, keyed by id.

    At most `most` matches are in memory. One network address can open at most half of them.
    """

    def __init__(self, store: RetryingStore, thinking: ProgramMoves, most: int = 1000):
        self.store, self.thinking, self.most = store, thinking, most
        store.on_saved = self._tell_whether_saved
        self._sessions: dict[str, MatchSession] = {}
        self._opened_from: dict[str, str] = {}  # the network address that opened each match
        self._reading: dict[str, asyncio.Future[MatchSession]] = {}  # one per game, so that no stale one is used
        self.fairness = Fairness(store, self._sessions)
        self.on_changed: Callable[[MatchSession], object] = lambda _session: None
        self.on_ended: Callable[[MatchSession], object] = lambda _session: None
        """A callback for each game that ends."""
        self.tell: Callable[[str, dict[str, Any]], object] = lambda _person, _event: None
        """Sends an event to all pages of a person, whatever they show."""

    @property
    def n_games(self) -> int:
        """Number of matches in memory."""
        return len(self._sessions)

    def begin(self, setup: MatchSetup, watcher: Watcher, person: str, match: Match[Any] | None = None) -> str:
        """Start a match, add the watcher and return the id of the match.

        `match` is the result of `new_match` for this setup, if the caller has already created it. The person takes all
        seats for people except those reserved for a friend.

        Raises OutflankError if the setup is not allowed or if too many matches are in memory.
        """
        self._check_room()
        match, people = match or new_match(setup), People(person)
        people.seats = [person if player == PERSON else "" for player in setup.seats]
        people.invite([seat for seat, player in enumerate(setup.seats) if player == FRIEND])
        if people.is_waiting and person not in people.seats:
            raise MessageError("seats", "take a seat yourself to invite a friend")
        session = MatchSession(match, self.store, self.thinking, people=people, pace=setup.pace)
        session.save()
        self._keep(session)
        self._join(session, watcher, person)
        return session.id

    def begin_between(self, match: Match[Any], persons: Sequence[str], terms: ClubTerms, game: str = "") -> str:
        """Start a game of the club between people, one in each seat, and return its id.

        An empty `game` generates a new id. Raises OutflankError if too many matches are in memory.
        """
        self._check_room()
        people = People(persons[0], list(persons))
        session = MatchSession(match, self.store, self.thinking, people=people)
        session.id = game or session.id
        session.agree(terms)
        session.save()
        self._keep(session)
        session.go_on()
        return session.id

    def resume(self, games: Sequence[str]) -> None:
        """Load games of the club whose clocks run even if nobody looks, and let them go on."""
        for game in games:
            try:
                session = self.session(game)
            except OutflankError as error:
                logs.event(logs.WARNING, "game not read", game=game, reason=str(error))
                continue
            session.go_on()
            self._forget(session)  # unless its clock runs

    def run_out(self, game: str) -> None:
        """End a game of correspondence whose move is overdue."""
        session = self.session(game)
        if session.runs_alone:
            session.publish(session.run_out())
        self._forget(session)

    @property
    def sessions(self) -> Mapping[str, MatchSession]:
        """The matches in memory, keyed by id."""
        return self._sessions

    async def fetch(self, game: str) -> None:
        """Load a match into memory, reading the database in a thread.

        Raises OutflankError for the same reasons as `session`.
        """
        if game in self._sessions:
            return
        if game not in self._reading:
            self._reading[game] = asyncio.ensure_future(beside(self._read, game))
            self._reading[game].add_done_callback(lambda _: self._reading.pop(game))
        session = await asyncio.shield(self._reading[game])
        if game not in self._sessions:  # another task may have loaded it meanwhile
            self._keep(session)

    def open(self, game: str, watcher: Watcher, person: str) -> None:
        """Start watching a match. Raises MessageError if the id is unknown or if too many people are watching."""
        self._join(self.session(game), watcher, person)

    def _join(self, session: MatchSession, watcher: Watcher, person: str) -> None:
        session.join(watcher, person)
        if not self.store.is_saved(session.id):
            watcher(as_text(self._saving(session.id, is_saved=False)))

    def take_seat(self, game: str, secret: str, watcher: Watcher, person: str, name: str) -> None:
        """Take the seat that an invitation is for, and start watching the match.

        Raises RequestError if the invitation is invalid.
        """
        session = self.session(game)
        try:
            session.publish(session.take_seat(secret, person, name))
            self._join(session, watcher, person)
            if not session.people.is_waiting:
                self._tell_news(session, besides=person)
        finally:
            self._forget(session)

    def invitation(self, game: str, secret: str, person: str) -> dict[str, Any]:
        """Describe the game that an invitation belongs to, or report that the person already has a seat in it.

        Raises RequestError if the invitation is invalid.
        """
        session = self.session(game)
        try:
            return session.invitation(secret, person)
        finally:
            self._forget(session)

    def leave(self, game: str, watcher: Watcher) -> None:
        """Stop watching a match. If nobody else is watching, its programs stop."""
        session = self._sessions.get(game)
        if session is not None:
            session.leave(watcher)
            self._forget(session)

    def _forget(self, session: MatchSession) -> None:
        """Remove a match from memory if nobody is watching it. It remains in the store."""
        if not len(session.watchers) and not session.is_live:
            session.stop()
            session.offers.clear()
            session.tell_questions()
            self._sessions.pop(session.id, None)
            self._opened_from.pop(session.id, None)

    def sit(self, game: str, players: list[str], person: str, pace: float | None = None) -> None:
        """Assign new players to the seats of a match.

        Raises OptionError if one of the players cannot play this match.
        """
        session = self.session(game)
        names = [check(player, session.match.position) for player in players]
        events = session.seat_players(names, person)
        session.pace = session.pace if pace is None else pace
        session.publish(events)

    def plays(self, person: str) -> bool:
        """True if a person has a seat in a running game between people, in memory or in correspondence."""
        running = (each for each in self._sessions.values() if each.is_between_people or each.runs_alone)
        if any(person in each.people.seats for each in running):
            return True
        query = (
            "SELECT 1 FROM parts p JOIN club_games c ON c.game = p.game"
            " WHERE p.person = ? AND p.seat >= 0 AND c.due > ? LIMIT 1"
        )
        return bool(self.store.rows(query, person, time.time()))

    def replace_person(self, person: str, other: str, name: str) -> None:
        """Replace a deleted person in the games in memory, as the store has done in all others."""
        for session in list(self._sessions.values()):
            if person in session.people.persons:
                session.replace_person(person, other, name)

    def is_open(self, game: str) -> bool:
        """True if a match is in memory, or about to be."""
        return game in self._sessions or game in self._reading

    def session(self, game: str) -> MatchSession:
        """Return the match with this id, loading it from the store if necessary.

        Raises OutflankError if there is no such match.
        """
        if game not in self._sessions:
            self._keep(self._read(game))
        return self._sessions[game]

    def _read(self, game: str) -> MatchSession:
        state = self.store.load(game)
        if state is None:
            raise MessageError("unknown game", "there is no game with this id")
        return MatchSession.from_json(state, self.store, self.thinking)

    def _keep(self, session: MatchSession) -> None:
        self._check_room()
        self._sessions[session.id] = session
        session.on_changed = lambda changed: self.on_changed(changed)
        session.on_ended = self._end
        session.on_questions, session.on_rematch = self._tell_questions, self._tell_news
        self._opened_from[session.id] = ADDRESS.get()

    def _tell_news(self, session: MatchSession, besides: str = "") -> None:
        """Tell the players of a shared game that it has begun or ended."""
        for person in session.people.players - {besides}:
            self.tell(person, news_of(session, session.id, person))

    def _tell_questions(self, session: MatchSession) -> None:
        for person in session.people.players:
            self.tell(person, questions_changed(session.id))

    def _end(self, session: MatchSession) -> None:
        if session.people.is_shared:
            self._tell_news(session)
        self._forget(session)
        self.on_ended(session)

    def _tell_whether_saved(self, game: str, is_saved: bool) -> None:
        session = self._sessions.get(game)
        if session is not None:
            session.watchers.tell(self._saving(game, is_saved=is_saved))

    def _saving(self, game: str, *, is_saved: bool) -> dict[str, Any]:
        """The message that tells pages whether a game was saved and, if it was not, gives the reason."""
        why = "" if is_saved else "full" if "full" in self.store.failure else "failed"
        return {"type": "saving", "game": game, "saved": is_saved, "why": why}

    def _check_room(self) -> None:
        if not has_share(self._opened_from.values(), self.most, ADDRESS.get()):
            raise MessageError("full", "this server is full: too many games are in progress; try again later")

    def close(self) -> None:
        """Stop all programs. There is nothing to save, because each match was saved after its last change."""
        for session in self._sessions.values():
            session.stop()
        self._sessions.clear()
        self._opened_from.clear()


def new_match(setup: MatchSetup, name: str = "") -> Match[Any]:
    """Create the match that a page's setup describes.

    All people in the match are called `name`, except invited friends, whose names are not known yet.

    Raises OutflankError if the match is impossible or not allowed on this server.
    """
    kind = kind_named(setup.kind)
    size = setup.size if kind.sizes else None
    start = kind.start(Setup(size=size, mirrored=setup.mirrored, seed=setup.seed, start=setup.start))
    control = TimeControl.parse(setup.clock) if setup.clock else None
    seats = [
        Seat(PERSON) if player == FRIEND else Seat(check(player, start), name if player == PERSON else "")
        for player in setup.seats
    ]
    return Match(kind.new_game(start, setup.moves), seats, control)
