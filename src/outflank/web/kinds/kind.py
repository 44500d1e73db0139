"""What the web app needs to know of a game."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol, TypedDict

from outflank.errors import IllegalMoveError, OptionError


def unless_over(position: Any) -> Any:
    """A position to begin a game with. Raises OptionError if nobody can move in it."""
    if position.is_over:
        raise OptionError(f"nobody can move in this position: {position.outcome}")
    return position


def legal_move(position: Any, text: str) -> str:
    """The move that a text names, whatever its case. Raises IllegalMoveError if it names none that is legal."""
    move = text.strip().lower()
    if move not in position.legal_moves:
        raise IllegalMoveError(position.why_illegal(move))
    return move


class View(TypedDict):
    """A position as the page draws it.

    `cells` holds one character a cell, row by row. `legal` maps each move of the side to move to the cells that it
    turns over; a forced pass is the move ``"pass"``. `turn` is a seat, None when the game is over. `counts` are the
    pieces on the board, by seat.
    """

    width: int
    height: int
    cells: str
    turn: int | None
    legal: dict[str, list[int]]
    counts: list[int]
    over: bool
    text: str


class Result(TypedDict):
    """How a game ended: in words, the seats that won (several in a tie), and the scores by seat."""

    words: str
    winners: list[int]
    scores: list[float]


class Kind(Protocol):
    """One of the games. Positions are those of the `play` protocol; text is what goes over the wire and into files."""

    name: str
    title: str
    seats: tuple[str, ...]

    def start(self, setup: dict[str, Any]) -> Any:
        """The position that a game begins with. Raises OutflankError for a set-up that is not possible."""
        ...

    def write(self, position: Any) -> str:
        """A position as text that `read` takes."""
        ...

    def read(self, text: str) -> Any:
        """The position of a text. Raises ParseError."""
        ...

    def move(self, position: Any, text: str) -> Any:
        """The move that a text names. Raises IllegalMoveError if it names none that is legal."""
        ...

    def played(self, start: Any, moves: Iterable[str]) -> Iterator[tuple[Any, Any]]:
        """Each move of a game and the position after it; forced passes may be left out. Raises IllegalMoveError."""
        ...

    def view(self, position: Any) -> View:
        """What the page draws."""
        ...

    def flips(self, position: Any, move: Any) -> list[int]:
        """The cells that a legal move turns over."""
        ...

    def skipped(self, before: Any, after: Any) -> tuple[int, ...]:
        """The seats that were passed over between two positions, where that is not a move of its own."""
        ...

    def known(self, seats: list[str], human: str) -> dict[str, str]:
        """Options that every player who has them should get, given who sits where."""
        ...

    def result(self, position: Any, resigned: int | None = None) -> Result:
        """How a game that ended here ended."""
        ...
