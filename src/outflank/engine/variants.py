"""The search of variants on boards up to 8×8: a glance by the plain search, then exact scores by the compiled solver.

Importing this module compiles the solver or loads it from the cache, so `engine.Engine` imports it only when needed.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from outflank.engine.plain import PlainSearch
from outflank.play.analysis import Analysis, MoveValue, by_value
from outflank.play.limit import Limit
from outflank.rules import DiscPosition
from outflank.search.windows import Stopped
from outflank.variants.root import VariantRoot

_GLANCE = 3  # plies
_GLANCE_SHARE = 0.2  # of the time or the nodes


class VariantSearch:
    """Searches positions of one game on one board, one at a time. The table retains earlier results."""

    def __init__(self, kind: type[DiscPosition], size: int, megabytes: int, threads: int):
        self.root = VariantRoot(kind, size, megabytes, threads)
        self._glanced = Analysis()

    def is_for(self, position: DiscPosition) -> bool:
        """Return whether this search is for the position's game and board."""
        return (type(position), position.size) == (self.root.kind, self.root.shape.size)

    @property
    def nodes(self) -> int:
        """Nodes visited by the current or most recent search. May be read from any thread."""
        return self._glanced.nodes + self.root.nodes

    def interrupt(self) -> None:
        """Make the search check whether it should stop. May be called from any thread."""
        self.root.interrupt()

    def run(
        self,
        position: DiscPosition,
        limit: Limit,
        top: int,
        stopping: threading.Event,
        report: Callable[[Analysis], Any] | None,
    ) -> Analysis:
        """Solve a position in which the game is not over, reporting every improvement, and return the result.

        The `top` best moves get exact scores, and the others upper bounds, until the limit is reached.
        """
        glance = _part(limit, _GLANCE_SHARE, depth=_GLANCE)
        known = self._glanced = PlainSearch().run(position, glance, top, stopping, report)
        seconds = None if limit.seconds is None else max(limit.seconds - known.seconds, 1e-6)
        nodes = None if limit.nodes is None else max(limit.nodes - known.nodes, 1)
        with self.root.search(Limit(seconds=seconds, nodes=nodes), stopping), suppress(Stopped):
            found = self._scored(position, known) if top == 1 else self._ranked(position, known, top)
            for known in found:
                if report is not None:
                    report(self._measured(known))
        return self._measured(known)

    def _measured(self, known: Analysis) -> Analysis:
        return replace(known, nodes=self.nodes, seconds=self._glanced.seconds + self.root.seconds)

    def _scored(self, position: DiscPosition, known: Analysis) -> Iterator[Analysis]:
        """Yield bounds of the score until they meet, then the best move, and then a line. Raises Stopped."""
        for lower, upper in self.root.bounds(position, _even(known.value)):
            known = replace(known, lower=lower, upper=upper)
            yield known
        move = self.root.move_that_holds(position, lower)
        best = _exact(position, move, lower)
        yield replace(known, move=move, moves=(best,))
        yield replace(known, move=move, moves=(self._lengthened(position, best),))

    def _ranked(self, position: DiscPosition, known: Analysis, top: int) -> Iterator[Analysis]:
        """Yield the moves that are searched so far, with exact scores or upper bounds, and then lines. Raises Stopped.

        The lines come last, because early in the game they take longer than the scores.
        """
        found: list[MoveValue] = []
        left = list(known.ranked())
        while left:
            glanced = left.pop(0)
            exact = sorted((int(each.value or 0) for each in found if each.bound == "exact"), reverse=True)
            found.append(self._valued(position, glanced, exact[top - 1] if len(exact) >= top else None))
            found.sort(key=by_value)
            best, is_complete = int(found[0].value or 0), len(found) == len(known.moves)
            upper = best if is_complete else self.root.highest
            yield Analysis(found[0].move, (*found, *left), lower=best, upper=upper)
        for i, each in enumerate(found):
            if each.is_proven:
                found[i] = self._lengthened(position, each)
                yield Analysis(found[0].move, tuple(found), lower=best, upper=best)

    def _valued(self, position: DiscPosition, glanced: MoveValue, enough: int | None) -> MoveValue:
        """The exact score of a move, or an upper bound if it is at most `enough`. Raises Stopped."""
        move, child = glanced.move, position.play(glanced.move)
        if enough is not None and (most := -self.root.test(child, -enough - 1)) <= enough:
            return replace(_exact(position, move, most), bound="upper")
        return _exact(position, move, -self.root.score(child, -_even(glanced.value)))

    def _lengthened(self, position: DiscPosition, found: MoveValue) -> MoveValue:
        """A move with its exact score and a line of best play to the end of the game. Raises Stopped."""
        line = self.root.proven_line(position.play(found.move), -int(found.value or 0))
        return replace(found, pv=(found.move, *line))


def _exact(position: DiscPosition, move: str, score: int) -> MoveValue:
    return MoveValue(move, score, "exact", position.n_empties, 100, "exact", (move,))


def _even(value: float | None) -> int:
    """The even number closest to a value, because scores are even; 0 if there is no value."""
    return 2 * round((value or 0) / 2)


def _part(limit: Limit, share: float, depth: int) -> Limit:
    """A part of the time and the nodes of a limit, for a search to `depth`."""
    seconds = None if limit.seconds is None else share * limit.seconds
    return Limit(depth, seconds, None if limit.nodes is None else max(1, int(share * limit.nodes)))
