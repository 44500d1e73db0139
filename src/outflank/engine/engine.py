"""The engine, which analyses positions to increasing depths until it is stopped or all values are known.

All use of the compiled searches goes through this module. One handles 8×8 Othello, one solves anti-Othello and smaller
boards, and one handles 10×10; each is compiled or loaded when it is first needed. The rest is searched in pure Python.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeGuard

from outflank import jit
from outflank.book.answers import analysis_of, open_book
from outflank.engine.plain import PlainSearch
from outflank.engine.running import RunningAnalysis
from outflank.errors import EngineError, OptionError, check_callable, check_type, described
from outflank.play.analysis import Analysis, MoveValue, merged
from outflank.play.limit import Limit
from outflank.play.position import GamePosition
from outflank.rules import DiscPosition, Position
from outflank.text import Text
from outflank.variants.shape import SIDE

if TYPE_CHECKING:
    from outflank.engine.compiled import CompiledSearch
    from outflank.engine.variants import VariantSearch
    from outflank.evaluation.weights import Weights

MOST_THREADS, MOST_MEGABYTES = 256, 1 << 20

_SOLVED_FROM = {4: 16, 6: 36, 8: 22}
"""For each board size, the empty squares from which a variant is solved unasked. That takes a minute at most."""
_DEEPEST_PLAIN = 5  # plies; a deeper plain search takes longer than solving

_COMPILED = ("outflank.evaluation.evaluate", "outflank.search.midgame")  # the last modules to be compiled


class _AnySearch(Protocol):
    """Protocol for searches that check `stopping` when interrupted."""

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
    """One analysis by an engine. Stopping it is safe at any time, even before it starts or after it has finished.

    If the previous analysis, `before`, has been stopped but has not finished yet, this one waits for it.
    """

    def __init__(self, before: "_AnalysisTask | None" = None) -> None:
        self.stopping, self.ended = threading.Event(), threading.Event()
        self.thread: int | None = None
        self.before = before
        self._search: _AnySearch | None = None
        self._lock = threading.RLock()  # reentrant, as a signal handler may call `stop` during another call to `stop`

    def wait_for_turn(self) -> None:
        """Wait until all previous analyses have finished. Must be called in the thread that will run the search."""
        self.thread = threading.get_ident()
        before = self.before
        while before is not None:
            before.ended.wait()
            before = before.before  # None, unless that task ended before its turn
        self.before = None

    def begin(self, search: _AnySearch) -> None:
        """Register the search that `stop` should interrupt, until `end` is called."""
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
    """Analyses positions of Othello and its variants, one at a time. Any thread may end an analysis with `stop`.

    Another analysis may be requested immediately after `stop`. It starts when the stopped one has finished.

    `megabytes` is the size of the compiled search's transposition table, and `threads` is the number of threads that it
    uses (`cores.free_cores` counts the cores that are free). Only with one thread do the same searches by a new engine
    visit the same nodes. `weights` is a weights file or a `Weights` object, and defaults to the weights shipped with
    the package. A `book` (a file, or ``"shipped"``) supplies moves and values before the search starts. These are
    replaced only by exact scores.

    Raises OptionError if a number is out of range, WeightsError for an invalid weights file, and OutflankError for an
    invalid book.
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
        self._megabytes, self._weights = megabytes, weights
        self._threads = self._most_threads = threads
        self._book = None if book is None else open_book(book)
        self._compiled: CompiledSearch | None = None
        self._variants: VariantSearch | None = None  # for the game and board that was solved last
        self._large: CompiledSearch | None = None  # for the game on 10×10 that was searched last
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
        """Return whether the compiled search supports a position, which must be Othello on an 8×8 board."""
        return isinstance(position, Position) and position.size == 8

    @staticmethod
    def deepens_on(position: DiscPosition) -> bool:
        """Return whether a compiled search looks many plies ahead on a board, as levels and depths expect."""
        return Engine.is_compiled_for(position) or position.size > SIDE

    def load(self) -> "CompiledSearch":
        """Load or compile the search and allocate its memory, so that analyses start quickly. Raises WeightsError."""
        with self._loading:
            if self._compiled is None:
                from outflank.engine.compiled import CompiledSearch
                from outflank.evaluation.weights import Weights
                from outflank.search.root import Root

                weights = self._weights
                if isinstance(weights, Path | str):
                    weights = Weights.load(weights)
                if weights is not None:
                    check_type(weights, Weights, "Weights or the path of their file")
                root = Root(self._megabytes, self._most_threads, weights)
                compiled = CompiledSearch(root, are_calibrated=True)
                compiled.root.n_threads = self._threads
                compiled.root.table.take_up()
                self._compiled = compiled
            return self._compiled

    @property
    def is_loaded(self) -> bool:
        """True if the compiled search has been loaded."""
        return self._compiled is not None

    def prepare(self, position: DiscPosition) -> None:
        """Load the compiled search if this position needs it."""
        self._search_for(position, Limit(exact=True))

    @property
    def nodes(self) -> int:
        """Nodes visited by the current or most recent analysis. May be read from any thread."""
        return 0 if self._search is None else self._search.nodes

    @property
    def threads(self) -> int:
        """Number of threads that search together.

        May be changed at any time, even during an analysis, but not to more than the engine was created with.
        """
        return self._threads

    @threads.setter
    def threads(self, threads: int) -> None:
        _check("threads", threads, self._most_threads)
        self._threads = threads
        for search in (self._compiled, self._variants, self._large):
            if search is not None:
                search.root.n_threads = threads

    def clear(self) -> None:
        """Discard all earlier results, so that the next analysis visits the same nodes as in a new engine."""
        self._variants = None
        for search in (self._compiled, self._large):
            if search is not None:
                search.clear()

    def stop(self) -> None:
        """Stop the current analysis, if there is one. Within 100 ms, it returns its best results."""
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
        """Analyse a position: find the values of the `top` best moves and upper bounds for all others.

        The analysis ends when it reaches a limit, when all values are known, or when `stop` is called. However tight
        the limit, the result includes a move unless the game is over.

        `watch` is called with each improved analysis, whose depth is never less than before. If it raises an exception,
        the analysis ends.

        Raises EngineError if another analysis is running, or if the engine does not play this game, and OptionError if
        another argument has the wrong type or is out of range.
        """
        limit = Limit() if limit is None else limit
        if watch is not None:
            check_callable(watch, "watch")
        return self._run(self._begin(position, limit, top), position, limit, top, watch)

    def analysis(self, position: DiscPosition, limit: Limit | None = None, *, top: int = 1) -> RunningAnalysis:
        """Run `analyse` in a new thread; see `RunningAnalysis`. Errors in arguments are raised by this call itself."""
        within = Limit() if limit is None else limit
        task = self._begin(position, within, top)
        try:
            return RunningAnalysis(lambda hear: self._run(task, position, within, top, hear), task.stop)
        except BaseException as error:
            task.stop()  # Ctrl-C may come when the thread has just begun; it then ends the task itself
            if task.thread is None:
                self._end(task)
            if isinstance(error, RuntimeError):  # no thread available
                raise EngineError("cannot start the analysis: {error}", error=error) from None
            raise

    def _begin(self, position: DiscPosition, limit: Limit, top: int) -> _AnalysisTask:
        """Check the arguments of an analysis and mark the engine as busy. Only `_run` or `_end` makes it free again."""
        if not isinstance(position, DiscPosition):
            raise EngineError(
                "the engine analyses only Othello and its variants, got {position}", position=_unknown(position)
            )
        check_type(limit, Limit, "a Limit")
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
        """Mark an analysis as finished, so that the next one can start."""
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
        try:
            limit, report = limit.at(position.n_empties), None if watch is None else _Merging(watch)
            task.wait_for_turn()
            if position.is_over:
                score = position.scores[position.turn]
                return Analysis(lower=score, upper=score)
            if limit.asks_for_best and len(position.legal_moves) == 1:
                move = position.legal_moves[0]
                return Analysis(move, (MoveValue(move, pv=(move,)),))
            search = self._search_for(position, limit)
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

    def _search_for(self, position: DiscPosition, limit: Limit) -> _AnySearch:
        if self.is_compiled_for(position):
            return self.load()
        if position.size > SIDE:
            return self._load_large(type(position))
        return self._load_variants(position) if _is_solved(position, limit) else PlainSearch()

    def _load_variants(self, position: DiscPosition) -> "VariantSearch":
        """Load or compile the solver for the position's game and board."""
        with self._loading:
            if self._variants is None or not self._variants.is_for(position):
                from outflank.engine.variants import VariantSearch

                self._variants = VariantSearch(type(position), position.size, self._megabytes, self._most_threads)
                self._variants.root.n_threads = self._threads
            return self._variants

    def _load_large(self, kind: type[DiscPosition]) -> "CompiledSearch":
        """Load or compile the search of a game on 10×10."""
        with self._loading:
            if self._large is None or self._large.root.kind is not kind:
                from outflank.engine.compiled import CompiledSearch
                from outflank.large.root import LargeRoot

                large = CompiledSearch(LargeRoot(kind, self._megabytes, self._most_threads))
                large.root.n_threads = self._threads
                large.root.table.take_up()
                self._large = large
            return self._large


def _is_solved(position: DiscPosition, limit: Limit) -> bool:
    """Return whether a variant's position is solved within a limit, and not only searched to a few plies."""
    n_empties = position.n_empties
    is_deep = limit.depth is None or limit.depth > min(_DEEPEST_PLAIN, n_empties - 1)
    return limit.solves or (is_deep and n_empties <= _SOLVED_FROM[position.size])


class _Merging:
    """A callback that merges each report with the previous ones before passing it on."""

    def __init__(self, watch: Callable[[Analysis], Any]):
        self._watch = watch
        self._known: Analysis | None = None

    def __call__(self, found: Analysis) -> None:
        self._known = merged(self._known, found)
        self._watch(self._known)


def _check(name: str, number: object, most: int) -> None:
    """Raise OptionError unless `number` is an integer from 1 to `most`."""
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        raise OptionError(
            "expected {name} from 1 to {most}, got {number}", name=name, most=most, number=described(number)
        )


def _unknown(thing: object) -> str:
    """Describe a value that was passed in place of a position, for an error message. Games get an additional hint."""
    has_one = hasattr(thing, "position")
    kind = type(thing).__name__
    return Text("{kind}: pass its position instead", kind=kind) if has_one else kind
