"""The tree of a study that several people change at once.

Each operation becomes events with absolute contents, such as the whole new comment or the complete order of the
variations. Each event gets the next revision. Everybody who applies the same events in the same order gets the same
tree, and an event that is applied twice changes nothing the second time. The fields of an event:

- ``add``: the `path` of a node, the `moves` played one after another from there, and the `order` of its variations
- ``remove``: the `path` of the deleted node
- ``restore``: the `path` of a deleted node, its `nodes` as in `games.trees`, and the `order` at its parent
- ``keep``: the `path` of a node that somebody wanted to delete, but that stays
- ``order``: the `path` of a node, and the `order` of its variations
- ``set``: the `path` of a node, the `letter` of the annotation, and its new `value`, or None
- ``title``: the `title`, and the `players`

An event may have a `clash`: ``comment`` if two people wrote the same words, ``sign`` if a sign of somebody else was
replaced (`was`), or ``deleted`` if a branch stays because somebody changed it while somebody else deleted it.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from outflank.errors import OutflankError, excerpt
from outflank.formats.places import one_line
from outflank.play import Analysis
from outflank.play.analysis import merged
from outflank.sessions.people import visible
from outflank.web.games.trees import nodes_text, normal_note
from outflank.web.studies.merging import merged_lists, merged_texts
from outflank.web.studies.operations import (
    LONGEST_PATH,
    AddMoves,
    OrderVariations,
    RemoveBranch,
    SetNote,
    SetTitle,
    StudyOperation,
)
from outflank.web.wire import MessageError

MOST_NODES = 5_000
LONGEST = 230_000
"""Maximum length of the tree in characters, as for other studies."""

_MOST_REMOVED = 50  # deleted branches that can come back
_NODE = 24  # characters of a node without annotations, at most

Event = dict[str, Any]


class StudyNode:
    """A node of a shared study; `changed` is the last revision that changed the node itself."""

    __slots__ = ("_position", "changed", "children", "fields", "move", "parent")

    def __init__(self, move: str, parent: "StudyNode | None", position: Any = None):
        self.move, self.parent, self._position = move, parent, position
        self.children: dict[str, StudyNode] = {}
        self.fields: dict[str, Any] = {}
        self.changed = 0

    @property
    def position(self) -> Any:
        """The position after the move. Raises IllegalMoveError if the move is illegal."""
        missing, node = [], self
        while node._position is None and node.parent is not None:
            missing.append(node)
            node = node.parent
        for each in reversed(missing):
            assert each.parent is not None
            each._position = each.parent._position.play(each.move)
        return self._position

    @property
    def path(self) -> list[str]:
        """The moves from the start to this node."""
        moves, node = [], self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return moves[::-1]

    def walk(self) -> "Iterator[StudyNode]":
        """Yield this node and all nodes after it, parents before their children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children.values()))


class TreeSnapshot(NamedTuple):
    """A tree at a revision, in the normal form of `games.trees`."""

    revision: int
    text: str
    title: str
    players: list[str]


