"""Play a game in which people take part, one action at a time.

Every action returns its events for an interface to render. A `PlaySession` never waits: its caller runs the computer
players and passes their answers to it. A `LocalPlaySession` creates its computer players itself and waits for their
answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outflank.play import (
    PERSON,
    Analysis,
    Forfeit,
    GameKind,
    GamePosition,
    History,
    Match,
    Move,
    Player,
    Result,
    Seat,
    TimeControl,
    create,
    registry,
)
from outflank.play.match import PlayedMove
from outflank.play.referee import ForfeitError, consult, prepare, take_turn
from outflank.sessions.turn_clock import TurnClock


@dataclass(frozen=True, slots=True)
class GameBegun:
    """The match `before` was replaced by a new game, or by the same game from its start, which `words` describes."""

    before: Match[Any]
    words: str


@dataclass(frozen=True, slots=True)
class TurnOf:
    """It is a seat's turn; if `must_pass` is true, the only legal move is a pass."""

    seat: int
    player: str
    must_pass: bool

    @property
    def is_person(self) -> bool:
        """True if it is a person's turn."""
        return self.player == PERSON


@dataclass(frozen=True, slots=True)
class MovesUndone:
    """These moves were taken back, in the order in which they were played.

    If there are none, a resignation was taken back.
    """

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class MovesRedone:
    """These moves, which had been taken back, were played again."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """The players or the invitations of these seats changed."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A player suggested a move."""

    player: str
    answer: Analysis


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended; `forfeit` is the violation that ended it, or None if there was none."""

    result: Result
    forfeit: Forfeit | None


PlayEvent = GameBegun | TurnOf | PlayedMove | MovesUndone | MovesRedone | SeatsChanged | HintGiven | GameEnded
PlayEvents = tuple[PlayEvent, ...]
"""Events of an action; if the action changed whose turn it is, the last event is a `TurnOf` or a `GameEnded`."""


class PlaySession:
    """A match and the clock of its current turn.

    If an action is not possible, it raises OutflankError and changes nothing.
    """

    def __init__(self, match: Match[Any], used: float = 0.0):
        """Continue a match in which the current turn has already taken `used` seconds."""
        self.match = match
        self.turn_clock = TurnClock(used)
        self.may_count = not match.played
        """False if the game does not count for a rating: it began with moves, or a person had help or took back."""
        self._was_over = match.is_over

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def kind(self) -> GameKind[Any]:
        """The game being played, with its rules and its seats."""
        return self.match.kind

    @property
    def position(self) -> GamePosition:
        """The current position."""
        position: GamePosition = self.match.position
        return position

    @property
    def turn(self) -> TurnOf | None:
        """The current turn, or None if the game is over."""
        seat, position = self.match.to_move, self.match.position
        return None if seat is None else TurnOf(position.turn, seat.player, position.must_pass)

    @property
    def is_timed(self) -> bool:
        """True if the current turn is timed."""
        return self.match.clock is not None

    @property
    def seconds_left(self) -> tuple[float, ...] | None:
        """The seconds left on each seat's clock, or None if the match has no clocks."""
        if self.match.clock is None:
            return None
        left = list(self.match.clock.seconds)
        if self.is_timed and not self.match.is_over:
            turn = self.match.position.turn
            left[turn] = max(0.0, left[turn] - self.turn_clock.charged)
        return tuple(left)

    def begun(self) -> PlayEvents:
        """Return the first events of a session: the current turn, or the end of a game that is already over."""
        turn, result = self.turn, self.match.result
        if turn is not None:
            return (turn,)
        return () if result is None else (GameEnded(result, self.match.forfeit),)

    # --- moves ----------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> PlayEvents:
        """Play a person's move and charge the clock for the turn. Raises IllegalMoveError if the move is not legal."""
        charged = self.turn_clock.charged if self.is_timed or self.match.clock is None else 0.0
        return self._push(move, charged)

    def pass_turn(self) -> PlayEvents:
        """Play a forced pass for the side to move, without charging its clock."""
        return self._push(self.match.position.legal_moves[0])

    def take_answer(self, answer: Analysis | Forfeit) -> PlayEvents:
        """Play the move that a computer player has chosen on its turn, or record its forfeit."""
        if isinstance(answer, Forfeit):
            self.match.lose(answer)
            return self._changed()
        return self._push(str(answer.move), answer.seconds, None if self.match.position.must_pass else answer)

    def run_out(self) -> PlayEvents:
        """End the game because the side to move has run out of time."""
        self.match.run_out()
        return self._changed()

    def _push(self, move: Move, seconds: float = 0.0, answer: Analysis | None = None) -> PlayEvents:
        self.match.push(move, seconds=seconds, answer=answer)
        played = () if self.match.forfeit else (self.match.played[-1],)
        return self._changed(*played)

    def _changed(self, *events: PlayEvent, same_turn: bool = False) -> PlayEvents:
        """Reset the clock for the next turn, unless the turn has not changed.

        Returns the given events, followed by the current turn or by the end of the game. Nothing is added if the game
        was already over.
        """
        if not same_turn:
            self.turn_clock.stop()
            self.turn_clock = TurnClock()
        was_over, self._was_over = self._was_over, self.match.is_over
        return events if was_over and self._was_over else (*events, *self.begun())

    # --- back and forth -------------------------------------------------------------------------------------------

    def undo(self) -> PlayEvents:
        """Return to the last position in which a person could choose a move, or take back a resignation."""
        return self._undo(self.match.persons)

    def _undo(self, seats: Sequence[int]) -> PlayEvents:
        taken = self.match.undo(seats)
        self.may_count = False
        return self._changed(MovesUndone(taken), same_turn=not taken)

    def redo(self) -> PlayEvents:
        """Replay the moves that were taken back by the last undo."""
        redone = self.match.redo()
        self.may_count = False
        return self._changed(MovesRedone(redone))

    def restart(self) -> PlayEvents:
        """Restart the game from its first position with full time on all clocks."""
        self.match.restart()
        self.may_count = not self.match.played
        return self._changed()

    def resign(self, *, seat: int | None = None) -> PlayEvents:
        """Resign for a seat.

        By default, this is the only person in the game, or the side to move if there are several people or none.
        """
        self.match.resign(seat)
        return self._changed(same_turn=True)

    def pause(self) -> PlayEvents:
        """Pause the computer players."""
        self.match.paused = True
        return self._changed(same_turn=True)

    def resume(self) -> PlayEvents:
        """Let the computer players continue after a pause."""
        self.match.paused = False
        return self._changed(same_turn=True)

    def sit(self, players: Sequence[Seat | str]) -> PlayEvents:
        """Change the players. Raises OptionError if their number is wrong for the game."""
        before = self.match.seats
        self.match.sit(players)
        changed = tuple(seat for seat, player in enumerate(self.match.seats) if player != before[seat])
        if changed and self.match.played:  # a game against several opponents
            self.may_count = False
        return self._changed(SeatsChanged(changed), same_turn=True)


