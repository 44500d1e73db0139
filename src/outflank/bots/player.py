"""A bot as a player: ``bot:my_bot.py``, ``bot:FOLDER,memory=256``, ``bot:./program,protocol=gtp``.

Each game gets a new process, so that nothing carries over. The bot runs only in its own turns; during its opponent's,
all its processes are stopped. Its time is wall or processor time, whichever is more: a bot that thinks in several
processes pays for each.
"""

import shlex
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from outflank.bots import sandbox
from outflank.bots.limits import Disk, Limits, Memory, Output, Patience, Processes, Processor, Start
from outflank.bots.process import BotProcess, SpentError
from outflank.bots.submission import Submission
from outflank.errors import LateError, OptionError, ProgramError, excerpt
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.moves import move_named
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.play.position import GamePosition, Move
from outflank.protocols.hosts.gtp import GtpEngine
from outflank.protocols.hosts.hosted import HostedEngine
from outflank.protocols.hosts.line import Line
from outflank.protocols.hosts.nboard import NBoardEngine
from outflank.rules import Position

VERSION = 1
"""The version of the lines protocol."""

GAMES = ("othello", "anti-othello", "tribolo")
"""The kinds of game that bots play, by name."""

_LEAST = 0.01  # the least number of seconds a bot is told


class _Bot(HostedEngine):
    """The common part of bots of all protocols; comes before the protocol's class."""

    restarts = False

    def __init__(self, command: list[str], limits: Limits, patience: float, **options: Any):
        super().__init__(command=shlex.join(command), folder="/", patience=patience, **options)
        self._limits = limits
        self._owed = 0.0  # seconds of processor time beyond wall time in this game
        self._for_answer = patience  # seconds, at its start
        self._allowed = patience  # seconds of processor time for this move
        self._time_left: TimeLeft | None = None
        self.most_memory = 0  # bytes, in any game so far
        self.has_answered = False  # True if it has sent any line since its start or its first question
        self._has_moved = False  # since its start
        self.said = ""  # its last line on standard error

    def launch(self, command: list[str], folder: Path) -> BotProcess:
        """Start its process."""
        self._owed = 0.0
        self.has_answered = self._has_moved = False
        self._for_answer = self._until - time.monotonic()
        self._until = time.monotonic() + min(self._for_answer, self._limits.start)
        return BotProcess(command, folder)

    def follow(self, start: Position, moves: tuple[Move, ...]) -> None:
        """Note the moves of the game; a game that does not continue the last one gets a new process."""
        line = Line.of(start, moves)
        if self._process is not None and (self._followed is None or not self._followed.begins(line)):
            self._end()
        super().follow(start, moves)

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Ask the bot. Raises ProgramError if it does not answer, LimitError if it breaks a limit."""
        if time_left is not None and not time_left.per_move:
            time_left = replace(time_left, seconds=time_left.seconds - self._owed)
            if time_left.seconds <= 0:
                raise SpentError(f"used {self._owed:.1f} s of processor time more than passed on the clock")
        self._time_left = time_left
        self._allowed = self._patience if time_left is None else time_left.seconds
        try:
            return super().choose(position, time_left)
        finally:
            if self._process is not None:
                self.said = self._bot.last_words

    def greet(self) -> None:
        """Wait until it is ready, and stop it until its turn."""
        try:
            super().greet()
        except LateError:
            raise LateError(f"was not ready within {self._limits.start:g} s") from None
        self._bot.rest()
        self._until = time.monotonic() + self._for_answer

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:
        """Let it run for its turn."""
        began = time.monotonic()
        self.has_answered = self._has_moved
        self._bot.wake(self._allowed)
        answer = super().ask(line, time_left)
        self._has_moved = True
        used = self._bot.rest()
        self.most_memory = max(self.most_memory, self._bot.most_memory)
        self._owed += max(0.0, used - (time.monotonic() - began))
        return answer

    def hear(self) -> str:
        """Its next line."""
        line = super().hear()
        self.has_answered = True
        return line

    @property
    def _bot(self) -> BotProcess:
        assert isinstance(self._running, BotProcess)
        return self._running

    def _end(self, farewell: str = "") -> None:
        process = self._process
        if process is not None and not farewell:
            process.end()
        if isinstance(process, BotProcess):
            self.said = process.last_words or self.said
        super()._end(f">{farewell}\nwake 1" if farewell else "")


class _Gtp(_Bot, GtpEngine):
    """A bot that speaks GTP."""


class _NBoard(_Bot, NBoardEngine):
    """A bot that speaks NBoard's protocol."""


