"""Tribolo as a game type."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from outflank.errors import OptionError, OutflankError, excerpt
from outflank.play.game import PERSON, Result, Setup, unless_over
from outflank.text import Text
from outflank.tribolo.game import TriboloGame
from outflank.tribolo.outcome import TriboloColour
from outflank.tribolo.position import TriboloPosition

N_BOARDS = 1_000_000
"""Number of boards from which a new game chooses at random if no board number is specified."""


class TriboloKind:
    """The game for Blue, Red and Green. Implements `play.game.GameKind`."""

    name = "tribolo"
    title = Text("Tribolo")
    seats: tuple[str, ...] = (Text("Blue"), Text("Red"), Text("Green"))
    symbols: tuple[str, ...] = ("B", "R", "G")
    goal = Text("most cells win")
    sizes: tuple[int, ...] = ()
    cell = "cell"
    hinter = "tribolo"
    opponents: tuple[str, ...] = (PERSON, "tribolo", "tribolo")
    positions = TriboloPosition
    saved_as = "saved-tribolo"

    def start(self, setup: Setup) -> TriboloPosition:
        """The requested position, or the board for a seed, or a random board.

        Raises OptionError if the game is already over in the requested position.
        """
        if setup.size is not None or setup.mirrored:
            raise OptionError("Tribolo is played on random boards of one size: leave out size and mirrored")
        if setup.start:
            return unless_over(self.read(setup.start))
        return TriboloPosition.start(setup.seed)

    def another(self, argument: str | None, last: TriboloPosition) -> tuple[TriboloPosition, str]:  # noqa: ARG002
        """The board with the requested number or, by default, a random board, and a message for the players."""
        if argument is not None and not (argument.isdecimal() and len(argument) < 20):
            raise OutflankError("expected a board number, got {argument}", argument=excerpt(argument))
        number = random.randrange(N_BOARDS) if argument is None else int(argument)
        return TriboloPosition.start(number), f"A new game, on board {number}."

    def new_game(self, start: TriboloPosition, moves: Iterable[str] = ()) -> TriboloGame:
        """Create a game that starts from a given position."""
        return TriboloGame(start, moves)

    def read(self, text: str) -> TriboloPosition:
        """Parse rows of cells, followed by the colour to move."""
        return TriboloPosition.parse(text)

    def write(self, position: TriboloPosition) -> str:
        """Write the rows, separated by ``/``, and the colour to move."""
        return position.board_string

    def transcript(self, moves: Sequence[str]) -> str:
        """The moves, separated by spaces."""
        return " ".join(moves)

    def result(self, position: TriboloPosition, resigned: int | None = None) -> Result:  # noqa: ARG002
        """The result of a game, in which the colour with the most cells wins. Equal best scores are a tie.

        Resignation is not supported because there are three players.
        """
        outcome = position.standing
        return Result(str(outcome), tuple(map(int, outcome.best)), position.scores, "counted")

    def known(self, players: Sequence[str]) -> dict[str, Any]:
        """The human player's colour, for players that ally against it. Empty unless exactly one player is human."""
        persons = [colour for colour in TriboloColour if players[colour] == PERSON]
        return {"person": str(persons[0])} if len(persons) == 1 else {}


TRIBOLO = TriboloKind()
"""The Tribolo game."""
