"""The game tree that a search has visited, used to choose a move and to display the search.

`Node.expand` creates the children one at a time, so that only moves skipped by a cut-off have no child. `Node.close`
stores the value of a node.
"""

from collections.abc import Iterator
from typing import Any

from outflank.play.analysis import Analysis, Bound, Kind, MoveValue
from outflank.rules import BLACK, PASS, DiscPosition


class Node:
    """A position in a search tree, with the move that led to it and the results of the search.

    `value` is from the point of view of the side to move at the root, or None if it was not computed. `bound` indicates
    whether the value is exact or, because of a cut-off, only a bound. `least` and `most` are Black's worst and best
    results that the finished games below this node permit: 1 for a win, 0 for a draw, −1 for a loss. `n_nodes` is the
    number of nodes below this one.
    """

    __slots__ = ("best", "bound", "children", "least", "most", "move", "n_nodes", "position", "value")

    def __init__(self, position: DiscPosition, move: str | None = None):
        self.position = position
        self.move = move
        self.value: float | None = None
        self.bound: Bound = "exact"
        self.children: list[Node] = []
        self.best: Node | None = None
        self.least, self.most = -1, 1
        self.n_nodes = 0

    def expand(self, moves: tuple[str, ...] | None = None) -> Iterator["Node"]:
        """Create the children one at a time, for all legal moves or for those in `moves`.

        To cut off the remaining moves, the caller stops iterating.
        """
        for move in self.position.legal_moves if moves is None else moves:
            child = Node(self.position.play(move), move)
            self.children.append(child)
            yield child

    def close(self, value: float, *, last_best: bool = False, keep: bool = True) -> float:
        """Store and return the value, and select the best child.

        The best child is the first with this value, or the last with `last_best`. Without `keep`, everything below this
        node except the best line is discarded.
        """
        self.value = value
        self._prove()
        self.n_nodes = len(self.children) + sum(child.n_nodes for child in self.children)
        self.best = next(
            (c for c in (reversed(self.children) if last_best else self.children) if c.value == value), None
        )
        if not keep:
            for child in self.children:
                child.children = [child.best] if child.best else []
        return value

    def _prove(self) -> None:
        """Determine the possible results by the rules alone. An unsearched move may lead to any result."""
        if not self.children:
            if self.position.is_over:
                won = self.position.scores[BLACK]
                self.least = self.most = (won > 0) - (won < 0)
            return
        least, most = [child.least for child in self.children], [child.most for child in self.children]
        is_whole = len(self.children) == len(self.position.legal_moves)
        if self.position.turn is BLACK:
            self.least, self.most = max(least), max(most) if is_whole else 1
        else:
            self.least, self.most = min(least) if is_whole else -1, min(most)

    @property
    def is_proven(self) -> bool:
        """True if the finished games in the tree determine the winner, regardless of the node's value."""
        return self.least == self.most

    @property
    def cut(self) -> tuple[str, ...]:
        """The legal moves that a cut-off skipped. Empty for a leaf, because it was never expanded."""
        if not self.children:
            return ()
        seen = {child.move for child in self.children}
        return tuple(move for move in self.position.legal_moves if move not in seen)

    @property
    def pv(self) -> tuple[str, ...]:
        """The principal variation: this node's move, followed by the best moves after it."""
        line, node = [], self if self.move else self.best
        while node is not None:
            line.append(str(node.move))
            node = node.best
        return tuple(line)

    def walk(self) -> Iterator["Node"]:
        """Yield this node and all of its descendants, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def height(self) -> int:
        """Number of plies from this node to its deepest descendant."""
        return 1 + max(child.height for child in self.children) if self.children else 0

    def to_json(self) -> dict[str, Any]:
        """Convert the tree to nested dictionaries."""
        return {
            "move": self.move,
            "value": self.value,
            "bound": self.bound,
            "best": self.best.move if self.best else None,
            "cut": list(self.cut),
            "children": [child.to_json() for child in self.children],
        }


def answer(root: Node, depth: int, *, exact: bool = False) -> Analysis:
    """Summarise a searched tree as an analysis with a value for each root move.

    A move counts as a proven win, draw or loss only if finished games in the tree prove it. With `exact`, all values
    are final results.
    """
    if root.best is None:
        raise ValueError("expected a searched tree with a best move")

    def found(child: Node) -> MoveValue:
        kind: Kind = "exact" if exact else "wld" if child.is_proven else "heuristic"
        return MoveValue(str(child.move), child.value, child.bound, depth, 100, kind, child.pv)

    return Analysis(root.best.move, tuple(map(found, root.children)), root.n_nodes)


def only_move(moves: tuple[str, ...]) -> Analysis | None:
    """Return an analysis if there is only one move, otherwise None.

    Some published players do not evaluate a sole move.
    """
    return Analysis(moves[0], (MoveValue(moves[0], pv=moves),)) if len(moves) == 1 else None


def outline(root: Node, *, depth: int | None = None, width: int | None = None) -> Iterator[str]:
    """Yield the tree as lines of text, one per node, with moves and values.

    The best branch is marked with ``*`` and moves skipped by a cut-off with ``✂``. `depth` limits the number of plies,
    and `width` the number of moves at each node. Whatever is omitted is shown as a count.
    """
    side = root.position.turn
    value = "" if root.value is None else f", value {root.value:+g}"
    yield f"{side.name.capitalize()} ({side.symbol}) to move{value}, {root.n_nodes:,} nodes"
    yield from _branches(root, "", depth, width)


def _branches(node: Node, indent: str, depth: int | None, width: int | None) -> Iterator[str]:
    if depth == 0:
        if node.n_nodes:
            yield f"{indent}└╴… {node.n_nodes:,} more node{'s' * (node.n_nodes > 1)} below"
        return
    shown = node.children
    if width is not None and len(shown) > width:
        rest = [child for child in shown if child is not node.best]
        keep = {id(child) for child in [node.best, *rest][:width]}
        shown = [child for child in shown if id(child) in keep]
    notes = []
    if len(shown) < len(node.children):
        n_hidden = len(node.children) - len(shown)
        notes.append(f"… {n_hidden} more move{'s' * (n_hidden > 1)}")
    if node.cut:
        notes.append(f"✂ cut off, not searched: {' '.join(node.cut)}")
    for i, child in enumerate(shown):
        last = i == len(shown) - 1 and not notes
        mark = " *" if child is node.best else ""
        yield f"{indent}{'└╴' if last else '├╴'}{_label(child, node.position)}{mark}"
        yield from _branches(child, indent + ("  " if last else "│ "), None if depth is None else depth - 1, width)
    for i, note in enumerate(notes):
        yield f"{indent}{'└╴' if i == len(notes) - 1 else '├╴'}{note}"


def _label(node: Node, before: DiscPosition) -> str:
    sign = {"exact": "", "lower": "≥ ", "upper": "≤ "}[node.bound]
    value = "not searched" if node.value is None else f"{sign}{node.value:+g}"
    outcome = node.position.outcome
    end = "" if outcome is None else f", game over {outcome.black}–{outcome.white}"
    move = "passes" if node.move == PASS else node.move
    return f"{before.turn.symbol} {move}  {value}{end}"
