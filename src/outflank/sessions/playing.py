"""Play a game that people take part in, action by action.

Every action returns its events, for an interface to render. A `PlaySession` never waits: the code that uses it runs the
computer players and passes on their answers. A `LocalPlaySession` creates its computer players and waits for them.
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
    """A new game, or the same game from its start, has replaced the match `before`; `words` describes it."""

    before: Match[Any]
    words: str


@dataclass(frozen=True, slots=True)
class TurnOf:
    """A seat is to move; with `must_pass`, a pass is its only move."""

    seat: int
    player: str
    must_pass: bool

    @property
    def is_person(self) -> bool:
        """True if a person is to move."""
        return self.player == PERSON


@dataclass(frozen=True, slots=True)
class MovesUndone:
    """Moves were taken back, listed in the order of play; empty if it was a resignation that was taken back."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class MovesRedone:
    """Moves were played again."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Some seats have other players, or their invitations changed."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A player suggested a move."""

    player: str
    answer: Analysis


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended; `forfeit` is the fault that ended it, if any."""

    result: Result
    forfeit: Forfeit | None


PlayEvent = GameBegun | TurnOf | PlayedMove | MovesUndone | MovesRedone | SeatsChanged | HintGiven | GameEnded
PlayEvents = tuple[PlayEvent, ...]
"""Events of an action. If the turn changed, the last one is a `TurnOf` or a `GameEnded`."""


class PlaySession:
    """A match and the clock of its current turn. An impossible action raises OutflankError and changes nothing."""

    def __init__(self, match: Match[Any], used: float = 0.0):
        """Continue a match, `used` seconds into its turn."""
        self.match = match
        self.turn_clock = TurnClock(used)
        self._was_over = match.is_over

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def kind(self) -> GameKind[Any]:
        """The kind of game."""
        return self.match.kind

    @property
    def position(self) -> GamePosition:
        """The current position."""
        position: GamePosition = self.match.position
        return position

    @property
    def turn(self) -> TurnOf | None:
        """The current turn; None if the game is over."""
        seat, position = self.match.to_move, self.match.position
        return None if seat is None else TurnOf(position.turn, seat.player, position.must_pass)

    @property
    def is_timed(self) -> bool:
        """True if the current turn uses up time on the clock."""
        return self.match.clock is not None

    @property
    def seconds_left(self) -> tuple[float, ...] | None:
        """Seconds that each seat has left; None without a clock."""
        if self.match.clock is None:
            return None
        left = list(self.match.clock.seconds)
        if self.is_timed and not self.match.is_over:
            turn = self.match.position.turn
            left[turn] = max(0.0, left[turn] - self.turn_clock.charged)
        return tuple(left)

    def begun(self) -> PlayEvents:
        """Return the first event of a session: the turn, or the end of a finished game."""
        turn, result = self.turn, self.match.result
        if turn is not None:
            return (turn,)
        return () if result is None else (GameEnded(result, self.match.forfeit),)

    # --- moves ----------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> PlayEvents:
        """Play a person's move, and charge the time that the turn took. Raises IllegalMoveError."""
        charged = self.turn_clock.charged if self.is_timed or self.match.clock is None else 0.0
        return self._push(move, charged)

    def pass_turn(self) -> PlayEvents:
        """Play the forced pass of the side to move, which takes no time."""
        return self._push(self.match.position.legal_moves[0])

    def take_answer(self, answer: Analysis | Forfeit) -> PlayEvents:
        """Play the answer that the computer player gave on its turn, or record its forfeit."""
        if isinstance(answer, Forfeit):
            self.match.lose(answer)
            return self._changed()
        return self._push(str(answer.move), answer.seconds, None if self.match.position.must_pass else answer)

    def run_out(self) -> PlayEvents:
        """End the game: the side to move has run out of time."""
        self.match.run_out()
        return self._changed()

    def _push(self, move: Move, seconds: float = 0.0, answer: Analysis | None = None) -> PlayEvents:
        self.match.push(move, seconds=seconds, answer=answer)
        played = () if self.match.forfeit else (self.match.played[-1],)
        return self._changed(*played)

    def _changed(self, *events: PlayEvent, same_turn: bool = False) -> PlayEvents:
        """Set up the clock for the next turn, unless it is still the same turn.

        Returns the events, followed by the turn, or by the end of the game if it has just ended.
        """
        if not same_turn:
            self.turn_clock.stop()
            self.turn_clock = TurnClock()
        was_over, self._was_over = self._was_over, self.match.is_over
        return events if was_over and self._was_over else (*events, *self.begun())

    # --- back and forth -------------------------------------------------------------------------------------------

    def undo(self) -> PlayEvents:
        """Go back to the last position in which a person had a choice, or take back a resignation."""
        return self._undo(self.match.persons)

    def _undo(self, seats: Sequence[int]) -> PlayEvents:
        taken = self.match.undo(seats)
        return self._changed(MovesUndone(taken), same_turn=not taken)

    def redo(self) -> PlayEvents:
        """Replay the moves last taken back."""
        return self._changed(MovesRedone(self.match.redo()))

    def restart(self) -> PlayEvents:
        """Restart the game from its first position, with full clocks."""
        self.match.restart()
        return self._changed()

    def resign(self, *, seat: int | None = None) -> PlayEvents:
        """Resign for `seat`, or else for the only person's side, or else for the side to move."""
        self.match.resign(seat)
        return self._changed(same_turn=True)

    def pause(self) -> PlayEvents:
        """Pause the computer players."""
        self.match.paused = True
        return self._changed(same_turn=True)

    def resume(self) -> PlayEvents:
        """Let the computer players continue."""
        self.match.paused = False
        return self._changed(same_turn=True)

    def sit(self, players: Sequence[Seat | str]) -> PlayEvents:
        """Change the players. Raises OptionError for a wrong number of players."""
        before = self.match.seats
        self.match.sit(players)
        changed = tuple(seat for seat, player in enumerate(self.match.seats) if player != before[seat])
        return self._changed(SeatsChanged(changed), same_turn=True)


