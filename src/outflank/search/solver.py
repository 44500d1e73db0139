"""Exact scores, best moves and lines of endgames.

The score is found by ever closer bounds; before that, searches to some depth, then selective ones to the end, fill the
table with good first moves. One thread visits the same nodes every time.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from outflank.errors import OutflankError
from outflank.evaluation.weights import Weights
from outflank.play import MoveValue
from outflank.rules import Position
from outflank.search.root import Limits, Root, Stopped
from outflank.search.score import HIGHEST, LOWEST
from outflank.search.table import EXACT


def preparation(n_empties: int) -> list[tuple[int, int]]:
    """The searches that come before the exact one, as (depth, level of selectivity)."""
    if n_empties < _PREPARED_FROM:
        return []
    depths = range(4 + n_empties % 2, max(n_empties - 10, 5), 2)
    return [*((depth, 0) for depth in depths), *((n_empties, level) for level in _LEVELS)]


_PREPARED_FROM = 14
_LEVELS = (0, 2)


@dataclass(frozen=True, slots=True)
class Solution:
    """What was proven about a position: its score lies between `lower` and `upper`, in the mover's view.

    `moves` holds the best move, or all moves if they were asked for, best first. `pv` is the line of best play to the
    end of the game, complete where the score is exact.
    """

    lower: int = LOWEST
    upper: int = HIGHEST
    pv: tuple[str, ...] = ()
    moves: tuple[MoveValue, ...] = ()
    nodes: int = 0
    seconds: float = 0.0

    @property
    def score(self) -> int | None:
        """The exact score, None if it is not known."""
        return self.lower if self.lower == self.upper else None

    @property
    def best(self) -> str | None:
        """The best move, None if none was proven best or the game is over."""
        return self.pv[0] if self.pv else None


class Solver:
    """Solves 8×8 positions exactly. One search at a time; `stop` ends it from any thread.

    `megabytes` is the size of the transposition table; `threads` is how many search at once; `weights` are those that
    come with the package unless given.
    """

    def __init__(self, megabytes: int = 128, threads: int = 1, weights: Weights | None = None):
        self.root = Root(megabytes, threads, weights)

    @property
    def nodes(self) -> int:
        """Nodes of the search that runs or ran last, so far, by all threads. May be read from any thread."""
        return self.root.nodes

    def stop(self) -> None:
        """Let the search that runs return what it has proven so far."""
        self.root.stop()

    def solve(
        self,
        position: Position,
        *,
        win_only: bool = False,
        top: int = 1,
        limits: Limits | None = None,
        watch: Callable[[Solution], Any] | None = None,
    ) -> Solution:
        """The exact score of a position, and its best line; with `win_only`, no more than which side wins.

        `top` asks for the scores of that many best moves. `watch` is told each time the bounds come closer. If stopped
        or out of limits, the bounds are what is proven so far. Raises OutflankError for a board that is not 8×8.
        """
        if position.size != 8:
            raise OutflankError(f"expected an 8×8 board, got {position.size}×{position.size}")
        self.root.table.clear(n_entries=1 << position.n_empties + 2)  # about as many as there will be
        proof = _Proof(self.root, position, watch or (lambda _solution: None))
        with self.root.search(limits or Limits()), suppress(Stopped):
            proof.prepare()
            proof.rank(top) if top > 1 and position.legal_mask else proof.solve(win_only)
        return proof.measured()


class _Proof:
    """One call of `Solver.solve`."""

    def __init__(self, root: Root, position: Position, watch: Callable[[Solution], Any]):
        self.root, self.position, self.watch = root, position, watch
        self.solution = Solution()
        self.guess = 0

    def measured(self) -> Solution:
        """The solution so far, with what it cost."""
        return replace(self.solution, nodes=self.root.nodes, seconds=self.root.seconds)

    # --- bounds ---------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Search without proof: for a guess of the score, and for good first moves."""
        if self.position.legal_mask:
            for depth, level in preparation(self.position.n_empties):
                self.guess = self.root.score(self.position.player, self.position.opponent, depth, level, self.guess)

    def solve(self, win_only: bool) -> None:
        """Bring the bounds of the position together, or with `win_only` to one side of a draw; then find a line."""
        player, opponent, n_empties = self.position.player, self.position.opponent, self.position.n_empties
        guess = 0 if win_only else self.guess
        for lower, upper, _ in self.root.bounds(player, opponent, n_empties, EXACT, guess, win_only=win_only):
            self.solution = replace(self.solution, lower=lower, upper=upper)
            self.watch(self.measured())
        if self.position.is_over:
            return
        if self.solution.score is not None:
            pv = self.root.proven_line(self.position, lower)
            found = MoveValue(pv[0], lower, "exact", n_empties, 100, "exact", pv)
        else:  # replies beyond the first move were only shown to be good enough
            pv = (self.root.move_that_holds(self.position, lower),)
            found = MoveValue(pv[0], lower, "lower", n_empties, 100, "wld", pv)
        self.solution = replace(self.solution, pv=pv, moves=(found,))

    # --- moves and lines ------------------------------------------------------------------------------------------

    def rank(self, top: int) -> None:
        """Find the exact scores of the `top` best moves, and an upper bound for each of the others."""
        n_empties = self.position.n_empties
        lines: dict[str, tuple[str, ...]] = {}
        for known in self.root.rank(self.position, n_empties, EXACT, top):
            last = known[-1]
            lines[last.move] = (last.move,)
            if last.is_exact:
                lines[last.move] += self.root.proven_line(self.position.play(last.move), -last.value)
            found = [
                MoveValue(
                    each.move,
                    each.value,
                    "exact" if each.is_exact else "upper",
                    n_empties,
                    100,
                    "exact",
                    lines[each.move],
                )
                for each in known
            ]
            self._take(found)

    def _take(self, found: list[MoveValue]) -> None:
        """Make the moves that are known so far the solution, best first."""
        moves = tuple(sorted(found, key=lambda known: (-(known.value or 0), known.bound != "exact")))
        best, complete = int(moves[0].value or 0), len(moves) == len(self.position.legal_moves)
        self.solution = Solution(best, best if complete else HIGHEST, moves[0].pv if complete else (), moves)
        self.watch(self.measured())
