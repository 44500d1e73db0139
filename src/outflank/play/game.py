"""Kinds of game, and games: what players, interfaces and files need to know of Othello, of its variants, of Tribolo.

A *kind of game* is an object that follows `GameKind`, declared as an entry point of the group ``outflank.games``, so
that another package can add its own. Its positions follow `play.position.GamePosition`. Everything above `play` that
deals with games speaks of them through these two. A game that is being played, or was, is a `History`: a start position
and the moves made from it, with undo and redo.
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
"""The name of a player that is a person."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game begins with: a board of a size, its colours swapped if `mirrored`; or the board that a `seed` stands
    for, where starts are random; or any position as text."""

    size: int | None = None
    mirrored: bool = False
    seed: int | None = None
    start: str = ""


How = Literal["counted", "board", "resigned", "time", "fault"]
"""How a game can end: by the count of the pieces, in another way on the board, or besides, by the fault of a side."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: in words, the seats that won (several in a tie), and the scores by seat.

    `how` and, where it did not end on the board, the seat of the `loser` say the same for those who use other words,
    with the `reason` of a fault.
    """

    words: str
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    how: How = "board"
    loser: int | None = None
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        return {**asdict(self), "winners": list(self.winners), "scores": list(self.scores)}


class GameKind(Protocol[P]):
    """A kind of game. `P` is the class of its positions."""

    name: str
    """What programs call it, such as ``"othello"``."""

    title: str
    """What people call it."""

    seats: tuple[str, ...]
    """The names of the players' sides, in the order of turns."""

    symbols: tuple[str, ...]
    """The characters that stand for the sides' pieces in `GamePosition.cells`."""

    goal: str
    """Who wins, in a few words: most discs win."""

    sizes: tuple[int, ...]
    """The sizes that its board may have, the usual one first; none if there is but one board."""

    cell: str
    """What a place on the board is called: square, cell."""

    hinter: str
    """The player that gives hints, unless somebody else is asked to."""

    opponents: tuple[str, ...]
    """Who plays if nobody is named: a player for each seat, the first of them a person."""

    positions: type[P]
    """The class of its positions, which says in which formats its games can be read and written."""

    saved_as: str
    """The format in which games are saved."""

    def start(self, setup: Setup) -> P:
        """The position that a game begins with. Raises OutflankError for a set-up that is not possible."""
        ...

    def another(self, argument: str | None, last: P) -> tuple[P, str]:
        """The start of the next game, and words for it: as a person asks with a word, or else like the `last` start."""
        ...

    def new_game(self, start: P, moves: Iterable[Move] = ()) -> "History[P]":
        """A game from a position. Raises IllegalMoveError for a move that is not legal."""
        ...

    def read(self, text: str) -> P:
        """The position of a text. Raises ParseError."""
        ...

    def write(self, position: P) -> str:
        """A position in one line that `read` takes."""
        ...

    def transcript(self, moves: Sequence[Move]) -> str:
        """Moves as people write them down."""
        ...

    def result(self, position: P, resigned: int | None = None) -> Result:
        """How a game that ended here ended."""
        ...

    def known(self, players: Sequence[str]) -> dict[str, Any]:
        """Options that every player who has them is given, from the names of all players by seat."""
        ...


def kinds() -> tuple[str, ...]:
    """The names of all kinds of game."""
    return plugins.names(plugins.GAMES)


def kind_of(game: "str | GamePosition") -> GameKind[Any]:
    """The kind of game of a name, or of a position. Raises OptionError."""
    name = game if isinstance(game, str) else game.game
    try:
        kind: GameKind[Any] = plugins.load(plugins.GAMES, name)
    except KeyError:
        error = OptionError("expected a game ({kinds}), got {name}", kinds=" or ".join(kinds()), name=excerpt(name))
        raise error.suggesting(name, kinds()) from None
    return kind


def unless_over(position: P) -> P:
    """A position to begin a game with. Raises OptionError if nobody can move in it."""
    if position.is_over:
        raise OptionError("nobody can move in this position: {result}", result=kind_of(position).result(position).words)
    return position


