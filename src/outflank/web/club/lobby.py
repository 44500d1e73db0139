"""The lobby: open challenges, and the games of the club that run.

A challenge lasts while its maker has a page open, whatever the page shows, and a moment longer, so that a reload or a
short gap in the connection does not end it. It begins a game as soon as enough people have accepted it. Challenges live
in memory only.
"""

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from outflank.play import PERSON, Match, Seat, Setup, TimeControl
from outflank.web.catalogue import kind_named
from outflank.web.club.feed import Feed
from outflank.web.club.limits import RateLimit
from outflank.web.club.members import Member, Members
from outflank.web.club.ratings import ClubRatings
from outflank.web.games.club_results import ClubTerms, is_daily, pool_of
from outflank.web.games.match_session import MatchSession
from outflank.web.games.matches import Matches
from outflank.web.shares import ADDRESS, has_share
from outflank.web.wire import MessageError

MOST_OWN = 3
"""Number of challenges that a person may have open at the same time."""

MOST_SHOWN = 60
"""Number of running games that the lobby shows."""

_MOST = 300  # challenges on a server
_LOOK = 3.0  # seconds between two looks for people who have left
_AWAY = 20.0  # seconds without a page after which a person's part in a challenge ends
_SHORTEST, _LONGEST = 10.0, 3 * 3600.0  # seconds for a whole game
_MOST_INCREMENT, _LEAST_PER_MOVE = 180.0, 3.0
_MOST_DAYS = 14


@dataclass(slots=True)
class Challenge:
    """An offer to play. `seat` is the maker's seat, or None for a random one."""

    id: str
    maker: Member
    match: Match[Any]
    rated: bool
    seat: int | None
    address: str
    joined: list[Member] = field(default_factory=list)
    seen: dict[str, float] = field(default_factory=dict)
    """When each of the people last had a page open."""

    @property
    def members(self) -> list[Member]:
        """The maker, and everybody who has accepted."""
        return [self.maker, *self.joined]


def club_match(kind: str, size: int | None, clock: str, *, rated: bool) -> Match[Any]:
    """Create the match of a challenge or a tournament, with nobody in its seats yet.

    Raises OutflankError if the game or its clock is not possible here.
    """
    game = kind_named(kind)
    start = game.start(Setup(size=size if game.sizes else None))
    control = TimeControl.parse(clock) if clock else None
    _check(control, rated=rated)
    return Match(game.new_game(start), [Seat(PERSON)] * start.n_players, control)


def _check(control: TimeControl | None, *, rated: bool) -> None:
    if control is None:
        if rated:
            raise MessageError("clock", "a rated game needs a clock")
        return
    if is_daily(control):
        is_possible = control.main <= _MOST_DAYS * 86400
    elif control.per_move:
        is_possible = _LEAST_PER_MOVE <= control.main <= 3600
    else:
        is_possible = _SHORTEST <= control.main <= _LONGEST and control.increment <= _MOST_INCREMENT
    if not is_possible:
        raise MessageError("clock", "expected a clock of 10 seconds to 3 hours, or of 1 to 14 days a move")