class LocalPlaySession(PlaySession):
    """A series of games; the session creates its own computer players and waits for their moves.

    `players` contains a registered name for each seat. `hinter` is the player that gives hints, and its default depends
    on the game. A person's clock starts when a move is first requested and keeps running until the move, even if other
    actions happen in between.
    """

    def __init__(
        self,
        game: History[Any],
        players: Sequence[str],
        *,
        control: TimeControl | None = None,
        seed: int | None = None,
        hinter: str | None = None,
    ):
        super().__init__(Match(game, players, control))
        self.seed = seed
        self.hinter = self.kind.hinter if hinter is None else hinter
        self._first = game.copy()  # for `restart`
        self._programs: tuple[Player | None, ...] = ()  # None for a person
        self._made_of: tuple[Any, ...] = ()  # name and options of each computer player
        self._prepared: list[Player] = []  # computer players for which `prepare` has been called
        self.sit(players)
        create(self.hinter, plays=self.position)  # raises now if the name is wrong

    @property
    def names(self) -> tuple[str, ...]:
        """The registered names of the players in each seat."""
        return tuple(seat.player for seat in self.match.seats)

    def think(self) -> PlayEvents:
        """Let the computer player whose turn it is choose a move, and play that move."""
        match, seat = self.match, self.match.position.turn
        player = self._programs[seat]
        assert player is not None, "it is a person's turn"
        try:
            if player not in self._prepared:
                prepare(seat, player, match.game)
                self._prepared.append(player)
            return self.take_answer(take_turn(match.position, player, match.clock, match.game))
        except ForfeitError as error:
            return self.take_answer(error.forfeit)

    def hint(self) -> PlayEvents:
        """Ask the hinter for a move, and wait for its answer. Raises OutflankError if the hinter fails."""
        self.match.check_running()
        self.may_count = False
        return (HintGiven(self.hinter, consult(self.hinter, self.position, self.match.game, seed=self.seed)),)

    def new(self, argument: str | None = None) -> PlayEvents:
        """Start another game, from a position that depends on the user's `argument`.

        By default, the position is chosen in the same way as for the last game. Raises OutflankError if the argument is
        not valid.
        """
        start, words = self.kind.another(argument, self.match.game.start)
        return self._begin(self.kind.new_game(start), words)

    def restart(self) -> PlayEvents:
        """Restart the game from the session's first position."""
        return self._begin(self._first, "The same game from its start.")

    def _begin(self, game: History[Any], words: str) -> PlayEvents:
        before, self._first = self.match, game.copy()
        self.match = Match(game, self.names, before.control)
        self.may_count = not self.match.played
        self._was_over = False
        return self._changed(GameBegun(before, words))

    def sit(self, players: Sequence[Seat | str]) -> PlayEvents:
        """Change the players; a computer player that keeps its seat also keeps its state.

        If a player is unknown, raises OptionError and changes nothing.
        """
        names = tuple(registry.spelt(player) if isinstance(player, str) else player.player for player in players)
        made_of = tuple((name, self._known(seat, names)) for seat, name in enumerate(names))
        programs: list[Player | None] = []
        for seat, (name, known) in enumerate(made_of):
            if self._made_of and self._made_of[seat] == made_of[seat]:
                programs.append(self._programs[seat])
            else:
                programs.append(None if name == PERSON else create(name, plays=self.position, **known))
        events = super().sit(names)
        self._programs, self._made_of = tuple(programs), made_of
        self._prepared = [player for player in self._prepared if player in programs]
        return events

    def seat(self, seat: int, player: str) -> PlayEvents:
        """Change the player in one seat."""
        names = self.names
        return (SeatsChanged((seat,)), *self.sit([*names[:seat], player, *names[seat + 1 :]])[1:])

    def _known(self, seat: int, names: Sequence[str]) -> dict[str, Any]:
        """Return the options that can be passed to the player in a seat, such as its seed.

        The player uses the options that it supports and ignores the others.
        """
        return {"seed": None if self.seed is None else len(names) * self.seed + seat, **self.kind.known(names)}
