"""Batches of training data from game files: arrays of positions, of the moves played, and of game results."""

import random
import warnings
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from outflank.errors import GamesWarning, OptionError
from outflank.formats.games import Storable, as_record, read_games
from outflank.formats.tagged import Ending
from outflank.learning.planes import Bits, Indices, move_to_index, to_planes, transform_index, transform_planes
from outflank.play.record import Record
from outflank.rules import BLACK, Position


class Batch(NamedTuple):
    """A batch of positions, the moves played in them, and the results of their games, in arrays of equal length."""

    planes: Bits
    """The output of `to_planes` for each position, from the mover's point of view, with shape (n, 3, size, size)."""

    moves: Indices
    """Indices of the moves played, as int64."""

    results: npt.NDArray[np.int8]
    """Final disc differences from the mover's point of view. Empty squares go to the winner."""


_Example = tuple[Position, str, int]


def batches(
    games: str | Path | Iterable[Storable],
    batch_size: int = 256,
    *,
    size: int = 8,
    passes: bool = False,
    shuffle: int = 0,
    symmetries: bool = False,
    seed: int = 0,
) -> Iterator[Batch]:
    """Yield the positions of Othello games in batches. The last batch may be smaller.

    - `games` is a file in any supported format, or an iterable of games, such as the result of `read_games`.
    - `size` is the board size.
    - `passes` determines whether forced passes are included.
    - `shuffle` is the size of the buffer from which positions are drawn at random; 0 preserves their order. Only one
      game, one batch and this buffer are held in memory.
    - `symmetries` applies a randomly chosen symmetry to each position.
    - `seed` makes random choices reproducible.

    Other types of games, other board sizes, and unfinished games without a recorded result are skipped. Afterwards, a
    GamesWarning reports how many games were skipped.
    """
    if batch_size < 1 or shuffle < 0:
        got = f"got {batch_size} and {shuffle}"
        raise OptionError(f"expected a batch size of at least 1 and a shuffle of at least 0, {got}")
    source = random.Random(seed)
    records = read_games(games) if isinstance(games, str | Path) else map(as_record, games)
    return _batches(_shuffled(_examples(records, size, passes), shuffle, source), batch_size, symmetries, source)


def _examples(records: Iterable[Record], size: int, passes: bool) -> Iterator[_Example]:
    n_left_out = 0
    for record in records:
        difference = _difference(record)
        start = record.tree.root.position
        if type(start) is not Position or start.size != size or difference is None:
            n_left_out += 1
            continue
        nodes = record.tree.root.main_line
        for before, after in pairwise(nodes):
            position = before.position
            if after.move is not None and (passes or not position.must_pass):
                yield position, after.move, difference if position.turn is BLACK else -difference
    if n_left_out:
        message = f"skipped {n_left_out:,} games: unfinished, another kind of game, or not on {size}×{size}"
        warnings.warn(message, GamesWarning, stacklevel=2)


def _difference(record: Record) -> int | None:
    """Black's winning margin in discs, or None if the result is unknown."""
    ending = Ending.of(record)
    if ending is None:
        return None
    squares = record.position.width * record.position.height
    discs = squares if ending.discs is None else min(round(ending.discs), squares)
    return 0 if ending.winner is None else discs if ending.winner is BLACK else -discs


def _shuffled(examples: Iterator[_Example], n_waiting: int, source: random.Random) -> Iterator[_Example]:
    waiting: list[_Example] = []
    for example in examples:
        if len(waiting) < n_waiting:
            waiting.append(example)
        elif n_waiting:
            place = source.randrange(n_waiting)
            yield waiting[place]
            waiting[place] = example
        else:
            yield example
    source.shuffle(waiting)
    yield from waiting


def _batches(examples: Iterator[_Example], batch_size: int, symmetries: bool, source: random.Random) -> Iterator[Batch]:
    planes: list[Bits] = []
    moves: list[int] = []
    results: list[int] = []
    for position, move, result in examples:
        symmetry = source.randrange(8) if symmetries else 0
        planes.append(transform_planes(to_planes(position), symmetry))
        moves.append(int(transform_index(move_to_index(move, position.size), symmetry, position.size)))
        results.append(result)
        if len(moves) == batch_size:
            yield _batch(planes, moves, results)
            planes, moves, results = [], [], []
    if moves:
        yield _batch(planes, moves, results)


def _batch(planes: list[Bits], moves: list[int], results: list[int]) -> Batch:
    return Batch(np.stack(planes), np.array(moves, dtype=np.int64), np.array(results, dtype=np.int8))
