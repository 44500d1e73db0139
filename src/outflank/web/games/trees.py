"""Games with variations, in the form used in messages.

A game is a JSON list of nodes, which refer to their parents by number. Each node is ``[parent, move]`` or
``[parent, move, {…}]``. The first node, ``[-1, ""]``, is the start. Parents come before their children, and the main
line comes first. Parsing does not use recursion, so a tree may have any depth. The object in a node may contain these
fields:

- ``c``: comment
- ``s``: sign
- ``k``: marks
- ``v``: value of the move
- ``j``: judgement of the move in a review
- ``t``: seconds spent on the move
- ``l``: seconds left on the clock after the move
- ``a``: analysis of the position
"""

import json
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from outflank.board.squares import NAMES, SQUARES
from outflank.errors import OutflankError, ParseError, excerpt
from outflank.formats.places import one_line
from outflank.formats.tagged import printable
from outflank.play import Analysis, MoveValue
from outflank.play.record import Record
from outflank.play.tree import SIGNS, GameNode, GameTree, Mark, Shape, Sign
from outflank.web.page_types import JudgedMoveFields, MoveValueFields, Seconds, Strict
from outflank.web.wire import in_words

MOST_NODES = 20_000
"""Maximum number of nodes in a tree, chosen so that the tree fits into a message."""

LONGEST_LABEL = 20
"""Maximum number of characters in a square's label."""

_Square = Annotated[str, Field(min_length=2, max_length=3)]


class _Mark(NamedTuple):
    shape: Shape
    square: _Square
    text: Annotated[str, Field(max_length=200)] = ""


class KnownAnalysis(Strict):
    """An analysis sent by a page, in the format of `Analysis.to_json`."""

    move: str | None
    moves: Annotated[list[MoveValueFields], Field(max_length=60)]
    depth: Annotated[int, Field(ge=0, le=100)] = 0
    selectivity: Annotated[int, Field(ge=0, le=100)] = 100
    nodes: Annotated[int, Field(ge=0, le=2**53)] = 0
    seconds: Seconds = 0.0
    lower: float | None = None
    upper: float | None = None

    @property
    def analysis(self) -> Analysis:
        """The analysis as an `Analysis` object."""
        return Analysis.from_json(self.model_dump())


class _Annotations(Strict):
    c: str = ""
    s: Literal[""] | Sign = ""
    k: Annotated[list[_Mark], Field(max_length=200, default_factory=list)]
    v: MoveValueFields | None = None
    t: Seconds | None = None
    l: Seconds | None = None  # noqa: E741
    a: KnownAnalysis | None = None
    j: JudgedMoveFields | None = None


class _Node(NamedTuple):
    parent: Annotated[int, Field(ge=-1, lt=MOST_NODES)]
    move: Annotated[str, Field(max_length=8)]
    annotations: _Annotations | None = None


_READER: TypeAdapter[Any] = TypeAdapter(Annotated[list[_Node], Field(min_length=1, max_length=MOST_NODES)])


def read(start: Any, text: str) -> tuple[GameTree[Any], str]:
    """Parse a tree and replay its moves. Returns the tree and its text in normal form.

    Unprintable characters are removed from comments and labels.

    Raises ParseError if the text is malformed or a move is illegal.
    """
    try:
        nodes = _READER.validate_json(text)
    except ValidationError as error:
        raise ParseError("expected the nodes of a game, got something else: {reason}", reason=in_words(error)) from None
    except RecursionError:
        raise ParseError("expected the nodes of a game, got something nested too deeply") from None
    tree = GameTree(start)
    made: list[GameNode[Any]] = []
    normal: list[list[Any]] = []
    for number, (parent, move, annotations) in enumerate(nodes):
        try:
            if (number == 0) != (parent == -1) or parent >= number:
                raise ParseError("expected the number of an earlier node, got {parent}", parent=parent)
            node = tree.root if number == 0 else _grown(made[parent], move)
            fields = {} if annotations is None else _annotate(node, annotations)
        except OutflankError as error:
            raise ParseError("node {number} of the game: {reason}", number=number, reason=error.message) from None
        made.append(node)
        normal.append([parent, move, fields] if fields else [parent, move])
    return tree, nodes_text(normal)


