"""Where values come from: the one place that knows which searches there are, and asks the right one for a position.

8×8 boards go to the engine; every other board is searched in plain Python. Whatever answers, what is told never gets
shallower.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outflank.analysis.plain import Search
from outflank.errors import OutflankError
from outflank.play import MoveValue
from outflank.rules import Position

if TYPE_CHECKING:
    from outflank.engine import Analysis as Found
    from outflank.engine import Engine

_ORDER = {"heuristic": 0, "book": 1, "wld": 2, "exact": 3}


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about the moves of a position, best first, in the mover's view and in discs."""

    moves: tuple[MoveValue, ...] = ()
    depth: int = 0
    selectivity: int = 100
    nodes: int = 0
    seconds: float = 0.0

    @property
    def best(self) -> MoveValue | None:
        """The best move with what is known about it."""
        return self.moves[0] if self.moves else None

    def of(self, move: str) -> MoveValue | None:
        """What is known about one move."""
        return next((found for found in self.moves if found.move == move), None)

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        return {
            "moves": [found.to_json() for found in self.moves],
            "depth": self.depth,
            "selectivity": self.selectivity,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }


Watch = Callable[[Analysis], None]


def deeper(old: MoveValue | None, new: MoveValue) -> MoveValue:
    """Of two findings about a move the one that rests on more; the newer of equals."""
    return new if old is None or _weight(new) >= _weight(old) else old


def _weight(found: MoveValue) -> tuple[int, int, int]:
    proven = _ORDER[found.kind] if found.selectivity == 100 else min(1, _ORDER[found.kind])
    return proven, found.depth, found.selectivity


class Analyst:
    """Values the moves of positions. One analysis at a time; `stop` ends it from any thread."""

    def __init__(self, megabytes: int = 64, threads: int = 1):
        self._megabytes, self._threads = megabytes, threads
        self._engine: Engine | None = None
        self._running: Engine | Search | None = None
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Let the analysis that runs return what it knows. Nothing can be analysed after that until `resume`."""
        self._stopping.set()
        running = self._running
        if running is not None:
            running.stop()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called since the analysis, or the review that it is part of, began."""
        return self._stopping.is_set()

    def resume(self) -> None:
        """Forget that `stop` was called."""
        self._stopping.clear()

    def analyse(
        self,
        position: Position,
        *,
        top: int = 1,
        depth: int | None = None,
        seconds: float | None = None,
        watch: Watch | None = None,
        notice: Callable[[str], None] = lambda _words: None,
    ) -> Analysis:
        """Value the `top` best moves, and bound the others, until a limit or `stop`.

        `watch` is told each time more is known; `notice` is told in words what takes long. Raises OutflankError where
        the game is over.
        """
        if position.is_over:
            raise OutflankError("the game is over: there is nothing to analyse")
        known = _Known(position, watch or (lambda _analysis: None))
        if position.size == 8:
            self._ask_engine(position, known, top, depth, seconds, notice)
        else:
            self._search_plainly(position, known, top, depth, seconds)
        return known.analysis

    def engine(self, notice: Callable[[str], None] = lambda _words: None) -> "Engine":
        """The engine, made when it is first needed."""
        if self._engine is None:
            from outflank import jit

            if jit.is_cold(("outflank.evaluation.evaluate", "outflank.search.midgame")):
                notice("compiling the engine for this processor, once: this can take a minute")
            from outflank.engine import Engine

            self._engine = Engine(self._megabytes, self._threads)
        return self._engine

    def _run(self, search: "Engine | Search") -> bool:
        """Make a search the one that `stop` stops; False if it has been called already."""
        self._running = search
        return not self._stopping.is_set()

    def _search_plainly(
        self, position: Position, known: "_Known", top: int, depth: int | None, seconds: float | None
    ) -> None:
        search = Search(None if seconds is None else time.perf_counter() + seconds)
        if not self._run(search):
            return

        def found(moves: tuple[MoveValue, ...], plies: int) -> None:
            known.take(moves, plies, 100, search.nodes)
            search.stopped |= self._stopping.is_set()

        search.deepen(position, top, depth, found)

    def _ask_engine(
        self,
        position: Position,
        known: "_Known",
        top: int,
        depth: int | None,
        seconds: float | None,
        notice: Callable[[str], None],
    ) -> None:
        engine = self.engine(notice)
        if not self._run(engine):
            return

        def found(analysis: "Found") -> None:
            known.take(analysis.moves, analysis.depth, analysis.selectivity, analysis.nodes)
            if self._stopping.is_set():
                engine.stop()

        found(engine.analyse(position, depth=depth, seconds=seconds, top=top, watch=found))


class _Known:
    """What is known about a position so far; every new finding is told."""

    def __init__(self, position: Position, watch: Watch):
        self._order = {move: i for i, move in enumerate(position.legal_moves)}
        self._watch = watch
        self._began = time.perf_counter()
        self.analysis = Analysis()

    def take(self, moves: tuple[MoveValue, ...], depth: int, selectivity: int, nodes: int) -> None:
        """Merge in what a search has found."""
        merged = {found.move: found for found in self.analysis.moves}
        for found in moves:
            if found.move in self._order:
                merged[found.move] = deeper(merged.get(found.move), found)
        place = {found.move: i for i, found in enumerate(moves)}
        ranked = sorted(merged.values(), key=lambda found: (place.get(found.move, len(place)), -(found.value or 0)))
        self.analysis = Analysis(
            tuple(ranked),
            max(depth, self.analysis.depth),
            selectivity,
            max(nodes, self.analysis.nodes),
            time.perf_counter() - self._began,
        )
        if moves:
            self._watch(self.analysis)