class Lobby:
    """The challenges and running games of a server."""

    def __init__(self, members: Members, ratings: ClubRatings, matches: Matches):
        self._members, self._ratings, self._matches = members, ratings, matches
        self._challenges: dict[str, Challenge] = {}
        self._numbers = itertools.count(1)
        self._often, self._often_from = RateLimit(30, 300.0), RateLimit(200, 300.0)
        self.is_here: Callable[[str], bool] = lambda _person: True
        """A callback that is true if a person has a page open."""
        self._timer: asyncio.TimerHandle | None = None
        self.feed = Feed("lobby")
        self.feed.more = lambda: {"people": self.feed.n_people, "games": self.n_games}

    @property
    def n_games(self) -> int:
        """Number of games of the club that run."""
        return sum(each.club is not None and not each.match.is_over for each in self._matches.sessions.values())

    # --- challenges -----------------------------------------------------------------------------------------------

    def open(self, person: str, match: Match[Any], *, rated: bool, seat: int | None) -> str:
        """Open a challenge, and return its id. Raises MessageError if the person may not do so now."""
        maker = self._may_play(person, match, rated=rated)
        if seat is not None and not 0 <= seat < len(match.seats):
            raise MessageError("seats", "there is no such side in this game")
        if sum(each.maker.person == person for each in self._challenges.values()) >= MOST_OWN:
            raise MessageError("challenges", "you have {most} open challenges: withdraw one first", most=MOST_OWN)
        if not has_share([each.address for each in self._challenges.values()], _MOST, ADDRESS.get()):
            raise MessageError("full", "this server is full: too many challenges are open; try again later")
        self._often_from.take(f"address {ADDRESS.get()}")
        self._often.take(person)
        challenge = Challenge(f"c{next(self._numbers)}", maker, match, rated, seat, ADDRESS.get())
        challenge.seen[person] = time.monotonic()
        self._challenges[challenge.id] = challenge
        if self._timer is None:
            self._look_later()
        self._show(challenge)
        return challenge.id

    def withdraw(self, person: str, number: str) -> None:
        """Withdraw a challenge, or step back from somebody else's."""
        challenge = self._challenge(number)
        if challenge.maker.person == person:
            self._remove(challenge)
        else:
            challenge.joined = [each for each in challenge.joined if each.person != person]
            self._show(challenge)

    def accept(self, person: str, number: str) -> tuple[str, Sequence[Member]]:
        """Accept a challenge. Returns the id of the game if it begins, else an empty string, and its players.

        Raises MessageError if the challenge is gone or not for this person.
        """
        challenge = self._challenge(number)
        member = self._may_play(person, challenge.match, rated=challenge.rated)
        if any(each.person == person for each in challenge.members):
            raise MessageError("own challenge", "you cannot take two seats of a game")
        if any(self._members.is_between(person, each.person) for each in challenge.members):
            raise MessageError("blocked", "you and a player of this game do not play with each other")
        away = next((each.name for each in challenge.members if not self.is_here(each.person)), None)
        if away is not None:
            raise MessageError("away", "{name} is away: try again in a moment", name=away)
        self._often_from.take(f"address {ADDRESS.get()}")
        self._often.take(person)
        challenge.joined.append(member)
        challenge.seen[person] = time.monotonic()
        if len(challenge.members) < len(challenge.match.seats):
            self._show(challenge)
            return "", challenge.members
        return self._begin(challenge), challenge.members

    def _begin(self, challenge: Challenge) -> str:
        persons = {member.person for member in challenge.members}
        for one in list(self._challenges.values()):
            if one.maker.person in persons:
                self._remove(one)
            elif any(member.person in persons for member in one.joined):
                one.joined = [member for member in one.joined if member.person not in persons]
                self._show(one)
        seats = challenge.joined[:]
        random.shuffle(seats)
        seat = random.randrange(len(seats) + 1) if challenge.seat is None else challenge.seat
        seats.insert(seat, challenge.maker)
        challenge.match.sit([Seat(PERSON, member.name) for member in seats])
        terms = ClubTerms(challenge.rated)
        return self._matches.begin_between(challenge.match, [member.person for member in seats], terms)

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(_LOOK, self._look)

    def _look(self) -> None:
        """Withdraw people who have had no page open for a while from their challenges, and look again later."""
        self._timer, now = None, time.monotonic()
        for challenge in list(self._challenges.values()):
            persons = [member.person for member in challenge.members]  # the maker is first, and ends the challenge
            challenge.seen |= {person: now for person in persons if self.is_here(person)}
            away = [person for person in persons if challenge.seen[person] != now]
            if gone := [person for person in away if now - challenge.seen[person] >= _AWAY]:
                self.withdraw(gone[0], challenge.id)
        if self._challenges:
            self._look_later()

    def close(self) -> None:
        """Stop the timers."""
        self.feed.close()
        if self._timer is not None:
            self._timer.cancel()

    def forget(self, person: str) -> None:
        """End the challenges of a person who leaves the club."""
        for number in self.own(person):
            self.withdraw(person, number)

    def own(self, person: str) -> list[str]:
        """The ids of the challenges that a person has opened or accepted."""
        own = self._challenges.values()
        return [each.id for each in own if any(member.person == person for member in each.members)]

    def _challenge(self, number: str) -> Challenge:
        challenge = self._challenges.get(number)
        if challenge is None:
            raise MessageError("challenge gone", "this challenge is no longer open")
        return challenge

    def _may_play(self, person: str, match: Match[Any], *, rated: bool) -> Member:
        member = self._members.present(person)
        if rated:
            self._ratings.check_fair(person)
        if not is_daily(match.control) and self.playing(person):
            raise MessageError("playing", "finish your game first")
        return member

    def playing(self, person: str) -> str:
        """The id of the game with a running clock that a person plays now; empty if there is none."""
        for game, session in self._matches.sessions.items():
            if session.is_live and person in session.people.seats:
                return game
        return ""

    def _remove(self, challenge: Challenge) -> None:
        self._challenges.pop(challenge.id, None)
        self.feed.remove(challenge.id)

    def _show(self, challenge: Challenge) -> None:
        match, maker = challenge.match, challenge.maker
        self.feed.put(
            challenge.id,
            {
                "id": challenge.id,
                "what": "challenge",
                **_game_fields(match),
                "rated": challenge.rated,
                "seat": challenge.seat,
                "seats": len(match.seats),
                "players": [
                    {"number": each.number, "name": each.name, **self._rating(each.person, match)}
                    for each in challenge.members
                ],
                "by": maker.number,
            },
        )

    def _rating(self, person: str, match: Match[Any]) -> dict[str, Any]:
        return self._ratings.of(person, pool_of(match)).to_json()

    def _number(self, person: str) -> int:
        member = self._members.of(person)
        return 0 if member is None else member.number

    # --- running games --------------------------------------------------------------------------------------------

    def show_game(self, session: MatchSession) -> None:
        """Show a game of the club while it is live."""
        if session.club is None or not session.is_live:
            self.feed.remove(session.id)
            return
        if self.n_games > MOST_SHOWN:
            return
        match = session.match
        self.feed.put(
            session.id,
            {
                "id": session.id,
                "what": "game",
                **_game_fields(match),
                "rated": session.club.terms.rated,
                "seat": None,
                "seats": len(match.seats),
                "players": [
                    {"number": self._number(person), "name": seat.name, **self._rating(person, match)}
                    for seat, person in zip(match.seats, session.people.seats, strict=True)
                ],
                "by": 0,
                **_board_fields(match),
            },
        )

    def show_move(self, session: MatchSession) -> None:
        """Show the position of a game that the lobby shows already."""
        if (entry := self.feed.get(session.id)) is not None:
            self.feed.put(session.id, {**entry, **_board_fields(session.match)})


def _game_fields(match: Match[Any]) -> dict[str, Any]:
    return {
        "kind": match.kind.name,
        "size": match.game.start.width if match.kind.sizes else None,
        "clock": "" if match.control is None else str(match.control),
    }


def _board_fields(match: Match[Any]) -> dict[str, Any]:
    position = match.position
    return {"cells": position.cells, "width": position.width, "moves": len(match.played)}
