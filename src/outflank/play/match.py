"""A match: one game in progress between people and programs, as pure state.

This module neither waits nor searches nor does input or output: the referee, a server or a terminal program drives the
match. Each change takes effect completely or not at all. The data from `to_json` is enough to resume the match.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, Generic, Literal, TypeVar, get_args

from outflank.errors import IllegalMoveError, OptionError, OutflankError, ParseError, check_type, described
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import Clock, TimeControl, TimeLeft
from outflank.play.game import PERSON, GameKind, History, Result, kind_of
from outflank.play.position import GamePosition, Move
from outflank.text import Text

P = TypeVar("P", bound=GamePosition)

Fault = Literal["illegal move", "time", "crash", "limits"]
"""Reason for a forfeit: an illegal move, no move in time, a crash, or a program that exceeded its resource limits."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A loss through a fault rather than on the board."""

    seat: int
    """Seat of the side at fault."""

    fault: Fault
    """Type of fault."""

    reason: str
    """Description of the fault in one line."""

    def __str__(self) -> str:
        return Text("{fault}: {reason}", fault=Text(self.fault), reason=self.reason)


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a match, and the player in that seat."""

    player: str
    """Name of a registered player, or `PERSON` for a person."""

    name: str = ""
    """Name of the person; empty if unknown."""

    @property
    def is_person(self) -> bool:
        """True if a person plays this side."""
        return self.player == PERSON


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move played in a match, with the time it took and other details."""

    seat: int
    """Seat that made the move."""

    move: Move
    """The move."""

    turned: tuple[int, ...]
    """Cells that the move flipped."""

    seconds: float = 0.0
    """Time taken for the move, in seconds."""

    answer: Analysis | None = None
    """Analysis from the program that made the move; None for a person's move."""

    skipped: tuple[int, ...] = ()
    """Seats that were skipped after this move because they had no legal move."""

    @property
    def is_pass(self) -> bool:
        """True if the move is a pass."""
        return not self.turned

    def to_json(self) -> dict[str, Any]:
        """Return the move as a dictionary that can be written as JSON.

        From `answer`, the dictionary includes only the value of the chosen move.
        """
        answer = self.answer
        found = answer and {**answer.chosen.to_json(), "nodes": answer.nodes, "seconds": answer.seconds}
        return {
            "seat": self.seat,
            "move": self.move,
            "flips": list(self.turned),
            "seconds": round(self.seconds, 3),
            "found": found,
            "skipped": list(self.skipped),
        }

    def with_notes(self, data: Mapping[str, Any]) -> "PlayedMove":
        """Return a copy with the time and analysis from `to_json` data, which the moves alone do not contain."""
        answer = None
        if data.get("found") is not None:
            found = dict(data["found"])
            nodes, seconds = found.pop("nodes"), found.pop("seconds")
            answer = Analysis(self.move, (MoveValue.from_json(found),), nodes, seconds)
        return replace(self, seconds=data.get("seconds", 0.0), answer=answer)


