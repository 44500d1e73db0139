"""The progress of `outflank solve` on standard error, if a person is watching, with an estimate of the time left."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from outflank.play import Analysis
from outflank.search.estimate import Forecast, in_words

_OFTEN = 0.25  # seconds between two looks at what goes on


class Bar:
    """Follows positions that are begun and finished; this one shows nothing."""

    def begin(self, n_empties: int, nodes: Callable[[], int]) -> None:
        """One position of so many empty squares is searched from now on; `nodes` says how many it took so far."""

    def finish(self, n_empties: int, analysis: Analysis, report: Callable[[], None], at_once: int = 1) -> None:
        """A position is finished, as one of so many that are searched at once; `report` prints what it came to."""
        del n_empties, analysis, at_once
        report()


class _Shown(Bar):
    """A bar, which makes way for what is printed."""

    def __init__(self, progress: Any, forecast: Forecast):
        self._progress, self._forecast = progress, forecast
        self._task = progress.add_task("", total=1.0, left="")
        self._lock = threading.Lock()
        self._begun: tuple[int, Callable[[], int], float] | None = None

    def begin(self, n_empties: int, nodes: Callable[[], int]) -> None:
        with self._lock:
            self._begun = n_empties, nodes, time.perf_counter()

    def finish(self, n_empties: int, analysis: Analysis, report: Callable[[], None], at_once: int = 1) -> None:
        with self._lock:
            self._forecast.finish(n_empties, analysis.nodes, analysis.seconds / at_once)
            self._begun = None
        self.look()
        self._progress.stop()
        report()
        self._progress.start()

    def look(self) -> None:
        """Show what is known by now."""
        with self._lock:
            now: tuple[int | None, int, float] = (None, 0, 0.0)
            if self._begun is not None:
                n_empties, nodes, began = self._begun
                now = n_empties, nodes(), time.perf_counter() - began
            left, done = self._forecast.seconds_left(*now), self._forecast.done(*now)
        self._progress.update(self._task, completed=done, left=f"left, about {in_words(left)}")


@contextmanager
def shown_progress(n_empties: Sequence[int], threads: int) -> Iterator[Bar]:
    """A bar for positions with so many empty squares, solved by so many threads; nothing if nobody is watching."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield Bar()
        return
    columns = (TextColumn("solving"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[left]}"))
    over = threading.Event()
    # What is printed meanwhile is left as it is: results may go into a file, and must not be broken into lines.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        bar = _Shown(progress, Forecast(n_empties, threads))

        def follow() -> None:
            while not over.wait(_OFTEN):
                bar.look()

        follower = threading.Thread(target=follow, daemon=True)
        follower.start()
        try:
            yield bar
        finally:
            over.set()
            follower.join()
