"""Games from the mirrored start that are not labelled as such: recognise them by their first move and mirror them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from outflank.errors import OutflankError, ParseError
from outflank.play.record import Note, Record
from outflank.play.tree import GameNode, GameTree
from outflank.rules import PASS, DiscPosition, transform_move
from outflank.text import Text

_MIRROR = 1  # number of the symmetry that reverses the columns, and so turns the mirrored start into the usual one


def begins(move: str, start: DiscPosition) -> bool:
    """True if `start` is the usual start and the first move is illegal there, but legal from the mirrored start."""
    usual = type(start).start(start.size)
    mirrored = type(start).start(start.size, mirrored=True)
    return start == usual and move != PASS and move not in usual.legal_moves and move in mirrored.legal_moves


def restarted(node: GameNode[DiscPosition], move: str) -> bool:
    """Switch the root to the mirrored start if `move` is a first move that is legal only there.

    Returns True if it did so.
    """
    if node.parent is not None or node.children or not begins(move, node.position):
        return False
    node.position = type(node.position).start(node.position.size, mirrored=True)
    return True


def turned_move(move: str, size: int) -> str:
    """Mirror a move, to convert it between games from the usual start and games from the mirrored start."""
    return transform_move(move, _MIRROR, size)


def turned(tree: GameTree[DiscPosition]) -> GameTree[DiscPosition]:
    """Mirror a game tree that has the mirrored start, including everything stored in its nodes."""
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
    """Note on a record that its game was mirrored. `first` is the first move as the text gives it."""
    note = Note("mirrored left to right, because {first} is a first move from the mirrored start", first=first)
    return replace(record, notes=(*record.notes, note))


def was_turned(record: Record) -> bool:
    """True if the reader mirrored the game of this record."""
    return any(note.startswith("mirrored ") for note in record.notes)


def message(error: OutflankError) -> Text:
    """Add to an error message that the game began from the mirrored start."""
    return Text("{error}, in a game from the mirrored start", error=error.message)


class GrowingGame:
    """A game, including variations, to which a reader adds one move at a time.

    If the first move is legal only from the mirrored start, the game is read from there, and mirrored once it is
    finished.
    """

    def __init__(self, start: DiscPosition, *, may_turn: bool = True):
        self.tree: GameTree[DiscPosition] = GameTree(start)
        self.node: GameNode[DiscPosition] = self.tree.root
        self._may_turn = may_turn
        self._first = ""  # the first move of a game from the mirrored start

    def play(self, move: str, act: Callable[[GameNode[DiscPosition]], GameNode[DiscPosition]]) -> None:
        """Play a move by calling `act` with the current node; `act` returns the next one.

        Raises ParseError and IllegalMoveError.
        """
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
        """Return the finished record, mirrored if necessary. `known` contains further fields of the record."""
        if not self._first:
            return Record(self.tree, players, **known)
        return noted(Record(turned(self.tree), players, **known), self._first)

    def so_far(self, players: tuple[str, ...]) -> Record:
        """Return the game up to the current move, for reporting an unreadable move."""
        return Record(turned(self.tree) if self._first else self.tree, players)
