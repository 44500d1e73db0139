"""A bot as a player: ``bot:my_bot.py``, ``bot:FOLDER,memory=256``, ``bot:./program,protocol=gtp``.

A new process plays each game, so that nothing is carried from one to the next. It runs in its own turns alone: in its
opponent's all its processes are stopped. Its time is the wall's or the processor's, whichever is more: who thinks with
several processes pays for each.
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
"""Of the protocol of lines."""

GAMES = ("othello", "anti-othello", "tribolo")
"""What bots play, by the names of the kinds of game."""

_LEAST = 0.01  # seconds that a bot is told at least


class _Bot(HostedEngine):
    """What bots of all protocols do, before the class of the protocol in the order of classes."""

    restarts = False

    def __init__(self, command: list[str], limits: Limits, patience: float, **options: Any):
        super().__init__(command=shlex.join(command), folder="/", patience=patience, **options)
        self._limits = limits
        self._owed = 0.0  # seconds of processor time in this game beyond those of the wall
        self._for_answer = patience  # seconds, when it was started
        self._allowed = patience  # seconds of processor time for this move
        self._time_left: TimeLeft | None = None
        self.most_memory = 0  # bytes, in any game so far
        self.has_answered = False  # with any line at all, since it was started or asked for its first move
        self._has_moved = False  # since it was started
        self.said = ""  # the last line that it printed on standard error

    def launch(self, command: list[str], folder: Path) -> BotProcess:
        """Start its process."""
        self._owed = 0.0
        self.has_answered = self._has_moved = False
        self._for_answer = self._until - time.monotonic()
        self._until = time.monotonic() + min(self._for_answer, self._limits.start)
        return BotProcess(command, folder)

    def follow(self, start: Position, moves: tuple[Move, ...]) -> None:
        """Hear what was played; a game that does not go on from what was played before gets a new process."""
        line = Line.of(start, moves)
        if self._process is not None and (self._followed is None or not self._followed.begins(line)):
            self._end()
        super().follow(start, moves)

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Ask the bot. Raises ProgramError if it does not answer, or LimitError for a limit that it broke."""
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
        """The next line that it says."""
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
    """An engine that speaks the protocol of lines."""

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Ask it, and say before which game it is, if nobody has."""
        check_not_over(position)
        told = None if self._followed is None else self._followed.position
        if told is None or (told.game, told.width) != (position.game, position.width):
            self.follow(position, ())
        return super().choose(position, time_left)

    def _line_to(self, position: Any) -> Line:
        """The position is all that it is told."""
        known = self._followed
        return known if known is not None and known.position == position else Line(position, (), position)

    def greet(self) -> None:
        """Say which game it is, and wait until it is ready."""
        position = self._followed.position if self._followed is not None else Position.start()
        self.say(f"outflank {VERSION} {position.game} {position.width}")
        while (words := self.hear().split(maxsplit=1))[:1] != ["ready"]:
            continue
        self.called = excerpt(words[1], 60).strip("'\"") if len(words) == 2 else ""

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:  # noqa: ARG002  `clock` knows more
        """Put the position to it."""
        position = line.position
        self.forget()
        board, side = position.board_string.split()
        self.say(f"turn {board} {side} {','.join(position.legal_moves)} {self.clock}")
        return Analysis(move_named(self.hear().strip()))

    @property
    def clock(self) -> str:
        """What is left to it, in words of the protocol."""
        return ""


class _LinesBot(_Bot, _Lines):
    """A bot that speaks the protocol of lines."""

    @property
    def clock(self) -> str:
        """Seconds, and whether they are for the game or for this move."""
        left = self._time_left or TimeLeft(self._patience, per_move=True)
        return f"{max(_LEAST, left.seconds):.3f} {'move' if left.per_move else 'game'}"


_PROTOCOLS: dict[str, Callable[..., _Bot]] = {"lines": _LinesBot, "gtp": _Gtp, "nboard": _NBoard}


class Bot(Player):
    """A bot in a sandbox of its own: a Python file, a folder with a bot in it, or a program.

    `path` is where it is; of a Python file `function` is the player, if it does not show by itself which that is. A
    program speaks `protocol`. In a game it may take `memory`, `processes`, `disk`, `output` and `cpu` (see `Limits`),
    `start` seconds until it is ready, and without a clock `patience` for a move. Raises OptionError.
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
        """As it calls itself, or else as its file is called."""
        return self._engine.called or self.submission.name

    @property
    def said(self) -> str:
        """The last line that it printed on standard error."""
        return self._engine.said

    @property
    def why_late(self) -> str:
        """Advice for a program from which nothing came: its answers may be in a buffer of its own."""
        if self._engine.has_answered or (self.submission.is_python and not self._prints()):
            return ""
        return "nothing came from it, and what it prints must be flushed after each line"

    def _prints(self) -> bool:
        """True for a Python file that may be a program which prints its answers; of any other its function is asked."""
        source = self.submission.file.read_bytes()
        return any(word in source for word in (b"stdin", b"input("))

    @property
    def most_memory(self) -> int:
        """Bytes of memory that it has used at once, at most, as far as was seen."""
        return self._engine.most_memory

    def follow(self, start: GamePosition, moves: tuple[Move, ...]) -> None:
        """Hear what was played. Starts the bot, which takes time that no clock need count."""
        self._check(start)
        self._engine.follow(start, moves)  # type: ignore[arg-type]

    def choose(self, position: GamePosition, time_left: TimeLeft | None = None) -> Analysis:
        """Ask the bot. Raises ProgramError if it does not answer; what it answers may not be a legal move."""
        self._check(position)
        return self._engine.choose(position, time_left)

    def _check(self, position: GamePosition) -> None:
        """Raise ProgramError for a game that it cannot be asked about."""
        if position.game not in GAMES:
            raise ProgramError(f"plays {', '.join(GAMES)}, not {excerpt(str(position.game), 40)}")
        if self.protocol != "lines" and (type(position) is not Position or position.size != 8):
            raise ProgramError("speaks a protocol in which Othello on 8×8 alone is played")

    def stop(self) -> None:
        """End the bot if it thinks, from any thread; `choose` then raises ProgramError."""
        self._engine.stop()

    def close(self) -> None:
        """End the bot, and all that it has started."""
        self._engine.close()
