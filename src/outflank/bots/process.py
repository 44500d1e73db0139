"""The process of a bot below its guard, which passes all lines on."""

import contextlib
import time
from pathlib import Path

from outflank.errors import EndedError, LateError, LimitError, ProgramError, excerpt
from outflank.protocols.hosts.process import EngineProcess

_RESTING = 10.0  # seconds for a guard to stop its bot, however busy the machine is


class SpentError(ProgramError):
    """The bot used more processor time than it had."""

    in_time = False


class BotProcess(EngineProcess):
    """A running bot. It starts awake, and may run until `rest` and again after `wake`."""

    def __init__(self, command: list[str], folder: Path):
        super().__init__(command, folder)
        self.most_memory = 0  # peak bytes so far
        self._ended_by: Exception | None = None

    def say(self, line: str) -> None:
        """Send a line to the bot. Raises EndedError."""
        self._tell(f">{line}")

    def hear(self, until: float) -> str:
        """The bot's next line. Raises LateError, SpentError, LimitError for a broken limit, or EndedError."""
        while True:
            line = self._heard(until)
            if line[:1] == "<":
                return line[1:]

    def forget(self) -> None:
        """Do nothing: the guard drops earlier output, and the guard's own lines must be heard."""

    def wake(self, seconds: float) -> None:
        """Let the bot run for `seconds` of processor time."""
        self._tell(f"wake {seconds:.3f}")

    def rest(self) -> float:
        """Stop the bot until `wake`; return the processor time in seconds since the last one."""
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
        """Its last line on standard error; empty if there is none."""
        return str(self._errors)

    def _tell(self, line: str) -> None:
        try:
            super().say(line)
        except EndedError:
            self._raise_why()
            raise

    def _heard(self, until: float) -> str:
        """The guard's next line; raises the error if that reports the bot's end."""
        if self._ended_by is not None:
            raise self._ended_by
        line = super().hear(until)
        if line[:1] == "!":
            self._ended_by = LimitError(line[1:])
        elif line[:1] == "?":
            self._ended_by = SpentError(line[1:])
        elif line[:1] == ".":
            with contextlib.suppress(LateError, EndedError):
                super().hear(time.monotonic() + _RESTING)  # the end of the guard, which passes on the last words first
            said = self.last_words
            self._ended_by = EndedError(f"{line[1:]}{f': {excerpt(said, 160)}' if said else ''}")
        if self._ended_by is not None:
            raise self._ended_by
        return line

    def _raise_why(self) -> None:
        """Raise the reason for its end, if its guard has reported it."""
        with contextlib.suppress(LateError):
            while True:
                self._heard(time.monotonic() + _RESTING)
