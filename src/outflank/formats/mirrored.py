"""Games from the mirrored start that do not say so: their first move tells it, and they are turned left to right."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from outflank.errors import OutflankError, ParseError
from outflank.play.record import Note, Record
from outflank.play.tree import GameNode, GameTree
from outflank.rules import PASS, DiscPosition, transform_move
from outflank.text import Text

_MIRROR = 1  # the symmetry that turns the mirrored start into the usual one, and its moves: columns from the right


def begins(move: str, start: DiscPosition) -> bool:
    """True if a first move is one from the start with the colours swapped, and not from this one, the usual start."""
    usual = type(start).start(start.size)
    mirrored = type(start).start(start.size, mirrored=True)
    return start == usual and move != PASS and move not in usual.legal_moves and move in mirrored.legal_moves


def restarted(node: GameNode[DiscPosition], move: str) -> bool:
    """Put the mirrored start at the root of a tree, if an illegal first move is one from there; whether it is."""
    if node.parent is not None or node.children or not begins(move, node.position):
        return False
    node.position = type(node.position).start(node.position.size, mirrored=True)
    return True


def turned_move(move: str, size: int) -> str:
    """A move of the mirrored game in the usual one, and the other way round."""
    return transform_move(move, _MIRROR, size)


def turned(tree: GameTree[DiscPosition]) -> GameTree[DiscPosition]:
    """A tree from the mirrored start with all that is said in it, as one from the usual start."""
    found = GameTree(tree.root.position.transformed(_MIRROR))
    waiting = [(tree.root, found.root)]
    while waiting:
        node, image = waiting.pop()
        _copy(node, image)
        size = node.position.size
        for child in node.children:
            turned_child = GameNode(child.position.transformed(_MIRROR), turned_move(str(child.move), size), image)
            image.children.append(turned_child)
            waiting.append((child, turned_child))
    return found


def _copy(node: GameNode[DiscPosition], image: GameNode[DiscPosition]) -> None:
    size = node.position.size

    def rename(move: Any) -> str:
        return turned_move(move, size)

    image.comment, image.sign, image.seconds, image.left = node.comment, node.sign, node.seconds, node.left
    image.marks = tuple(
        mark._replace(square=rename(mark.square), text=rename(mark.text) if mark.shape == "arrow" else mark.text)
        for mark in node.marks
    )
    image.value = None if node.value is None else node.value.renamed(rename)
    image.analysis = None if node.analysis is None else node.analysis.renamed(rename)


def noted(record: Record, first: str) -> Record:
    """The record of a game that was turned, with a note that says so; `first` is its first move as it was written."""
    note = Note("mirrored left to right, as {first} begins a game from the mirrored start", first=first)
    return replace(record, notes=(*record.notes, note))


def was_turned(record: Record) -> bool:
    """True if the game of a record was given from the mirrored start, and turned."""
    return any(note.startswith("mirrored ") for note in record.notes)


def message(error: OutflankError) -> Text:
    """An error about a move of a game that is turned, whose moves stand in the text as they were written."""
    return Text("{error}, in a game from the mirrored start", error=error.message)


class GrowingGame:
    """A game that a reader plays move by move, with variations.

    If the first move is one from the mirrored start and not from the usual one, the game goes on from there, and is
    turned in the end.
    """

    def __init__(self, start: DiscPosition, *, may_turn: bool = True):
        self.tree: GameTree[DiscPosition] = GameTree(start)
        self.node: GameNode[DiscPosition] = self.tree.root
        self._may_turn = may_turn
        self._first = ""  # the first move of a game from the mirrored start

    def play(self, move: str, act: Callable[[GameNode[DiscPosition]], GameNode[DiscPosition]]) -> None:
        """Make a move by a function that gives the node after it. Raises ParseError and IllegalMoveError."""
        try:
            self.node = act(self.node)
        except OutflankError as error:
            if self._first:
                raise ParseError(message(error)) from None
            if not self._may_turn or not restarted(self.node, move):
                raise
            self._first = move
            self.node = act(self.node)

    def record(self, players: tuple[str, ...], **known: Any) -> Record:
        """The record of the game, turned if need be, with what is known about it."""
        if not self._first:
            return Record(self.tree, players, **known)
        return noted(Record(turned(self.tree), players, **known), self._first)

    def so_far(self, players: tuple[str, ...]) -> Record:
        """The game up to a move that cannot be read."""
        return Record(turned(self.tree) if self._first else self.tree, players)
