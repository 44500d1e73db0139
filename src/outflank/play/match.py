"""A match: one game in progress between people and programs, as pure state.

Nothing here waits, searches, or does any input or output: the referee, a server or a terminal program drives the match.
Each change happens completely or not at all, and `to_json` returns everything needed to resume the match.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, Generic, Literal, TypeVar, get_args

from outflank.errors import IllegalMoveError, OptionError, OutflankError, ParseError, described
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import Clock, TimeControl, TimeLeft
from outflank.play.game import PERSON, GameKind, History, Result, kind_of
from outflank.play.position import GamePosition, Move
from outflank.text import Text

P = TypeVar("P", bound=GamePosition)

Fault = Literal["illegal move", "time", "crash", "limits"]
"""Reason for a forfeit: an illegal move, no move in time, a crash, or a program that exceeds its limits."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Loss of a game through a fault, rather than on the board."""

    seat: int
    """Seat of the side at fault."""

    fault: Fault
    """Kind of fault."""

    reason: str
    """Details in one line."""

    def __str__(self) -> str:
        return Text("{fault}: {reason}", fault=Text(self.fault), reason=self.reason)


@dataclass(frozen=True, slots=True)
class Seat:
    """Player of one side."""

    player: str
    """Name of a registered player, or `PERSON`."""

    name: str = ""
    """Name of the person, if known."""

    @property
    def is_person(self) -> bool:
        """True if a person moves for this side."""
        return self.player == PERSON


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move made in a match."""

    seat: int
    """Seat that moved."""

    move: Move
    """The move."""

    turned: tuple[int, ...]
    """Cells that the move flipped."""

    seconds: float = 0.0
    """Seconds that the move took."""

    answer: Analysis | None = None
    """Analysis by the program that moved; None for a person's move."""

    skipped: tuple[int, ...] = ()
    """Seats that were skipped after this move because they had no legal move."""

    @property
    def is_pass(self) -> bool:
        """True if the side had to pass."""
        return not self.turned

    def to_json(self) -> dict[str, Any]:
        """Return the move as plain data; of `answer`, only the value of the move itself is included."""
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
        """Return the same move with its time and answer from `to_json` data, because the board does not show them."""
        answer = None
        if data.get("found") is not None:
            found = dict(data["found"])
            nodes, seconds = found.pop("nodes"), found.pop("seconds")
            answer = Analysis(self.move, (MoveValue.from_json(found),), nodes, seconds)
        return replace(self, seconds=data.get("seconds", 0.0), answer=answer)


class Match(Generic[P]):
    """One game in progress: its moves, players, clock and any forfeit."""

    def __init__(self, game: History[P], seats: Sequence[Seat | str], control: TimeControl | None = None):
        """Start from the current position of `game`; a seat may be given as a player's name.

        Raises OptionError if the number of seats is wrong.
        """
        self.game: History[P] = game
        """The game so far, including the current position."""

        self.control: TimeControl | None = control
        """Time control; None to play without a clock."""

        self.forfeit: Forfeit | None = None
        """Forfeit that ended the game, if any."""

        self.sit(seats)
        self.played: list[PlayedMove] = []
        """Moves made so far, including passes."""

        self._undone: list[PlayedMove] = []  # the next to redo is last
        self.paused: bool = False
        """True while programs wait, either on request or after an undo in a game without people."""

        self.clock: Clock | None = self._full_clock()
        """Running clock; None without a time control."""
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
        """Seat to move; None when the game is over."""
        return None if self.is_over else self.seats[self.position.turn]

    @property
    def persons(self) -> tuple[int, ...]:
        """Seats taken by people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_person)

    @property
    def n_undone(self) -> int:
        """Number of moves that `redo` can replay."""
        return len(self._undone)

    @property
    def is_out_of_time(self) -> bool:
        """True if a side lost on time."""
        return self.forfeit is not None and self.forfeit.fault == "time" and self.clock is not None

    def time_left(self) -> TimeLeft | None:
        """Time that the side to move has left; None without a clock."""
        return None if self.clock is None else self.clock.left(self.position.turn)

    @property
    def points(self) -> tuple[float, ...]:
        """Share of one point for each seat: the best score takes the whole point, and equal best scores split it.

        A side that forfeited or resigned gets nothing; the scores on the board decide between the others.
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
        """Play a move for the side to move, or end the game on time if its clock has run out.

        Raises IllegalMoveError and changes nothing if the move is not legal.
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
        """Go back to the last position where a person had a choice, and return the moves taken back.

        `seats` limits this to some of the people. In a game without people, go back one move and pause. If a side has
        resigned, take back only the resignation and return no moves. Raises IllegalMoveError if there are no moves to
        take back.
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
        """Replay undone moves, up to a person's next choice, and return them."""
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
        """Start again from the first position, with full time on the clock."""
        self.game = self.game.restarted()
        self.played, self._undone = [], []
        self.forfeit, self.paused = None, False
        self.clock = self._full_clock()

    def resign(self, seat: int | None = None) -> None:
        """Resign for `seat`; the default is the only person in the game, or else the side to move."""
        self.check_running()
        if seat is None:
            seat = self.persons[0] if len(self.persons) == 1 else self.position.turn
        self.game.resign(seat)

    def sit(self, seats: Sequence[Seat | str]) -> None:
        """Change the players and continue the game. Raises OptionError if the number of seats is wrong."""
        n_players = self.game.start.n_players
        if len(seats) != n_players:
            raise OptionError("expected {players} players, got {number}", players=n_players, number=len(seats))
        self.seats = tuple(seat if isinstance(seat, Seat) else Seat(seat) for seat in seats)
        if not self.is_out_of_time:
            self.forfeit = None

    def lose(self, forfeit: Forfeit) -> None:
        """End the game with a forfeit."""
        self.forfeit = forfeit

    def run_out(self) -> None:
        """End the game on time: the side to move loses."""
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
        """Return the whole state as plain data."""
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
        """Restore a match from `to_json` data. Raises OutflankError for anything else."""
        try:
            return cls.replayed(data)
        except (KeyError, TypeError, ValueError, AttributeError, OutflankError) as error:
            raise ParseError(
                "the saved game cannot be read: {kind}: {error}", kind=type(error).__name__, error=error
            ) from None

    @classmethod
    def replayed(cls, data: Mapping[str, Any]) -> "Match[Any]":
        """Replay a match from data whose fields have the types that `to_json` writes.

        Raises OutflankError if the moves cannot be played.
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