class History(Generic[P]):
    """A game that is being played, or was: `start`, and the moves from there.

    Its length is the number of its moves, passes included. Two are equal if start, moves and resignation are.
    """

    def __init__(self, start: P, moves: str | Iterable[Move] = ()):
        """A game from `start` with `moves` played, one text or several. Raises IllegalMoveError at a bad one."""
        self.start: P = start
        self.resigned: int | None = None
        """The seat of the side that gave up, if one did."""
        self._positions = [start]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self.extend(moves)

    # --- what is so -----------------------------------------------------------------------------------------------

    @property
    def position(self) -> P:
        """The position on the board now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[P, ...]:
        """All positions from the start to now: one more than there are moves."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, passes included."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that `redo` would play, the next one first."""
        return tuple(reversed(self._undone))

    @property
    def is_over(self) -> bool:
        """Tells whether nobody can move any more, or a side has resigned."""
        return self.resigned is not None or self.position.is_over

    def is_game_over(self) -> bool:
        """The same as `is_over`, as python-chess calls it."""
        return self.is_over

    def is_legal(self, move: Move) -> bool:
        """Tells whether a move may be played now, whatever its case."""
        return not self.is_over and normalised(move) in self.position.legal_moves

    def peek(self) -> Move:
        """The last move, which `pop` would take back. Raises IllegalMoveError if there is none."""
        if not self._moves:
            raise IllegalMoveError("there is no move yet")
        return self._moves[-1]

    @property
    def transcript(self) -> str:
        """The moves as people write them down."""
        return kind_of(self.start).transcript(self._moves)

    @property
    def last_turned(self) -> tuple[Move, tuple[int, ...]] | None:
        """The last move that was not a pass, and the cells that changed hands by it; None before the first."""
        for i in reversed(range(len(self._moves))):
            turned = self._positions[i].turned(self._moves[i])
            if turned:
                return self._moves[i], turned
        return None

    # --- playing --------------------------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Play a move, whatever its case. Raises IllegalMoveError and changes nothing if it is not legal.

        What was undone is forgotten.
        """
        name = normalised(move)
        if self.resigned is not None:
            side = kind_of(self.start).seats[self.resigned]
            raise IllegalMoveError("{move} is not legal: the game is over, {side} resigned", move=name, side=side)
        self._positions.append(self.position.play(name))
        self._moves.append(name)
        self._undone.clear()

    def extend(self, moves: str | Iterable[Move]) -> None:
        """Play moves, one text or several, in which forced passes may have been left out.

        Raises IllegalMoveError at the first bad one; those before it stay played.
        """
        for move in with_passes(moves, lambda: self.position):
            self.push(move)

    def undo(self) -> Move:
        """Take the last move back and return it, and with it a resignation."""
        if not self._moves:
            raise IllegalMoveError("there is no move to take back")
        self.resigned = None
        self._positions.pop()
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    def pop(self) -> Move:
        """Another name of `undo`."""
        return self.undo()

    def redo(self) -> Move:
        """Play the last move that was taken back and return it."""
        if not self._undone:
            raise IllegalMoveError("there is no move to play again")
        undone = self._undone.copy()
        move = undone.pop()
        self.push(move)
        self._undone = undone
        return move

    def undo_to(self, seats: Collection[int]) -> tuple[Move, ...]:
        """Take back the last move that one of `seats` chose and all moves after it; return them in their order.

        A forced pass is no choice. Raises IllegalMoveError if there is no such move.
        """
        choices = [i for i in range(len(self._moves)) if chooses(self._positions[i], seats)]
        if not choices:
            raise IllegalMoveError("there is no move of yours to take back")
        taken = self.moves[choices[-1] :]
        for _ in taken:
            self.undo()
        return taken

    def redo_to(self, seats: Collection[int]) -> None:
        """Play what was undone again, until one of `seats` has a choice. Raises IllegalMoveError if nothing was."""
        self.redo()
        while self._undone and not chooses(self.position, seats):
            self.redo()

    def resign(self, seat: int) -> None:
        """End the game as lost for the side of a seat. Raises IllegalMoveError if it is over, or not one of two."""
        if self.is_over:
            raise IllegalMoveError("nobody can resign: the game is over")
        if self.position.n_players != 2:
            raise IllegalMoveError("nobody can resign in a game of {players}", players=self.position.n_players)
        self.resigned = seat

    # --- other games ----------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """The same game, to go on with in another way; what was undone stays behind."""
        other = self.restarted()
        other._positions, other._moves, other.resigned = self._positions.copy(), self._moves.copy(), self.resigned
        return other

    def restarted(self) -> Self:
        """A new game from the same start."""
        return type(self)(self.start)

    def go_along(self, line: Iterable[GameNode[P]]) -> None:
        """Take the moves of a line of a tree, from the position on the board, without playing them once more."""
        for node in line:
            if node.move is not None:
                self._positions.append(node.position)
                self._moves.append(node.move)

    def tree(self) -> GameTree[P]:
        """The game as the main line of a tree, for variations, comments and values."""
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
        return True  # also a game without moves is one

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History) or type(other) is not type(self):
            return NotImplemented
        return bool(self.start == other.start and self._moves == other._moves and self.resigned == other.resigned)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    if not TYPE_CHECKING:  # a type checker says so itself

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name, OF_GAMES, self.__dict__.get("start"))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.start!r}, {self._moves!r})"


def chooses(position: GamePosition, seats: Collection[int]) -> bool:
    """True if one of `seats` is to move in a position, and has more to do than to pass."""
    return position.turn in seats and not position.is_over and not position.must_pass
