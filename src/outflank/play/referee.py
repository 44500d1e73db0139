"""The referee, which requests moves from players, keeps time and turns every fault, even a hang, into a forfeit."""

import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from outflank.errors import (
    IllegalMoveError,
    LateError,
    LimitError,
    OptionError,
    OutflankError,
    ProgramError,
    check_callable,
    check_type,
    described,
    excerpt,
)
from outflank.play.analysis import Analysis
from outflank.play.clock import Clock, TimeControl
from outflank.play.game import History
from outflank.play.match import Fault, Forfeit, Match
from outflank.play.player import Player, name_of
from outflank.play.position import GamePosition, Move
from outflank.play.registry import PlayerLike, as_player, create
from outflank.text import Text

T = TypeVar("T")

_PACKAGE = Path(__file__).parents[1]
_PREPARING = 30.0  # seconds that a player may take to prepare before the clock starts


class ForfeitError(Exception):
    """Raised when a player commits a fault; its `forfeit` describes the loss."""

    def __init__(self, forfeit: Forfeit):
        super().__init__(str(forfeit))
        self.forfeit = forfeit


def play_game(
    start: GamePosition | History[Any],
    players: Sequence[PlayerLike],
    control: TimeControl | None = None,
    watch: Callable[[Any, Analysis, Any], None] | None = None,
    asking: Callable[[int, bool], None] | None = None,
) -> Match[Any]:
    """Play a game until it ends or a player forfeits, and return the match.

    `start` is a position, or a game to continue. `players` contains, in seat order, anything that `as_player` accepts:
    a name, a function of a position, or an object with a `choose` method. With a `control`, no game lasts longer than
    the players' combined time.

    `watch` is called after each move with the position before it, the analysis and the position after it. `asking` is
    called before each request to a player. Its arguments are the player's seat and a flag, which is True if the player
    must move and False if it must prepare.

    Raises OptionError if the number of players is wrong, a name is unknown, or an argument has another type.
    """
    if not isinstance(start, History) and not hasattr(start, "n_players"):
        raise OptionError("expected a position or game to start from, got {start}", start=described(start))
    check_type(players, Sequence, "a list of players")
    for function, name in ((watch, "watch"), (asking, "asking")):
        if function is not None:
            check_callable(function, name)
    game = start.copy() if isinstance(start, History) else History(start)
    names = [name_of(player) for player in players]
    match: Match[Any] = Match(game, names, control)
    seated = [as_player(player, plays=game.position) for player in players]
    try:
        for seat, player in enumerate(seated):
            if asking is not None:
                asking(seat, False)
            prepare(seat, player, match.game)
    except ForfeitError as error:
        match.lose(error.forfeit)
    while not match.is_over:
        before = match.position
        if asking is not None:
            asking(before.turn, True)
        try:
            answer = take_turn(before, seated[before.turn], match.clock, match.game)
        except ForfeitError as error:
            match.lose(error.forfeit)
            break
        match.push(str(answer.move), seconds=answer.seconds, answer=answer)
        if watch is not None:
            watch(before, answer, match.position)
    return match


def prepare(seat: int, player: Player, game: History[Any]) -> None:
    """Give a player time to prepare for a new game, before any clock starts. Raises ForfeitError if this fails."""
    start, moves = game.start, game.moves

    def tell() -> bool:
        player.follow(start, moves)
        return True

    with _faults_of(seat, player):
        done = _in_time(tell, _PREPARING)
    if done is None:
        late = Text("not ready to play after {seconds} s", seconds=f"{_PREPARING:g}")
        raise ForfeitError(Forfeit(seat, "time", _with_guess(late, player)))


def take_turn(
    position: GamePosition, player: Player, clock: Clock | None = None, game: History[Any] | None = None
) -> Analysis:
    """Request a move from a player and check it. Raises ForfeitError if the player commits a fault.

    A forced pass is made without calling the player. The `seconds` field of the analysis contains the time taken, which
    the caller must deduct from the clock. If `game` is passed, the player also receives its start and its moves.
    """
    seat = position.turn
    if position.must_pass:
        return Analysis(position.legal_moves[0])
    time_left = None if clock is None else clock.left(seat)

    def think() -> Analysis:
        if game is not None:
            player.follow(game.start, game.moves)
        return player.choose(position, time_left)

    began = time.perf_counter()
    with _faults_of(seat, player):
        answer = think() if time_left is None else _in_time(think, time_left.seconds)
    seconds = time.perf_counter() - began
    in_time = clock is None or seconds <= clock.left(seat).seconds
    if answer is None or not in_time:
        raise ForfeitError(Forfeit(seat, "time", _with_guess(_late(seconds, clock), player)))
    if not isinstance(answer, Analysis):
        raise ForfeitError(Forfeit(seat, "crash", Text("expected an Analysis, got {type}", type=type(answer).__name__)))
    if not answer.is_well_formed:
        expected = Text("expected an Analysis whose moves are MoveValues, each with a number or None as its value")
        raise ForfeitError(Forfeit(seat, "crash", expected))
    move = _legal_move(position, answer.move)
    if move is None:
        raise ForfeitError(Forfeit(seat, "illegal move", _why_illegal(position, answer.move)))
    return replace(answer, move=move, seconds=seconds)


