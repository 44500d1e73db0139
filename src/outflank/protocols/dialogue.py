"""What all protocols share: one search at a time, commands that wait for it, and thinking on the opponent's time."""

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
    """The engine's side of a conversation: it is given lines with `hear`, and answers with `say`, a line at a time.

    All of it happens in one thread: searches run beside it, and their results come between two lines. While a search
    runs that was asked for, commands wait, but for those that the protocol wants to be heard at once. So each command
    is answered, in their order.
    """

    def __init__(self, say: Say, thinker: Thinker, settings: Settings):
        self.say, self.thinker, self.settings = say, thinker, settings
        self.limit, self.ponders = settings.limit, settings.ponders
        self.is_over = False
        """Whether the conversation has ended."""
        self._thought: Thought | None = None
        self._pondering: Thought | None = None
        self._waiting: deque[Callable[[], None]] = deque()
        self._n_interrupts = 0  # of those that wait; no search before the last of them may take any time
        self._is_closing = False  # it ends when everything is answered
        self._began = 0.0

    # --- what the server calls ----------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether a search runs that was asked for."""
        return self._thought is not None

    def hear(self, line: str) -> None:
        """Obey a line, now or once the search has ended that runs."""
        if self.is_busy and self.interrupts(line):
            self.interrupt(partial(self.obey, line))
        else:
            self.in_turn(partial(self.obey, line))

    def hear_unreadable(self, line: Unreadable) -> None:
        """Answer a line that cannot be read as text, when it is its turn."""
        self.in_turn(partial(self.refuse_line, line))

    def refuse(self, reason: str) -> None:
        """Say that something cannot be done, and why."""
        raise NotImplementedError

    def refuse_line(self, line: Unreadable) -> None:
        """Answer a line that cannot be read as text."""
        self.refuse(line.reason)

    def tick(self) -> None:
        """Called now and then while nothing is heard."""

    def close(self) -> None:
        """Nothing more is heard: answer what was asked, without searching any longer, and end."""
        self.stop_pondering()
        if self.is_busy:
            self._is_closing = True
            self.stop()
        else:
            self.end()

    def end(self) -> None:
        """End the conversation, and whatever is searched."""
        self.is_over = True
        self.drop()
        self.stop_pondering()

    # --- what a protocol fills in -------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Do what a line says."""
        raise NotImplementedError

    def interrupts(self, line: str) -> bool:  # noqa: ARG002
        """True if a line ends the search that runs, and those that wait before it; it is obeyed after them."""
        return False

    # --- the order of answers -----------------------------------------------------------------------------------

    def in_turn(self, action: Callable[[], None]) -> None:
        """Answer a command by some action, now or once what was asked before is answered."""
        if not self.is_busy:
            self.stop_pondering()
            action()
        elif len(self._waiting) < _MOST_WAITING:
            self._waiting.append(action)
        else:
            reason = f"expected at most {_MOST_WAITING:,} commands to wait for a search, got more"
            self._waiting.append(partial(self.refuse, reason))

    def interrupt(self, action: Callable[[], None]) -> None:
        """The same, with as little delay as possible: searches that run or wait before it end with what they know."""

        def act() -> None:
            self._n_interrupts -= 1
            action()

        self._n_interrupts += 1
        self._waiting.append(act)
        self.stop()

    # --- searching ----------------------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """Since the search that was asked for last began."""
        return time.perf_counter() - self._began

    def choose(self, position: DiscPosition, time_left: TimeLeft | None, done: Hear) -> None:
        """Choose a move as far ahead as the settings say."""
        self.stop_pondering()
        self._began = time.perf_counter()
        self._thought = self.thinker.choose(position, self.limit, time_left, self._then(done), self._failed)

    def analyse(self, position: DiscPosition, limit: Limit, top: int, news: Hear, done: Hear) -> None:
        """Value the best moves."""
        self.stop_pondering()
        self._began = time.perf_counter()
        self._thought = self.thinker.analyse(position, limit, top, news, self._then(done), self._failed)

    def limit_at(self, position: DiscPosition) -> Limit:
        """The limit of an analysis of a position: as far as play."""
        return analysis_limit(self.limit, position)

    def failed(self, reason: str) -> None:
        """Say that there is no result, and why."""
        self.refuse(reason)

    def stop(self) -> None:
        """Let the search that runs end with what it knows."""
        if self._thought is not None:
            self._thought.stop()

    def drop(self) -> None:
        """End the search that runs, and forget it."""
        if self._thought is not None:
            self._thought.drop()
            self._thought = None

    def ponder(self, position: DiscPosition) -> None:
        """Think about a position in which the opponent is to move, until the next line, to be ahead then."""
        self.stop_pondering()
        if self.ponders and not self._waiting and Engine.is_compiled_for(position) and not position.is_over:
            self._pondering = self.thinker.analyse(position, Limit(), 1, _ignore, _ignore, _ignore)

    def stop_pondering(self) -> None:
        """Let the opponent's time be."""
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
        """Answer what has waited."""
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
