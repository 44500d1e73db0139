"""Where values come from: the one place that knows which searches there are, and asks the best one for a position.

8×8 boards go to the engine if it is there; without it, endings of up to `SOLVED_FROM` empties go to the exact solver.
Every other board is searched in plain Python. Whatever answers, what is told never gets shallower.
"""

import importlib.util
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outflank.analysis.plain import Search
from outflank.errors import OutflankError
from outflank.play import MoveValue
from outflank.rules import Position

SOLVED_FROM = 20
"""Empty squares from which the solver is asked, where there is no engine."""

_FIRST_LOOK = 0.3  # seconds of plain search before the solver has anything to say
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
        self._engine: Any = None
        self._solver: Any = None
        self._running: Any = None
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
        if position.size != 8:
            self._search_plainly(position, known, top, depth, seconds)
        elif _has_engine():
            self._ask_engine(position, known, top, depth, seconds, notice)
        elif position.n_empties <= SOLVED_FROM and depth is None:
            self._search_plainly(position, known, top, 3, min(_FIRST_LOOK, (seconds or 60) / 4))
            self._solve(position, known, top, seconds, notice)
        else:
            self._search_plainly(position, known, top, depth, seconds)
        return known.analysis

    def _run(self, search: Any) -> bool:
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

    def _solve(
        self, position: Position, known: "_Known", top: int, seconds: float | None, notice: Callable[[str], None]
    ) -> None:
        _announce(("outflank.search.endgame",), notice)
        from outflank.search.estimate import expected_seconds, in_words
        from outflank.search.root import Limits, Solution, Solver

        if self._solver is None:
            self._solver = Solver(self._megabytes, self._threads)
        if not self._run(self._solver):
            return
        expected = expected_seconds(position.n_empties, self._threads)
        if expected > 1:
            notice(f"solving to the end: about {in_words(expected)}")

        def found(solution: Solution) -> None:
            known.take(solution.moves, position.n_empties, 100, solution.nodes)
            if self._stopping.is_set():
                self._solver.stop()

        limits = Limits(seconds=seconds)
        found(self._solver.solve(position, top=min(top, len(position.legal_moves)), limits=limits, watch=found))

    def _ask_engine(
        self,
        position: Position,
        known: "_Known",
        top: int,
        depth: int | None,
        seconds: float | None,
        notice: Callable[[str], None],
    ) -> None:
        _announce(None, notice)
        engine_module = importlib.import_module("outflank.engine")
        if self._engine is None:
            self._engine = engine_module.Engine(megabytes=self._megabytes, threads=self._threads)
        if not self._run(self._engine):
            return

        def found(analysis: Any) -> None:
            known.take(analysis.moves, analysis.depth, analysis.selectivity, analysis.nodes)
            if self._stopping.is_set():
                self._engine.stop()

        found(self._engine.analyse(position, depth=depth, seconds=seconds, top=top, watch=found))


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


def _has_engine() -> bool:
    return importlib.util.find_spec("outflank.engine") is not None


def _announce(modules: tuple[str, ...] | None, notice: Callable[[str], None]) -> None:
    """Say that kernels are about to be compiled, if they are."""
    from outflank import jit

    if jit.is_cold(jit.KERNEL_MODULES if modules is None else modules):
        notice("compiling the engine for this processor, once: this can take a minute")
