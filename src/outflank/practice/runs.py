"""Runs of puzzles: against the clock, or until the first mistake. Each of the two has a rating of its own.

The scale is the same as for puzzles: a person with rating R against the clock solves half of the puzzles rated R while
the clock runs. Each answer of a run counts as a game against its puzzle (Glicko-2), so that a run moves the rating only
by as much as its puzzles were harder or easier than expected. Puzzle ratings outside runs do not change.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from outflank.people.glicko import GlickoRating, history, rested
from outflank.practice.deck import Deck, RunKind, seconds_of, time_of
from outflank.practice.puzzles import Puzzle
from outflank.practice.rating import BEGINNING, encounter_with

_DAY = 86400


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run, with the rating after it."""

    at: datetime
    solved: int
    rating: GlickoRating


class Runs:
    """A person's runs of one kind."""

    def __init__(self, deck: Deck, kind: RunKind):
        self._deck, self.kind = deck, kind

    def best(self) -> int | None:
        """The largest number of puzzles solved in one run, or None if there was no run."""
        return self._deck.best_run(self.kind)

    def rating(self, *, now: datetime) -> GlickoRating:
        """The rating, whose uncertainty has grown since the last run."""
        last = self.latest(1)
        if not last:
            return BEGINNING
        return rested(last[0].rating, max(0.0, (now - last[0].at).total_seconds()) / _DAY)

    def add(self, answers: Sequence[tuple[Puzzle, bool]], *, now: datetime) -> bool:
        """Store the answers of a run, and return True if none before it was as good."""
        best, at = self.best(), seconds_of(now)
        games = [(encounter_with(puzzle, is_right=is_right), float(at)) for puzzle, is_right in answers]
        rating = history(self.rating(now=now), games, float(at))[-1]
        solved = sum(is_right for _, is_right in answers)
        with self._deck.writing() as database:
            database.execute(
                "INSERT INTO runs (person, kind, at, solved, missed, rating, deviation, volatility, results)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(self._deck.person, self.kind, at, solved, len(answers) - solved),
                    *(rating.rating, rating.deviation, rating.volatility, rating.results),
                ),
            )
        return solved > (best or 0)

    def latest(self, most: int = 100) -> list[StoredRun]:
        """The latest runs that have a rating, newest first."""
        rows = self._deck.rows(
            "SELECT at, solved, rating, deviation, volatility, results FROM runs"
            " WHERE person = ? AND kind = ? AND rating IS NOT NULL ORDER BY number DESC LIMIT ?",
            self._deck.person,
            self.kind,
            most,
        )
        with self._deck.reading():
            return [StoredRun(time_of(at), solved, GlickoRating(*rating)) for at, solved, *rating in rows]

    def table_of_day(self, *, now: datetime, most: int = 20) -> list[tuple[str, int]]:
        """The people with the best runs since midnight in UTC, each with the number of puzzles, best first."""
        today = seconds_of(now) // _DAY * _DAY
        rows = self._deck.rows(
            "SELECT person, solved, min(number) FROM runs r WHERE kind = ? AND at >= ? AND solved > 0 AND solved ="
            " (SELECT max(solved) FROM runs b WHERE b.person = r.person AND b.kind = r.kind AND b.at >= ?)"
            " GROUP BY person ORDER BY solved DESC, 3 LIMIT ?",
            self.kind,
            today,
            today,
            most,
        )
        return [(person, solved) for person, solved, _ in rows]
