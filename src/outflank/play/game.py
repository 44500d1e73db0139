"""Kinds of game: what players, interfaces and files need to know of Othello, of its variants, of Tribolo.

A *kind of game* is an object that follows `GameKind`, declared as an entry point of the group ``outflank.games``, so
that another package can add its own. Its positions follow `play.position.GamePosition`. Everything above `play` that
deals with games speaks of them through these two.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from outflank import plugins
from outflank.errors import IllegalMoveError, OptionError, described, excerpt
from outflank.play.position import GamePosition, Move

if TYPE_CHECKING:
    from outflank.play.history import History

P = TypeVar("P", bound=GamePosition)

PASS = "pass"
"""The move of a side that can do nothing else, in games where a pass is a move."""

PERSON = "human"
"""The name of a player that is a person."""

_PASSES = ("pa", "ps", "pass", "--")
_MOVES = re.compile(
    r"\s*(?:(?P<passed>pass|pa|ps|--|@@@@)|(?:p@)?(?P<move>[a-z]\s?[0-9]{1,2})|(?P<wrong>\S+))", re.IGNORECASE
)


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


def moves_in(text: str) -> Iterator[Move]:
    """The moves of a text such as ``f5d6c3`` or ``F5 d6 PA``. Raises IllegalMoveError for anything else in it."""
    for found in _MOVES.finditer(plain(text).rstrip()):
        if found["wrong"]:
            raise IllegalMoveError("expected a move such as f5, got {text}", text=excerpt(found["wrong"]))
        yield PASS if found["passed"] else "".join(found["move"].split()).lower()


def with_passes(moves: str | Iterable[Move], here: Callable[[], GamePosition]) -> Iterator[Move]:
    """The moves of a text, or of several, with the forced passes that were left out of them.

    `here` is the position that each of them is made in; those before it have been made by then. Raises
    IllegalMoveError for what is no move.
    """
    if not isinstance(moves, Iterable):
        raise IllegalMoveError("expected moves such as 'f5d6', got {moves}", moves=described(moves))
    for move in moves_in(moves) if isinstance(moves, str) else moves:
        position = here()
        if position.must_pass and normalised(move) not in position.legal_moves:
            yield position.legal_moves[0]
        yield move


def move_named(text: str) -> Move:
    """The move of a name in a file, in which a pass may be spelled in several ways."""
    move = normalised(text)
    return PASS if move in _PASSES else move


def normalised(move: object) -> Move:
    """A move as positions know it: in lower case, which it may not have, and in ASCII.

    Raises IllegalMoveError for what is no text.
    """
    if not isinstance(move, str):
        raise IllegalMoveError("expected a move such as 'f5', got {move}", move=excerpt(repr(move)))
    return plain(move).strip().lower()


def plain(text: str) -> str:
    """`text` with ASCII for the characters that stand for it, such as full-width ones: ``f5`` for ``ｆ５``.

    It keeps its length, so that an offset into one is an offset into the other.
    """
    return text if text.isascii() else text.translate({ord(letter): _plain(letter) for letter in set(text)})


@lru_cache(4096)
def _plain(letter: str) -> str:
    simple = unicodedata.normalize("NFKC", letter)
    return simple if len(simple) == 1 and simple.isascii() else letter
