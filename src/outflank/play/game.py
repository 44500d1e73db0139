"""Kinds of game and games in progress: the common ground of Othello, its variants and Tribolo.

A *kind of game* is an object that follows `GameKind`, declared as an entry point in the group ``outflank.games``, so
other packages can add their own. Its positions follow `play.position.GamePosition`. Everything above `play` handles
games through these two interfaces. A `History` is a game with its moves: a start position and the moves from it, with
undo and redo.
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
"""Player name that means a person."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Start of a game: a board of some size, a random start, or any position as text."""

    size: int | None = None
    """Width of the board; None for the usual size."""

    mirrored: bool = False
    """True to swap the colours of the start."""

    seed: int | None = None
    """Number of a random start, in games that have them."""

    start: str = ""
    """Position as text; empty for the usual start."""


How = Literal["counted", "board", "resigned", "time", "fault"]
"""End of a game: by counting pieces, in another way on the board, by resignation, on time or by another fault."""


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a game, in words and as data."""

    words: str
    """The result in words."""

    winners: tuple[int, ...]
    """Seats that won, several in a tie."""

    scores: tuple[float, ...]
    """Scores by seat."""

    how: How = "board"
    """The way in which the game ended."""

    loser: int | None = None
    """Seat that lost by resignation, time or fault; None if the game ended on the board."""

    reason: str = ""
    """Details of a fault."""

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        return {**asdict(self), "winners": list(self.winners), "scores": list(self.scores)}


class GameKind(Protocol[P]):
    """A kind of game, with positions of class `P`."""

    name: str
    """Name in programs and files, such as ``"othello"``."""

    title: str
    """Name for people."""

    seats: tuple[str, ...]
    """Names of the sides, in the order of turns."""

    symbols: tuple[str, ...]
    """Characters for the sides' pieces in `GamePosition.cells`."""

    goal: str
    """Aim of the game in a few words, such as *most discs win*."""

    sizes: tuple[int, ...]
    """Possible sizes of the board, the usual one first; empty if there is only one board."""

    cell: str
    """Word for a place on the board: square or cell."""

    hinter: str
    """Default player for hints."""

    opponents: tuple[str, ...]
    """Default players by seat, the first of them a person."""

    positions: type[P]
    """Class of its positions, which determines the formats for its games."""

    saved_as: str
    """Format of saved games."""

    def start(self, setup: Setup) -> P:
        """Create the starting position. Raises OutflankError for an impossible set-up."""
        ...

    def another(self, argument: str | None, last: P) -> tuple[P, str]:
        """Start of the next game, and a sentence about it: as the word of a person asks, else like the `last` start."""
        ...

    def new_game(self, start: P, moves: Iterable[Move] = ()) -> "History[P]":
        """Create a game from a position. Raises IllegalMoveError for an illegal move."""
        ...

    def read(self, text: str) -> P:
        """Parse a position. Raises ParseError."""
        ...

    def write(self, position: P) -> str:
        """Write a position in one line for `read`."""
        ...

    def transcript(self, moves: Sequence[Move]) -> str:
        """Moves in the usual notation."""
        ...

    def result(self, position: P, resigned: int | None = None) -> Result:
        """Result of a game that ended in this position."""
        ...

    def known(self, players: Sequence[str]) -> dict[str, Any]:
        """Options for every player that has them, derived from the names of all players by seat."""
        ...


def kinds() -> tuple[str, ...]:
    """Names of all kinds of game."""
    return plugins.names(plugins.GAMES)


def kind_of(game: "str | GamePosition") -> GameKind[Any]:
    """Look up the kind of game by name or position. Raises OptionError."""
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
    """A game with its moves from `start`.

    Its length is the number of moves, passes included. Games are equal if start, moves and resignation are.
    """

    def __init__(self, start: P, moves: str | Iterable[Move] = ()):
        """Play `moves`, one text or several, from `start`. Raises IllegalMoveError at a bad move."""
        self.start: P = start
        """Position at the beginning."""

        self.resigned: int | None = None
        """Seat of the side that resigned, if any."""
        self._positions = [start]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self.extend(moves)

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def position(self) -> P:
        """Position on the board."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[P, ...]:
        """All positions from the start to now: one more than the moves."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Moves played, passes included."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """Moves that `redo` can play, the next one first."""
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
        """Last move other than a pass, and the cells that it flipped; None before the first."""
        for i in reversed(range(len(self._moves))):
            turned = self._positions[i].turned(self._moves[i])
            if turned:
                return self._moves[i], turned
        return None

    # --- playing --------------------------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Play a move in upper or lower case. Raises IllegalMoveError and changes nothing if it is illegal.

        Clears the moves to redo.
        """
        name = normalised(move)
        if self.resigned is not None:
            side = kind_of(self.start).seats[self.resigned]
            raise IllegalMoveError("{move} is not legal: the game is over, {side} resigned", move=name, side=side)
        self._positions.append(self.position.play(name))
        self._moves.append(name)
        self._undone.clear()

    def extend(self, moves: str | Iterable[Move]) -> None:
        """Play moves, one text or several. Forced passes may be omitted.

        Raises IllegalMoveError at the first bad move; the moves before it stay.
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
        """Take back the last move chosen by one of `seats` and all moves after it; return them in order.

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
        """Replay moves taken back until one of `seats` has a choice. Raises IllegalMoveError if there are none."""
        self.redo()
        while self._undone and not chooses(self.position, seats):
            self.redo()

    def resign(self, seat: int) -> None:
        """Resign for a seat. Raises IllegalMoveError if the game is over or does not have two players."""
        if self.is_over:
            raise IllegalMoveError("nobody can resign: the game is over")
        if self.position.n_players != 2:
            raise IllegalMoveError("nobody can resign in a game of {players} players", players=self.position.n_players)
        self.resigned = seat

    # --- other games ----------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """A copy to continue separately, without the moves to redo."""
        other = self.restarted()
        other._positions, other._moves, other.resigned = self._positions.copy(), self._moves.copy(), self.resigned
        return other

    def restarted(self) -> Self:
        """A new game from the same start."""
        return type(self)(self.start)

    def go_along(self, line: Iterable[GameNode[P]]) -> None:
        """Append the moves of a line in a tree that starts here, without playing them again."""
        for node in line:
            if node.move is not None:
                self._positions.append(node.position)
                self._moves.append(node.move)

    def tree(self) -> GameTree[P]:
        """The game as the main line of a new tree, for variations, comments and values."""
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
    """True if one of `seats` is to move and can do more than pass."""
    return position.turn in seats and not position.is_over and not position.must_pass
