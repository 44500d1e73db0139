"""Engines that are controlled through their consoles: Edax and Egaroucid.

A console expects a board, followed by ``go``, and prints its move among other text. Its answers are not numbered, so
all output from before ``go`` is discarded.
"""

import re
from typing import Annotated

from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.options import About, checked
from outflank.protocols.hosts.hosted import Command, Folder, HostedEngine, Patience, found, number
from outflank.protocols.hosts.line import Line
from outflank.rules import Position

_PLAYS = re.compile(r".*\bplays\s+([a-z0-9-]{1,4})\W*", re.IGNORECASE)
_ROW = re.compile(  # depth, confidence, score, then time and other numbers, then the line of play
    r"[\s>]*([0-9]{1,2}|book)(?:@\s*([0-9]{1,3})%)?\s+[<>=]?\s*([+-]?[0-9]{1,2})\b"
    r"[\s0-9:.]*((?:\s+(?:[a-h][1-8]|p[as]))*)\s*",
    re.IGNORECASE,
)
_QUIET = re.compile(r"[\s>]*([a-h][1-8]|pa|ps|pass)(?:\s+([+-]?[0-9.]{1,6}))?\s*", re.IGNORECASE)
_CELL = re.compile(r"\s*([0-9]{1,2})@\s*([0-9]{1,3})%\s*")

_OWN_MOVES = 2  # empty squares per move of one side
_LEAST = 0.05  # seconds


class ConsoleEngine(HostedEngine):
    """Base class for engines with a console.

    `level`, if given, is a level in the engine's own scale. See also `HostedEngine`.
    """

    @checked
    def __init__(
        self,
        command: Command,
        level: Annotated[int | None, About(0, 60)] = None,
        folder: Folder = None,
        patience: Patience = 600,
    ):
        super().__init__(command, folder, patience)
        self._level = level
        self._program += self.arguments()

    def arguments(self) -> list[str]:
        """Return the arguments that are appended to the command that starts the engine."""
        return []


class EdaxEngine(ConsoleEngine):
    """The Edax engine, controlled through its console.

    `command` starts Edax, in the `folder` that contains its files (by default, the current folder). `level` is a level
    in Edax's own scale. Without a clock, Edax may think for up to `patience` seconds per move.
    """

    label = "Edax"
    promise = "Edax, if installed"

    def greet(self) -> None:
        """Set the engine's level, and put it into a mode in which it plays only when asked to."""
        self.say("mode 3")
        if self._level is not None:
            self.say(f"level {self._level}")
        self.hear_anything()  # the prompt, which it prints after each command

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:
        """Send the time for this move and the board, and ask for a move."""
        position = line.position
        if time_left is not None and self._level is None:
            share = time_left.share(position.n_empties // _OWN_MOVES)
            self.say(f"move-time {max(_LEAST, share):.2f}")
        self.say(f"setboard {position.board_string}")
        self.forget()
        self.say("go")
        searched: re.Match[str] | None = None
        while (plays := _PLAYS.fullmatch(said := self.hear())) is None:
            searched = _ROW.fullmatch(said) or searched
        if searched is None or searched[4].lower().split()[:1] != [plays[1].lower()]:
            return found(position, plays[1])
        depth = int(searched[1]) if searched[1].isdecimal() else 0
        return found(
            position,
            plays[1],
            value=number(searched[3]),
            depth=depth,
            selectivity=int(searched[2] or 100),
            kind="heuristic" if depth else "book",
            pv=searched[4],
        )


class EgaroucidEngine(ConsoleEngine):
    """The Egaroucid engine, controlled through its console.

    `command` starts Egaroucid, in the `folder` that contains its files (by default, the current folder). The options
    ``-quiet -showvalue`` are added, unless the command already contains one of the options for output. `level` is a
    level in Egaroucid's own scale. Without a clock, Egaroucid may think for up to `patience` seconds per move.
    """

    label = "Egaroucid"
    promise = "Egaroucid, if installed"

    def arguments(self) -> list[str]:
        """Return the command-line options for the engine's output and level."""
        told = {"-quiet", "-q", "-silent", "-showvalue"}.intersection(self._program)
        level = [] if self._level is None else ["-l", str(self._level)]
        return level if told else ["-quiet", "-showvalue", *level]

    def greet(self) -> None:
        """Wait until the engine is ready for commands."""
        self.say("version")
        self.hear_anything()

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:
        """Send the board and the time left, and ask for a move."""
        position = line.position
        self.say(f"setboard {position.board_string}")
        if time_left is not None and self._level is None:
            seconds = time_left.share(position.n_empties // _OWN_MOVES) if time_left.per_move else time_left.seconds
            self.say(f"settime {position.turn.symbol} {max(1, int(seconds))}")
        self.forget()
        self.say("go")
        while True:
            said = self.hear()
            if quiet := _QUIET.fullmatch(said):
                return found(position, quiet[1], value=number(quiet[2] or ""))
            if answer := _of_table(position, said):
                return answer


def _of_table(position: Position, said: str) -> Analysis | None:
    """Parse a table row such as ``|  21|  21@73%|  f5|  +2|…``. Returns None for any other line.

    Egaroucid prints such rows unless it is quiet.
    """
    cells = [cell.strip() for cell in said.strip().strip("|").split("|")]
    if len(cells) < 4 or not _QUIET.fullmatch(cells[2]):
        return None
    depth = _CELL.fullmatch(cells[1])
    return found(
        position,
        cells[2],
        value=number(cells[3]),
        depth=int(depth[1]) if depth else 0,
        selectivity=int(depth[2]) if depth else 100,
        kind="heuristic" if depth else "book",
    )
