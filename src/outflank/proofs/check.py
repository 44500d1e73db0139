"""Checks a proof without the engine: the plain rules unfold its tree, and a search of its own solves the ends."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank import jit
from outflank.errors import IllegalMoveError
from outflank.proofs.file import Proof
from outflank.proofs.leaves import board_of, first_fault, room
from outflank.proofs.tree import ProofTree
from outflank.rules import BLACK, WHITE, Colour, DiscPosition

Report = Callable[[Colour, int, int], object]
"""Called with a side, the number of its ends that are solved, and the number of all of them."""

_AT_ONCE = 64  # ends that a thread solves before it looks whether the check goes on


@dataclass(frozen=True)
class CheckResult:
    """The result of a check."""

    fault: str
    """The node that fails, and the reason. Empty if the proof holds."""

    n_nodes: int
    """Number of nodes above the ends, for both sides."""

    n_ends: int
    """Number of ends that were solved, for both sides."""


def check(proof: Proof, threads: int = 1, report: Report | None = None) -> CheckResult:
    """Check a proof down to its first fault."""
    jit.finish()
    n_nodes = n_ends = 0
    for side in BLACK, WHITE:
        tree = ProofTree(proof.start, side, proof.leaves)
        fault = _unfold(tree, proof) or _solve(tree, proof, threads, report)
        n_nodes, n_ends = n_nodes + tree.n_nodes, n_ends + len(tree.ends)
        if fault:
            return CheckResult(fault, n_nodes, n_ends)
    return CheckResult("", n_nodes, n_ends)


def _unfold(tree: ProofTree, proof: Proof) -> str:
    """Play all moves of a side. Returns the fault."""
    claim, moves = proof.claim(tree.side), iter(proof.moves[tree.side])
    for position in tree.positions():
        move = next(moves, None)
        if move is None:
            return f"{claim}: the file has no move for {position.board_string}"
        try:
            tree.play(position, move)
        except IllegalMoveError as error:
            return f"{claim}: {error} in {position.board_string}"
    n_left = len(list(moves))
    return f"{claim}: no position is left for the last {n_left:,} moves of the file" if n_left else ""


def _solve(tree: ProofTree, proof: Proof, threads: int, report: Report | None) -> str:
    """Solve the ends. Returns the fault."""
    least, ends = proof.least(tree.side), sorted(tree.ends, key=lambda end: (end.black, end.white, end.turn))
    board = board_of(proof.start.size, proof.start.fewest_win)

    def fault_in(some: list[DiscPosition]) -> DiscPosition | None:
        own = np.array([end.turn is tree.side for end in some])
        players, opponents = _boards([end.player for end in some]), _boards([end.opponent for end in some])
        alphas = np.where(own, least - 1, -least)  # the side exceeds the first, and the other side not the second
        index = first_fault(players, opponents, alphas, own, *room(), board)
        return None if index < 0 else some[index]

    parts = [ends[i : i + _AT_ONCE] for i in range(0, len(ends), _AT_ONCE)]
    with ThreadPoolExecutor(threads) as pool:
        try:
            for number, end in enumerate(pool.map(fault_in, parts), 1):
                if end is not None:
                    return f"{proof.claim(tree.side)}: not in {end.board_string}"
                if report is not None:
                    report(tree.side, min(number * _AT_ONCE, len(ends)), len(ends))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return ""


def _boards(boards: list[int]) -> Any:
    return np.array(boards, np.uint64)
