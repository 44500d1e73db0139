"""A game: a start position and the moves made from it.

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
    from typing_extensions import TypeVar  # of which mypy knows without it being installed

    P = TypeVar("P", bound=DiscPosition, default=Position)
else:
    from typing import TypeVar

    P = TypeVar("P", bound=DiscPosition)


class Game(History[P], Generic[P]):
    """The history of a game of Othello, or of a variant that a start position of its own begins, with undo and redo.

    Moves are names of squares or `PASS`; passes may be left out. See `History` for what can be done with it.

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
        """A game from `start` (the usual start if None) with `moves` played, one text or several.

        Moves alone may stand in the place of the start, and a board in text for a position. `resigned` is the side
        that gave up. Raises OptionError for what is no start, IllegalMoveError at a bad move.
        """
        begin, moves = _begin(start, moves)
        super().__init__(cast(P, begin), moves)
        self.resigned = None if resigned is None else Colour(resigned)

    @property
    def outcome(self) -> Outcome | None:
        """The result, None while the game goes on."""
        return outcome_of(self.position, self.resigned) if self.is_over else None

    @classmethod
    def load(cls, source: str | Path) -> "Game[Any]":
        """The one game of a file in any format, or of the text of a transcript or a board.

        A game that says of itself that it is a variant is that variant; without variations, which a `Record` has.
        Warns of what was changed or left out. Raises ParseError, which says where, or OutflankError for a file that
        cannot be read.
        """
        record = plugins.load(plugins.FILES, "load")(source)
        for note in record.notes:
            warnings.warn(note, stacklevel=2)
        return cast("Game[Any]", record.game)

    def save(self, path: str | Path, *, to: str | None = None, black: str = "", white: str = "") -> None:
        """Write the game to a file, in the format of its extension unless one is named `to`, with the players' names.

        A GamesWarning says what the format has no room for, such as the moves in one of boards. Raises OptionError for
        a format that is none, OutflankError for what does not fit into it, or if the file cannot be written.
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
        """The picture that a notebook shows."""
        last = self.last_turned
        return draw(self.position, last=None if last is None else last[0], legal=True)


def _begin(start: object, moves: str | Iterable[str]) -> tuple[DiscPosition, str | Iterable[str]]:
    """The first position and the moves of a game, from whatever stands in the place of the start."""
    if start is None:
        return Position.start(), moves
    if isinstance(start, DiscPosition):
        return start, moves
    if isinstance(start, str):
        try:
            return Position.parse(start), moves
        except ParseError:
            pass  # so it is moves
    if isinstance(start, Path) or (isinstance(start, str) and is_file_name(start)):
        raise OptionError(
            "expected a position or moves, got {start}: Game.load reads files", start=described(str(start))
        )
    if isinstance(start, str | list | tuple) and moves == ():
        return Position.start(), start
    if isinstance(start, History):
        raise OptionError("expected a position or moves, got a game: game.copy() is the same game once more")
    if isinstance(start, str | list | tuple):
        raise OptionError("expected a position, or moves alone, got {start} and more moves", start=described(start))
    raise OptionError("expected a position, or moves alone, got {start}", start=described(start))


def outcome_of(position: DiscPosition, resigned: int | None = None) -> Outcome:
    """How a game that ended in a position ended, if the side of a seat may have resigned."""
    return replace(position.standing, resigned=None if resigned is None else Colour(resigned))
