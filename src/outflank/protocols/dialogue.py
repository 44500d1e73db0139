"""Code shared by all protocols: running one search at a time, queueing commands until it finishes, and pondering."""

import time
from collections import deque
from collections.abc import Callable
from functools import partial

from outflank.engine.engine import Engine
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.limit import Limit
from outflank.protocols.lines import Unreadable
from outflank.protocols.settings import Settings, analysis_limit
from outflank.protocols.thinker import Hear, Thinker, Thought
from outflank.rules import DiscPosition

Say = Callable[[str], None]

_MOST_WAITING = 1000  # commands


class Dialogue:
    """The engine's side of a conversation, which receives lines through `hear` and answers them with `say`.

    The conversation takes place on a single thread. Searches run on another thread, and their results are delivered
    between two lines. While a search that a command requested is running, further commands wait, except for those that
    the protocol handles immediately. As a result, every command is answered, and in the right order.
    """

    def __init__(self, say: Say, thinker: Thinker, settings: Settings):
        self.say, self.thinker, self.settings = say, thinker, settings
        self.limit, self.ponders = settings.limit, settings.ponders
        self.is_over = False
        """True once the conversation has ended."""
        self._thought: Thought | None = None
        self._pondering: Thought | None = None
        self._waiting: deque[Callable[[], None]] = deque()
        self._n_interrupts = 0  # interrupts in the queue; until the last one has run, every search must end early
        self._is_closing = False  # True if the conversation is to end once everything has been answered
        self._began = 0.0

    # --- called by the server -----------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """True while a search that a command requested is running."""
        return self._thought is not None

    def hear(self, line: str) -> None:
        """Execute a line, either immediately or after the running search."""
        if self.is_busy and self.interrupts(line):
            self.interrupt(partial(self.obey, line))
        else:
            self.in_turn(partial(self.obey, line))

    def hear_unreadable(self, line: Unreadable) -> None:
        """Queue a line that is not readable text, so that it is answered after the commands before it."""
        self.in_turn(partial(self.refuse_line, line))

    def refuse(self, reason: str) -> None:
        """Report that a command cannot be executed, and why."""
        raise NotImplementedError

    def refuse_line(self, line: Unreadable) -> None:
        """Report that a line is not readable text, and why."""
        self.refuse(line.reason)

    def tick(self) -> None:
        """Perform periodic work. The server calls this while it is waiting for a line."""

    def close(self) -> None:
        """End the conversation once the input has ended.

        The running search ends early. Queued commands are still answered, but without searching any further.
        """
        self.stop_pondering()
        if self.is_busy:
            self._is_closing = True
            self.stop()
        else:
            self.end()

    def end(self) -> None:
        """End the conversation immediately, along with all searches."""
        self.is_over = True
        self.drop()
        self.stop_pondering()

    # --- for subclasses -----------------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Execute a command. Subclasses must implement this."""
        raise NotImplementedError

    def interrupts(self, line: str) -> bool:  # noqa: ARG002
        """Return whether a line ends the running search, and those queued before it, with their current results."""
        return False

    # --- the order of answers -----------------------------------------------------------------------------------

    def in_turn(self, action: Callable[[], None]) -> None:
        """Run `action`, which answers a command, once all earlier commands have been answered."""
        if not self.is_busy:
            self.stop_pondering()
            action()
        elif len(self._waiting) < _MOST_WAITING:
            self._waiting.append(action)
        else:
            reason = f"expected at most {_MOST_WAITING:,} commands to wait for a search, got more"
            self._waiting.append(partial(self.refuse, reason))

    def interrupt(self, action: Callable[[], None]) -> None:
        """Run `action` in turn, as `in_turn` does, but end the searches before it early, with their current results."""

        def act() -> None:
            self._n_interrupts -= 1
            action()

        self._n_interrupts += 1
        self._waiting.append(act)
        self.stop()

    # --- searching ----------------------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """Seconds since the start of the last search that a command requested."""
        return time.perf_counter() - self._began

    def choose(self, position: DiscPosition, time_left: TimeLeft | None, done: Hear) -> None:
        """Start choosing a move within the limit in the settings, and call `done` with the result."""
        self.stop_pondering()
        self._began = time.perf_counter()
        self._thought = self.thinker.choose(position, self.limit, time_left, self._then(done), self._failed)

    def analyse(self, position: DiscPosition, limit: Limit, top: int, news: Hear, done: Hear) -> None:
        """Start evaluating the `top` best moves.

        `news` is called with interim results, and `done` with the final ones.
        """
        self.stop_pondering()
        self._began = time.perf_counter()
        self._thought = self.thinker.analyse(position, limit, top, news, self._then(done), self._failed)

    def limit_at(self, position: DiscPosition) -> Limit:
        """Return the limit for analysing a position, which is derived from the limit for play."""
        return analysis_limit(self.limit, position)

    def failed(self, reason: str) -> None:
        """Report that the search failed, and why."""
        self.refuse(reason)

    def stop(self) -> None:
        """End the running search early, keeping its current results."""
        if self._thought is not None:
            self._thought.stop()

    def drop(self) -> None:
        """End the running search and discard its results."""
        if self._thought is not None:
            self._thought.drop()
            self._thought = None

    def ponder(self, position: DiscPosition) -> None:
        """Search a position with the opponent to move, until the next line arrives."""
        self.stop_pondering()
        if self.ponders and not self._waiting and Engine.deepens_on(position) and not position.is_over:
            self._pondering = self.thinker.analyse(position, Limit(), 1, _ignore, _ignore, _ignore)

    def stop_pondering(self) -> None:
        """Stop pondering, if the engine is pondering."""
        if self._pondering is not None:
            self._pondering.drop()
            self._pondering = None

    def _then(self, done: Hear) -> Hear:
        def finished(found: Analysis) -> None:
            self._thought = None
            done(found)
            self._go_on()

        return finished

    def _failed(self, reason: str) -> None:
        self._thought = None
        self.failed(reason)
        self._go_on()

    def _go_on(self) -> None:
        """Execute queued commands until one of them starts a search."""
        while self._waiting and not self.is_busy and not self.is_over:
            self.stop_pondering()
            self._waiting.popleft()()
        if self.is_busy:
            if self._n_interrupts or self._is_closing:
                self.stop()
        elif self._is_closing and not self.is_over:
            self.end()


def _ignore(_: object) -> None:
    pass
