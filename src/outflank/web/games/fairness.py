"""Fair-play rules: nobody gets help while playing or watching a game between people.

While a person plays a rated game of the club, this person gets no help with any position. In correspondence, which
takes days, only the positions of the game are protected.

In a game against a program, everybody may ask for help, but the game then does not count for a rating.

Players and spectators of such a game cannot see the values of its positions until it is over. This covers every
position that has been on the board, and every position that can arise within `AHEAD` moves, in any symmetry and with
either side to move. Anybody else may request these values.
"""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from outflank.errors import OutflankError
from outflank.play import GamePosition
from outflank.rules.discs import DiscPosition
from outflank.sessions.sharing import RunningError
from outflank.web.catalogue import kind_named
from outflank.web.games.match_session import MatchSession
from outflank.web.games.schema import ELSEWHERE
from outflank.web.games.store import GameStore

AHEAD = 12
"""Number of moves ahead for which the positions of a game are protected."""

LEFT_AFTER = 30 * 86400.0
"""Seconds without a move after which a game counts as abandoned.

Without this limit, the game's positions could stay protected for ever.
"""

_COMMON = 8  # moves; with fewer, different games often reach the same position

_SHARED = (
    f"m.person <> '*' AND coalesce(m.seat, 0) <> {ELSEWHERE} AND g.won IS NULL AND g.n_moves > 0 AND g.changed > ?"
    " AND EXISTS (SELECT 1 FROM parts o WHERE o.game = g.number AND o.person NOT IN (m.person, '*')"
    f" AND coalesce(o.seat, 0) <> {ELSEWHERE})"
)
_GAMES = f"FROM parts m JOIN games g ON g.number = m.game WHERE {_SHARED}"


@dataclass(frozen=True, slots=True)
class Bars:
    """The protected positions of one game in progress. `boards` contains the positions that have already occurred."""

    kind: str
    size: int
    now: DiscPosition
    boards: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, positions: Sequence[Any]) -> "Bars | None":
        """Collect a game's positions, except the start position, which all games share.

        Returns None if the game is not played with discs.
        """
        now = positions[-1]
        if not isinstance(now, DiscPosition):
            return None
        return cls(now.game, now.size, now, frozenset(map(_discs, positions[1:])))

    def take(self, position: GamePosition) -> bool:
        """True if a position has been on the board or may soon be."""
        return any(_discs(each) in self.boards or self._precedes(each) for each in self._images(position))

    def take_line(self, positions: Sequence[GamePosition]) -> bool:
        """True if a line of play could help a player of the game.

        This is the case if the line ends in one of the game's positions, continues from the current position, or starts
        from a position that the game may soon reach.
        """
        first, last = positions[0], positions[-1]
        if any(_discs(each) in self.boards for each in self._images(last)):
            return True
        if any(map(self.is_now, positions)) and (self.is_told_apart or self._is_near(last)):
            return True
        return any(map(self._precedes, self._images(first)))

    def is_now(self, position: GamePosition) -> bool:
        """True if a position is on the board now, in any symmetry."""
        return any(_discs(each) == _discs(self.now) for each in self._images(position))

    @property
    def is_told_apart(self) -> bool:
        """True if enough moves have been played that other games are unlikely to reach the same position."""
        return self.now.occupied.bit_count() - 4 >= _COMMON

    def _images(self, position: GamePosition) -> Iterator[DiscPosition]:
        """The 8 symmetric images of a position; empty if its game or board size is different."""
        if isinstance(position, DiscPosition) and (position.game, position.size) == (self.kind, self.size):
            yield from map(position.transformed, range(8))

    def _precedes(self, position: DiscPosition) -> bool:
        """True if the game may soon reach a position.

        The position must occupy every square that is occupied now, and at most `AHEAD` more.
        """
        return not self.now.occupied & ~position.occupied and self._is_near(position)

    def _is_near(self, position: GamePosition) -> bool:
        if not isinstance(position, DiscPosition):
            return False
        return 0 <= position.occupied.bit_count() - self.now.occupied.bit_count() <= AHEAD


