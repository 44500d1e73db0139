"""Engines that speak GTP, the Go text protocol, such as gtp-rhino.

The protocol has commands for moves, but not for positions. A game from the usual start is therefore sent move by move,
while any other board is sent with commands that only some engines support. Passes are also sent; an engine that passes
automatically may reject them. Engines may omit the number of an answer or put a space before it, and they may write
moves in upper or lower case.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

from outflank.errors import ProgramError, excerpt
from outflank.files import TemporaryFolder
from outflank.formats import sgf
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.game import History
from outflank.play.moves import PASS
from outflank.play.options import About, checked
from outflank.play.position import Move
from outflank.play.record import Record
from outflank.protocols.hosts.hosted import Command, Folder, HostedEngine, Patience, found
from outflank.protocols.hosts.line import Line
from outflank.rules import BLACK, Position

_ANSWER = re.compile(r"([=?])[ \t]*(?:([0-9]{1,9})(?![^ \t]))?[ \t]*(.*)")
_LONGEST_LIST = 1000  # lines of an answer


class _RefusedError(ProgramError):
    """Raised if the engine answers a command with an error."""


class GtpEngine(HostedEngine):
    """An engine that speaks GTP.

    `command` starts the engine, in the `folder` that contains its files (by default, the current folder). `level` is on
    the engine's own scale, and works only if the engine has a command for setting it. Without a clock, the engine may
    think for up to `patience` seconds per move.
    """

    label = "GTP engine"
    promise = "another program that speaks GTP"

    @checked
    def __init__(
        self,
        command: Command,
        level: Annotated[int | None, About(0, 100)] = None,
        folder: Folder = None,
        patience: Patience = 600,
    ):
        super().__init__(command, folder, patience)
        self._level = level
        self._n_commands = 0
        self._commands: frozenset[str] = frozenset()  # commands that the engine knows
        self._board: Line | None = None  # the game on the engine's board
        self._times: tuple[int, int, int] | None = None  # the last clock setting sent to the engine

    def greet(self) -> None:
        """Ask the engine for its commands, name and version, select Othello, and set the level."""
        self._board = self._times = None
        with suppress(_RefusedError):
            self._commands = frozenset(self._command("list_commands", many=True).split())
        with suppress(_RefusedError):
            self.called = excerpt(f"{self._command('name')} {self._command('version')}", 60).strip("'\"")
        for command in ("set_game Othello", "boardsize 8"):
            with suppress(_RefusedError):
                self._command(command)
        if self._level is not None:
            name = next((name for name in ("set_level", "level") if name in self._commands), None)
            if name is None:
                raise ProgramError("has no command to set a level")
            self._told(f"{name} {self._level}")

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:
        """Bring the engine's board up to date, and ask for a move."""
        self.forget()
        self._set_up(line)
        colour = _colour(line.position)
        if time_left is not None and self._level is None:
            self._tell_time(colour, time_left)
        self._board = None
        answer = self._told(f"genmove {colour}").split()
        if answer == ["resign"]:
            raise ProgramError("resigns, which is not a move")
        analysis = found(line.position, answer[0] if answer else "")
        if analysis.moves:  # a legal move, which the engine has also made on its board
            move = str(analysis.move)
            self._board = Line(line.start, (*line.moves, move), line.position.play(move))
        return analysis

    # --- the board ------------------------------------------------------------------------------------------------

    def _set_up(self, line: Line) -> None:
        """Send the moves that the engine's board lacks.

        If the line does not continue the game on that board, send the complete game.
        """
        board, self._board = self._board, None
        if board is not None and board.begins(line):
            with suppress(_RefusedError):
                self._play(board, line.moves[len(board.moves) :])
                self._board = line
                return
        self._begin(line.start)
        try:
            self._play(Line(line.start, (), line.start), line.moves)
        except _RefusedError as error:
            raise ProgramError(f"refuses {error}") from None
        self._board = line

    def _play(self, line: Line, moves: tuple[Move, ...]) -> None:
        position = line.position
        for move in moves:
            if move == PASS:
                with suppress(_RefusedError):  # the engine may have passed by itself
                    self._command(f"play {_colour(position)} PASS")
            else:
                self._command(f"play {_colour(position)} {move.upper()}")
            position = position.play(move)

    def _begin(self, start: Position) -> None:
        """Clear the engine's board, and set up the start position on it.

        Raises ProgramError if the engine cannot do this.
        """
        self._times = None
        self._told("clear_board")
        if start == Position.start():
            return
        for name, set_up in self._set_ups().items():
            if name in self._commands:
                with suppress(_RefusedError):
                    set_up(start)
                    return
        known = " or ".join(self._set_ups())
        raise ProgramError(f"plays only from the usual start: no {known} command sets up another board")

    def _set_ups(self) -> dict[str, Callable[[Position], None]]:
        """Map each command that can set up a board to the function that sends it."""
        return {"loadsgf": self._load, "grhino-setup_board": self._set_up_rhino}

    def _load(self, start: Position) -> None:
        with TemporaryFolder() as folder:
            path = folder / "board.sgf"
            path.write_text(sgf.write([Record.of(History(start))]), encoding="ascii")
            self._command(f"loadsgf {path}")

    def _set_up_rhino(self, start: Position) -> None:
        self._command(f"grhino-setup_board {start.cells} {_colour(start)}")

    # --- the clock ------------------------------------------------------------------------------------------------

    def _tell_time(self, colour: str, left: TimeLeft) -> None:
        """Send the time left in whole seconds, if the engine supports the commands for this."""
        seconds, increment = max(1, int(left.seconds)), int(left.increment)
        times = (0, seconds, 1) if left.per_move else (seconds, increment, int(increment > 0))
        with suppress(_RefusedError):
            if self._times is None and "time_settings" in self._commands:
                self._command("time_settings {} {} {}".format(*times))
            self._times = self._times or times
            if "time_left" in self._commands:
                self._command(f"time_left {colour} {seconds} {int(left.per_move)}")

    # --- question and answer --------------------------------------------------------------------------------------

    def _told(self, command: str) -> str:
        """Send a command that the engine must accept, and return the answer.

        Raises ProgramError if the engine rejects it.
        """
        try:
            return self._command(command)
        except _RefusedError as error:
            raise ProgramError(f"refuses {error}") from None

    def _command(self, command: str, *, many: bool = False) -> str:
        """Send a command and return the answer. Raises _RefusedError if the engine answers with an error.

        If `many` is True, the answer includes all lines up to an empty one.
        """
        self._n_commands += 1
        self.say(f"{self._n_commands} {command}")
        while True:
            answer = _ANSWER.fullmatch(self.hear().strip())
            if answer is None or answer[2] not in (None, str(self._n_commands)):  # or it answers an earlier command
                continue
            if answer[1] == "?":
                raise _RefusedError(f"{command!r}: {excerpt(answer[3], 60)}")
            lines = [answer[3]]
            while many and len(lines) < _LONGEST_LIST and (line := self.hear().strip()):
                lines.append(line)
            return "\n".join(lines)


def _colour(position: Position) -> str:
    return "black" if position.turn is BLACK else "white"
