"""From which positions and openings the games of a tournament begin, found as they are needed."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from outflank.errors import OutflankError
from outflank.matches.openings import each_opening
from outflank.matches.plan import Plan
from outflank.matches.schedule import Pairing
from outflank.matches.schedules import drawn
from outflank.matches.store import Fixture


class Starts:
    """The openings of a tournament by number, or its boards where these are random. Raises OutflankError."""

    def __init__(self, plan: Plan):
        self._plan = plan
        self._start = plan.start()
        self._found: list[tuple[str, ...]] = []
        self._more: Iterator[Any] = iter(())
        if plan.kind.sizes:
            try:
                self._more = each_opening(plan.openings_source, plan.seed, self._start)
                self._find(1)
            except OutflankError as error:
                raise OutflankError(f"{plan.shown}: openings: {error}") from None

    @property
    def first(self) -> Any:
        """A position as games begin with."""
        return self._start

    def n_different(self, n: int) -> int:
        """How many openings there are, of the `n` that are needed: others are played more than once."""
        if not self._plan.kind.sizes:
            return n
        self._find(n)
        return min(n, len(self._found))

    def pairing(self, fixture: Fixture) -> Pairing:
        """A game with its start and a seed of its own: the same ones for the same game, whatever else is played."""
        plan = self._plan
        seed = drawn(plan.seed, fixture.round, fixture.opening, *fixture.seats)
        if not plan.kind.sizes:
            return Pairing(fixture.seats, plan.start(plan.seed * 1_000_003 + fixture.opening), (), seed)
        self._find(fixture.opening + 1)
        return Pairing(fixture.seats, self._start, self._found[fixture.opening % len(self._found)], seed)

    def _find(self, n: int) -> None:
        self._found.extend(game.moves for game in islice(self._more, max(0, n - len(self._found))))
