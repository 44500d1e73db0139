"""The engine: what positions and their moves are worth, ever deeper, until everything is known or it is told to stop.

It is the single entry point to the compiled search: 8×8 boards of Othello go there, and it is loaded, or compiled, when
it is first needed; every other board, and every variant of Othello, is searched in plain Python.
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

_COMPILED = ("outflank.evaluation.evaluate", "outflank.search.midgame")  # the last modules that are compiled


class _AnySearch(Protocol):
    """A search that looks at `stopping` again when it is interrupted."""

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
    """One analysis of an engine. It can be stopped before it has begun, and after its end without harm to the next.

    It begins when the one `before` it has ended, which was stopped.
    """

    def __init__(self, before: "_AnalysisTask | None" = None) -> None:
        self.stopping, self.ended = threading.Event(), threading.Event()
        self.thread: int | None = None
        self.before = before
        self._search: _AnySearch | None = None
        self._lock = threading.RLock()  # a signal may call `stop` where `stop` was called already

    def wait_for_turn(self) -> None:
        """Return when the engine is free; in the thread that then searches."""
        self.thread = threading.get_ident()
        before = self.before
        while before is not None:
            before.ended.wait()
            before = before.before  # None, unless that one ended before it had its turn
        self.before = None

    def begin(self, search: _AnySearch) -> None:
        """Let `stop` interrupt this search, until `end`."""
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
    """Analyses positions of Othello and its variants, one at a time; `stop` ends an analysis from any thread.

    An analysis that was stopped makes room for the next at once: that begins when the other has ended.

    `megabytes` is the size of the transposition table, `threads` is how many search at once, both of the compiled
    search. `weights` are a file of weights, or Weights; by default those that come with the package. What a `book` says
    of a position, a file or ``"shipped"``, is known from the beginning, and only exact scores replace it. Raises
    OptionError for numbers out of range, WeightsError for a bad file, OutflankError for a bad book.
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
        """Tells whether the search must be compiled first, which takes seconds."""
        return jit.is_cold(_COMPILED)

    @staticmethod
    def is_compiled_for(position: GamePosition) -> TypeGuard[Position]:
        """Tells whether the compiled search handles a position: Othello on 8×8 boards."""
        return isinstance(position, Position) and position.size == 8

    def load(self) -> "CompiledSearch":
        """Compile the search, or load it, and take up its memory, before it is needed. Raises WeightsError."""
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
        """Tells whether the compiled search is loaded."""
        return self._compiled is not None

    def prepare(self, position: DiscPosition) -> None:
        """`load`, if positions like this one are searched by what compiles."""
        self._search_for(position)

    @property
    def nodes(self) -> int:
        """Nodes of the analysis that runs or ran last. May be read from any thread."""
        return 0 if self._search is None else self._search.nodes

    def clear(self) -> None:
        """Forget what earlier analyses have found out; the next one visits the same nodes as the first one of all."""
        if self._compiled is not None:
            self._compiled.clear()

    def stop(self) -> None:
        """End the analysis that runs, within 100 ms; it returns what it knows. Without one, nothing happens."""
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
        """Value the `top` best moves, and bound the others, until a limit is reached, all is known, or `stop`.

        `watch` gets each analysis that knows more than the one before, none of which is ever shallower; what it raises
        ends the search. The answer has a move, whatever the limit, unless the game is over. Raises EngineError while
        another analysis runs, and for a game that is not known.
        """
        return self._run(self._begin(position, top), position, limit or Limit(), top, watch)

    def analysis(self, position: DiscPosition, limit: Limit | None = None, *, top: int = 1) -> RunningAnalysis:
        """The same in a thread of its own; see `RunningAnalysis`. Raises EngineError at once."""
        task = self._begin(position, top)
        try:
            return RunningAnalysis(lambda hear: self._run(task, position, limit or Limit(), top, hear), task.stop)
        except RuntimeError as error:  # there cannot be one thread more
            self._end(task)
            raise EngineError("the analysis cannot begin: {error}", error=error) from None

    def _begin(self, position: DiscPosition, top: int) -> _AnalysisTask:
        if not isinstance(position, DiscPosition):
            raise EngineError("the engine knows Othello and its variants, got {position}", position=_unknown(position))
        _check("top", top, 1 << 20)
        with self._lock:
            before = self._task
            # In its own thread, as from a `watch`, it could not be waited for.
            if before is not None and not (before.stopping.is_set() and before.thread != threading.get_ident()):
                raise EngineError("the engine is busy with another analysis: stop it first, or use another engine")
            self._task = _AnalysisTask(before)
            return self._task

    def _end(self, task: _AnalysisTask) -> None:
        """Let the next analysis begin."""
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
    """Passes reports on, each with all that is known from it and those before."""

    def __init__(self, watch: Callable[[Analysis], Any]):
        self._watch = watch
        self._known: Analysis | None = None

    def __call__(self, found: Analysis) -> None:
        self._known = merged(self._known, found)
        self._watch(self._known)


def _check(name: str, number: object, most: int) -> None:
    """Raise OptionError for what is not a whole number from 1 to `most`."""
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        raise OptionError(
            "expected {name} from 1 to {most}, got {number}", name=name, most=most, number=described(number)
        )


def _unknown(thing: object) -> str:
    """Describe the value given for a position, for an error; a game has one that may be meant."""
    has_one = hasattr(thing, "position")
    kind = type(thing).__name__
    return Text("{kind}; its position is what to analyse", kind=kind) if has_one else kind
