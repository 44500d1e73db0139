"""Communicate with a bot through its guard, which is the parent process and passes on all lines."""

import contextlib
import time
from pathlib import Path

from outflank.errors import EndedError, LateError, LimitError, ProgramError, excerpt
from outflank.protocols.hosts.process import EngineProcess

_RESTING = 10.0  # seconds for a guard to stop its bot, however busy the machine is


class SpentError(ProgramError):
    """Raised if the bot used more processor time than it had left."""

    in_time = False


class BotProcess(EngineProcess):
    """A running bot. It is awake at first; `rest` pauses it, and `wake` resumes it."""

    def __init__(self, command: list[str], folder: Path):
        super().__init__(command, folder)
        self.most_memory = 0  # peak bytes so far
        self._ended_by: Exception | None = None

    def say(self, line: str) -> None:
        """Send a line to the bot. Raises EndedError."""
        self._tell(f">{line}")

    def hear(self, until: float) -> str:
        """Read the bot's next line. Raises LateError, SpentError, EndedError, or LimitError if a limit was exceeded."""
        while True:
            line = self._heard(until)
            if line[:1] == "<":
                return line[1:]

    def forget(self) -> None:
        """Do nothing. The guard drops earlier output of the bot, and lines from the guard itself must not be lost."""

    def wake(self, seconds: float) -> None:
        """Let the bot run for `seconds` of processor time."""
        self._tell(f"wake {seconds:.3f}")

    def rest(self) -> float:
        """Pause the bot until the next `wake`. Return the processor time used since the last `wake`, in seconds."""
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
        """The last line that the bot wrote to standard error, or an empty string."""
        return str(self._errors)

    def _tell(self, line: str) -> None:
        try:
            super().say(line)
        except EndedError:
            self._raise_why()
            raise

    def _heard(self, until: float) -> str:
        """Read the guard's next line. If it reports that the bot has ended, raises the error for the reason."""
        if self._ended_by is not None:
            raise self._ended_by
        line = super().hear(until)
        if line[:1] == "!":
            self._ended_by = LimitError(line[1:])
        elif line[:1] == "?":
            self._ended_by = SpentError(line[1:])
        elif line[:1] == ".":
            with contextlib.suppress(LateError, EndedError):
                super().hear(time.monotonic() + _RESTING)  # until the guard exits: it passes on the last words first
            said = self.last_words
            self._ended_by = EndedError(f"{line[1:]}{f': {excerpt(said, 160)}' if said else ''}")
        if self._ended_by is not None:
            raise self._ended_by
        return line

    def _raise_why(self) -> None:
        """Raise the error that explains why the bot ended, if the guard has reported it."""
        with contextlib.suppress(LateError):
            while True:
                self._heard(time.monotonic() + _RESTING)