class Match(Generic[P]):
    """A game in progress, with its players, its clock and any forfeit."""

    def __init__(self, game: History[P], seats: Sequence[Seat | str], control: TimeControl | None = None):
        """Start a match from the current position of `game`. A player's name can be passed in place of a Seat.

        Raises OptionError if the number of seats is wrong or an argument has another type.
        """
        check_type(game, History, "a game")
        if control is not None:
            check_type(control, TimeControl, "a TimeControl")
        self.game: History[P] = game
        """Game played in this match, with its start, moves and current position."""

        self.control: TimeControl | None = control
        """Time control; None to play without a clock."""

        self.forfeit: Forfeit | None = None
        """Forfeit that ended the game; None if there was none."""

        self.sit(seats)
        self.played: list[PlayedMove] = []
        """Moves made so far, including passes."""

        self._undone: list[PlayedMove] = []  # the next to redo is last
        self.paused: bool = False
        """True if programs must wait, because someone paused the game or undid a move in a game between programs."""

        self.clock: Clock | None = self._full_clock()
        """Running clock; None if there is no time control."""
        for before, move, after in zip(game.positions, game.moves, game.positions[1:], strict=False):
            self.played.append(_played(before, move, after))

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def kind(self) -> GameKind[P]:
        """Kind of game."""
        return kind_of(self.game.start)

    @property
    def position(self) -> P:
        """Current position."""
        return self.game.position

    @property
    def is_over(self) -> bool:
        """True if the game has ended for any reason."""
        return self.forfeit is not None or self.game.is_over

    @property
    def to_move(self) -> Seat | None:
        """Seat of the side to move; None when the game is over."""
        return None if self.is_over else self.seats[self.position.turn]

    @property
    def persons(self) -> tuple[int, ...]:
        """Numbers of the seats where people play."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_person)

    @property
    def n_undone(self) -> int:
        """Number of moves that `redo` can replay."""
        return len(self._undone)

    @property
    def is_out_of_time(self) -> bool:
        """True if a side ran out of time."""
        return self.forfeit is not None and self.forfeit.fault == "time" and self.clock is not None

    def time_left(self) -> TimeLeft | None:
        """Time left for the side to move; None without a clock."""
        return None if self.clock is None else self.clock.left(self.position.turn)

    @property
    def points(self) -> tuple[float, ...]:
        """Points for each seat, one in total: the best score wins the whole point, and equal best scores share it.

        A side that forfeited or resigned gets no points. The other sides are ranked by their scores on the board.
        """
        scores = list(self.position.scores)
        for loser in self._losers():
            scores[loser] = float("-inf")
        best = max(scores)
        return tuple((score == best) / scores.count(best) for score in scores)

    @property
    def result(self) -> Result | None:
        """Result of the game; None while it is in progress."""
        if not self.is_over:
            return None
        if self.forfeit is None:
            return self.kind.result(self.position, self.game.resigned)
        names, lost = self.kind.seats, self.forfeit
        winners = tuple(seat for seat in range(len(names)) if seat != lost.seat)
        words = f"{names[lost.seat]} {'ran out of time' if self.is_out_of_time else f'forfeits the game: {lost}'}"
        if len(winners) == 1:
            words = f"{names[winners[0]]} wins: {words}"
        scores = tuple(self.position.scores)
        return Result(words, winners, scores, "time" if self.is_out_of_time else "fault", lost.seat, str(lost))

    def __repr__(self) -> str:
        players = " against ".join(seat.name or seat.player for seat in self.seats)
        result = self.result
        state = f"{len(self.played)} moves" if result is None else result.words
        return f"<Match of {self.kind.title}: {players}: {state}>"

    # --- actions --------------------------------------------------------------------------------------------------

    def push(self, move: Move, *, seconds: float = 0.0, answer: Analysis | None = None) -> None:
        """Play a move for the side to move. If `seconds` exceeds the time left, the side loses on time instead.

        Raises IllegalMoveError if the move is illegal; the match is then unchanged.
        """
        self.check_running()
        before = self.position
        self.game.push(move)
        self._undone.clear()
        played = _played(before, self.game.moves[-1], self.position, seconds, answer)
        if self.clock is None or before.must_pass or self.clock.spend(played.seat, seconds):
            self.played.append(played)
        else:
            self.game.undo()
            self.run_out()

    def undo(self, seats: Collection[int] | None = None) -> tuple[Move, ...]:
        """Return to the last position in which a person could choose a move, and return the moves taken back.

        `seats` restricts this to particular people's moves. In a game between programs, undo takes back one move and
        pauses the game. After a resignation, undo cancels only the resignation and returns no moves. Raises
        IllegalMoveError if there is nothing to take back, or if a side lost on time.
        """
        if self.is_out_of_time:
            raise IllegalMoveError("there is no time left: restart or start a new game")
        if self.game.resigned is not None:
            self.game.resigned = None
            return ()
        seats = self.persons if seats is None else seats
        if seats:
            taken = self.game.undo_to(seats)
        else:
            taken = (self.game.undo(),)
            self.paused = True
        self.forfeit = None
        for _ in taken:
            self._undone.append(self.played.pop())
        return taken

    def redo(self) -> tuple[Move, ...]:
        """Replay undone moves up to the next position in which a person can choose, and return the moves replayed."""
        self.check_running()
        before = len(self.game.moves)
        if self.persons:
            self.game.redo_to(self.persons)
        else:
            self.game.redo()
        again = self.game.moves[before:]
        for _ in again:
            self.played.append(self._undone.pop())
        return again

    def restart(self) -> None:
        """Start the game over from its first position, with a full clock."""
        self.game = self.game.restarted()
        self.played, self._undone = [], []
        self.forfeit, self.paused = None, False
        self.clock = self._full_clock()

    def resign(self, seat: int | None = None) -> None:
        """Resign on behalf of `seat`. By default, this is the only person in the game, or the side to move."""
        self.check_running()
        if seat is None:
            seat = self.persons[0] if len(self.persons) == 1 else self.position.turn
        self.game.resign(seat)

    def sit(self, seats: Sequence[Seat | str]) -> None:
        """Replace the players, and continue the game. Raises OptionError if the number of seats is wrong."""
        n_players = self.game.start.n_players
        check_type(seats, Sequence, "a list of players")
        for seat in seats:
            check_type(seat, (Seat, str), "a Seat or a player's name")
        if len(seats) != n_players:
            raise OptionError("expected {players} players, got {number}", players=n_players, number=len(seats))
        self.seats = tuple(seat if isinstance(seat, Seat) else Seat(seat) for seat in seats)
        if not self.is_out_of_time:
            self.forfeit = None

    def lose(self, forfeit: Forfeit) -> None:
        """End the game by forfeit."""
        self.forfeit = forfeit

    def run_out(self) -> None:
        """End the game as a loss on time for the side to move."""
        if self.clock is not None:
            self.clock.spend(self.position.turn, math.inf)
        self.lose(Forfeit(self.position.turn, "time", Text("no move in time ({control})", control=self.control)))

    def check_running(self) -> None:
        """Raise IllegalMoveError if the game is over."""
        if self.is_over:
            raise IllegalMoveError("the game is over")

    def _losers(self) -> list[int]:
        """Seats that resigned or forfeited."""
        forfeited = None if self.forfeit is None else self.forfeit.seat
        return [seat for seat in (self.game.resigned, forfeited) if seat is not None]

    def _full_clock(self) -> Clock | None:
        return None if self.control is None else Clock(self.control, len(self.seats))

    # --- JSON -----------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the complete state as data that can be written as JSON."""
        lost = self.forfeit
        return {
            "kind": self.kind.name,
            "start": self.kind.write(self.game.start),
            "seats": [seat.player for seat in self.seats],
            "names": [seat.name for seat in self.seats],
            "control": None if self.control is None else astuple(self.control),
            "left": None if self.clock is None else self.clock.seconds,
            "moves": [played.to_json() for played in self.played],
            "undone": [played.to_json() for played in self._undone],
            "resigned": self.game.resigned,
            "fault": None if lost is None else {"seat": lost.seat, "fault": lost.fault, "reason": lost.reason},
            "paused": self.paused,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Match[Any]":
        """Restore a match from the data that `to_json` returns. Raises ParseError if the data is not valid."""
        try:
            return cls.replayed(data)
        except (KeyError, TypeError, ValueError, AttributeError, OutflankError) as error:
            raise ParseError(
                "the saved game cannot be read: {kind}: {error}", kind=type(error).__name__, error=error
            ) from None

    @classmethod
    def replayed(cls, data: Mapping[str, Any]) -> "Match[Any]":
        """Rebuild a match by replaying its moves. Unlike `from_json`, this assumes that every field has the right type.

        Raises OutflankError if a move cannot be played.
        """
        kind, undone = kind_of(data["kind"]), data["undone"]
        control = None if data["control"] is None else TimeControl(*data["control"])
        players, names = data["seats"], data.get("names") or [""] * len(data["seats"])
        seats = [Seat(player, name) for player, name in zip(players, names, strict=True)]
        moves = [*data["moves"], *reversed(undone)]
        match = Match(kind.new_game(kind.read(data["start"]), [each["move"] for each in moves]), seats, control)
        if len(match.played) == len(moves):  # otherwise the data omits passes
            match.played = [played.with_notes(each) for played, each in zip(match.played, moves, strict=True)]
        for _ in undone:
            match.game.undo()
            match._undone.append(match.played.pop())
        match.game.resigned, match.paused = data["resigned"], bool(data["paused"])
        if data["fault"] is not None:
            match.forfeit = _forfeit(data["fault"])
        if control is not None:
            match.clock = Clock(control, len(seats), data["left"])
        for loser in match._losers():
            if loser not in range(len(seats)):
                raise ParseError("expected one of {seats} seats, got {seat}", seats=len(seats), seat=described(loser))
        return match


def _played(
    before: GamePosition, move: Move, after: Any, seconds: float = 0.0, answer: Analysis | None = None
) -> PlayedMove:
    return PlayedMove(before.turn, move, before.turned(move), seconds, answer, after.skipped(before))


def _forfeit(data: Mapping[str, Any]) -> Forfeit:
    fault = {"slow": "crash"}.get(data["fault"], data["fault"])  # old files say "slow" for a late move without a clock
    if fault not in get_args(Fault):
        raise ValueError(f"expected a fault ({', '.join(get_args(Fault))}), got {fault!r}")
    return Forfeit(data["seat"], fault, data["reason"])
