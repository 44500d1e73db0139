"""Game kinds and games in progress: the code that Othello, its variants and Tribolo share.

A *kind of game* is an object that implements `GameKind`. It is registered as an entry point in the group
``outflank.games``, so other packages can add more kinds. Its positions implement `play.position.GamePosition`. All
packages above `play` handle games through these two interfaces. A `History` is one game: a starting position and the
moves played from it, with undo and redo.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, Self, TypeVar

from outflank import plugins
from outflank.errors import IllegalMoveError, OptionError, excerpt
from outflank.play.chess_words import OF_GAMES, no_attribute
from outflank.play.moves import normalised, with_passes
from outflank.play.position import GamePosition, Move
from outflank.play.tree import GameNode, GameTree

P = TypeVar("P", bound=GamePosition)

PERSON = "human"
"""Player name that represents a person."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Choice of starting position: a board size, a random start, or any position in text form."""

    size: int | None = None
    """Width of the board; None for the standard width."""

    mirrored: bool = False
    """True to swap the colours in the starting position."""

    seed: int | None = None
    """Seed for a random start; used only in games that offer random starts."""

    start: str = ""
    """Starting position in text form; empty for the standard one."""


How = Literal["counted", "board", "resigned", "time", "fault"]
"""Manner in which a game ended: by counting the pieces, in another way on the board, by resignation, on time, or
through another fault.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game, both as a sentence and as data."""

    words: str
    """The result as a sentence."""

    winners: tuple[int, ...]
    """Seats that won; more than one in a tie."""

    scores: tuple[float, ...]
    """Scores in seat order."""

    how: How = "board"
    """Manner in which the game ended."""

    loser: int | None = None
    """Seat that lost by resignation, on time or through another fault; None if the game ended on the board."""

    reason: str = ""
    """Details of the fault that ended the game, if any."""

    def to_json(self) -> dict[str, Any]:
        """Return the result as a dictionary that can be written as JSON."""
        return {**asdict(self), "winners": list(self.winners), "scores": list(self.scores)}


class GameKind(Protocol[P]):
    """Interface of a kind of game, whose positions are instances of `P`."""

    name: str
    """Name used in code and files, such as ``"othello"``."""

    title: str
    """Name shown to users."""

    seats: tuple[str, ...]
    """Names of the sides, in turn order."""

    symbols: tuple[str, ...]
    """Characters that represent each side's pieces in `GamePosition.cells`."""

    goal: str
    """Object of the game in a few words, for example *most discs win*."""

    sizes: tuple[int, ...]
    """Available board sizes, starting with the standard one; empty if the size is fixed."""

    cell: str
    """Term for a location on the board: *square* or *cell*."""

    hinter: str
    """Player that gives hints by default."""

    opponents: tuple[str, ...]
    """Default player for each seat; a person takes the first seat."""

    positions: type[P]
    """Class of the game's positions, which determines the file formats that can store its games."""

    saved_as: str
    """File format in which games are saved."""

    def start(self, setup: Setup) -> P:
        """Create the starting position for a set-up. Raises OutflankError if the game has no such start."""
        ...

    def another(self, argument: str | None, last: P) -> tuple[P, str]:
        """Return the starting position of another game, and a sentence that announces it.

        `argument` is the board size or board number that the user typed; None if there was none. `last` is the starting
        position of the last game.
        """
        ...

    def new_game(self, start: P, moves: Iterable[Move] = ()) -> "History[P]":
        """Create a game from a position and moves. Raises IllegalMoveError if a move is illegal."""
        ...

    def read(self, text: str) -> P:
        """Parse a position. Raises ParseError if the text is not valid."""
        ...

    def write(self, position: P) -> str:
        """Convert a position to a single line of text, which `read` can parse."""
        ...

    def transcript(self, moves: Sequence[Move]) -> str:
        """Join moves into a transcript in the game's standard notation."""
        ...

    def result(self, position: P, resigned: int | None = None) -> Result:
        """Return the result of a game that ended in this position. `resigned` is the seat of a side that resigned."""
        ...

    def known(self, players: Sequence[str]) -> dict[str, Any]:
        """Return options whose values depend on who else is playing.

        `players` contains the names of all players in seat order. Each player uses the options that it recognises and
        ignores the others.
        """
        ...


def kinds() -> tuple[str, ...]:
    """Names of all available kinds of game."""
    return plugins.names(plugins.GAMES)


def kind_of(game: "str | GamePosition") -> GameKind[Any]:
    """Look up a kind of game by name or by one of its positions. Raises OptionError for an unknown name."""
    name = game if isinstance(game, str) else game.game
    try:
        kind: GameKind[Any] = plugins.load(plugins.GAMES, name)
    except KeyError:
        error = OptionError("expected a game ({kinds}), got {name}", kinds=" or ".join(kinds()), name=excerpt(name))
        raise error.suggesting(name, kinds()) from None
    return kind


def unless_over(position: P) -> P:
    """Return the position unchanged. Raises OptionError if the game is over in this position."""
    if position.is_over:
        raise OptionError("nobody can move in this position: {result}", result=kind_of(position).result(position).words)
    return position


