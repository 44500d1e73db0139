"""Game types for Othello and its variants."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from outflank.board.squares import SIZES
from outflank.errors import OutflankError, excerpt
from outflank.play.game import PERSON, Result, Setup, unless_over
from outflank.play.moves import PASS
from outflank.rules.discs import DiscPosition
from outflank.rules.game import Game, outcome_of
from outflank.rules.position import Position
from outflank.text import Text

D = TypeVar("D", bound=DiscPosition)


class DiscGame(Generic[D]):
    """A two-player disc game on boards from 4×4 to 10×10; implements `play.game.GameKind`."""

    title: str
    goal: str
    seats: tuple[str, ...] = (Text("Black"), Text("White"))
    symbols: tuple[str, ...] = ("X", "O")
    sizes: tuple[int, ...] = (8, 4, 6, 10)
    cell = "square"
    saved_as = "saved"

    def __init__(self, name: str, title: str, positions: type[D], hinter: str, opponent: str):
        self.name, self.title, self.positions, self.hinter = name, Text(title), positions, hinter
        self.opponents: tuple[str, ...] = (PERSON, opponent)
        self.goal = Text("fewest discs win") if positions.fewest_win else Text("most discs win")

    def start(self, setup: Setup) -> D:
        """The usual starting position for the requested board size, or the position requested instead.

        Raises OptionError if the game is already over in the requested position.
        """
        if setup.start:
            return unless_over(self.read(setup.start))
        return self.positions.start(8 if setup.size is None else setup.size, mirrored=setup.mirrored)

    def another(self, argument: str | None, last: D) -> tuple[D, str]:
        """The starting position of a new game, and a message for the players.

        `argument` is the board size, which is the last game's size by default.
        """
        if argument is not None and not (argument.isdecimal() and len(argument) < 3):
            raise OutflankError("expected a board size, got {argument}", argument=excerpt(argument))
        return self.positions.start(last.size if argument is None else int(argument)), "A new game."

    def new_game(self, start: D, moves: Iterable[str] = ()) -> Game[D]:
        """Create a game that starts from a given position."""
        return Game(start, moves)

    def read(self, text: str) -> D:
        """Parse a board string or a drawn board."""
        return self.positions.parse(text)

    def write(self, position: D) -> str:
        """Write a position as a board string."""
        return position.board_string

    def transcript(self, moves: Sequence[str]) -> str:
        """The moves in the usual compact notation: lower case, without separators or passes."""
        return "".join(move for move in moves if move != PASS)

    def result(self, position: D, resigned: int | None = None) -> Result:
        """The result of a game that ended in `position` or by resignation. Empty squares go to the winner."""
        outcome = outcome_of(position, resigned)
        winners = (0, 1) if outcome.winner is None else (int(outcome.winner),)
        scores = (outcome.difference, -outcome.difference)
        return Result(str(outcome), winners, scores, "counted" if resigned is None else "resigned", resigned)

    def known(self, players: Sequence[str]) -> dict[str, Any]:  # noqa: ARG002
        """Return an empty dictionary, because players need no information about each other."""
        return {}


assert set(DiscGame.sizes) == set(SIZES)

OTHELLO = DiscGame("othello", "Othello", Position, hinter="lookahead", opponent="level2")
"""The standard Othello game."""
