"""The referee: asks players for moves, keeps the time, and turns every fault into a stated forfeit, never a hang."""

import ctypes
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from outflank.errors import IllegalMoveError, excerpt
from outflank.play.clock import Clock, TimeControl, TimeLeft
from outflank.play.player import Decision, Player
from outflank.play.position import Move, Position

_PACKAGE = Path(__file__).parents[1]

Fault = Literal["illegal move", "time", "crash"]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game lost by a fault: whose, of what kind, and the details in one line."""

    seat: int
    fault: Fault
    reason: str

    def __str__(self) -> str:
        return f"{self.fault}: {self.reason}"


class ForfeitError(Exception):
    """A player's fault in its turn. Carries the Forfeit."""

    def __init__(self, forfeit: Forfeit):
        super().__init__(str(forfeit))
        self.forfeit = forfeit


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was played: the start, the moves with what was behind each, the end, and the forfeit if any."""

    start: Any
    final: Any
    decisions: tuple[Decision, ...]
    forfeit: Forfeit | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, passes included."""
        return tuple(decision.move for decision in self.decisions)

    @property
    def points(self) -> tuple[float, ...]:
        """For each seat, its share of the one point that a game is worth: the best score takes it, equal ones share.

        Whoever forfeited gets nothing; the others are ranked by the board as it stood.
        """
        scores = list(self.final.scores)
        if self.forfeit is not None:
            scores[self.forfeit.seat] = float("-inf")
        best = max(scores)
        return tuple((score == best) / scores.count(best) for score in scores)


def play_game(
    start: Position,
    players: tuple[Player, ...],
    control: TimeControl | None = None,
    watch: Callable[[Any, Decision, Any], None] | None = None,
) -> GameRecord:
    """Play a game to its end, or to the first forfeit.

    `players` sit in the order of seats. `watch` is called after each move with the position before, the decision and
    the position after. With a `control`, no game lasts longer than the players' time together.
    """
    if len(players) != start.n_players:
        raise ValueError(f"expected {start.n_players} players, got {len(players)}")
    clock = None if control is None else Clock(control, start.n_players)
    position: Any = start
    decisions: list[Decision] = []
    while not position.is_over:
        try:
            decision = take_turn(position, players[position.turn], clock)
        except ForfeitError as error:
            return GameRecord(start, position, tuple(decisions), error.forfeit)
        after = position.play(decision.move)
        decisions.append(decision)
        if watch is not None:
            watch(position, decision, after)
        position = after
    return GameRecord(start, position, tuple(decisions))


def take_turn(position: Position, player: Player, clock: Clock | None = None) -> Decision:
    """Ask a player for its move, and check it. Raises ForfeitError for any fault.

    A forced pass is made without asking. The decision comes back with its time in `seconds`.
    """
    seat = position.turn
    forced = _forced_pass(position)
    if forced is not None:
        return forced
    began = time.perf_counter()
    try:
        if clock is None:
            decision: Decision | None = player.choose(position, None)
        else:
            decision = _choose_in_time(player, position, clock.left(seat))
    except KeyboardInterrupt:  # the person at the keyboard, not the player
        raise
    except BaseException as error:  # SystemExit too: a player may leave itself, not the program it plays in
        what = "it called sys.exit" if isinstance(error, SystemExit) else f"{type(error).__name__}: {_one_line(error)}"
        raise ForfeitError(Forfeit(seat, "crash", f"{what}{_place(error)}")) from error
    seconds = time.perf_counter() - began
    in_time = clock is None or clock.spend(seat, seconds)
    if decision is None or not in_time:
        allowed = "" if clock is None else f" ({clock.control})"
        raise ForfeitError(Forfeit(seat, "time", f"no move in time after {seconds:.3g} s{allowed}"))
    if not isinstance(decision, Decision):
        raise ForfeitError(Forfeit(seat, "crash", f"expected a Decision, got {type(decision).__name__}"))
    if not decision.is_well_formed:
        expected = "expected a Decision with a MoveValue for each of its moves, and its value a number or None"
        raise ForfeitError(Forfeit(seat, "crash", expected))
    move = _legal_move(position, decision.move)
    if move is None:
        raise ForfeitError(Forfeit(seat, "illegal move", _why_illegal(position, decision.move)))
    return replace(decision, move=move, seconds=seconds)


def _forced_pass(position: Position) -> Decision | None:
    """The decision to pass where the game has passes and one is forced: nobody needs to think about it."""
    if getattr(position, "must_pass", False):
        return Decision(position.legal_moves[0])
    return None


def _one_line(error: BaseException) -> str:
    try:
        return excerpt(str(error), 120)
    except Exception:  # an error that cannot even say what it is
        return "without a message"


def _place(error: BaseException) -> str:
    """Where in the player's own code an error came up, as ' (bot.py:12)'; nothing for an error of this package."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(_PACKAGE)]
    return f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""


def _legal_move(position: Position, answer: Move) -> Move | None:
    """The legal move that equals a player's answer, which may be any object at all; None if there is none."""
    try:
        return next((move for move in position.legal_moves if move == answer), None)
    except Exception:  # raised by the answer when it was compared
        return None


def _why_illegal(position: Position, answer: Move) -> str:
    try:
        if not isinstance(answer, type(position.legal_moves[0])):
            return f"expected a move such as {position.legal_moves[0]!r}, got {excerpt(repr(answer))}"
        position.play(answer)
    except IllegalMoveError as error:
        return str(error)
    except Exception as error:
        return f"the answer cannot be read: {type(error).__name__}"
    return f"{answer} is not among the legal moves"


class _Abandoned(SystemExit):
    """Raised inside a player that overstepped its time, so that a loop of Python code does not run on for ever.

    A SystemExit, because a thread that ends by one ends without a word.
    """


def _choose_in_time(player: Player, position: Position, time_left: TimeLeft) -> Decision | None:
    """The player's decision, or None if none came in time; whatever the player raises is raised here.

    The player thinks in a thread of its own. One that is still thinking when its time is up is abandoned: Python code
    is stopped by an exception at its next step; code that never returns to Python cannot hold up the program, because
    the thread is a daemon.
    """
    answers: list[Decision] = []
    errors: list[BaseException] = []

    def think() -> None:
        try:
            answers.append(player.choose(position, time_left))
        except _Abandoned:
            pass
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=think, name="player", daemon=True)
    thread.start()
    try:
        thread.join(min(time_left.seconds, threading.TIMEOUT_MAX))
    finally:
        if thread.is_alive() and thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Abandoned))
    if errors:
        raise errors[0]
    return answers[0] if answers else None
