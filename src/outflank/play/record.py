"""A game with what is known about it: what all formats have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from outflank.play.game import GameKind, History, kind_of
from outflank.play.tree import GameTree
from outflank.text import Text

_UNFINISHED = "unfinished"


class Note(Text):
    """A sentence, without a full stop, about something that a reader changed, or left out."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game with its variations, the names of its players by seat, its date and place; empty where not known.

    A position is a game without moves. `resigned` is the seat of the side that gave up. `result` says in words how the
    game ended where its moves do not tell, as after a forfeit. `tags` are further headers of a file, by their names in
    the generic game format, such as ``RB`` for Black's rating. `notes` say in words what a reader changed or left out;
    they are no part of the game.
    """

    tree: GameTree[Any]
    players: tuple[str, ...] = ()
    date: str = ""
    place: str = ""
    result: str = ""
    resigned: int | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(
        cls, game: History[Any], players: Sequence[str] = (), *, date: str = "", place: str = "", result: str = ""
    ) -> "Record":
        """The record of a game as it stands."""
        return cls(game.tree(), tuple(players), date, place, result, game.resigned)

    @property
    def kind(self) -> GameKind[Any]:
        """The kind of game."""
        return kind_of(self.tree.root.position)

    @property
    def game(self) -> History[Any]:
        """The main line, to play on from."""
        game = self.kind.new_game(self.tree.root.position)
        game.go_along(self.tree)
        game.resigned = self.resigned
        return game

    @property
    def ending(self) -> str:
        """Words for the end of the game, on the board or besides; ``unfinished`` if it has none."""
        if self.result:
            return self.result
        is_over = self.resigned is not None or self.position.is_over
        return self.kind.result(self.position, self.resigned).words if is_over else _UNFINISHED

    @property
    def position(self) -> Any:
        """The position at the end of the main line."""
        return self.tree.root.main_line[-1].position

    def player(self, seat: int) -> str:
        """The name of the player in a seat, empty if it is not known."""
        return self.players[seat] if seat < len(self.players) else ""

    def played_as(self, kind: GameKind[Any]) -> "Record":
        """The same moves from the same board in another kind of game. Raises OutflankError if that is not possible.

        What was found of the moves stays behind: it was found for the other game.
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
    """What an `ending` in words says that the game itself does not tell; empty if that is nothing."""
    return "" if game.is_over or ending == _UNFINISHED else ending
