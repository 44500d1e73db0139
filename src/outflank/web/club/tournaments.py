"""Tournaments of the members, Swiss or round robin, on the schedules of `matches`.

The pairings of a round are stored in one transaction, with the ids of their games, before the games begin. Results are
those of the stored games. A server that is killed at any moment therefore goes on where it was: `resume` begins the
games that are missing, or the next round.

The clocks of all games run from the start of a round. A member who does not come loses on time, and is not paired
again before joining again.
"""

import asyncio
import json
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from outflank.errors import OutflankError
from outflank.matches.plan import Plan, Schedule
from outflank.matches.schedules import Draw, Meeting, RoundSum, circle, number_by_lot
from outflank.play import PERSON, Seat
from outflank.sessions.people import clean_name
from outflank.web import logs
from outflank.web.club.limits import RateLimit
from outflank.web.club.lobby import club_match
from outflank.web.club.members import Members
from outflank.web.club.ratings import ClubRatings
from outflank.web.games.club_results import ClubTerms, is_daily
from outflank.web.games.matches import Matches
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import points_of
from outflank.web.wire import MessageError

MOST_ENTRANTS, MOST_ROUNDS, MOST_OPEN = 64, 15, 20
LONGEST_TITLE = 60

_BREAK = 5.0  # seconds between two rounds
_OPEN_FOR = 86400.0  # seconds after which a tournament that never began is forgotten
_DAY = 86400.0
_HAS_ENDED = "state IN ('over', 'cancelled')"

Begun = Callable[[str, Iterable[str]], None]
"""A callback for a game that begins, with its players."""

TellPerson = Callable[[str, dict[str, Any]], None]
"""A callback that sends an event to all pages of a person."""


@dataclass(frozen=True, slots=True)
class ClubEntrant:
    """A member in a tournament."""

    number: int
    person: str
    name: str
    first: int
    is_active: bool


@dataclass(frozen=True, slots=True)
class ClubPairing:
    """A game of a round, or a bye of its only seat. `points` are None until the game is over."""

    seats: tuple[int, ...]
    game: str
    points: tuple[float, ...] | None
    absent: int | None = None
    """The seat that lost on time without a move."""
    cells: str = ""
    """The board, if the game has been stored."""
    width: int = 8


@dataclass(frozen=True, slots=True)
class ClubTournament:
    """A tournament as it is stored."""

    id: str
    title: str
    kind: str
    size: int | None
    clock: str
    rated: bool
    schedule: str
    rounds: int
    seed: int
    owner: str
    created: float
    state: str
    """open, running, over or cancelled"""

    @property
    def has_ended(self) -> bool:
        """True if no round follows."""
        return self.state in ("over", "cancelled")