def normal_note(position: Any, move: str, letter: str, value: Any) -> Any:
    """Check one annotation of a node that a page sent, and return it in normal form; None if it is empty.

    `move` leads to `position` and is empty at the start. Raises ParseError if the annotation is invalid.
    """
    try:
        said = _Annotations.model_validate_json(json.dumps({letter: value}))
    except ValidationError as error:
        raise ParseError("expected a note on a move, got something else: {reason}", reason=in_words(error)) from None
    return _annotate(GameNode(position, move or None), said).get(letter)


def _grown(node: GameNode[Any], move: str) -> GameNode[Any]:
    """Play a move and add the resulting node to the tree.

    Raises IllegalMoveError if the move is illegal, and ParseError if it is a duplicate or not in its usual spelling.
    """
    count = len(node.children)
    child = node.add(move)
    if len(node.children) == count or child.move != move:
        raise ParseError("expected each move only once and in its usual spelling, got {move}", move=excerpt(move))
    return child


def write(record: Record) -> str:
    """Serialise a game's nodes with their annotations."""
    numbers: dict[GameNode[Any], int] = {}
    nodes: list[list[Any]] = []
    for node in record.tree.root.walk():
        numbers[node] = len(nodes)
        fields = _fields(node)
        parent = -1 if node.parent is None else numbers[node.parent]
        nodes.append([parent, node.move or "", fields] if fields else [parent, node.move or ""])
    return nodes_text(nodes)


def has_more(record: Record) -> bool:
    """True if a game contains anything besides the moves of its main line."""
    return any(node.variations or _fields(node) for node in record.tree.root.walk())


def has_words(record: Record) -> bool:
    """True if a game contains variations, comments, signs or marks."""
    nodes = record.tree.root.walk()
    return any(node.variations or node.comment or node.sign or node.marks for node in nodes)


def nodes_text(nodes: list[list[Any]]) -> str:
    """Serialise nodes in normal form."""
    return json.dumps(nodes, ensure_ascii=False, separators=(",", ":"))


def _fields(node: GameNode[Any]) -> dict[str, Any]:
    """A node's annotations and values, keyed by the letters used in messages."""
    fields = {
        "c": printable(node.comment),
        "s": node.sign if node.sign in SIGNS else "",
        "k": [list(mark) if mark.text else [mark.shape, mark.square] for mark in node.marks],
        "v": node.value and node.value.to_json(),
        "t": node.seconds,
        "l": node.left,
        "a": node.analysis and node.analysis.to_json(),
    }
    return {letter: value for letter, value in fields.items() if value not in ("", [], None)}


def _annotate(node: GameNode[Any], said: _Annotations) -> dict[str, Any]:
    """Add the annotations from a page's message to a node, and return the accepted fields.

    Raises ParseError if an annotation is invalid.
    """
    node.comment, node.sign, node.seconds, node.left = printable(said.c), said.s, said.t, said.l
    node.marks = tuple(_mark(node, *mark) for mark in said.k)
    if said.a is not None:
        node.analysis = said.a.analysis
    value = said.v or (said.j.played if said.j is not None else None)
    if value is not None and node.move is not None:
        node.value = MoveValue.from_json({**value.model_dump(), "move": node.move})
    judged = None if said.j is None else said.j.model_dump()
    known = {**_fields(node), "v": said.v and _fields(node).get("v"), "j": judged}
    return {letter: value for letter, value in known.items() if value is not None}


def _mark(node: GameNode[Any], shape: str, square: str, text: str = "") -> Mark:
    size = node.position.width
    for name in (square, text) if shape == "arrow" else (square,):
        if name not in SQUARES[size]:
            raise ParseError(
                "expected a mark on a square from a1 to {last}, got {name}", last=NAMES[size][-1], name=excerpt(name)
            )
    return Mark(shape, square, one_line(text)[:LONGEST_LABEL] if shape == "label" else text if shape == "arrow" else "")
