"""Kinds of game and games in progress: the code that Othello, its variants and Tribolo have in common.

A *kind of game* is an object that implements `GameKind`. It is declared as an entry point in the group
``outflank.games``, so other packages can add their own. Its positions implement `play.position.GamePosition`. All
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
"""Player name that stands for a person."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Description of how a game starts: a board size, a random start, or any position as text."""

    size: int | None = None
    """Width of the board; None for the usual size."""

    mirrored: bool = False
    """True to swap the colours in the starting position."""

    seed: int | None = None
    """Number of a random start, in games that have random starts."""

    start: str = ""
    """Position as text; empty for the usual start."""


How = Literal["counted", "board", "resigned", "time", "fault"]
"""The way in which a game ended: by counting pieces, in another way on the board, by resignation, on time, or through
another fault."""


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a game, in words and as data."""

    words: str
    """The result in words."""

    winners: tuple[int, ...]
    """Seats that won; more than one in a tie."""

    scores: tuple[float, ...]
    """Scores by seat."""

    how: How = "board"
    """The way in which the game ended."""

    loser: int | None = None
    """Seat that lost by resigning, on time or through a fault; None if the game ended on the board."""

    reason: str = ""
    """Details of a fault."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields by name."""
        return {**asdict(self), "winners": list(self.winners), "scores": list(self.scores)}


class GameKind(Protocol[P]):
    """A kind of game, with positions of class `P`."""

    name: str
    """Name in programs and files, such as ``"othello"``."""

    title: str
    """Name shown to users."""

    seats: tuple[str, ...]
    """Names of the sides, in turn order."""

    symbols: tuple[str, ...]
    """Characters for the sides' pieces in `GamePosition.cells`."""

    goal: str
    """Aim of the game in a few words, such as *most discs win*."""

    sizes: tuple[int, ...]
    """Possible board sizes, the usual one first; empty if the board has only one size."""

    cell: str
    """Word for one place on the board: *square* or *cell*."""

    hinter: str
    """Player that gives hints by default."""

    opponents: tuple[str, ...]
    """Default player for each seat; the first is a person."""

    positions: type[P]
    """Class of its positions, which determines the file formats for its games."""

    saved_as: str
    """File format of saved games."""

    def start(self, setup: Setup) -> P:
        """Create the starting position. Raises OutflankError for an impossible set-up."""
        ...

    def another(self, argument: str | None, last: P) -> tuple[P, str]:
        """Return the start of the next game and a sentence about it.

        `argument` is the user's choice of start, as typed. Without it, the start is like the `last` one.
        """
        ...

    def new_game(self, start: P, moves: Iterable[Move] = ()) -> "History[P]":
        """Create a game from a position. Raises IllegalMoveError for an illegal move."""
        ...

    def read(self, text: str) -> P:
        """Parse a position. Raises ParseError."""
        ...

    def write(self, position: P) -> str:
        """Write a position as one line that `read` can parse."""
        ...

    def transcript(self, moves: Sequence[Move]) -> str:
        """Moves in the usual notation."""
        ...

    def result(self, position: P, resigned: int | None = None) -> Result:
        """Result of a game that ended in this position or by resignation."""
        ...

    def known(self, players: Sequence[str]) -> dict[str, Any]:
        """Options derived from the names of all players in seat order, for each player that has such options."""
        ...


def kinds() -> tuple[str, ...]:
    """Names of all kinds of game."""
    return plugins.names(plugins.GAMES)


def kind_of(game: "str | GamePosition") -> GameKind[Any]:
    """Look up a kind of game by its name or by one of its positions. Raises OptionError."""
    name = game if isinstance(game, str) else game.game
    try:
        kind: GameKind[Any] = plugins.load(plugins.GAMES, name)
    except KeyError:
        error = OptionError("expected a game ({kinds}), got {name}", kinds=" or ".join(kinds()), name=excerpt(name))
        raise error.suggesting(name, kinds()) from None
    return kind


def unless_over(position: P) -> P:
    """Return the position. Raises OptionError if the game is over there."""
    if position.is_over:
        raise OptionError("nobody can move in this position: {result}", result=kind_of(position).result(position).words)
    return position