class History(Generic[P]):
    """A game: a starting position and the moves played from it.

    The length of a game is its number of moves, including passes. Games are equal if they have the same start, the same
    moves and the same resignation.
    """

    def __init__(self, start: P, moves: str | Iterable[Move] = ()):
        """Start at `start` and play `moves`, a string or a sequence. Raises IllegalMoveError for an illegal move."""
        self.start: P = start
        """Starting position."""

        self.resigned: int | None = None
        """Seat of the side that resigned; None if no side did."""
        self._positions = [start]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self.extend(moves)

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def position(self) -> P:
        """Current position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[P, ...]:
        """All positions from the start to the current one."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Moves played, including passes."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """Moves that `redo` can replay, starting with the next one."""
        return tuple(reversed(self._undone))

    @property
    def is_over(self) -> bool:
        """True if nobody can move or a side has resigned."""
        return self.resigned is not None or self.position.is_over

    def is_game_over(self) -> bool:
        """Alias of `is_over`, for users of python-chess."""
        return self.is_over

    def is_legal(self, move: Move) -> bool:
        """True if the move is legal in the current position; upper and lower case are both accepted."""
        return not self.is_over and normalised(move) in self.position.legal_moves

    def peek(self) -> Move:
        """Return the last move, without undoing it. Raises IllegalMoveError if there is none."""
        if not self._moves:
            raise IllegalMoveError("there is no move yet")
        return self._moves[-1]

    @property
    def transcript(self) -> str:
        """Moves in the game's standard notation."""
        return kind_of(self.start).transcript(self._moves)

    @property
    def last_turned(self) -> tuple[Move, tuple[int, ...]] | None:
        """Last move that flipped any cells, and these cells; None if no move has flipped any."""
        for i in reversed(range(len(self._moves))):
            turned = self._positions[i].turned(self._moves[i])
            if turned:
                return self._moves[i], turned
        return None

    # --- playing --------------------------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Play a move, given in upper or lower case, and discard the moves that could be redone.

        Raises IllegalMoveError if the move is illegal; the game is then unchanged.
        """
        name = normalised(move)
        if self.resigned is not None:
            side = kind_of(self.start).seats[self.resigned]
            raise IllegalMoveError("{move} is not legal: the game is over, {side} resigned", move=name, side=side)
        self._positions.append(self.position.play(name))
        self._moves.append(name)
        self._undone.clear()

    def extend(self, moves: str | Iterable[Move]) -> None:
        """Play moves, given as a string or a sequence. Forced passes may be omitted.

        Raises IllegalMoveError at the first illegal move. The moves before it remain played.
        """
        for move in with_passes(moves, lambda: self.position):
            self.push(move)

    def undo(self) -> Move:
        """Take back the last move, and a resignation if there was one, and return the move."""
        if not self._moves:
            raise IllegalMoveError("there is no move to take back")
        self.resigned = None
        self._positions.pop()
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    def pop(self) -> Move:
        """Alias of `undo`."""
        return self.undo()

    def redo(self) -> Move:
        """Replay the move that was undone last, and return it."""
        if not self._undone:
            raise IllegalMoveError("there is no move to redo")
        undone = self._undone.copy()
        move = undone.pop()
        self.push(move)
        self._undone = undone
        return move

    def undo_to(self, seats: Collection[int]) -> tuple[Move, ...]:
        """Take back the last move chosen by one of `seats`, and every move after it.

        A forced pass does not count as chosen. Returns the undone moves in the order in which they were played. Raises
        IllegalMoveError if there is no such move.
        """
        choices = [i for i in range(len(self._moves)) if chooses(self._positions[i], seats)]
        if not choices:
            raise IllegalMoveError("you have no move to take back")
        taken = self.moves[choices[-1] :]
        for _ in taken:
            self.undo()
        return taken

    def redo_to(self, seats: Collection[int]) -> None:
        """Replay undone moves until one of `seats` has a choice. Raises IllegalMoveError if no move was undone."""
        self.redo()
        while self._undone and not chooses(self.position, seats):
            self.redo()

    def resign(self, seat: int) -> None:
        """Resign on behalf of a seat. Raises IllegalMoveError if the game is over or is not a two-player game."""
        if self.is_over:
            raise IllegalMoveError("cannot resign: the game is over")
        if self.position.n_players != 2:
            raise IllegalMoveError("nobody can resign in a {players}-player game", players=self.position.n_players)
        self.resigned = seat

    # --- other games ----------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """Return an independent copy of the game, without the moves that could be redone."""
        other = self.restarted()
        other._positions, other._moves, other.resigned = self._positions.copy(), self._moves.copy(), self.resigned
        return other

    def restarted(self) -> Self:
        """Create a new game from the same starting position."""
        return type(self)(self.start)

    def go_along(self, line: Iterable[GameNode[P]]) -> None:
        """Append a line of tree nodes that continues the game. The moves are not validated again."""
        for node in line:
            if node.move is not None:
                self._positions.append(node.position)
                self._moves.append(node.move)

    def tree(self) -> GameTree[P]:
        """Return a tree with this game as its main line; variations, comments and values can then be added."""
        tree = GameTree(self.start)
        node = tree.root
        for move, position in zip(self._moves, self._positions[1:], strict=True):
            child = GameNode(position, move, node)
            node.children.append(child)
            node = child
        return tree

    # --- as a sequence of moves -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._moves)

    def __bool__(self) -> bool:
        return True  # even without moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History) or type(other) is not type(self):
            return NotImplemented
        return bool(self.start == other.start and self._moves == other._moves and self.resigned == other.resigned)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    if not TYPE_CHECKING:  # type checkers report missing attributes themselves

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name, OF_GAMES, self.__dict__.get("start"))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.start!r}, {self._moves!r})"


def chooses(position: GamePosition, seats: Collection[int]) -> bool:
    """True if one of `seats` is to move and does not have to pass."""
    return position.turn in seats and not position.is_over and not position.must_pass