def _discs(position: DiscPosition) -> tuple[int, int]:
    """The discs of the side to move, then those of the other side, regardless of their colours."""
    return position.player, position.opponent


class Fairness:
    """Checks that enforce fair play. `sessions` contains the games in memory, and `store` contains all others."""

    def __init__(self, store: GameStore, sessions: Mapping[str, MatchSession]):
        self._store, self._sessions = store, sessions

    def check(self, person: str, position: GamePosition) -> None:
        """Raise RunningError if a position belongs to an unfinished game that the person plays or watches."""
        self._check_rated(person)
        if any(bars.take(position) for bars in self._bars(person)):
            raise RunningError
        self._note_help(person, lambda bars: bars.is_now(position) or (bars.is_told_apart and bars.take(position)))

    def check_line(self, person: str, positions: Sequence[GamePosition]) -> None:
        """Raise RunningError if a line of play could help in an unfinished game that the person plays or watches."""
        self._check_rated(person)
        if any(bars.take_line(positions) for bars in self._bars(person)):
            raise RunningError
        self._note_help(person, lambda bars: bars.is_told_apart and bars.take_line(positions))

    def check_all(self, person: str, positions: Sequence[GamePosition]) -> None:
        """Raise RunningError if one of many positions belongs to an unfinished game of the person, as in `check`."""
        self._check_rated(person)
        if any(bars.take(position) for bars in self._bars(person) for position in positions):
            raise RunningError
        self._note_help(person, lambda bars: bars.is_told_apart and any(map(bars.take, positions)))

    def _check_rated(self, person: str) -> None:
        """Raise RunningError while a person plays a rated game, because then there is no help with any position."""
        if person and any(
            person in session.people.seats and session.is_live
            for session in self._sessions.values()
            if session.club is not None and session.club.terms.rated
        ):
            raise RunningError(is_rated=True)

    def _note_help(self, person: str, helps: Callable[[Bars], bool]) -> None:
        """Record help in each of the person's games against a program in which values help."""
        for session in self._sessions.values():
            if not person or person not in session.people.persons or session.match.is_over:
                continue
            bars = Bars.of(session.match.game.positions)
            if bars is not None and helps(bars):
                session.note_help()

    def is_running(self, game: str) -> bool:
        """True if a game is in progress between people."""
        session = self._sessions.get(game)
        if session is not None:
            return session.is_between_people
        return bool(self._store.rows(f"SELECT 1 {_GAMES} AND g.id = ? LIMIT 1", _oldest(), game))

    def check_program(self, persons: Collection[str], position: GamePosition) -> None:
        """Raise RunningError if a program's move in this position would help any of these people in another game."""
        every = (bars for person in persons for bars in self._bars(person))
        if any(bars.is_told_apart and bars.is_now(position) for bars in every):
            raise RunningError

    def _bars(self, person: str) -> Iterator[Bars]:
        """Yield the protected positions of each game in progress that a person plays or watches.

        All pages without a key count as the same person.
        """
        for session in self._sessions.values():
            if session.is_between_people and (person in session.people.persons or session.watchers.has(person)):
                bars = Bars.of(session.match.game.positions)
                if bars is not None:
                    yield bars
        if person:
            query = f"SELECT g.id, g.kind, g.start, g.moves {_GAMES} AND m.person = ?"
            for game, kind, start, moves in self._store.rows(query, _oldest(), person):
                bars = None if game in self._sessions else _kept_bars(kind, start, moves)
                if bars is not None:
                    yield bars


def _oldest() -> float:
    """The cut-off time: a game whose last move was made before this time counts as abandoned."""
    return time.time() - LEFT_AFTER


@lru_cache(256)
def _kept_bars(kind: str, start: str, moves: str) -> Bars | None:
    """The protected positions of a stored game; None if the game is unreadable or is not played with discs."""
    try:
        known: Any = kind_named(kind)
        positions = known.new_game(known.read(start), moves.split()).positions
    except OutflankError:
        return None
    return Bars.of(positions)
