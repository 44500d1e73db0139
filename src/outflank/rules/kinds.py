"""Othello, and what its variants share with it, as a kind of game."""

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
    """A game of Black and White on boards of 4×4 to 10×10: see `play.game.GameKind`, which this follows."""

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
        """The usual start of a size, or any position in which a side can move."""
        if setup.start:
            return unless_over(self.read(setup.start))
        return self.positions.start(8 if setup.size is None else setup.size, mirrored=setup.mirrored)

    def another(self, argument: str | None, last: D) -> tuple[D, str]:
        """The usual start on a board of the size that is asked for, or of the last one."""
        if argument is not None and not (argument.isdecimal() and len(argument) < 3):
            raise OutflankError("expected a board size, got {argument}", argument=excerpt(argument))
        return self.positions.start(last.size if argument is None else int(argument)), "A new game."

    def new_game(self, start: D, moves: Iterable[str] = ()) -> Game[D]:
        """A game from a position."""
        return Game(start, moves)

    def read(self, text: str) -> D:
        """The position of a board string, or of a board as people draw it."""
        return self.positions.parse(text)

    def write(self, position: D) -> str:
        """The board string."""
        return position.board_string

    def transcript(self, moves: Sequence[str]) -> str:
        """Lower case, no separators, passes left out: the field's short form."""
        return "".join(move for move in moves if move != PASS)

    def result(self, position: D, resigned: int | None = None) -> Result:
        """The outcome in words; empties go to the winner."""
        outcome = outcome_of(position, resigned)
        winners = (0, 1) if outcome.winner is None else (int(outcome.winner),)
        scores = (outcome.difference, -outcome.difference)
        return Result(str(outcome), winners, scores, "counted" if resigned is None else "resigned", resigned)

    def known(self, players: Sequence[str]) -> dict[str, Any]:  # noqa: ARG002
        """Nothing that a player would need to know of the others."""
        return {}


assert set(DiscGame.sizes) == set(SIZES)

OTHELLO = DiscGame("othello", "Othello", Position, hinter="lookahead", opponent="level2")
"""Othello."""
