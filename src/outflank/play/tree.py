"""Game trees, which add variations, comments and values to a game; reviews, studies and files use them."""

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
"""Annotation symbol for a move, as in chess: good, bad, very good, very bad, interesting, dubious."""

Shape = Literal["triangle", "square", "circle", "cross", "label", "arrow"]
"""Shape drawn on a square."""

SIGNS: tuple[str, ...] = get_args(Sign)
SHAPES: tuple[str, ...] = get_args(Shape)


class Mark(NamedTuple):
    """A mark drawn on a square."""

    shape: str
    """Shape of the mark; one of `SHAPES`."""

    square: str
    """Square on which the mark is drawn, or on which an arrow starts."""

    text: str = ""
    """Text of a label, or the square on which an arrow ends; empty for all other shapes."""


class GameNode(Generic[P]):
    """One position in a game tree, with the move that led to it."""

    __slots__ = (
        *("analysis", "children", "comment", "left", "marks", "move", "parent", "position", "seconds", "sign", "value"),
    )

    def __init__(self, position: P, move: Move | None = None, parent: Optional["GameNode[P]"] = None):
        self.position: P = position
        """Position at this node."""

        self.move: Move | None = move
        """Move that led to this node; None at the root."""

        self.parent: GameNode[P] | None = parent
        """Node before this move; None at the root."""

        self.children: list[GameNode[P]] = []
        """Child nodes. The first one continues the main line, and the others start variations."""

        self.comment: str = ""
        """Comment that a person wrote."""

        self.sign: str = ""
        """Annotation symbol that a person gave the move, one of `SIGNS`; empty if there is none."""

        self.marks: tuple[Mark, ...] = ()
        """Marks that a person drew on the board."""

        self.value: MoveValue | None = None
        """Value of this node's move from the point of view of the side that played it; None if unknown."""

        self.seconds: float | None = None
        """Time spent on this node's move, in seconds; None if unknown."""

        self.left: float | None = None
        """Time left on the mover's clock after the move, in seconds; None if unknown."""

        self.analysis: Analysis | None = None
        """Analysis of the moves available in this position; None if there is none."""

    def add(self, move: Move) -> "GameNode[P]":
        """Return the child for a move, creating it if necessary. Raises IllegalMoveError if the move is illegal."""
        name = normalised(move)
        for child in self.children:
            if child.move == name:
                return child
        child = GameNode(self.position.play(name), name, self)
        self.children.append(child)
        return child

    def grow(self, move: Move) -> "GameNode[P]":
        """Add a child node without checking whether the node already has one for this move.

        File readers use this because it is faster than `add`. `move` must have the exact spelling that positions use.
        """
        child = GameNode(self.position.play(move), move, self)
        self.children.append(child)
        return child

    def extend(self, moves: str | Iterable[Move]) -> "GameNode[P]":
        """Add moves, given as a string or a sequence, and return the last node. Forced passes may be omitted.

        Raises IllegalMoveError at the first illegal move. The moves before it remain in the tree.
        """
        node = self

        def here() -> P:
            return node.position

        for move in with_passes(moves, here):
            node = node.add(move)
        return node

    @property
    def line(self) -> "list[GameNode[P]]":
        """Nodes from the root to this one."""
        nodes: list[GameNode[P]] = []
        node: GameNode[P] | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Moves from the root to this node."""
        return tuple(node.move for node in self.line if node.move is not None)

    @property
    def ply(self) -> int:
        """Number of moves from the root to this node."""
        return len(self.line) - 1

    @property
    def is_main(self) -> bool:
        """True if this node is on the main line."""
        return all(node.parent is None or node.parent.children[0] is node for node in self.line)

    @property
    def main_line(self) -> "list[GameNode[P]]":
        """Nodes from this one to the end of the line, following the first child of each node."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    @property
    def variations(self) -> "list[GameNode[P]]":
        """All children except the first."""
        return self.children[1:]

    def promote(self) -> None:
        """Make the line that leads to this node the main line."""
        for node in self.line[1:]:
            assert node.parent is not None
            siblings = node.parent.children
            siblings.remove(node)
            siblings.insert(0, node)

    def remove(self) -> None:
        """Delete this node and all nodes below it. Raises IllegalMoveError at the root."""
        if self.parent is None:
            raise IllegalMoveError("cannot remove the root of a game tree")
        self.parent.children.remove(self)
        self.parent = None

    def walk(self) -> "Iterator[GameNode[P]]":
        """Yield this node and all nodes below it. Parents precede their children, and main lines precede variations."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def __repr__(self) -> str:
        return f"<GameNode {' '.join(self.moves) or 'start'}>"


class GameTree(Generic[P]):
    """A game with its variations. Iteration yields the nodes of the main line.

    Trees are equal if they contain the same moves in the same order, with the same annotations.
    """

    def __init__(self, start: P):
        if not hasattr(start, "legal_moves"):
            raise OptionError("expected a position, got {start}; for a game, call its tree()", start=described(start))
        self.root: GameNode[P] = GameNode(start)
        """Root node, which contains the starting position."""

    def extend(self, moves: str | Iterable[Move]) -> GameNode[P]:
        """Add moves from the starting position and return the last node (see `GameNode.extend`)."""
        return self.root.extend(moves)

    @classmethod
    def load(cls, source: str | Path) -> "GameTree[Any]":
        """Load a single game from a file in any format, or from a string.

        Raises ParseError or OutflankError if the source is not a single readable game.
        """
        tree: GameTree[Any] = plugins.load(plugins.FILES, "load")(source, any_kind=True).tree
        return tree

    def save(self, path: str | Path, *, to: str | None = None, black: str = "", white: str = "") -> None:
        """Write the tree to a file. The format is `to`, or the one that matches the file's extension.

        Issues a GamesWarning about any details that the format cannot store. Raises the same errors as `Game.save`:
        OptionError and OutflankError.
        """
        plugins.load(plugins.FILES, "save")(path, self, (black, white), to)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Moves of the main line."""
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
