"""A game at a table: who sits there, what was played, the clock, and everything that can happen to it.

Nothing here waits or speaks to anybody: the hall does that. Every change is all or nothing, and `to_json` holds all
that is needed to go on with the game after a crash.
"""

import json
import secrets
from dataclasses import astuple, dataclass
from typing import Any

from outflank.errors import IllegalMoveError, OptionError, OutflankError
from outflank.play import Clock, TimeControl, TimeLeft
from outflank.web.catalogue import HUMAN
from outflank.web.kinds import Kind, kind_of
from outflank.web.messages import Setup


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made: by whom, what it turned over, who was skipped after it for lack of a move.

    `found` is what the player said of the move, if a computer made it.
    """

    seat: int
    move: str
    flips: tuple[int, ...]
    seconds: float = 0.0
    found: dict[str, Any] | None = None
    skipped: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        return {
            "seat": self.seat,
            "move": self.move,
            "flips": list(self.flips),
            "seconds": round(self.seconds, 3),
            "found": self.found,
            "skipped": list(self.skipped),
        }


class Table:
    """One game. `revision` counts its changes."""

    def __init__(self, kind: Kind, start: Any, seats: list[str], control: TimeControl | None, pace: float):
        if len(seats) != len(kind.seats):
            raise OptionError(f"expected {len(kind.seats)} players, got {len(seats)}")
        self.id = secrets.token_urlsafe(16)
        self.kind, self.start, self.seats, self.pace = kind, start, list(seats), pace
        self.revision = 0
        self.control = control
        self.begin()

    def begin(self) -> None:
        """Put up the first position, with nothing played and the clocks full."""
        self.positions: list[Any] = [self.start]
        self.moves: list[Played] = []
        self.undone: list[Played] = []  # the next to be played again last
        self.resigned: int | None = None
        self.fault: dict[str, Any] | None = None  # a game lost by a fault: seat, fault, reason
        self.paused = False
        self.clock = None if self.control is None else Clock(self.control, len(self.seats))

    @classmethod
    def from_setup(cls, setup: Setup) -> "Table":
        """A new game. Raises OutflankError for one that is not possible."""
        kind = kind_of(setup.kind)
        control = TimeControl.parse(setup.clock) if setup.clock else None
        table = cls(kind, kind.start(setup.model_dump()), setup.seats, control, setup.pace)
        for move, _ in kind.played(table.start, setup.moves):
            table.push(str(move))
        return table

    # --- what is so -----------------------------------------------------------------------------------------------

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, in whatever way."""
        return self.resigned is not None or self.fault is not None or bool(self.position.is_over)

    @property
    def to_move(self) -> str | None:
        """The name of the player whose turn it is; None when the game is over."""
        return None if self.is_over else self.seats[self.position.turn]

    @property
    def must_pass(self) -> bool:
        """Whether the side to move can do nothing but pass."""
        return bool(getattr(self.position, "must_pass", False))

    def time_left(self) -> TimeLeft | None:
        """What the player to move has left."""
        return None if self.clock is None else self.clock.left(self.position.turn)

    # --- what happens ---------------------------------------------------------------------------------------------

    def push(self, text: str, *, seconds: float = 0.0, found: dict[str, Any] | None = None) -> Played:
        """Make a move for the side to move. Raises IllegalMoveError and changes nothing if it is not legal."""
        self._check_running()
        move = self.kind.move(self.position, text)
        after = self.position.play(move)
        flips, skipped = tuple(self.kind.flips(self.position, move)), self.kind.skipped(self.position, after)
        played = Played(self.position.turn, str(move), flips, seconds, found, skipped)
        in_time = self.clock is None or self.clock.spend(played.seat, seconds)
        if not in_time:
            self.lose(played.seat, "time", "the time is up")
            return played
        self.positions.append(after)
        self.moves.append(played)
        self.undone.clear()
        self._changed()
        return played

    def undo(self) -> None:
        """Back to the last position in which a person moved; without persons, one move back, and pause."""
        if self.fault is not None and self.fault["fault"] == "time":
            raise IllegalMoveError("there is no time left to go on with: restart, or begin a new game")
        if self.resigned is not None or self.fault is not None:
            self.resigned = self.fault = None
            self._changed()
            return
        if not self.moves:
            raise IllegalMoveError("there is no move to take back")
        persons = [i for i, position in enumerate(self.positions[:-1]) if self._is_persons(position)]
        if HUMAN in self.seats and not persons:
            raise IllegalMoveError("there is no move of yours to take back")
        self.paused = HUMAN not in self.seats
        target = persons[-1] if persons else len(self.moves) - 1
        while len(self.moves) > target:
            self.undone.append(self.moves.pop())
            self.positions.pop()
        self._changed()

    def redo(self) -> None:
        """Play again what was taken back, up to a person's next turn."""
        if not self.undone:
            raise IllegalMoveError("there is no move to play again")
        self._check_running()
        while True:
            played = self.undone.pop()
            self.positions.append(self.position.play(self.kind.move(self.position, played.move)))
            self.moves.append(played)
            if not self.undone or HUMAN not in self.seats or self._is_persons(self.position):
                break
        self._changed()

    def restart(self) -> None:
        """The same game from its first position."""
        self.begin()
        self._changed()

    def resign(self) -> None:
        """The side to move gives up; against a computer, that is the person's side whoever is to move."""
        self._check_running()
        if len(self.seats) != 2:
            raise IllegalMoveError("nobody can resign in a game of three")
        persons = [seat for seat, name in enumerate(self.seats) if name == HUMAN]
        self.resigned = persons[0] if len(persons) == 1 else self.position.turn
        self._changed()

    def sit(self, seats: list[str]) -> None:
        """Let others take the seats and go on with the game."""
        if len(seats) != len(self.seats):
            raise OptionError(f"expected {len(self.seats)} players, got {len(seats)}")
        self.seats = list(seats)
        if self.fault is not None and self.fault["fault"] != "time":
            self.fault = None
        self._changed()

    def pause(self, on: bool) -> None:
        """Let the computers wait, or go on."""
        self.paused = on
        self._changed()

    def lose(self, seat: int, fault: str, reason: str) -> None:
        """End the game as lost for a seat by a fault."""
        self.fault = {"seat": seat, "fault": fault, "reason": reason}
        self._changed()

    def _check_running(self) -> None:
        if self.is_over:
            raise IllegalMoveError("the game is over")

    def _is_persons(self, position: Any) -> bool:
        return not position.is_over and self.seats[position.turn] == HUMAN and not getattr(position, "must_pass", False)

    def _changed(self) -> None:
        self.revision += 1

    # --- as text --------------------------------------------------------------------------------------------------

    def result(self) -> dict[str, Any] | None:
        """How the game ended, None while it goes on."""
        if not self.is_over:
            return None
        if self.fault is None:
            return dict(self.kind.result(self.position, self.resigned))
        seat = self.fault["seat"]
        winners = [other for other in range(len(self.seats)) if other != seat]
        what = "ran out of time" if self.fault["fault"] == "time" else f"forfeits the game: {self.fault['reason']}"
        words = f"{self.kind.seats[seat]} {what}"
        if len(winners) == 1:
            words = f"{self.kind.seats[winners[0]]} wins: {words}"
        return {"words": words, "winners": winners, "scores": list(self.position.scores)}

    def to_json(self) -> str:
        """All there is to keep."""
        return json.dumps(
            {
                "id": self.id,
                "kind": self.kind.name,
                "start": self.kind.write(self.start),
                "seats": self.seats,
                "control": None if self.control is None else astuple(self.control),
                "left": None if self.clock is None else self.clock.seconds,
                "pace": self.pace,
                "moves": [played.to_json() for played in self.moves],
                "undone": [played.to_json() for played in self.undone],
                "resigned": self.resigned,
                "fault": self.fault,
                "paused": self.paused,
                "revision": self.revision,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> "Table":
        """The table that `to_json` wrote. Raises OutflankError if that is not what the text is."""
        try:
            kept = json.loads(text)
            kind = kind_of(kept["kind"])
            control = None if kept["control"] is None else TimeControl(*kept["control"])
            table = cls(kind, kind.read(kept["start"]), kept["seats"], control, kept["pace"])
            table.id = kept["id"]
            for entry in kept["moves"]:
                played = _played(entry)
                table.positions.append(table.position.play(kind.move(table.position, played.move)))
                table.moves.append(played)
            table.undone = [_played(entry) for entry in kept["undone"]]
            table.resigned, table.fault, table.paused = kept["resigned"], kept["fault"], kept["paused"]
            table.revision = kept["revision"]
            if control is not None:
                table.clock = Clock(control, len(table.seats), kept["left"])
        except (KeyError, TypeError, ValueError) as error:
            raise OutflankError(f"the saved game cannot be read: {type(error).__name__}: {error}") from None
        return table


def _played(entry: dict[str, Any]) -> Played:
    flips, skipped = tuple(entry["flips"]), tuple(entry["skipped"])
    return Played(entry["seat"], entry["move"], flips, entry["seconds"], entry["found"], skipped)
