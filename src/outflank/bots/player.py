"""Let a bot play: ``bot:my_bot.py``, ``bot:FOLDER,memory=256``, ``bot:./program,protocol=gtp``.

Every game gets a new process, so that nothing carries over from one game to the next. The bot runs only during its own
turns; during its opponent's turns, all of its processes are paused. It is charged for wall time or processor time,
whichever is greater, so a bot that thinks in several processes pays for all of them.
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
"""Version of the lines protocol that Outflank speaks."""

GAMES = ("othello", "anti-othello", "tribolo")
"""Names of the games that bots can play."""

_LEAST = 0.01  # the smallest number of seconds left that is reported to a bot


class _Bot(HostedEngine):
    """Functionality shared by bots of all protocols. As a base class, it must precede the class for the protocol."""

    restarts = False

    def __init__(self, command: list[str], limits: Limits, patience: float, **options: Any):
        super().__init__(command=shlex.join(command), folder="/", patience=patience, **options)
        self._limits = limits
        self._owed = 0.0  # seconds by which processor time exceeds wall time in this game
        self._for_answer = patience  # seconds for the first answer, set when the bot starts
        self._allowed = patience  # seconds of processor time for this move
        self._time_left: TimeLeft | None = None
        self.most_memory = 0  # bytes, in any game so far
        self.has_answered = False  # True if it has sent any line since it started or since its first question
        self._has_moved = False  # since its start
        self.said = ""  # its last line on standard error

    def launch(self, command: list[str], folder: Path) -> BotProcess:
        """Start the process in which the bot runs."""
        self._owed = 0.0
        self.has_answered = self._has_moved = False
        self._for_answer = self._until - time.monotonic()
        self._until = time.monotonic() + min(self._for_answer, self._limits.start)
        return BotProcess(command, folder)

    def follow(self, start: Position, moves: tuple[Move, ...]) -> None:
        """Record the moves of a game. If the game does not continue the previous one, a new process is started."""
        line = Line.of(start, moves)
        if self._process is not None and (self._followed is None or not self._followed.begins(line)):
            self._end()
        super().follow(start, moves)

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Request a move. Raises ProgramError if the bot does not respond, and LimitError if it exceeds a limit."""
        if time_left is not None and not time_left.per_move:
            time_left = replace(time_left, seconds=time_left.seconds - self._owed)
            if time_left.seconds <= 0:
                raise SpentError(f"used {self._owed:.1f} s more processor time than passed on the clock")
        self._time_left = time_left
        self._allowed = self._patience if time_left is None else time_left.seconds
        try:
            return super().choose(position, time_left)
        finally:
            if self._process is not None:
                self.said = self._bot.last_words

    def greet(self) -> None:
        """Wait until the bot is ready, then pause it."""
        try:
            super().greet()
        except LateError:
            raise LateError(f"was not ready within {self._limits.start:g} s") from None
        self._bot.rest()
        self._until = time.monotonic() + self._for_answer

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:
        """Let the bot run for its turn, and return its move."""
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
        """Read the bot's next line."""
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
    """A bot that speaks the NBoard protocol."""


class _Lines(HostedEngine):
    """An engine that speaks the lines protocol."""

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Request a move. If the engine has not been told which game is played, announce it first."""
        check_not_over(position)
        told = None if self._followed is None else self._followed.position
        if told is None or (told.game, told.width) != (position.game, position.width):
            self.follow(position, ())
        return super().choose(position, time_left)

    def _line_to(self, position: Any) -> Line:
        """Return the position without its history, because this protocol sends no moves."""
        known = self._followed
        return known if known is not None and known.position == position else Line(position, (), position)

    def greet(self) -> None:
        """Announce the game, then wait until the engine is ready."""
        position = self._followed.position if self._followed is not None else Position.start()
        self.say(f"outflank {VERSION} {position.game} {position.width}")
        while (words := self.hear().split(maxsplit=1))[:1] != ["ready"]:
            continue
        self.called = excerpt(words[1], 60).strip("'\"") if len(words) == 2 else ""

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:  # noqa: ARG002  `clock` knows more
        """Send the position and read the engine's move."""
        position = line.position
        self.forget()
        board, side = position.board_string.split()
        self.say(f"turn {board} {side} {','.join(position.legal_moves)} {self.clock}")
        return Analysis(move_named(self.hear().strip()))

    @property
    def clock(self) -> str:
        """The remaining time in the notation of the protocol."""
        return ""


class _LinesBot(_Bot, _Lines):
    """A bot that speaks the lines protocol."""

    @property
    def clock(self) -> str:
        """The remaining seconds, followed by ``game`` or ``move`` for the period that they must cover."""
        left = self._time_left or TimeLeft(self._patience, per_move=True)
        return f"{max(_LEAST, left.seconds):.3f} {'move' if left.per_move else 'game'}"


_PROTOCOLS: dict[str, Callable[..., _Bot]] = {"lines": _LinesBot, "gtp": _Gtp, "nboard": _NBoard}


class Bot(Player):
    """A bot that runs in a sandbox: a Python file, a folder that contains a bot, or a program.

    - `path`: the file or folder
    - `protocol`: the protocol that a program speaks
    - `function`: the player's name in a Python file that contains several candidates
    - `memory`, `processes`, `disk`, `output`, `cpu`, `start`: see `Limits`
    - `patience`: seconds per move in games without a clock

    Raises OptionError.
    """

    label = "Bot"
    promise = "a submitted program in its own sandbox"
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
        """The name under which the bot introduces itself, or by default the name of its file."""
        return self._engine.called or self.submission.name

    @property
    def said(self) -> str:
        """The last line that the bot wrote to standard error."""
        return self._engine.said

    @property
    def why_late(self) -> str:
        """Advice about a program that has sent nothing. Its output may be stuck in a buffer."""
        if self._engine.has_answered or (self.submission.is_python and not self._prints()):
            return ""
        return "it sent nothing: it must flush its output after each line"

    def _prints(self) -> bool:
        """True if a Python file may print its moves itself. If False, its function is called."""
        source = self.submission.file.read_bytes()
        return any(word in source for word in (b"stdin", b"input("))

    @property
    def most_memory(self) -> int:
        """Highest memory usage measured so far, in bytes."""
        return self._engine.most_memory

    def follow(self, start: GamePosition, moves: tuple[Move, ...]) -> None:
        """Record the moves of a game, and start the bot if necessary. This takes time that no clock should count."""
        self._check(start)
        self._engine.follow(start, moves)  # type: ignore[arg-type]

    def choose(self, position: GamePosition, time_left: TimeLeft | None = None) -> Analysis:
        """Request a move, which may be illegal. Raises ProgramError if the bot does not respond."""
        self._check(position)
        return self._engine.choose(position, time_left)

    def _check(self, position: GamePosition) -> None:
        """Raise ProgramError if the bot cannot play this game."""
        if position.game not in GAMES:
            raise ProgramError(f"plays {', '.join(GAMES)}, not {excerpt(str(position.game), 40)}")
        if self.protocol != "lines" and (type(position) is not Position or position.size != 8):
            raise ProgramError("speaks a protocol for Othello on 8×8 only")

    def stop(self) -> None:
        """Kill the bot if it is thinking, so that `choose` raises ProgramError. Can be called from any thread."""
        self._engine.stop()

    def close(self) -> None:
        """Shut down the bot and all of its processes."""
        self._engine.close()
