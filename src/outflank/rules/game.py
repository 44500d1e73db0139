"""A game: a starting position and the moves played from there.

>>> game = Game(moves="f5d6")
>>> game.push("C3")
>>> game.transcript
'f5d6c3'
"""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, cast

from outflank import plugins
from outflank.errors import OptionError, ParseError, described
from outflank.files import is_file_name
from outflank.play.game import History
from outflank.rules.discs import DiscPosition
from outflank.rules.outcome import Colour, Outcome
from outflank.rules.picture import draw
from outflank.rules.position import Position

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # for type checkers, which need no installed package

    P = TypeVar("P", bound=DiscPosition, default=Position)
else:
    from typing import TypeVar

    P = TypeVar("P", bound=DiscPosition)


class Game(History[P], Generic[P]):
    """A game of Othello or one of its variants, with undo and redo. The starting position determines the variant.

    Moves are square names or `PASS`, and passes may be omitted. Most methods are inherited from `History`.

    >>> Game("f5d6") == Game(["f5", "d6"]) == Game(moves="F5 D6")
    True
    """

    def __init__(
        self,
        start: P | Sequence[str] | None = None,
        moves: str | Iterable[str] = (),
        *,
        resigned: Colour | None = None,
    ):
        """Start a game from `start`, by default the usual starting position, and play `moves`.

        The moves may be a single string or a sequence of strings. The first argument may also be a board as a string,
        or the moves themselves. `resigned` is the side that resigned.

        Raises OptionError for an invalid start and IllegalMoveError for an illegal move.
        """
        begin, moves = _begin(start, moves)
        super().__init__(cast(P, begin), moves)
        self.resigned = None if resigned is None else Colour(resigned)
        """The side that resigned, or None."""

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game is in progress."""
        return outcome_of(self.position, self.resigned) if self.is_over else None

    @classmethod
    def load(cls, source: str | Path) -> "Game[Any]":
        """Load a single game from a file in any supported format, or from a string containing a transcript or a board.

        A game of a variant is loaded as that variant. Variations are dropped; use a `Record` to keep them. Issues a
        warning if data was changed or dropped.

        Raises ParseError, which includes the position of the error, or OutflankError if the file cannot be read.
        """
        record = plugins.load(plugins.FILES, "load")(source)
        for note in record.notes:
            warnings.warn(note, stacklevel=2)
        return cast("Game[Any]", record.game)

    def save(self, path: str | Path, *, to: str | None = None, black: str = "", white: str = "") -> None:
        """Save the game and the players' names to a file.

        The file extension determines the format unless `to` names a different one. Issues a GamesWarning if the format
        cannot store some of the data, such as moves in a board format.

        Raises OptionError for an unknown format, and OutflankError if the format cannot represent the game or the file
        cannot be written.
        """
        plugins.load(plugins.FILES, "save")(path, self, (black, white), to)

    def __repr__(self) -> str:
        said = [] if self.start == Position.start() else [repr(self.start)]
        if self.moves:
            said.append(f"{'' if said else 'moves='}{''.join(self.moves)!r}")
        if self.resigned is not None:
            said.append(f"resigned={Colour(self.resigned)!r}")
        return f"{type(self).__name__}({', '.join(said)})"

    def _repr_svg_(self) -> str:
        """Render the board as SVG for notebooks."""
        last = self.last_turned
        return draw(self.position, last=None if last is None else last[0], legal=True)


def _begin(start: object, moves: str | Iterable[str]) -> tuple[DiscPosition, str | Iterable[str]]:
    """Work out the starting position and the moves from the first two arguments of `Game`."""
    if start is None:
        return Position.start(), moves
    if isinstance(start, DiscPosition):
        return start, moves
    if isinstance(start, str):
        try:
            return Position.parse(start), moves
        except ParseError:
            pass  # not a board: treat the text as moves
    if isinstance(start, Path) or (isinstance(start, str) and is_file_name(start)):
        raise OptionError(
            "expected a position or moves, got {start}: Game.load reads files", start=described(str(start))
        )
    if isinstance(start, str | list | tuple) and moves == ():
        return Position.start(), start
    if isinstance(start, History):
        raise OptionError("expected a position or moves, got a game: game.copy() makes a copy")
    if isinstance(start, str | list | tuple):
        raise OptionError("expected a position, or moves alone, got {start} and more moves", start=described(start))
    raise OptionError("expected a position, or moves alone, got {start}", start=described(start))


def outcome_of(position: DiscPosition, resigned: int | None = None) -> Outcome:
    """The outcome of a game that ended in `position`, or that the player in seat `resigned` resigned there."""
    return replace(position.standing, resigned=None if resigned is None else Colour(resigned))
