"""Engines that speak version 2 of the NBoard protocol, such as Edax with ``-nboard`` and many others.

The position is sent as a complete game in GGF, or as the moves that continue the last game. Next comes a ping; the
engine's answer to it shows that everything before it has been processed. The last command is ``go``. Engines write
their moves in different ways: ``=== F5/2.30/1.2``, ``=== f5 2.30 1.2`` or ``=== F5``.
"""

import re
from dataclasses import replace
from typing import Annotated

from outflank.errors import excerpt
from outflank.formats import ggf
from outflank.play.analysis import Analysis, Kind
from outflank.play.clock import TimeLeft
from outflank.play.moves import PASS
from outflank.play.options import About, checked
from outflank.play.record import Record
from outflank.protocols.hosts.hosted import Command, Folder, HostedEngine, Patience, found, number
from outflank.protocols.hosts.line import Line

_SEARCHED = re.compile(r"(search|book)\s+(\S+)\s+(\S+)\s+\S+\s+([0-9]{1,3})(%?)(W?)(?:\s.*)?", re.IGNORECASE)
_NODES = re.compile(r"nodestats\s+([0-9]{1,18})\b.*")


class NBoardEngine(HostedEngine):
    """An engine that speaks the NBoard protocol.

    `command` starts the engine, in the `folder` that contains its files (by default, the current folder). The engine
    searches to `depth`; if this is None, the engine chooses a depth. Without a clock, it may think for up to `patience`
    seconds per move.
    """

    label = "NBoard engine"
    promise = "another program that speaks the NBoard protocol"

    @checked
    def __init__(
        self,
        command: Command,
        depth: Annotated[int | None, About(1, 60, "plies")] = None,
        folder: Folder = None,
        patience: Patience = 600,
    ):
        super().__init__(command, folder, patience)
        self._depth = depth
        self._n_pings = 0
        self._board: Line | None = None  # the game on the engine's board

    def greet(self) -> None:
        """Send the protocol version, and the depth if one was specified."""
        self._board = None
        self.say("nboard 2")
        if self._depth is not None:
            self.say(f"set depth {self._depth}")
        self._wait()

    def ask(self, line: Line, time_left: TimeLeft | None) -> Analysis:
        """Send the game, wait until the engine has processed it, and ask for a move."""
        if self._depth is not None:
            time_left = None
        if time_left is None and self._board is not None and self._board.begins(line):
            for move in line.moves[len(self._board.moves) :]:
                self.say(f"move {'PA' if move == PASS else move.upper()}")
        else:
            self.say(f"set game {_game(line, time_left)}")
        self._board = line
        self._wait()
        self.say("go")
        searched: dict[str, re.Match[str]] = {}  # the engine's last report on each move, by the name of the move
        n_nodes = 0
        while not (said := self.hear().strip()).startswith("==="):
            if (report := _SEARCHED.fullmatch(said)) and report[2][:2].lower() in line.position.legal_moves:
                searched[report[2][:2].lower()] = report
            elif nodes := _NODES.fullmatch(said):
                n_nodes = int(nodes[1])
        return _answer(line, said.removeprefix("===").strip(), searched, n_nodes)

    def _wait(self) -> None:
        """Wait until the engine has processed all earlier commands."""
        self._n_pings += 1
        self.say(f"ping {self._n_pings}")
        while (said := self.hear().split()) != ["pong", str(self._n_pings)]:
            if said[:2] == ["set", "myname"] and len(said) == 3:
                self.called = excerpt(said[2], 60).strip("'\"")


def _game(line: Line, time_left: TimeLeft | None) -> str:
    """Write the game and its clock on one line of GGF. Both sides get the same time left.

    GGF specifies the clock as it was at the start of the game. The time left is therefore written as the initial time,
    and every move is recorded as if it had used up exactly its increment.
    """
    record = Record.of(line.history, ("Black", "White"))
    if time_left is not None:
        increment = int(time_left.seconds if time_left.per_move else time_left.increment)
        clock = f"{_minutes(max(1.0, time_left.seconds))}/{_minutes(increment)}"
        record = replace(record, tags={"TI": clock, "TB": clock, "TW": clock})
        for node in record.tree.root.main_line[1:]:
            node.seconds = increment or None
    return ggf.write([record]).strip()


def _minutes(seconds: float) -> str:
    return "{}:{:02}".format(*divmod(int(seconds), 60))


def _answer(line: Line, said: str, searched: dict[str, re.Match[str]], n_nodes: int) -> Analysis:
    """Parse the engine's answer, and add details from the engine's last report on the chosen move."""
    move, value, *_ = [*(part.strip() for part in (said.split("/") if "/" in said else said.split())), "", ""]
    worth, report = number(value), searched.get(move[:2].lower())
    if report is None:
        return found(line.position, move, value=worth, nodes=n_nodes)
    n_plies, share = int(report[4]), 100
    if report[5]:  # percent, not plies
        n_plies, share = (line.position.n_empties if n_plies == 100 else 0), n_plies
    return found(
        line.position,
        move,
        value=number(report[3]) if worth is None else worth,
        depth=n_plies,
        selectivity=share,
        kind=_kind(report),
        pv=report[2],
        nodes=n_nodes,
    )


def _kind(report: re.Match[str]) -> Kind:
    """Determine the kind of value in a report: ``100%`` means an exact score, and ``100%W`` a proven winner."""
    if report[1].lower() == "book":
        return "book"
    if report[4] + report[5] == "100%":
        return "wld" if report[6] else "exact"
    return "heuristic"
