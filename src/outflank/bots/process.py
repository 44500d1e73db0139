"""The process of a bot below its guard, with which it is spoken through."""

import contextlib
import time
from pathlib import Path

from outflank.errors import EndedError, LateError, LimitError, ProgramError, excerpt
from outflank.protocols.hosts.process import EngineProcess

_RESTING = 10.0  # seconds in which a guard has stopped its bot, however busy the machine is


class SpentError(ProgramError):
    """A bot has used more processor time than it had."""

    in_time = False


class BotProcess(EngineProcess):
    """A bot that runs. It is awake when it is started: it may run until `rest`, and again from `wake` on."""

    def __init__(self, command: list[str], folder: Path):
        super().__init__(command, folder)
        self.most_memory = 0  # bytes that it has used at once so far
        self._ended_by: Exception | None = None

    def say(self, line: str) -> None:
        """Send a line to the bot. Raises EndedError."""
        self._tell(f">{line}")

    def hear(self, until: float) -> str:
        """The bot's next line. Raises LateError, SpentError, LimitError for a limit that it broke, EndedError."""
        while True:
            line = self._heard(until)
            if line[:1] == "<":
                return line[1:]

    def forget(self) -> None:
        """Nothing: what it said before its turn its guard dropped, and what the guard says is to be heard."""

    def wake(self, seconds: float) -> None:
        """Let it run, for so many seconds of processor time."""
        self._tell(f"wake {seconds:.3f}")

    def rest(self) -> float:
        """Stop it, until it is woken; how many seconds of processor time it has used since it was woken."""
        self._tell("rest")
        until = time.monotonic() + _RESTING
        while True:
            line = self._heard(until)
            if line[:1] == "=":
                used, memory = line[1:].split()
                self.most_memory = int(memory)
                return float(used)

    @property
    def last_words(self) -> str:
        """The last line that it printed on standard error; nothing if there is none."""
        return str(self._errors)

    def _tell(self, line: str) -> None:
        try:
            super().say(line)
        except EndedError:
            self._raise_why()
            raise

    def _heard(self, until: float) -> str:
        """The next line of the guard that is not the end of the bot, which is raised."""
        if self._ended_by is not None:
            raise self._ended_by
        line = super().hear(until)
        if line[:1] == "!":
            self._ended_by = LimitError(line[1:])
        elif line[:1] == "?":
            self._ended_by = SpentError(line[1:])
        elif line[:1] == ".":
            with contextlib.suppress(LateError, EndedError):
                super().hear(time.monotonic() + _RESTING)  # the end of the guard, which hands on the last words first
            said = self.last_words
            self._ended_by = EndedError(f"{line[1:]}{f': {excerpt(said, 160)}' if said else ''}")
        if self._ended_by is not None:
            raise self._ended_by
        return line

    def _raise_why(self) -> None:
        """Raise why it has ended, if its guard has said so."""
        with contextlib.suppress(LateError):
            while True:
                self._heard(time.monotonic() + _RESTING)
