"""What all hosted engines have in common: when they start and end, how long they may take, what becomes of a fault."""

import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated, ClassVar

from outflank.errors import EndedError, LateError, OptionError, ProgramError, quoted_path
from outflank.play.analysis import Analysis, Kind, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.moves import PASS, move_named
from outflank.play.options import About
from outflank.play.player import Player, check_not_over
from outflank.play.position import Move
from outflank.protocols.hosts.line import Line
from outflank.protocols.hosts.process import EngineProcess, program
from outflank.rules import Position

_GRACE = 1.0  # seconds more than a clock allows, in which the referee sees it itself
_STARTING = 5.0  # seconds that a program may take to start which does not say when it has
_LONGEST_ANSWER = 1000  # characters of a line
_MOVES = re.compile(r"[a-h][1-8]|pa(?:ss)?|ps|--", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}(?:\.[0-9]{0,9})?")

Command = Annotated[str, About(private=True)]
Folder = Annotated[str | None, About(private=True)]
Patience = Annotated[float, About(0, 86_400, "seconds", above=True, private=True)]
"""The options that all of them have."""


class HostedEngine(Player):
    """Another program as a player: its process starts when it is first asked, and ends with this object.

    `command` starts it, in the `folder` where it finds its files (this one if None). Without a clock it may think as
    many seconds as `patience` says. If it ends in the middle of a game, it is started again, once. Raises OptionError
    if there is no such program.

    Subclasses say how they `greet` it, and how they `ask` for a move, by `say` and `hear`.
    """

    sizes = (8,)
    group = "Other programs"
    rest = "command"
    is_stoppable = is_lasting = True
    farewell: ClassVar[str] = "quit"
    """What tells it to leave."""
    restarts: ClassVar[bool] = True
    """Whether it is started again if it ends in the middle of a game."""

    def __init__(self, command: str, folder: str | None, patience: float):
        self.called = ""  # as it calls itself, once it has said so
        self._folder = Path(folder or ".").expanduser().absolute()
        if not self._folder.is_dir():
            raise OptionError(f"there is no folder {quoted_path(self._folder)}")
        self._program, self._patience = program(command, self._folder), patience
        self._process: EngineProcess | None = None
        self._until = 0.0  # when it must have answered
        self._followed: Line | None = None  # the game as it was told
        self._last: Line | None = None  # what it was asked about last
        self._can_restart = False
        self._is_asked = self._is_stopped = False

    # --- as a player ----------------------------------------------------------------------------------------------

    def follow(self, start: Position, moves: tuple[Move, ...]) -> None:
        """Hear what was played. Starts the program, which takes time that no clock need count."""
        line = Line.of(start, moves)
        if self._followed is None or not self._followed.begins(line):
            self._can_restart = False  # until it has made a move
        self._followed = line
        self._until = time.monotonic() + self._patience
        self._start()

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:
        """Ask the program. Raises ProgramError if it does not answer, or with what is no move at all.

        What it answers may not be a legal move.
        """
        check_not_over(position)
        if position.must_pass:
            return Analysis(PASS)
        line = self._line_to(position)
        seconds = self._patience if time_left is None else time_left.seconds + _GRACE
        self._until = time.monotonic() + seconds
        self._is_asked, self._is_stopped = True, False
        told = None if time_left is None or time_left.is_ceiling else time_left
        try:
            return self._answer(line, told)
        except EndedError:
            if self._is_stopped:
                raise ProgramError("was stopped") from None
            raise
        except LateError:
            raise LateError(f"did not answer within {seconds:g} s") from None
        finally:
            self._is_asked = False

    def stop(self) -> None:
        """End the program if it thinks, from any thread: `choose` then raises ProgramError. It is started again."""
        process = self._process
        if self._is_asked and process is not None:
            self._is_stopped = True
            process.end()

    def close(self) -> None:
        """End the program, which is told to leave first."""
        self._end(self.farewell)

    # --- for subclasses -------------------------------------------------------------------------------------------

    def launch(self, command: list[str], folder: Path) -> EngineProcess:
        """Start its process."""
        return EngineProcess(command, folder)

    def greet(self) -> None:
        """Say what is said to a program that has just been started."""

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:
        """Have it move in the position of a line, within the time left if somebody asked for a clock."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Send a line to the program."""
        self._running.say(text)

    def hear(self) -> str:
        """The next line that the program says, or as much of it as an answer can be."""
        return self._running.hear(self._until)[:_LONGEST_ANSWER]

    def hear_anything(self) -> None:
        """Wait until the program says something, no matter what, but not for long: then it has started."""
        with suppress(LateError):
            self._running.hear(min(self._until, time.monotonic() + _STARTING))

    def forget(self) -> None:
        """Drop what the program has said without being asked."""
        self._running.forget()

    # ------------------------------------------------------------------------------------------------------------

    @property
    def _running(self) -> EngineProcess:
        if self._process is None:
            raise EndedError("has ended")
        return self._process

    def _start(self) -> None:
        """Start the program unless it runs."""
        if self._process is None:
            self._process = self.launch(self._program, self._folder)
            try:
                self.greet()
            except BaseException:
                self._end()
                raise

    def _end(self, farewell: str = "") -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end(farewell)

    def _answer(self, line: Line, time_left: TimeLeft | None) -> Analysis:
        while True:
            process = None
            try:
                self._start()
                process = self._process
                analysis = self.ask(line, time_left)
            except BaseException as error:  # whatever it says now, it is no answer to the next question
                if self._process is not process:  # who was late was given up: it is closed, or another one runs
                    raise
                self._end()
                if not isinstance(error, EndedError) or self._is_stopped or not self._can_restart:
                    raise
                self._can_restart = False
            else:
                if self._last is None or not self._last.begins(line):
                    self._can_restart = self.restarts
                self._last = line
                return analysis

    def _line_to(self, position: Position) -> Line:
        """How the position came about: as we were told, or by the moves that must have been made."""
        if self._followed is not None and self._followed.position == position:
            return self._followed
        for line in (self._last, Line.of(Position.start())):
            found = None if line is None else line.to(position)
            if found is not None:
                return found
        return Line(position, (), position)


# --- what engines say -------------------------------------------------------------------------------------------------


def found(
    position: Position,
    move: str,
    *,
    value: float | None = None,
    depth: int = 0,
    selectivity: int = 100,
    kind: Kind = "heuristic",
    pv: str = "",
    nodes: int = 0,
) -> Analysis:
    """An answer, with what the engine says of it: a value in discs in the mover's view, and a line of play as text.

    Of a move that is not legal, and of a line, nothing is kept that is not legal.
    """
    move = move_named(move)
    if move not in position.legal_moves:
        return Analysis(move)
    line: list[Move] = []
    here = position
    for name in map(move_named, _MOVES.findall(pv)):
        if name not in here.legal_moves:
            break
        line.append(name)
        here = here.play(name)
    moves = tuple(line) if line[:1] == [move] else ()
    return Analysis(move, (MoveValue(move, value, "exact", depth, selectivity, kind, moves),), nodes)


def number(text: str) -> float | None:
    """A number that an engine says, None if that is none."""
    with suppress(ValueError):
        if _NUMBER.fullmatch(text.strip()):
            return float(text)
    return None