def consult(name: str, position: GamePosition, game: History[Any] | None = None, **known: Any) -> Analysis:
    """Get advice on a position from a player that is not playing in the game.

    `name` and the options in `known` are passed to `create`. If `game` is passed, the player also receives its start
    and its moves. The player is called even if the only move is a pass. Raises OutflankError if the player fails or
    returns an illegal move.
    """
    player = create(name, plays=position, **known)
    began = time.perf_counter()
    try:
        if game is not None:
            player.follow(game.start, game.moves)
        analysis = player.choose(position)
        is_legal = analysis.move in position.legal_moves and analysis.is_well_formed
    except ProgramError as error:
        raise OutflankError("{player} {error}", player=excerpt(name, 40), error=error) from None
    except (Exception, SystemExit) as error:
        raise OutflankError(
            "{player} failed: {kind}: {error}", player=excerpt(name, 40), kind=type(error).__name__, error=error
        ) from error
    finally:
        player.close()
    seconds = time.perf_counter() - began
    if not is_legal:
        raise OutflankError(
            "{player} answered with an illegal move: {move}",
            player=excerpt(name, 40),
            move=described(analysis.move),
        )
    return replace(analysis, seconds=seconds)


@contextmanager
def _faults_of(seat: int, player: Player) -> Iterator[None]:
    """Turn any exception raised in this context into a forfeit by the player."""
    try:
        yield
    except KeyboardInterrupt:  # from the person at the keyboard, not the player
        raise
    except ProgramError as error:
        fault: Fault = "limits" if isinstance(error, LimitError) else "crash" if error.in_time else "time"
        reason = Text("it {error}", error=error)
        if isinstance(error, LateError):
            reason = _with_guess(reason, player)
        raise ForfeitError(Forfeit(seat, fault, reason)) from error
    except BaseException as error:  # SystemExit too: a player must not be able to exit the whole program
        message = f"{type(error).__name__}: {_one_line(error)}{_place(error)}"
        reason = (
            Text("it called sys.exit{place}", place=_place(error)) if isinstance(error, SystemExit) else Text(message)
        )
        raise ForfeitError(Forfeit(seat, "crash", reason)) from error


def _late(seconds: float, clock: Clock | None) -> Text:
    late = Text("no move in time after {seconds} s", seconds=f"{seconds:.3g}")
    return late if clock is None else Text("{late} ({control})", late=late, control=clock.control)


def _with_guess(late: Text, player: Player) -> Text:
    """Append the player's own explanation for being late, if it offers one, to the reason for a forfeit."""
    try:
        why = " ".join(str(player.why_late).split())[:120]
    except Exception:  # a player's property may raise anything
        return late
    return Text("{late}: {guess}", late=late, guess=why) if why else late


def _one_line(error: BaseException) -> str:
    try:
        return excerpt(str(error), 120)
    except Exception:  # its __str__ may fail too
        return "without a message"


def _place(error: BaseException) -> str:
    """Location of an error in the player's own code, such as ' (bot.py:12)'; empty if the error is not in that code."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(_PACKAGE)]
    return f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""


def _legal_move(position: GamePosition, answer: object) -> Move | None:
    """Return the legal move that a player's answer names, in upper or lower case; None if there is no such move.

    A player may return any object as its answer.
    """
    try:
        named = answer.lower() if type(answer) is str else answer
        return next((move for move in position.legal_moves if move == named), None)
    except Exception:  # the answer's comparison may raise anything
        return None


def _why_illegal(position: GamePosition, answer: Any) -> str:
    try:
        if not isinstance(answer, type(position.legal_moves[0])):
            return f"expected a move such as {position.legal_moves[0]!r}, got {described(answer)}"
        position.play(answer)
    except IllegalMoveError as error:
        return str(error)
    except Exception as error:
        return f"the answer cannot be read: {type(error).__name__}"
    return f"{answer} is not among the legal moves"


class _Abandoned(SystemExit):
    """Raised in the thread of a player that has run out of time, to stop its Python code.

    This is a SystemExit because Python ends a thread silently after a SystemExit.
    """


def _in_time(think: Callable[[], T], seconds: float) -> T | None:
    """Return the result of `think`, or None if it does not finish in time. Exceptions from `think` are re-raised.

    `think` runs in a separate thread, which is abandoned when time runs out. An exception is then raised in that
    thread, to stop its Python code at the next step. Since the thread is a daemon, even code that never returns to
    Python cannot keep the program from exiting.
    """
    answers: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(think())
        except _Abandoned:
            pass
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="player", daemon=True)
    thread.start()
    try:
        thread.join(min(seconds, threading.TIMEOUT_MAX))
    finally:
        if thread.is_alive() and thread.ident is not None:
            import ctypes  # slow to import and seldom needed

            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Abandoned))
    if errors:
        raise errors[0]
    return answers[0] if answers else None
