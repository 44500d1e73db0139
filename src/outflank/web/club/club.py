"""The club of a server, in one object. It is closed unless the operator opens it."""

import asyncio
import json
import time
from collections.abc import Awaitable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from outflank.errors import OutflankError
from outflank.web import logs
from outflank.web.club.deletion import delete_person, stored_about
from outflank.web.club.limits import RateLimit
from outflank.web.club.lobby import Lobby
from outflank.web.club.members import Member, Members
from outflank.web.club.names import DELETED
from outflank.web.club.ratings import ClubRatings
from outflank.web.club.tournaments import ClubTournaments, TellPerson
from outflank.web.games.match_session import MatchSession
from outflank.web.games.match_state import news_of
from outflank.web.games.matches import Matches
from outflank.web.games.store import GameStore
from outflank.web.shares import ADDRESS
from outflank.web.wire import Answer, Handler, Message, MessageError

_SWEEP = 60.0  # seconds between two looks at overdue games
_RETURN = 20.0  # seconds after a restart in which no clock runs for those who are not back
_DAY, _HOUR = 86400.0, 3600.0


class Club:
    """The members and everything that they share. `is_open` is False on a server without a club."""

    def __init__(self, store: GameStore, matches: Matches, *, is_open: bool = False):
        self.store, self.matches, self.is_open = store, matches, is_open
        self.members, self.ratings = Members(store), ClubRatings(store)
        self.lobby = Lobby(self.members, self.ratings, matches)
        self.tournaments = ClubTournaments(
            store, self.members, self.ratings, matches, self.begun, lambda person, event: self.tell(person, event)
        )
        matches.on_changed, matches.on_ended = self.lobby.show_move, self._end
        self.tell: TellPerson = lambda _person, _event: None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._names = RateLimit(5, _DAY)
        self._names_from = RateLimit(60, _HOUR)
        self._reports = RateLimit(10, _DAY)

    def if_open(self, handlers: Mapping[str, Handler]) -> dict[str, Handler]:
        """The same handlers, but each of them raises MessageError if this server has no club."""

        def checked(handler: Handler) -> Handler:
            def handle(message: Message, person: str) -> Answer | Awaitable[Answer]:
                if not self.is_open:
                    raise MessageError("club", "this server has no club")
                return handler(message, person)

            return handle

        return {type_: checked(handler) for type_, handler in handlers.items()}

    # --- games ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Let the games go on whose clocks ran when the server stopped; their players have a moment to come back."""
        if self.is_open:
            loop = asyncio.get_running_loop()
            self._timers = {"resume": loop.call_later(_RETURN, self._resume)}
            self._sweep()

    def _resume(self) -> None:
        query = "SELECT g.id FROM club_games c JOIN games g ON g.number = c.game WHERE c.mover <> '' AND c.due IS NULL"
        try:
            games = [row[0] for row in self.store.rows(query)]
            self.matches.resume(games)
            self.tournaments.resume()
        except OutflankError as error:  # the database is away
            logs.event(logs.WARNING, "games not resumed", reason=str(error))
            self._timers["resume"] = asyncio.get_running_loop().call_later(_RETURN, self._resume)
            return
        for game in games:
            session = self.matches.sessions.get(game)
            if session is not None:
                self.lobby.show_game(session)

    def _sweep(self) -> None:
        """End the games of correspondence whose moves are overdue, and look again later."""
        self._timers["sweep"] = asyncio.get_running_loop().call_later(_SWEEP, self._sweep)
        query = "SELECT g.id FROM club_games c JOIN games g ON g.number = c.game WHERE c.mover <> '' AND c.due < ?"
        overdue: list[Any] = []
        with suppress(OutflankError):  # if the database is away, the next look finds them
            overdue = self.store.rows(query, time.time())
        for (game,) in overdue:
            try:
                self.matches.run_out(game)
            except OutflankError as error:
                logs.event(logs.WARNING, "game not read", game=game, reason=str(error))

    def turns(self, person: str) -> list[dict[str, Any]]:
        """A person's games of correspondence, first those in which it is the person's turn and the move is due soonest.

        The time left is in seconds.
        """
        query = (
            "SELECT g.id, g.players, c.mover = p.person, c.due FROM parts p JOIN club_games c ON c.game = p.game"
            " JOIN games g ON g.number = p.game WHERE p.person = ? AND p.seat >= 0 AND c.due IS NOT NULL"
            " ORDER BY 3 DESC, c.due LIMIT 100"
        )
        now = time.time()
        return [
            {"game": game, "players": json.loads(players), "turn": bool(is_own), "left": round(due - now)}
            for game, players, is_own, due in self.store.rows(query, person)
        ]

    def accept(self, person: str, challenge: str) -> str:
        """Accept a challenge. Returns the id of the game if it begins, else an empty string."""
        game, players = self.lobby.accept(person, challenge)
        if game:
            self.begun(game, [player.person for player in players])
        return game

    def begun(self, game: str, persons: Iterable[str]) -> None:
        """Tell the players of a game that it has begun."""
        session = self.matches.session(game)
        self.lobby.show_game(session)
        for person in persons:
            self.tell(person, {**news_of(session, game, person), "type": "paired"})

    def _end(self, session: MatchSession) -> None:
        self.lobby.show_game(session)
        if session.club is not None and session.club.terms.tournament:
            self.tournaments.advance(session.club.terms.tournament)

    def close(self) -> None:
        """Stop the timers."""
        self.lobby.close()
        self.tournaments.close()
        for timer in self._timers.values():
            timer.cancel()

    # --- people ---------------------------------------------------------------------------------------------------

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
        self.lobby.forget(person)
        self.tournaments.cancel_all(person)
        nobody = delete_person(self.store, person)
        self.matches.replace_person(person, nobody, DELETED)