class LocalPlaySession(PlaySession):
    """A series of games that creates its computer players and waits for their moves.

    `players` lists registered names by seat. `hinter` is the player that gives hints; the default depends on the kind
    of game. A person's clock runs from the first request for a move until the move, whatever happens in between.
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
        """The registered names of the players, by seat."""
        return tuple(seat.player for seat in self.match.seats)

    def think(self) -> PlayEvents:
        """Wait for the computer player whose turn it is, and play its move."""
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
        """Wait for a hint. Raises OutflankError if the hinter fails."""
        self.match.check_running()
        return (HintGiven(self.hinter, consult(self.hinter, self.position, self.match.game, seed=self.seed)),)

    def new(self, argument: str | None = None) -> PlayEvents:
        """Start another game as `argument` says, or else like the last one. Raises OutflankError if it is invalid."""
        start, words = self.kind.another(argument, self.match.game.start)
        return self._begin(self.kind.new_game(start), words)

    def restart(self) -> PlayEvents:
        """Restart the game from the session's first position."""
        return self._begin(self._first, "The same game from its start.")

    def _begin(self, game: History[Any], words: str) -> PlayEvents:
        before, self._first = self.match, game.copy()
        self.match = Match(game, self.names, before.control)
        self._was_over = False
        return self._changed(GameBegun(before, words))

    def sit(self, players: Sequence[Seat | str]) -> PlayEvents:
        """Change the players; a computer player that stays keeps its state.

        Raises OptionError and changes nothing if a player is unknown.
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
        """Change the player of one seat."""
        names = self.names
        return (SeatsChanged((seat,)), *self.sit([*names[:seat], player, *names[seat + 1 :]])[1:])

    def _known(self, seat: int, names: Sequence[str]) -> dict[str, Any]:
        """Return the options that are known for the player in a seat, which uses those that it has."""
        return {"seed": None if self.seed is None else len(names) * self.seed + seat, **self.kind.known(names)}
