"""Code shared by all hosted engines: starting and stopping them, time limits, and failures."""

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

_GRACE = 1.0  # seconds beyond the clock, so that the referee notices first
_STARTING = 5.0  # seconds that a program gets to start if it does not print anything
_LONGEST_ANSWER = 1000  # characters of a line
_MOVES = re.compile(r"[a-h][1-8]|pa(?:ss)?|ps|--", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}(?:\.[0-9]{0,9})?")

Command = Annotated[str, About(private=True)]
Folder = Annotated[str | None, About(private=True)]
Patience = Annotated[float, About(0, 86_400, "seconds", above=True, private=True)]
"""Types of the options that all hosted engines share: the command, the folder and the patience."""


class HostedEngine(Player):
    """Another program as a player. Its process starts when it is first needed, and ends along with this object.

    `command` starts the program in `folder`, or in the current folder if this is None. Without a clock, the program may
    think for up to `patience` seconds per move. If it exits in the middle of a game, it is restarted once. Raises
    OptionError if the program or the folder does not exist.

    Subclasses define `greet` and `ask`, which use `say` and `hear`.
    """

    sizes = (8,)
    group = "Other programs"
    rest = "command"
    is_stoppable = is_lasting = True
    farewell: ClassVar[str] = "quit"
    """Command that tells the program to exit."""
    restarts: ClassVar[bool] = True
    """True if the program may be restarted when it exits in the middle of a game."""

    def __init__(self, command: str, folder: str | None, patience: float):
        self.called = ""  # the name that the program reports, once known
        self._folder = Path(folder or ".").expanduser().absolute()
        if not self._folder.is_dir():
            raise OptionError(f"there is no folder {quoted_path(self._folder)}")
        self._program, self._patience = program(command, self._folder), patience
        self._process: EngineProcess | None = None
        self._until = 0.0  # deadline for the program's answer
        self._followed: Line | None = None  # the game as `follow` reported it
        self._last: Line | None = None  # the game for which it was last asked for a move
        self._can_restart = False
        self._is_asked = self._is_stopped = False

    # --- as a player ----------------------------------------------------------------------------------------------

    def follow(self, start: Position, moves: tuple[Move, ...]) -> None:
        """Store the moves of the game, and start the program early.

        Its start-up time therefore does not count on any clock.
        """
        line = Line.of(start, moves)
        if self._followed is None or not self._followed.begins(line):
            self._can_restart = False  # until it has made a move
        self._followed = line
        self._until = time.monotonic() + self._patience
        self._start()

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:
        """Ask the program for a move. The move is not checked, so it may be illegal.

        Raises ProgramError if the program does not answer, or if its answer is not a move.
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
        """Stop the program if it is thinking. May be called from any thread.

        `choose` then raises ProgramError. The program is restarted when it is next needed.
        """
        process = self._process
        if self._is_asked and process is not None:
            self._is_stopped = True
            process.end()

    def close(self) -> None:
        """Send the farewell, and end the program."""
        self._end(self.farewell)

    # --- for subclasses -------------------------------------------------------------------------------------------

    def launch(self, command: list[str], folder: Path) -> EngineProcess:
        """Start the program's process and return it."""
        return EngineProcess(command, folder)

    def greet(self) -> None:
        """Send the first lines to the program. This is called just after the program has started."""

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:
        """Ask for a move in the position at the end of `line`. If there is a clock, `time_left` is the time left."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Send a line to the program."""
        self._running.say(text)

    def hear(self) -> str:
        """Return the program's next line, truncated to the maximum length of an answer.

        Raises LateError or EndedError.
        """
        return self._running.hear(self._until)[:_LONGEST_ANSWER]

    def hear_anything(self) -> None:
        """Wait a few seconds for the program to print anything, which shows that it has started."""
        with suppress(LateError):
            self._running.hear(min(self._until, time.monotonic() + _STARTING))

    def forget(self) -> None:
        """Discard any output of the program that has not been read."""
        self._running.forget()

    # ------------------------------------------------------------------------------------------------------------

    @property
    def _running(self) -> EngineProcess:
        if self._process is None:
            raise EndedError("has exited")
        return self._process

    def _start(self) -> None:
        """Start the program unless it is already running."""
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
            except BaseException as error:  # anything it prints from now on would not answer a later question
                if self._process is not process:  # given up as late, then closed or replaced
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
        """Return a line that leads to the position.

        If `follow` has reported the moves, they are used; otherwise, the moves are inferred from the boards.
        """
        if self._followed is not None and self._followed.position == position:
            return self._followed
        for line in (self._last, Line.of(Position.start())):
            found = None if line is None else line.to(position)
            if found is not None:
                return found
        return Line(position, (), position)


# --- answers ----------------------------------------------------------------------------------------------------------


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
    """Convert an engine's answer to an analysis.

    `value` is in discs, from the mover's point of view. `pv` is the principal variation as text, which is cut off
    before its first illegal move. If `move` itself is illegal, the analysis contains no values.
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
    """Parse a number in an engine's output. Returns None if the text is not a number."""
    with suppress(ValueError):
        if _NUMBER.fullmatch(text.strip()):
            return float(text)
    return None