class History(Generic[P]):
    """A game: a starting position and the moves played from it.

    Its length is the number of moves, including passes. Two games are equal if their starts, moves and resignations are
    equal.
    """

    def __init__(self, start: P, moves: str | Iterable[Move] = ()):
        """Play `moves`, given as one string or several, from `start`. Raises IllegalMoveError at a bad move."""
        self.start: P = start
        """Starting position."""

        self.resigned: int | None = None
        """Seat of the side that resigned, if any."""
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
        """All positions from the start to the current one, so one more than there are moves."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Moves played, including passes."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """Moves that `redo` can replay, the next one first."""
        return tuple(reversed(self._undone))

    @property
    def is_over(self) -> bool:
        """True if nobody can move or a side has resigned."""
        return self.resigned is not None or self.position.is_over

    def is_game_over(self) -> bool:
        """Alias of `is_over`, for users of python-chess."""
        return self.is_over

    def is_legal(self, move: Move) -> bool:
        """True if the move, in upper or lower case, is legal now."""
        return not self.is_over and normalised(move) in self.position.legal_moves

    def peek(self) -> Move:
        """Last move. Raises IllegalMoveError if there is none."""
        if not self._moves:
            raise IllegalMoveError("there is no move yet")
        return self._moves[-1]

    @property
    def transcript(self) -> str:
        """Moves in the usual notation."""
        return kind_of(self.start).transcript(self._moves)

    @property
    def last_turned(self) -> tuple[Move, tuple[int, ...]] | None:
        """Last move other than a pass, and the cells that it flipped; None if there is no such move yet."""
        for i in reversed(range(len(self._moves))):
            turned = self._positions[i].turned(self._moves[i])
            if turned:
                return self._moves[i], turned
        return None

    # --- playing --------------------------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Play a move, in upper or lower case, and clear the moves to redo.

        Raises IllegalMoveError, and changes nothing, if the move is illegal.
        """
        name = normalised(move)
        if self.resigned is not None:
            side = kind_of(self.start).seats[self.resigned]
            raise IllegalMoveError("{move} is not legal: the game is over, {side} resigned", move=name, side=side)
        self._positions.append(self.position.play(name))
        self._moves.append(name)
        self._undone.clear()

    def extend(self, moves: str | Iterable[Move]) -> None:
        """Play moves, given as one string or several. Forced passes may be omitted.

        Raises IllegalMoveError at the first bad move; the moves before it have then been played.
        """
        for move in with_passes(moves, lambda: self.position):
            self.push(move)

    def undo(self) -> Move:
        """Take back the last move and any resignation, and return the move."""
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
        """Replay the last move taken back and return it."""
        if not self._undone:
            raise IllegalMoveError("there is no move to redo")
        undone = self._undone.copy()
        move = undone.pop()
        self.push(move)
        self._undone = undone
        return move

    def undo_to(self, seats: Collection[int]) -> tuple[Move, ...]:
        """Take back the last move chosen by one of `seats` and all moves after it; return them in the order played.

        A forced pass is not a choice. Raises IllegalMoveError if there is no such move.
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
        """Resign for a seat. Raises IllegalMoveError if the game is over or does not have two players."""
        if self.is_over:
            raise IllegalMoveError("nobody can resign: the game is over")
        if self.position.n_players != 2:
            raise IllegalMoveError("nobody can resign in a {players}-player game", players=self.position.n_players)
        self.resigned = seat

    # --- other games ----------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """Return a copy that can be continued independently; it has no moves to redo."""
        other = self.restarted()
        other._positions, other._moves, other.resigned = self._positions.copy(), self._moves.copy(), self.resigned
        return other

    def restarted(self) -> Self:
        """Create a new game from the same starting position."""
        return type(self)(self.start)

    def go_along(self, line: Iterable[GameNode[P]]) -> None:
        """Append the moves of a tree line that starts at the current position, without playing them again."""
        for node in line:
            if node.move is not None:
                self._positions.append(node.position)
                self._moves.append(node.move)

    def tree(self) -> GameTree[P]:
        """Create a tree with the game as its main line, to which variations, comments and values can be added."""
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
    """True if one of `seats` is to move and is not forced to pass."""
    return position.turn in seats and not position.is_over and not position.must_pass
