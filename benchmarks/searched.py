"""Values of all moves in the positions of people's choices, in a file to which a stopped search returns."""

import time

import numpy as np

from outflank.board.squares import SQUARES
from outflank.engine.engine import Engine
from outflank.files import opened_whole
from outflank.formats.binary import position_of
from outflank.people.difficulty import values_of
from outflank.rules import BLACK

EVERY = 250  # positions between two saves


def position_at(choices, row):
    """The position of a choice, with Black to move."""
    return position_of(int(choices.players[row]), int(choices.opponents[row]), BLACK)


def search_all(path, choices, rows, *limits):
    """Search all moves at `rows` of the choices by each of the limits, and save the values after every `EVERY`."""
    found = np.full((len(limits), len(rows), 64), np.nan, np.float32)
    done = 0
    if path.exists():
        old_rows, old = load(path)
        done = min(len(old_rows), len(rows))
        assert (old_rows[:done] == rows[:done]).all(), "the file holds other choices"
        found[:, :done] = old[:, :done]
    engine, began = Engine(32, 1), time.monotonic()
    for n in range(done, len(rows)):
        position = position_at(choices, rows[n])
        for table, limit in zip(found, limits, strict=True):
            for move, value in values_of(engine.analyse(position, limit, top=60)).items():
                table[n, SQUARES[8][move]] = value
        if n % EVERY == EVERY - 1 or n == len(rows) - 1:
            with opened_whole(path) as file:
                np.savez(file, rows=rows[: n + 1], values=found[:, : n + 1])
            print(f"{n + 1:,} of {len(rows):,} positions, {(time.monotonic() - began) / (n + 1 - done):.3f} s each")


def load(path):
    """The rows, and the values in discs: float32 [limits, rows, squares], NaN where no move is legal."""
    with np.load(path) as file:
        return file["rows"], file["values"]
