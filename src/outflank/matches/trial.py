"""A sequential test between two players while their games come in."""

from collections.abc import Sequence

from outflank.matches.statistics import Sprt


class Trial:
    """Pairs of games are counted in the order of their openings, so that who thinks faster decides nothing.

    `llrs` are the log-likelihood ratios after each pair, up to the one that decides; `verdict` is as in `Sprt.verdict`.
    """

    def __init__(self, sprt: Sprt, one: int, other: int):
        self.sprt, self.one, self.other = sprt, one, other
        self.verdict: bool | None = None
        self.llrs: list[float] = []
        self.outcomes = [0] * 5
        self._halves: dict[int, float] = {}
        self._whole: dict[int, float] = {}

    @property
    def llr(self) -> float:
        """The log-likelihood ratio as it stands."""
        return self.llrs[-1] if self.llrs else 0.0

    def is_of(self, seats: Sequence[int]) -> bool:
        """Whether a game counts for the test."""
        return set(seats) == {self.one, self.other}

    def add(self, opening: int, seats: Sequence[int], points: Sequence[float]) -> None:
        """A game that was played."""
        if not self.is_of(seats):
            return
        taken = points[seats.index(self.one)]
        if opening not in self._halves:
            self._halves[opening] = taken
            return
        self._whole[opening] = self._halves.pop(opening) + taken
        while self.verdict is None and (pair := self._whole.pop(len(self.llrs), None)) is not None:
            self.outcomes[round(2 * pair)] += 1
            self.llrs.append(self.sprt.llr_of(self.outcomes))
            self.verdict = self.sprt.verdict_at(self.llr)
