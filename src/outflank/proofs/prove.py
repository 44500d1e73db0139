"""Writes the proof of a position's score. The exact search finds the moves."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from outflank.errors import OptionError, OutflankError, quoted_path
from outflank.formats.files import writing
from outflank.play import Limit
from outflank.proofs.file import Proof, line_of, resume
from outflank.proofs.tree import ProofTree, node_of
from outflank.rules import BLACK, WHITE, Colour, DiscPosition
from outflank.variants.root import VariantRoot
from outflank.variants.shape import SIDE

Report = Callable[[Proof, ProofTree], object]
"""Called for each move that is found."""

_OFTEN = 5.0  # seconds between lines of the file


def prove(
    path: Path, start: DiscPosition, leaves: int, *, megabytes: int, threads: int = 1, report: Report | None = None
) -> Proof:
    """Write the proof of a position's score to a file, or continue the file where it ends.

    Raises OutflankError if the file is something else or the proof of another position, or cannot be written.
    """
    if start.size > SIDE:
        raise OptionError(f"proofs are for boards up to {SIDE}×{SIDE}, got {start.size}×{start.size}")
    if start.is_over:
        raise OutflankError("the game is over: there is nothing to prove")
    proof = resume(path) if path.exists() and path.stat().st_size else None
    if proof is not None and (proof.start, proof.leaves) != (start, leaves):
        raise OptionError(f"{quoted_path(path)} is the proof of another position, or has other leaves")
    root = VariantRoot(type(start), start.size, megabytes, threads)
    is_empty = not path.exists()
    try:
        _append(path, "")  # fails now if the file cannot be written, and not after the search
        with root.search(Limit(), threading.Event()):
            if proof is None:
                proof = Proof(start, root.score(start), leaves)
                _append(path, proof.header())
            is_empty = False
            for side in BLACK, WHITE:
                _Strategy(proof, side, root, path).find(report)
    finally:
        if is_empty:
            path.unlink(missing_ok=True)
    return proof


def _append(path: Path, text: str) -> None:
    """Append text to the file of a proof. Raises OutflankError."""
    with writing(path), path.open("a", encoding="utf-8") as file:
        file.write(text)


class _Strategy:
    """The moves of one side."""

    def __init__(self, proof: Proof, side: Colour, root: VariantRoot, path: Path):
        self._proof, self._side, self._root, self._path = proof, side, root, path
        self._new: list[str] = []
        self._written = time.monotonic()

    def find(self, report: Report | None) -> None:
        """Find all moves that are missing, and append them to the proof and to its file. Raises Stopped."""
        tree = ProofTree(self._proof.start, self._side, self._proof.leaves)
        moves, known = self._proof.moves[self._side], len(self._proof.moves[self._side])
        try:
            for number, position in enumerate(tree.positions()):
                if number >= known:
                    moves.append(self._move(position, tree))
                    self._new.append(moves[-1])
                    if time.monotonic() - self._written > _OFTEN:
                        self._write()
                    if report is not None:
                        report(self._proof, tree)
                tree.play(position, moves[number])
        finally:
            self._write()

    def _move(self, position: DiscPosition, tree: ProofTree) -> str:
        """A move that gets at least the score, if possible one that leads to a node of the tree.

        Otherwise, moves that leave the fewest replies come first, so that the tree remains small.
        """
        nodes = {move: node_of(position.play(move)) for move in position.legal_moves}
        for move, node in nodes.items():
            if tree.has(node):
                return move
        least = self._proof.least(self._side)
        for move in sorted(nodes, key=lambda move: _replies(nodes[move], self._side)):
            if self._root.test(position.play(move), -least) <= -least:
                return move
        raise AssertionError(f"no move of {position!r} is worth {least}")

    def _write(self) -> None:
        if self._new:
            _append(self._path, line_of(self._side, self._new))
            self._new.clear()
        self._written = time.monotonic()


def _replies(node: DiscPosition, side: Colour) -> int:
    return len(node.legal_moves) if node.turn is not side else 0
