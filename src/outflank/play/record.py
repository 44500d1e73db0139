"""Game records: a game with its players, date and other details, as all file formats read and write it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from outflank.errors import OptionError, check_type, described
from outflank.play.game import GameKind, History, kind_of
from outflank.play.tree import GameTree
from outflank.text import Text

_UNFINISHED = "unfinished"


class Note(Text):
    """A note about something that a file reader changed or left out: a sentence without its full stop."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game with its variations, players and other details. A position is stored as a game without moves."""

    tree: GameTree[Any]
    """The moves, with variations and comments."""

    players: tuple[str, ...] = ()
    """Player names in seat order; unknown names are empty strings."""

    date: str = ""
    """Date on which the game was played; empty if unknown."""

    place: str = ""
    """Place where the game was played; empty if unknown."""

    result: str = ""
    """Description of the ending if the moves do not show it, for example after a forfeit; empty otherwise."""

    resigned: int | None = None
    """Seat of the side that resigned; None if no side did."""

    tags: Mapping[str, str] = field(default_factory=dict)
    """Other headers, keyed by their names in the generic game format (GGF), for example ``RB`` for Black's rating."""

    notes: tuple[str, ...] = field(default=(), compare=False)
    """Notes about anything that the file reader changed or left out. They do not affect equality."""

    @classmethod
    def of(
        cls, game: History[Any], players: Sequence[str] = (), *, date: str = "", place: str = "", result: str = ""
    ) -> "Record":
        """Create a record of a game in its current state.

        Raises OptionError for anything else than a game, and for one name in place of a sequence of names.
        """
        check_type(game, History, "a game")
        if isinstance(players, str) or not isinstance(players, Sequence):
            raise OptionError(f"expected a list of names, got {described(players)}")
        return cls(game.tree(), tuple(players), date, place, result, game.resigned)

    @property
    def kind(self) -> GameKind[Any]:
        """Kind of game."""
        return kind_of(self.tree.root.position)

    @property
    def game(self) -> History[Any]:
        """The main line as a game, which can be continued from its last position."""
        game = self.kind.new_game(self.tree.root.position)
        game.go_along(self.tree)
        game.resigned = self.resigned
        return game

    @property
    def ending(self) -> str:
        """Description of how the game ended; ``unfinished`` if it has not ended."""
        if self.result:
            return self.result
        is_over = self.resigned is not None or self.position.is_over
        return self.kind.result(self.position, self.resigned).words if is_over else _UNFINISHED

    @property
    def position(self) -> Any:
        """Position at the end of the main line."""
        return self.tree.root.main_line[-1].position

    def player(self, seat: int) -> str:
        """Name of the player in a seat; empty if it is unknown."""
        return self.players[seat] if seat < len(self.players) else ""

    def played_as(self, kind: GameKind[Any]) -> "Record":
        """Convert the record to another kind of game, with the same starting board and moves.

        Values and analyses are dropped, because they are valid only for the original kind of game. Raises OutflankError
        if a move is illegal in the other game.
        """
        if kind.name == self.kind.name:
            return self
        tree = GameTree(kind.read(self.kind.write(self.tree.root.position)))
        copies = {self.tree.root: tree.root}
        for node in self.tree.root.walk():
            if node.parent is not None and node.move is not None:
                copies[node] = copies[node.parent].add(node.move)
            copy = copies[node]
            copy.comment, copy.sign, copy.marks = node.comment, node.sign, node.marks
            copy.seconds, copy.left = node.seconds, node.left
        return replace(self, tree=tree)


def beyond_moves(game: History[Any], ending: str) -> str:
    """Return `ending` if the game itself does not show how it ended; otherwise, return an empty string."""
    return "" if game.is_over or ending == _UNFINISHED else ending
