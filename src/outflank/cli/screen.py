"""Output, prompts and boards on a person's terminal, or on a pipe that replaces it."""

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console as RichConsole
from rich.text import Text

from outflank import jit
from outflank.errors import excerpt
from outflank.processes import in_one_go

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

_LONGEST_LINE = 10_000
_SHOWN = 100  # most characters that are shown from a line in a pipe
_WAKING = 0.1  # seconds between two looks at signals while a person is asked


class Console(RichConsole):
    """Rich console that leaves a broken pipe to `main`."""

    def __init__(self, **options: Any):
        super().__init__(highlight=False, **options)

    def on_broken_pipe(self) -> NoReturn:
        """Re-raise the current BrokenPipeError. By default, rich would exit."""
        raise

    @property
    def shows_discs(self) -> bool:
        """True if discs are drawn in colour, False if they are drawn as letters."""
        return self.color_system is not None and not self.no_color and "utf" in (self.encoding or "").lower()


@contextlib.contextmanager
def live_bar(words: str, *behind: "str | ProgressColumn", **options: Any) -> "Iterator[Progress | None]":
    """Show a progress bar on standard error, and remove it at the end. Yields None if there is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn(each) if isinstance(each, str) else each for each in behind)
    with Progress(TextColumn(words), BarColumn(), *columns, console=console, transient=True, **options) as bar:
        yield bar


class TerminalScreen:
    """A terminal that shows a game and prompts a person for input."""

    def __init__(self, console: Console):
        self.console = console
        self.interactive = sys.stdin.isatty()

    def say(self, text: str, *, whole: bool = False) -> None:
        """Print text. If `whole` is true, lines are not wrapped, so that users can copy the text."""
        self.console.print(text, markup=False, soft_wrap=whole or not self.console.is_terminal)

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """Read a line of input. Raises EOFError at the end of input, or TimeoutError after `seconds`.

        Input from a pipe is echoed after the prompt, as if it had been typed. A very long line is truncated.
        """
        with _listening(seconds):
            if self.interactive:
                return input(prompt)
            self.console.print(prompt, markup=False, soft_wrap=True, end="")
            self.console.file.flush()  # the other end waits for the prompt
            line = rest = sys.stdin.readline(_LONGEST_LINE)
            while len(rest) == _LONGEST_LINE and not rest.endswith("\n"):
                rest = sys.stdin.readline(_LONGEST_LINE)
        if not line:
            raise EOFError
        line = line.strip()
        self.say(line if line.isprintable() and len(line) < _SHOWN else excerpt(line, _SHOWN))
        return line

    @contextlib.contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Show that a player is thinking, if the output is a terminal."""
        if self.console.is_terminal:
            words = Text(f"{who} is thinking…")
            with self.console.status(words) as status:

                def tell(progress: jit.CompileProgress) -> None:
                    status.update(words if progress.is_over else Text(str(progress)))

                with jit.watching(tell):
                    yield
        else:
            yield

    def show(self, board: Text, caption: str = "") -> None:
        """Print a board with a caption below it."""
        self.console.print()
        self.console.print(board, end="")
        if caption:
            self.say(f"    {caption}")


@contextlib.contextmanager
def _listening(seconds: float | None) -> Iterator[None]:
    """Let signals interrupt input inside the `with` block. Raises TimeoutError after `seconds`.

    A signal that arrives just before Python waits for input does not end the wait, so a timer wakes Python repeatedly.
    Only the timer's handler raises an exception, because `input` runs every handler even after one of them has raised.
    On systems without such a timer, there is no time limit.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    until = float("inf") if seconds is None else time.monotonic() + seconds
    with in_one_go() as handle_signals:

        def wake(*_: object) -> None:
            handle_signals()
            if time.monotonic() >= until:
                raise TimeoutError

        handler = signal.signal(signal.SIGALRM, wake)
        first = _WAKING if seconds is None else min(max(seconds, 1e-6), _WAKING)  # 0 would stop the timer
        timer = signal.setitimer(signal.ITIMER_REAL, first, _WAKING)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, *timer)
            signal.signal(signal.SIGALRM, handler)