class _Lines(HostedEngine):
    """An engine that speaks the lines protocol."""

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Ask it, after announcing the game if nobody has."""
        check_not_over(position)
        told = None if self._followed is None else self._followed.position
        if told is None or (told.game, told.width) != (position.game, position.width):
            self.follow(position, ())
        return super().choose(position, time_left)

    def _line_to(self, position: Any) -> Line:
        """Send only the position."""
        known = self._followed
        return known if known is not None and known.position == position else Line(position, (), position)

    def greet(self) -> None:
        """Announce the game, and wait until it is ready."""
        position = self._followed.position if self._followed is not None else Position.start()
        self.say(f"outflank {VERSION} {position.game} {position.width}")
        while (words := self.hear().split(maxsplit=1))[:1] != ["ready"]:
            continue
        self.called = excerpt(words[1], 60).strip("'\"") if len(words) == 2 else ""

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:  # noqa: ARG002  `clock` knows more
        """Send the position, and read its move."""
        position = line.position
        self.forget()
        board, side = position.board_string.split()
        self.say(f"turn {board} {side} {','.join(position.legal_moves)} {self.clock}")
        return Analysis(move_named(self.hear().strip()))

    @property
    def clock(self) -> str:
        """Its time left, in the protocol's notation."""
        return ""


class _LinesBot(_Bot, _Lines):
    """A bot that speaks the lines protocol."""

    @property
    def clock(self) -> str:
        """Seconds, and whether they are for the game or this move."""
        left = self._time_left or TimeLeft(self._patience, per_move=True)
        return f"{max(_LEAST, left.seconds):.3f} {'move' if left.per_move else 'game'}"


_PROTOCOLS: dict[str, Callable[..., _Bot]] = {"lines": _LinesBot, "gtp": _Gtp, "nboard": _NBoard}


class Bot(Player):
    """A bot in its own sandbox: a Python file, a folder with a bot in it, or a program.

    `path` is its place. `function` names the player in a Python file, if it is not obvious. A program speaks
    `protocol`. In a game it may use `memory`, `processes`, `disk`, `output` and `cpu` (see `Limits`), take `start`
    seconds to be ready, and `patience` seconds per move without a clock. Raises OptionError.
    """

    label = "Bot"
    promise = "a program that somebody handed in, in a sandbox of its own"
    group = "Other programs"
    first = "path"
    is_stoppable = is_lasting = True

    @checked
    def __init__(
        self,
        path: Annotated[str, About(private=True)],
        protocol: Annotated[Literal["lines", "gtp", "nboard"], About(private=True)] = "lines",
        function: Annotated[str | None, About(private=True)] = None,
        memory: Memory = 512,
        processes: Processes = 32,
        disk: Disk = 64,
        output: Output = 1024,
        cpu: Processor = 3600.0,
        start: Start = 10.0,
        patience: Patience = 60.0,
    ):
        limits = Limits(memory, processes, disk, output, cpu, start)
        self.submission = Submission.of(path)
        if function is not None and not self.submission.is_python:
            raise OptionError("function names the player of a Python file")
        sandbox.warn()
        command = sandbox.command(self.submission, limits, function, speaks=protocol)
        self.protocol = protocol
        self._engine = _PROTOCOLS[protocol](command, limits, patience)

    @property
    def called(self) -> str:
        """The name it gives itself, or else the name of its file."""
        return self._engine.called or self.submission.name

    @property
    def said(self) -> str:
        """Its last line on standard error."""
        return self._engine.said

    @property
    def why_late(self) -> str:
        """Advice for a silent program: its answers may be stuck in a buffer."""
        if self._engine.has_answered or (self.submission.is_python and not self._prints()):
            return ""
        return "it sent nothing: it must flush its output after each line"

    def _prints(self) -> bool:
        """True for a Python file that may print its answers itself; any other is called through its function."""
        source = self.submission.file.read_bytes()
        return any(word in source for word in (b"stdin", b"input("))

    @property
    def most_memory(self) -> int:
        """Peak memory in bytes, as far as it was measured."""
        return self._engine.most_memory

    def follow(self, start: GamePosition, moves: tuple[Move, ...]) -> None:
        """Note the moves of the game. Starts the bot, which takes time that no clock need count."""
        self._check(start)
        self._engine.follow(start, moves)  # type: ignore[arg-type]

    def choose(self, position: GamePosition, time_left: TimeLeft | None = None) -> Analysis:
        """Ask the bot. Raises ProgramError if it does not answer; its answer may be an illegal move."""
        self._check(position)
        return self._engine.choose(position, time_left)

    def _check(self, position: GamePosition) -> None:
        """Raise ProgramError for a game that it cannot play."""
        if position.game not in GAMES:
            raise ProgramError(f"plays {', '.join(GAMES)}, not {excerpt(str(position.game), 40)}")
        if self.protocol != "lines" and (type(position) is not Position or position.size != 8):
            raise ProgramError("speaks a protocol for Othello on 8×8 only")

    def stop(self) -> None:
        """End the bot if it thinks, from any thread; `choose` then raises ProgramError."""
        self._engine.stop()

    def close(self) -> None:
        """End the bot and all its processes."""
        self._engine.close()