class SharedTree:
    """A study's tree, title and players at a revision."""

    def __init__(
        self, start: Any, nodes: Sequence[Sequence[Any]], revision: int, title: str = "", players: Sequence[str] = ()
    ):
        """Create the tree from nodes in the normal form of `games.trees`."""
        self.revision, self.title, self.players = revision, title, list(players)
        self.root = StudyNode("", None, start)
        self.n_nodes, self.size = 1, 0
        self.news: list[Event] = []
        """The events of changes that `take_news` has not returned yet."""
        self._removed: deque[tuple[int, list[str], list[list[Any]]]] = deque(maxlen=_MOST_REMOVED)
        made: list[StudyNode] = []
        for parent, move, *fields in nodes:
            node = self._child(made[parent], move) if made else self.root
            node.fields = dict(fields[0]) if fields else {}
            self.size += _size(node.fields)
            made.append(node)

    @classmethod
    def grown(cls, start: Any, snapshot: TreeSnapshot, events: Iterable[Event]) -> Self:
        """Create the tree from a snapshot, and apply those of `events` that came later."""
        tree = cls(start, json.loads(snapshot.text), snapshot.revision, snapshot.title, snapshot.players)
        for event in events:
            if event["revision"] > tree.revision:
                tree.follow(event)
        return tree

    @property
    def snapshot(self) -> TreeSnapshot:
        """The tree as it is now."""
        return TreeSnapshot(self.revision, self.text, self.title, self.players)

    def find(self, path: Sequence[str]) -> StudyNode | None:
        """The node at the end of a path; None if there is none."""
        node: StudyNode | None = self.root
        for move in path:
            if node is not None:
                node = node.children.get(move)
        return node

    @property
    def main_line(self) -> list[StudyNode]:
        """The nodes of the main line, beginning with the start."""
        line = [self.root]
        while line[-1].children:
            line.append(next(iter(line[-1].children.values())))
        return line

    @property
    def text(self) -> str:
        """The tree in the normal form of `games.trees`."""
        return nodes_text(_flat(self.root))

    # --- changing -------------------------------------------------------------------------------------------------

    def change(self, operation: StudyOperation, base: int) -> None:
        """Apply an operation made by somebody who has seen revision `base`, and add the resulting events to `news`.

        Raises OutflankError if the operation is impossible or the study would be too large.
        """
        self._CHANGES[type(operation)](self, operation, base)

    def take_news(self) -> list[Event]:
        """Return the events since the last call."""
        news, self.news = self.news, []
        return news

    def _add(self, operation: AddMoves, _base: int) -> None:
        node = self._reached(operation.path)
        known, left = node, list(operation.moves)
        while left and left[0] in known.children:
            known = known.children[left.pop(0)]
        self._check_room(len(left), 0)
        if len(operation.path) + len(operation.moves) > LONGEST_PATH:
            raise MessageError("path", "a line of a study may have at most {most} moves", most=LONGEST_PATH)
        position = known.position
        for move in left:
            if move not in position.legal_moves:
                raise MessageError("move", "{move} cannot be played there", move=excerpt(move))
            position = position.play(move)
        order = list(dict.fromkeys([*node.children, operation.moves[0]]))
        self._emit({"do": "add", "path": node.path, "moves": operation.moves, "order": order})

    def _remove(self, operation: RemoveBranch, base: int) -> None:
        node = self.find(operation.path)
        if not operation.path:
            raise MessageError("path", "the start of a study cannot be deleted")
        if node is not None and any(each.changed > base for each in node.walk()):
            self._emit({"do": "keep", "path": operation.path, "clash": "deleted"})
        else:  # even if somebody else has deleted it
            self._emit({"do": "remove", "path": operation.path})

    def _order(self, operation: OrderVariations, _base: int) -> None:
        node = self._reached(operation.path)
        first = [move for move in operation.moves if move in node.children]
        order = list(dict.fromkeys([*first, *node.children]))
        self._emit({"do": "order", "path": node.path, "order": order})

    def _set(self, operation: SetNote, _base: int) -> None:
        letter = operation.letter
        there = self.find(operation.path)
        position = self.root.position if there is None else there.position
        value = _normal(position, operation.path, letter, operation.value)
        now = None if there is None else there.fields.get(letter)
        more: Event = {}
        if letter == "c":
            text, clashes = merged_texts(_text(operation.was), now or "", value or "")
            value, more = text or None, {"clash": "comment"} if clashes else {}
        elif letter == "k":
            was = operation.was if isinstance(operation.was, list) else []
            marks = merged_lists([_mark(each) for each in was], now or [], [_mark(each) for each in value or []])
            value = _normal(position, operation.path, letter, marks[:200])
        elif letter == "a" and now is not None and value is not None:
            value = merged(Analysis.from_json(now), Analysis.from_json(value)).to_json()
        elif letter == "s" and now not in (None, value, operation.was):
            more = {"clash": "sign", "was": now}
        self._check_room(0, _size({letter: value}) - _size({letter: now}))
        node = self._reached(operation.path)
        self._emit({"do": "set", "path": node.path, "letter": letter, "value": value, **more})

    def _name(self, operation: SetTitle, _base: int) -> None:
        players = [one_line(name) for name in operation.players]
        self._emit({"do": "title", "title": visible(operation.title), "players": players})

    _CHANGES: Mapping[type[StudyOperation], Callable[[Any, Any, int], None]] = {
        AddMoves: _add,
        RemoveBranch: _remove,
        OrderVariations: _order,
        SetNote: _set,
        SetTitle: _name,
    }

    def _reached(self, path: Sequence[str]) -> StudyNode:
        """The node at the end of a path. If somebody has deleted it, the branch is restored.

        A change wins over a deletion, so that nothing is lost that two people do at the same time.
        """
        node = self.find(path)
        if node is not None:
            return node
        for _, removed, nodes in reversed(self._removed):
            if removed == list(path[: len(removed)]) and self.find(removed[:-1]) is not None:
                self._check_room(len(nodes), 0)
                self._bring_back(removed, nodes, clash="deleted")
                if (node := self.find(path)) is not None:
                    return node
                break
        raise MessageError("path", "this study has no move {move} there", move=excerpt(" ".join(path[-3:])))

    def _bring_back(self, path: Sequence[str], nodes: list[list[Any]], **more: Any) -> None:
        parent = self.find(path[:-1])
        assert parent is not None
        order = list(dict.fromkeys([*parent.children, path[-1]]))
        self._emit({"do": "restore", "path": list(path), "nodes": nodes, "order": order, **more})

    def _check_room(self, n_nodes: int, size: int) -> None:
        count, length = self.n_nodes + n_nodes, self.size + size + _NODE * (self.n_nodes + n_nodes)
        if (n_nodes > 0 and count > MOST_NODES) or (n_nodes + size > 0 and length > LONGEST):
            raise MessageError("full", "this study is full: it can hold {most} moves", most=f"{MOST_NODES:,}")

    # --- events ---------------------------------------------------------------------------------------------------

    def _emit(self, event: Event) -> None:
        event["revision"] = self.revision + 1
        self.follow(event)
        self.news.append(event)

    def follow(self, event: Event) -> None:
        """Apply an event. Events must be applied in order of their revisions."""
        self.revision = event["revision"]
        if event["do"] == "title":
            self.title, self.players = event["title"], event["players"]
            return
        path = event["path"]
        node = self.find(path)
        if event["do"] == "remove":
            if node is not None and node.parent is not None:
                self._removed.append((self.revision, path, _flat(node)))
                for each in node.walk():
                    self.n_nodes -= 1
                    self.size -= _size(each.fields)
                del node.parent.children[node.move]
                node.parent.changed = self.revision
        elif event["do"] == "restore":
            parent = self.find(path[:-1])
            if parent is not None:
                self._graft(parent, event["nodes"])
                _arrange(parent, event["order"])
        elif node is not None and event["do"] != "keep":
            node.changed = self.revision
            if event["do"] == "set":
                self.size -= _size({event["letter"]: node.fields.pop(event["letter"], None)})
                if event["value"] is not None:
                    node.fields[event["letter"]] = event["value"]
                    self.size += _size({event["letter"]: event["value"]})
            elif event["do"] == "add":
                at = node
                for move in event["moves"]:
                    at = self._child(at, move)
                    at.changed = self.revision
            if "order" in event:
                _arrange(node, event["order"])

    def _child(self, node: StudyNode, move: str) -> StudyNode:
        if move not in node.children:
            node.children[move] = StudyNode(move, node)
            self.n_nodes += 1
        return node.children[move]

    def _graft(self, parent: StudyNode, nodes: Sequence[Sequence[Any]]) -> None:
        """Add a branch. Where a node exists already, its own annotations stay."""
        made: list[StudyNode] = []
        for above, move, *fields in nodes:
            node = self._child(made[above] if made else parent, move)
            given = fields[0] if fields else {}
            more = {letter: value for letter, value in given.items() if letter not in node.fields}
            node.fields |= more
            self.size += _size(more)
            node.changed = self.revision
            made.append(node)


def _flat(top: StudyNode) -> list[list[Any]]:
    """A node and all nodes after it in the form of `games.trees`."""
    numbers: dict[StudyNode, int] = {}
    nodes: list[list[Any]] = []
    for node in top.walk():
        numbers[node] = len(nodes)
        parent = -1 if node is top or node.parent is None else numbers[node.parent]
        nodes.append([parent, node.move, node.fields] if node.fields else [parent, node.move])
    return nodes


def _arrange(node: StudyNode, order: Sequence[str]) -> None:
    known = [move for move in order if move in node.children]
    node.children = {move: node.children[move] for move in dict.fromkeys([*known, *node.children])}


def _size(fields: Mapping[str, Any]) -> int:
    """The length of annotations as text, roughly."""
    return sum(len(str(value)) + 6 for value in fields.values() if value is not None)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _mark(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _normal(position: Any, path: Sequence[str], letter: str, value: Any) -> Any:
    if value in (None, "", []):
        return None
    try:
        return normal_note(position, path[-1] if path else "", letter, value)
    except RecursionError:
        raise OutflankError("expected a note on a move, got something nested too deeply") from None
