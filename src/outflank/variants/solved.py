"""Exact scores of early positions, which come with the package, so that nobody has to wait for them.

`benchmarks/small_boards.py` makes the files. Each position is the canonical one of its eight symmetric ones, placed on
8×8, and the score is the one for the side to move.
"""

from functools import cache
from importlib import resources

import numpy as np

from outflank.rules import DiscPosition

Scores = dict[tuple[int, int], int]
"""For the bitboards of player and opponent, the score."""


def file_name(kind: type[DiscPosition], size: int) -> str:
    """The name of the file for a game on a board."""
    return f"{kind.game}-{size}x{size}.npz"


def solved(kind: type[DiscPosition], size: int) -> Scores:
    """The stored scores for a game on a board, without any if there is no file."""
    return _read(file_name(kind, size))


@cache
def _read(name: str) -> Scores:
    file = resources.files("outflank.variants") / "solved" / name
    if not file.is_file():
        return {}
    with file.open("rb") as stream, np.load(stream) as arrays:
        columns = (arrays[column].tolist() for column in ("players", "opponents", "scores"))
        return {(player, opponent): score for player, opponent, score in zip(*columns, strict=True)}
