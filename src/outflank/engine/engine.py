"""The engine: analyses positions and their moves ever deeper, until everything is known or it is stopped.

This is the only entry point to the compiled search, which handles 8×8 Othello and is loaded or compiled on first use.
All other board sizes and all variants are searched in plain Python.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeGuard

from outflank import jit
from outflank.book.answers import analysis_of, open_book
from outflank.engine.plain import PlainSearch
from outflank.engine.running import RunningAnalysis
from outflank.errors import EngineError, OptionError, described
from outflank.play.analysis import Analysis, MoveValue, merged
from outflank.play.limit import Limit
from outflank.play.position import GamePosition
from outflank.rules import DiscPosition, Position
from outflank.text import Text

if TYPE_CHECKING:
    from outflank.engine.compiled import CompiledSearch
    from outflank.evaluation.weights import Weights

MOST_THREADS, MOST_MEGABYTES = 256, 1 << 20

_COMPILED = ("outflank.evaluation.evaluate", "outflank.search.midgame")  # the last modules to be compiled


class _AnySearch(Protocol):
    """A search that checks `stopping` when it is interrupted."""

    @property
    def nodes(self) -> int: ...

    def interrupt(self) -> None: ...

    def run(
        self,
        position: Any,
        limit: Limit,
        top: int,
        stopping: threading.Event,
        report: Callable[[Analysis], Any] | None,
    ) -> Analysis: ...


class _AnalysisTask:
    """A single analysis by an engine. It is safe to stop it before it starts and after it has finished.

    It starts when the stopped analysis `before` it has finished.
    """

    def __init__(self, before: "_AnalysisTask | None" = None) -> None:
        self.stopping, self.ended = threading.Event(), threading.Event()
        self.thread: int | None = None
        self.before = before
        self._search: _AnySearch | None = None
        self._lock = threading.RLock()  # reentrant, as a signal handler may call `stop` during another call to `stop`

    def wait_for_turn(self) -> None:
        """Wait until the engine is free. Must be called in the thread that will run the search."""
        self.thread = threading.get_ident()
        before = self.before
        while before is not None:
            before.ended.wait()
            before = before.before  # None, unless that task ended before its turn
        self.before = None

    def begin(self, search: _AnySearch) -> None:
        """Let `stop` interrupt this search until `end` is called."""
        with self._lock:
            self._search = search

    def end(self) -> None:
        with self._lock:
            self._search = None

    def stop(self) -> None:
        self.stopping.set()
        with self._lock:
            if self._search is not None:
                self._search.interrupt()


class Engine:
    """Analyses positions of Othello and its variants, one at a time; any thread can end an analysis with `stop`.

    After `stop`, another analysis may be requested immediately; it starts when the stopped one has finished.

    `megabytes` is the size of the compiled search's transposition table, and `threads` is the number of threads it
    uses. `weights` is a weights file or a `Weights` object; the default is the weights shipped with the package. A
    `book` (a file, or ``"shipped"``) supplies moves and values before the search starts; only exact scores replace
    them.

    Raises OptionError for numbers out of range, WeightsError for a bad weights file, OutflankError for a bad book.
    """

    def __init__(
        self,
        megabytes: int = 64,
        threads: int = 1,
        weights: "Weights | Path | str | None" = None,
        book: Path | str | None = None,
    ):
        _check("megabytes", megabytes, MOST_MEGABYTES)
        _check("threads", threads, MOST_THREADS)
        self._megabytes, self._threads, self._weights = megabytes, threads, weights
        self._book = None if book is None else open_book(book)
        self._compiled: CompiledSearch | None = None
        self._search: _AnySearch | None = None
        self._task: _AnalysisTask | None = None
        self._lock, self._loading = threading.Lock(), threading.Lock()
        if weights is not None:
            self.load()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    @staticmethod
    def is_cold() -> bool:
        """Return whether the search still has to be compiled, which takes seconds."""
        return jit.is_cold(_COMPILED)

    @staticmethod
    def is_compiled_for(position: GamePosition) -> TypeGuard[Position]:
        """Return whether the compiled search handles a position: Othello on 8×8 boards."""
        return isinstance(position, Position) and position.size == 8

    def load(self) -> "CompiledSearch":
        """Load or compile the search, and allocate its memory before it is needed. Raises WeightsError."""
        with self._loading:
            if self._compiled is None:
                from outflank.engine.compiled import CompiledSearch
                from outflank.evaluation.weights import Weights

                weights = self._weights
                if isinstance(weights, Path | str):
                    weights = Weights.load(weights)
                compiled = CompiledSearch(self._megabytes, self._threads, weights)
                compiled.root.table.take_up()
                self._compiled = compiled
            return self._compiled

    @property
    def is_loaded(self) -> bool:
        """True if the compiled search is loaded."""
        return self._compiled is not None

    def prepare(self, position: DiscPosition) -> None:
        """Call `load` if this is a position for the compiled search."""
        self._search_for(position)

    @property
    def nodes(self) -> int:
        """Nodes visited by the current or latest analysis. May be read from any thread."""
        return 0 if self._search is None else self._search.nodes

    def clear(self) -> None:
        """Forget earlier results, so that the next analysis visits the same nodes as the first one in a new engine."""
        if self._compiled is not None:
            self._compiled.clear()

    def stop(self) -> None:
        """End the current analysis, if any, within 100 ms; it returns the best results so far."""
        task = self._task
        if task is not None:
            task.stop()

    def analyse(
        self,
        position: DiscPosition,
        limit: Limit | None = None,
        *,
        top: int = 1,
        watch: Callable[[Analysis], Any] | None = None,
    ) -> Analysis:
        """Find values for the `top` best moves and upper bounds for the others.

        The analysis ends when a limit is reached, everything is known, or `stop` is called.

        `watch` is called with each analysis that knows more than the previous one; depths never decrease. If it raises
        an exception, the search ends. However tight the limit, the answer has a move unless the game is over.

        Raises EngineError while another analysis is running, and for games that the engine does not play.
        """
        return self._run(self._begin(position, top), position, limit or Limit(), top, watch)

    def analysis(self, position: DiscPosition, limit: Limit | None = None, *, top: int = 1) -> RunningAnalysis:
        """Run `analyse` in a new thread; see `RunningAnalysis`. This call itself raises any EngineError."""
        task = self._begin(position, top)
        try:
            return RunningAnalysis(lambda hear: self._run(task, position, limit or Limit(), top, hear), task.stop)
        except RuntimeError as error:  # no thread available
            self._end(task)
            raise EngineError("cannot start the analysis: {error}", error=error) from None

    def _begin(self, position: DiscPosition, top: int) -> _AnalysisTask:
        if not isinstance(position, DiscPosition):
            raise EngineError(
                "the engine analyses only Othello and its variants, got {position}", position=_unknown(position)
            )
        _check("top", top, 1 << 20)
        with self._lock:
            before = self._task
            # In the analysis's own thread, for example inside `watch`, waiting for the analysis to finish would never
            # end.
            if before is not None and not (before.stopping.is_set() and before.thread != threading.get_ident()):
                raise EngineError("the engine is busy with another analysis: stop it first, or use another engine")
            self._task = _AnalysisTask(before)
            return self._task

    def _end(self, task: _AnalysisTask) -> None:
        """Let the next analysis start."""
        task.end()
        with self._lock:
            if self._task is task:
                is_next = task.before is not None and not task.before.ended.is_set()
                self._task = task.before if is_next else None
        task.ended.set()

    def _run(
        self,
        task: _AnalysisTask,
        position: DiscPosition,
        limit: Limit,
        top: int,
        watch: Callable[[Analysis], Any] | None,
    ) -> Analysis:
        limit, report = limit.at(position.n_empties), None if watch is None else _Merging(watch)
        try:
            task.wait_for_turn()
            if position.is_over:
                score = position.scores[position.turn]
                return Analysis(lower=score, upper=score)
            if limit.asks_for_best and len(position.legal_moves) == 1:
                move = position.legal_moves[0]
                return Analysis(move, (MoveValue(move, pv=(move,)),))
            search = self._search_for(position)
            self._search = search
            task.begin(search)
            known = None
            if self._book is not None and self.is_compiled_for(position):
                known = analysis_of(self._book, position)
                if known is not None and report is not None:
                    report(known)
            return merged(known, search.run(position, limit, top, task.stopping, report))
        finally:
            self._end(task)

    def _search_for(self, position: DiscPosition) -> _AnySearch:
        return self.load() if self.is_compiled_for(position) else PlainSearch()


class _Merging:
    """Passes reports on, after merging each with the earlier ones."""

    def __init__(self, watch: Callable[[Analysis], Any]):
        self._watch = watch
        self._known: Analysis | None = None

    def __call__(self, found: Analysis) -> None:
        self._known = merged(self._known, found)
        self._watch(self._known)


def _check(name: str, number: object, most: int) -> None:
    """Raise OptionError unless `number` is a whole number from 1 to `most`."""
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        raise OptionError(
            "expected {name} from 1 to {most}, got {number}", name=name, most=most, number=described(number)
        )


def _unknown(thing: object) -> str:
    """Describe a value that was passed instead of a position, for an error message, with a hint if it is a game."""
    has_one = hasattr(thing, "position")
    kind = type(thing).__name__
    return Text("{kind}: pass its position instead", kind=kind) if has_one else kind
