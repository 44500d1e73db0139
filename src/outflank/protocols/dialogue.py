"""The common part of all protocols: one search at a time, waiting commands, and pondering."""

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
    """The engine's side of a conversation: it gets lines through `hear`, and answers with `say`, line by line.

    Everything happens in one thread; searches run beside it, and their results arrive between two lines. While a
    requested search runs, commands wait, except those that the protocol handles at once. So every command is answered,
    in order.
    """

    def __init__(self, say: Say, thinker: Thinker, settings: Settings):
        self.say, self.thinker, self.settings = say, thinker, settings
        self.limit, self.ponders = settings.limit, settings.ponders
        self.is_over = False
        """True once the conversation has ended."""
        self._thought: Thought | None = None
        self._pondering: Thought | None = None
        self._waiting: deque[Callable[[], None]] = deque()
        self._n_interrupts = 0  # number of waiting interrupts; searches before the last of them must end at once
        self._is_closing = False  # the conversation ends once everything is answered
        self._began = 0.0

    # --- called by the server -----------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """True while a requested search runs."""
        return self._thought is not None

    def hear(self, line: str) -> None:
        """Obey a line, now or after the running search."""
        if self.is_busy and self.interrupts(line):
            self.interrupt(partial(self.obey, line))
        else:
            self.in_turn(partial(self.obey, line))

    def hear_unreadable(self, line: Unreadable) -> None:
        """Answer a line that is not readable text, in its turn."""
        self.in_turn(partial(self.refuse_line, line))

    def refuse(self, reason: str) -> None:
        """Report that a command is impossible, and why."""
        raise NotImplementedError

    def refuse_line(self, line: Unreadable) -> None:
        """Answer a line that is not readable text."""
        self.refuse(line.reason)

    def tick(self) -> None:
        """Do periodic work; the server calls this while no line arrives."""

    def close(self) -> None:
        """End after the last line: answer pending commands without further searching."""
        self.stop_pondering()
        if self.is_busy:
            self._is_closing = True
            self.stop()
        else:
            self.end()

    def end(self) -> None:
        """End the conversation and all searches."""
        self.is_over = True
        self.drop()
        self.stop_pondering()

    # --- for subclasses -----------------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Obey a line."""
        raise NotImplementedError

    def interrupts(self, line: str) -> bool:  # noqa: ARG002
        """Return whether a line ends the running search and those waiting before it; the line is obeyed after them."""
        return False

    # --- the order of answers -----------------------------------------------------------------------------------

    def in_turn(self, action: Callable[[], None]) -> None:
        """Run `action` to answer a command, now or after the earlier commands."""
        if not self.is_busy:
            self.stop_pondering()
            action()
        elif len(self._waiting) < _MOST_WAITING:
            self._waiting.append(action)
        else:
            reason = f"expected at most {_MOST_WAITING:,} commands to wait for a search, got more"
            self._waiting.append(partial(self.refuse, reason))

    def interrupt(self, action: Callable[[], None]) -> None:
        """Run `action` like `in_turn`, but soon: earlier searches end with their current results."""

        def act() -> None:
            self._n_interrupts -= 1
            action()

        self._n_interrupts += 1
        self._waiting.append(act)
        self.stop()

    # --- searching ----------------------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """Seconds since the last requested search began."""
        return time.perf_counter() - self._began

    def choose(self, position: DiscPosition, time_left: TimeLeft | None, done: Hear) -> None:
        """Choose a move within the limit of the settings."""
        self.stop_pondering()
        self._began = time.perf_counter()
        self._thought = self.thinker.choose(position, self.limit, time_left, self._then(done), self._failed)

    def analyse(self, position: DiscPosition, limit: Limit, top: int, news: Hear, done: Hear) -> None:
        """Value the best moves."""
        self.stop_pondering()
        self._began = time.perf_counter()
        self._thought = self.thinker.analyse(position, limit, top, news, self._then(done), self._failed)

    def limit_at(self, position: DiscPosition) -> Limit:
        """The limit for analysing a position: the same as for play."""
        return analysis_limit(self.limit, position)

    def failed(self, reason: str) -> None:
        """Report that there is no result, and why."""
        self.refuse(reason)

    def stop(self) -> None:
        """End the running search with its current results."""
        if self._thought is not None:
            self._thought.stop()

    def drop(self) -> None:
        """End the running search and discard it."""
        if self._thought is not None:
            self._thought.drop()
            self._thought = None

    def ponder(self, position: DiscPosition) -> None:
        """Ponder a position in which the opponent moves, until the next line."""
        self.stop_pondering()
        if self.ponders and not self._waiting and Engine.is_compiled_for(position) and not position.is_over:
            self._pondering = self.thinker.analyse(position, Limit(), 1, _ignore, _ignore, _ignore)

    def stop_pondering(self) -> None:
        """End pondering."""
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
        """Answer waiting commands."""
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
