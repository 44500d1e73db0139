"""The part of a game in progress that only games of the club have: terms, clocks that run alone, and the result."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from outflank.errors import RequestError
from outflank.play import Match
from outflank.sessions.sharing import Question
from outflank.web.games.club_results import ClubResult, ClubRow, ClubTerms, is_daily


class ClubGame:
    """The club's part of a match in progress."""

    def __init__(self, terms: ClubTerms):
        self.terms = terms
        self._result: ClubResult | None = None

    def check_question(self, what: Question) -> None:
        """Raise RequestError if the terms exclude a question."""
        if what == "undo" and (self.terms.rated or self.terms.tournament):
            raise RequestError("rated", "moves of a rated game cannot be taken back")
        if what == "rematch" and self.terms.tournament:
            raise RequestError("tournament", "the tournament pairs its players itself")

    def end(self, match: Match[Any], persons: Sequence[str]) -> None:
        """Record the result of a rated game."""
        if self.terms.rated:
            self._result = ClubResult.of(match, persons, time.time())

    def row(self, match: Match[Any], persons: Sequence[str], elapsed: float) -> ClubRow:
        """The part to store. `elapsed` is the number of seconds already used in the current turn."""
        if match.is_over:
            return ClubRow(self.terms, result=self._result)
        left = match.time_left()
        due = time.time() + left.seconds - elapsed if left is not None and is_daily(match.control) else None
        return ClubRow(self.terms, persons[match.position.turn], due)

    def to_json(self, match: Match[Any], elapsed: float) -> dict[str, Any]:
        """The fields to store in a game's state."""
        since = {"since": time.time() - elapsed} if is_daily(match.control) else {}
        return {"club": self.terms.to_json(), **since}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> tuple["ClubGame | None", float]:
        """Recreate the part from a game's state, and return it with the seconds used in the current turn.

        In correspondence, time also passes while the server does not run.
        """
        used = float(data.get("used", 0.0))
        if "since" in data:
            used = max(0.0, time.time() - float(data["since"]))
        return (cls(ClubTerms.from_json(data["club"])) if "club" in data else None), used
