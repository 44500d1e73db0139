"""The tree of a game: its moves with variations, comments and values, for reviews, studies and files."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, Optional, TypeVar, get_args

from outflank import plugins
from outflank.errors import IllegalMoveError, OptionError, described
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.moves import normalised, with_passes
from outflank.play.position import GamePosition, Move

P = TypeVar("P", bound=GamePosition)

Sign = Literal["!", "?", "!!", "??", "!?", "?!"]
"""What may stand behind a move: good, bad, very good, very bad, interesting, doubtful; as in the notation of chess."""

Shape = Literal["triangle", "square", "circle", "cross", "label", "arrow"]
"""What may be drawn on a square."""

SIGNS: tuple[str, ...] = get_args(Sign)
SHAPES: tuple[str, ...] = get_args(Shape)


class Mark(NamedTuple):
    """Something drawn on a square: a `Shape`; `text` is that of a label, or the square that an arrow leads to."""

    shape: str
    square: str
    text: str = ""


class GameNode(Generic[P]):
    """A position in a game tree, and the `move` that led to it, None at the root.

    The first of the `children` goes on with the main line, the others are variations. `comment` is a person's, and so
    are the `sign` behind the move, one of `SIGNS` or empty, and the `marks` on the board. `value` is what the move was
    found to be worth to the side that made it, `seconds` the time it took, `left` the seconds that were left on this
    side's clock after it, `analysis` what is known of the position's moves.
    """

    __slots__ = (
        *("analysis", "children", "comment", "left", "marks", "move", "parent", "position", "seconds", "sign", "value"),
    )

    def __init__(self, position: P, move: Move | None = None, parent: Optional["GameNode[P]"] = None):
        self.position, self.move, self.parent = position, move, parent
        self.children: list[GameNode[P]] = []
        self.comment = self.sign = ""
        self.marks: tuple[Mark, ...] = ()
        self.value: MoveValue | None = None
        self.seconds: float | None = None
        self.left: float | None = None
        self.analysis: Analysis | None = None

    def add(self, move: Move) -> "GameNode[P]":
        """The node after a move, made if it is not there yet. Raises IllegalMoveError if the move is not legal."""
        name = normalised(move)
        for child in self.children:
            if child.move == name:
                return child
        child = GameNode(self.position.play(name), name, self)
        self.children.append(child)
        return child

    def grow(self, move: Move) -> "GameNode[P]":
        """As `add`, for a move in its usual spelling that is not there yet: for those who read many games."""
        child = GameNode(self.position.play(move), move, self)
        self.children.append(child)
        return child

    def extend(self, moves: str | Iterable[Move]) -> "GameNode[P]":
        """The last node after some moves, one text or several, in which forced passes may have been left out.

        Raises IllegalMoveError at the first bad one; those before it stay.
        """
        node = self

        def here() -> P:
            return node.position

        for move in with_passes(moves, here):
            node = node.add(move)
        return node

    @property
    def line(self) -> "list[GameNode[P]]":
        """The nodes from the root to this one."""
        nodes: list[GameNode[P]] = []
        node: GameNode[P] | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the root to here."""
        return tuple(node.move for node in self.line if node.move is not None)

    @property
    def ply(self) -> int:
        """Number of moves that lead here."""
        return len(self.line) - 1

    @property
    def is_main(self) -> bool:
        """Tells whether this lies on the main line."""
        return all(node.parent is None or node.parent.children[0] is node for node in self.line)

    @property
    def main_line(self) -> "list[GameNode[P]]":
        """This node, and the nodes of the first continuation of each."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    @property
    def variations(self) -> "list[GameNode[P]]":
        """The continuations other than the first."""
        return self.children[1:]

    def promote(self) -> None:
        """Make this and the line that leads here the main line."""
        for node in self.line[1:]:
            assert node.parent is not None
            siblings = node.parent.children
            siblings.remove(node)
            siblings.insert(0, node)

    def remove(self) -> None:
        """Take this and all below it out of the tree. Raises IllegalMoveError at the root."""
        if self.parent is None:
            raise IllegalMoveError("the start of a game cannot be taken out of it")
        self.parent.children.remove(self)
        self.parent = None

    def walk(self) -> "Iterator[GameNode[P]]":
        """This node and all below it, parents first, the main line before its variations."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def __repr__(self) -> str:
        return f"<GameNode {' '.join(self.moves) or 'start'}>"


class GameTree(Generic[P]):
    """A game with its variations. Iterating gives the nodes of the main line.

    Two are equal if they hold the same moves in the same order with the same said of them.
    """

    def __init__(self, start: P):
        if not hasattr(start, "legal_moves"):
            raise OptionError(
                "expected a position to begin with, got {start}: a game has tree()", start=described(start)
            )
        self.root: GameNode[P] = GameNode(start)

    def extend(self, moves: str | Iterable[Move]) -> GameNode[P]:
        """The last node after moves from the start; see `GameNode.extend`."""
        return self.root.extend(moves)

    @classmethod
    def load(cls, source: str | Path) -> "GameTree[Any]":
        """The one game of a file in any format, or of a text, with its variations. Raises ParseError, OutflankError."""
        tree: GameTree[Any] = plugins.load(plugins.FILES, "load")(source, any_kind=True).tree
        return tree

    def save(self, path: str | Path, *, to: str | None = None, black: str = "", white: str = "") -> None:
        """Write the tree to a file, in the format of its extension unless one is named `to`, with the players' names.

        A GamesWarning says what the format has no room for. Raises OptionError, OutflankError as `Game.save` does.
        """
        plugins.load(plugins.FILES, "save")(path, self, (black, white), to)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        return self.root.main_line[-1].moves

    def __iter__(self) -> Iterator[GameNode[P]]:
        return iter(self.root.main_line)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameTree):
            return NotImplemented
        waiting: list[tuple[GameNode[Any], GameNode[Any]]] = [(self.root, other.root)]
        while waiting:
            mine, others = waiting.pop()
            if _content(mine) != _content(others):
                return False
            waiting.extend(zip(mine.children, others.children, strict=True))
        return True

    __hash__ = None  # type: ignore[assignment]  # a tree grows

    def __repr__(self) -> str:
        return f"<GameTree of {sum(1 for _ in self.root.walk())} nodes, {' '.join(self.moves)}>"


def _content(node: GameNode[Any]) -> tuple[object, ...]:
    known = (node.comment, node.sign, node.marks, node.value, node.seconds, node.left, node.analysis)
    return node.position, node.move, len(node.children), *known