class ClubTournaments:
    """All tournaments of a club."""

    def __init__(
        self,
        store: GameStore,
        members: Members,
        ratings: ClubRatings,
        matches: Matches,
        begun: Begun,
        tell: TellPerson,
    ):
        self._store, self._members, self._ratings, self._matches = store, members, ratings, matches
        self._begun, self._tell = begun, tell
        self._often = RateLimit(5, _DAY)
        self._timers: dict[str, asyncio.TimerHandle] = {}

    # --- reading --------------------------------------------------------------------------------------------------

    def latest(self, most: int = 30) -> list[ClubTournament]:
        """The latest tournaments, those that are not over first."""
        query = f"SELECT * FROM club_tournaments ORDER BY {_HAS_ENDED}, created DESC LIMIT ?"
        return [_tournament(row) for row in self._store.rows(query, most)]

    def n_entrants(self) -> dict[str, int]:
        """Number of entrants of each tournament who take part, by its id."""
        query = "SELECT tournament, count(*) FROM club_entrants WHERE active = 1 GROUP BY tournament"
        return dict(self._store.rows(query))

    def tournament(self, number: str) -> ClubTournament:
        """The tournament with an id. Raises MessageError if there is none."""
        rows = self._store.rows("SELECT * FROM club_tournaments WHERE id = ?", number)
        if not rows:
            raise MessageError("unknown tournament", "there is no such tournament here")
        return _tournament(rows[0])

    def entrants(self, number: str) -> list[ClubEntrant]:
        """The entrants of a tournament, in the order in which they joined."""
        query = "SELECT number, person, name, first, active FROM club_entrants WHERE tournament = ? ORDER BY number"
        rows = self._store.rows(query, number)
        return [ClubEntrant(each, person, name, first, bool(active)) for each, person, name, first, active in rows]

    def rounds(self, number: str) -> list[list[ClubPairing]]:
        """The rounds that have been paired, with the results of their games."""
        query = (
            "SELECT p.round, p.seats, p.game, g.cells, g.width, g.won, g.n_moves, g.result FROM club_pairings p"
            " LEFT JOIN games g ON g.id = p.game AND p.game <> '' WHERE p.tournament = ? ORDER BY p.round, p.board"
        )
        found: defaultdict[int, list[ClubPairing]] = defaultdict(list)
        for round_, seats, game, cells, width, *ending in self._store.rows(query, number):
            pairing = _pairing(tuple(json.loads(seats)), game, *ending)
            found[round_].append(replace(pairing, cells=cells or "", width=width or 8))
        return [found[round_] for round_ in sorted(found)]

    def draw(
        self, tournament: ClubTournament, entrants: Sequence[ClubEntrant], rounds: Sequence[Sequence[ClubPairing]]
    ) -> Draw:
        """The standings after the rounds that are over."""
        plan = Plan(
            None,
            tournament.title,
            (),
            Schedule("swiss", games=1, rounds=tournament.rounds),
            tournament.kind,
            seed=tournament.seed,
        )
        draw = Draw(plan, [each.number for each in entrants], {each.number: each.first for each in entrants})
        for number, round_ in enumerate(rounds):
            sums: defaultdict[int, RoundSum] = defaultdict(RoundSum)
            for pairing in round_:
                for seat, points in zip(pairing.seats, pairing.points or (0.0, 0.0), strict=False):
                    sums[seat].points += points
            meetings = [pairing.seats for pairing in round_ if len(pairing.seats) > 1]
            draw.add(number, meetings, [pairing.seats[0] for pairing in round_ if len(pairing.seats) == 1], sums)
        for each in entrants:
            if each.number not in draw.order:
                draw.order.append(each.number)
        return draw

    # --- before the start -----------------------------------------------------------------------------------------

    def create(
        self,
        person: str,
        title: str,
        kind: str,
        size: int | None,
        clock: str,
        schedule: str,
        rounds: int,
        *,
        rated: bool,
    ) -> str:
        """Announce a tournament, which its maker joins, and return its id. Raises RequestError if it is impossible."""
        self._members.present(person)
        title = clean_name(title, LONGEST_TITLE)
        if not title:
            raise MessageError("title", "expected a title for the tournament")
        match = club_match(kind, size, clock, rated=rated)
        if len(match.seats) != 2 or match.control is None or is_daily(match.control):
            raise MessageError("tournament", "a tournament needs a game for two and a clock without days")
        with self._store.writing("the tournament could not be saved") as database:
            database.execute(
                "DELETE FROM club_tournaments WHERE state = 'open' AND created < ?", (time.time() - _OPEN_FOR,)
            )
            database.execute("DELETE FROM club_entrants WHERE tournament NOT IN (SELECT id FROM club_tournaments)")
            count = database.execute(f"SELECT count(*) FROM club_tournaments WHERE NOT {_HAS_ENDED}").fetchone()[0]
            if count >= MOST_OPEN:
                raise MessageError("full", "there are too many tournaments: wait until one is over")
            self._often.take(person)
            number = secrets.token_urlsafe(16)
            row = (number, title, kind, size, clock, rated, schedule, rounds, secrets.randbits(31), person)
            database.execute(
                "INSERT INTO club_tournaments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')", (*row, time.time())
            )
        self.join(person, number)
        return number

    def join(self, person: str, number: str) -> None:
        """Let a member take part, from the next round on. Raises MessageError if that is impossible."""
        member, tournament = self._members.present(person), self.tournament(number)
        if tournament.rated:
            self._ratings.check_fair(person)
        entrants = self.entrants(number)
        own = next((each for each in entrants if each.person == person), None)
        has_begun = tournament.state != "open"
        if tournament.has_ended or (own is None and has_begun and tournament.schedule != "swiss"):
            raise MessageError("too late", "nobody can join this tournament any longer")
        if own is None and len(entrants) >= MOST_ENTRANTS:
            raise MessageError("full", "this tournament has {most} entrants already", most=MOST_ENTRANTS)
        first = len(self.rounds(number)) if has_begun else 0
        with self._store.writing("the change could not be saved") as database:
            if own is not None:
                database.execute(
                    "UPDATE club_entrants SET active = 1 WHERE tournament = ? AND number = ?", (number, own.number)
                )
                return
            next_number = max((each.number for each in entrants), default=0) + 1
            database.execute(
                "INSERT INTO club_entrants VALUES (?, ?, ?, ?, ?, 1)", (number, next_number, person, member.name, first)
            )

    def leave(self, person: str, number: str) -> None:
        """Withdraw a member. A game that has begun goes on."""
        has_begun = self.tournament(number).state != "open"
        what = "UPDATE club_entrants SET active = 0" if has_begun else "DELETE FROM club_entrants"
        with self._store.writing("the change could not be saved") as database:
            database.execute(f"{what} WHERE tournament = ? AND person = ?", (number, person))

    def start(self, person: str, number: str) -> None:
        """Begin the first round. Raises MessageError if the person may not do so or too few have joined."""
        tournament, entrants = self.tournament(number), self.entrants(number)
        if tournament.owner != person:
            raise MessageError("owner", "only the person who announced the tournament can start it")
        if tournament.state != "open":
            raise MessageError("too late", "the tournament has begun already")
        if len(entrants) < 2:
            raise MessageError("tournament", "a tournament needs at least two people")
        rounds = tournament.rounds
        if tournament.schedule == "round-robin":
            rounds = len(circle([each.number for each in entrants]))
        with self._store.writing("the change could not be saved") as database:
            database.execute("UPDATE club_tournaments SET state = 'running', rounds = ? WHERE id = ?", (rounds, number))
        self._pair(number)

    def cancel(self, person: str, number: str) -> None:
        """End a tournament before its end, and tell its entrants. Games in progress go on.

        Raises MessageError if the person may not do so.
        """
        tournament = self.tournament(number)
        if tournament.owner != person:
            raise MessageError("owner", "only the person who announced the tournament can cancel it")
        if tournament.has_ended:
            raise MessageError("too late", "the tournament is over already")
        self._cancel(tournament)

    def cancel_all(self, person: str) -> None:
        """Cancel the tournaments of an organiser who leaves the club."""
        query = f"SELECT * FROM club_tournaments WHERE owner = ? AND NOT {_HAS_ENDED}"
        for row in self._store.rows(query, person):
            self._cancel(_tournament(row))

    def _cancel(self, tournament: ClubTournament) -> None:
        with self._store.writing("the change could not be saved") as database:
            database.execute("UPDATE club_tournaments SET state = 'cancelled' WHERE id = ?", (tournament.id,))
        for each in self.entrants(tournament.id):
            if each.is_active and each.person != tournament.owner:
                self._tell(each.person, {"type": "elsewhere", "tournament": tournament.id, "title": tournament.title})

    # --- rounds ---------------------------------------------------------------------------------------------------

    def resume(self) -> None:
        """Go on with all tournaments after the server has started."""
        for (number,) in self._store.rows("SELECT id FROM club_tournaments WHERE state = 'running'"):
            self._go_on(number)

    def advance(self, number: str) -> None:
        """Begin the next round after a break, if the last game of a round has ended."""
        rounds = self.rounds(number)
        if rounds and all(pairing.points is not None for pairing in rounds[-1]):
            self._later(number)

    def close(self) -> None:
        """Stop the timers."""
        for timer in self._timers.values():
            timer.cancel()

    def _later(self, number: str) -> None:
        if number not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[number] = loop.call_later(_BREAK, self._go_on, number)

    def _go_on(self, number: str) -> None:
        """Begin the games that are missing in the current round, or the next round if it is over."""
        self._timers.pop(number, None)
        try:
            if self.tournament(number).has_ended:
                return
            rounds = self.rounds(number)
            if rounds and any(pairing.points is None for pairing in rounds[-1]):
                self._begin_games(number)
            else:
                self._pair(number)
        except OutflankError as error:
            logs.event(logs.WARNING, "tournament not continued", reason=str(error))
            self._later(number)

    def _pair(self, number: str) -> None:
        """Store the pairings of the next round and begin its games, or end the tournament."""
        tournament, entrants, rounds = self.tournament(number), self.entrants(number), self.rounds(number)
        if tournament.state != "running":
            return
        last = rounds[-1] if rounds else []
        absent = {pairing.seats[pairing.absent] for pairing in last if pairing.absent is not None}
        active = [each.number for each in entrants if each.is_active and each.number not in absent]
        drawn = None if len(active) < 2 else self._drawn(tournament, entrants, rounds, active)
        with self._store.writing("the round could not be saved") as database:
            for each in absent:
                database.execute(
                    "UPDATE club_entrants SET active = 0 WHERE tournament = ? AND number = ?", (number, each)
                )
            if drawn is None:
                database.execute("UPDATE club_tournaments SET state = 'over' WHERE id = ?", (number,))
                return
            for board, seats in enumerate(drawn):
                game = secrets.token_urlsafe(16) if len(seats) > 1 else ""
                database.execute(
                    "INSERT INTO club_pairings VALUES (?, ?, ?, ?, ?)",
                    (number, len(rounds), board, json.dumps(seats), game),
                )
        self._begin_games(number)

    def _drawn(
        self,
        tournament: ClubTournament,
        entrants: Sequence[ClubEntrant],
        rounds: Sequence[Sequence[ClubPairing]],
        active: Sequence[int],
    ) -> list[Meeting] | None:
        """The games of the next round, Black first, and then the byes; None if there are no more rounds."""
        if len(rounds) >= tournament.rounds:
            return None
        if tournament.schedule == "round-robin":
            everybody = [each.number for each in entrants]
            meetings = circle(everybody)[len(rounds)]
            playing = [meeting for meeting in meetings if set(meeting) <= set(active)]
            byes = [player for player in active if not any(player in meeting for meeting in playing)]
        else:
            draw = self.draw(tournament, entrants, rounds)
            draw.players, draw.order = active, [player for player in draw.order if player in active]
            found = draw.next_round(len(rounds))
            if found is None:
                return None
            playing, byes = found
        blacks = Counter(pairing.seats[0] for round_ in rounds for pairing in round_ if len(pairing.seats) > 1)

        def lot(player: int) -> int:
            return number_by_lot(tournament.seed, "colour", len(rounds), player)

        games = [tuple(sorted(meeting, key=lambda player: (blacks[player], lot(player)))) for meeting in playing]
        return [*games, *((player,) for player in byes)]

    def _begin_games(self, number: str) -> None:
        """Begin the games of the current round that are not stored yet."""
        tournament, entrants = self.tournament(number), {each.number: each for each in self.entrants(number)}
        rounds = self.rounds(number)
        for pairing in rounds[-1]:
            if not pairing.game or self._store.load(pairing.game) is not None:
                continue
            players = [entrants[seat] for seat in pairing.seats]
            match = club_match(tournament.kind, tournament.size, tournament.clock, rated=tournament.rated)
            match.sit([Seat(PERSON, player.name) for player in players])
            persons = [player.person for player in players]
            self._matches.begin_between(match, persons, ClubTerms(tournament.rated, number), pairing.game)
            self._begun(pairing.game, persons)
        if all(pairing.points is not None for pairing in rounds[-1]):
            self._later(number)  # nothing but byes


def _tournament(row: Sequence[Any]) -> ClubTournament:
    number, title, kind, size, clock, rated, *others = row
    return ClubTournament(number, title, kind, size, clock, bool(rated), *others)


def _pairing(
    seats: tuple[int, ...], game: str, won: int | None, n_moves: int | None, result: str | None
) -> ClubPairing:
    if len(seats) == 1:
        return ClubPairing(seats, "", (1.0,))
    if won is None:
        return ClubPairing(seats, game, None)
    points = tuple(points_of(won, seat) for seat in range(len(seats)))
    ending = json.loads(result or "{}")
    loser = ending.get("loser") if ending.get("how") == "time" else None
    return ClubPairing(seats, game, points, loser if loser is not None and (n_moves or 0) <= loser else None)
