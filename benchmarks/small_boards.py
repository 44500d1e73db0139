"""Solve all early positions of a small board, for the file of scores that comes with the package.

    python benchmarks/small_boards.py FOLDER --plies 6 --processes 2
    python benchmarks/small_boards.py FOLDER --plies 6 --write

The first command solves the positions after so many plies. It appends their scores to files in the folder, so it can be
interrupted at any time and goes on later; it leaves out positions whose scores come with the package. The second one
derives the scores of the positions before them, as far as they follow, and writes the package's file.
"""

import argparse
import multiprocessing
import threading
import time
from pathlib import Path

import numpy as np

import outflank
from outflank.board.canonical import canonical
from outflank.play.limit import Limit
from outflank.play.moves import PASS
from outflank.rules import Position
from outflank.rules.anti import AntiPosition
from outflank.variants.root import VariantRoot
from outflank.variants.shape import Shape
from outflank.variants.solved import file_name, solved

KINDS = {kind.game: kind for kind in (Position, AntiPosition)}
SIZE = 6
SHAPE = Shape(SIZE)


def key_of(position):
    return canonical(SHAPE.placed(position.player), SHAPE.placed(position.opponent))


def levels(kind, plies):
    """For each ply, a position for each key. Nobody has to pass in them, and games that are over are left out."""
    found = [{key_of(kind.start(SIZE)): kind.start(SIZE)}]
    for _ in range(plies):
        after = [position.play(move).after_pass for position in found[-1].values() for move in position.legal_moves]
        found.append({key_of(child): child for child in reversed(after) if not child.is_over})
    return found


def known_scores(folder, game):
    """The scores in the package and in the folder."""
    lines = [line.split() for path in folder.glob(f"{game}-*.txt") for line in path.read_text().splitlines()]
    found = {(int(line[0]), int(line[1])): int(line[2]) for line in lines if len(line) == 4}
    return {**solved(KINDS[game], SIZE), **found}


def solve(folder, game, plies, part, parts, megabytes):
    """Solve a share of the positions."""
    kind = KINDS[game]
    root, known = VariantRoot(kind, SIZE, megabytes, 1), known_scores(folder, game)
    positions = list(levels(kind, plies)[-1].items())
    score = 0
    with (folder / f"{game}-{plies}-{part}.txt").open("a") as out, root.search(Limit(), threading.Event()):
        for key, position in positions[len(positions) * part // parts : len(positions) * (part + 1) // parts]:
            began = time.monotonic()
            if key not in known:
                score = root.score(position, score)
                print(*key, score, f"{time.monotonic() - began:.2f}", file=out, flush=True)


def write(folder, game, plies):
    """Write the package's file."""
    kind, known = KINDS[game], known_scores(folder, game)
    for ply, level in reversed(list(enumerate(levels(kind, plies)))):
        for key, position in level.items():
            values = [value_of(position.play(move), position, known) for move in position.legal_moves]
            if key not in known and None not in values:
                known[key] = max(values)
        print(f"ply {ply}: {sum(key in known for key in level):,} of {len(level):,} positions")
    keys = sorted(known)
    path = Path(outflank.__file__).parent / "variants" / "solved" / file_name(kind, SIZE)
    path.parent.mkdir(exist_ok=True)
    np.savez_compressed(
        path,
        players=np.array([key[0] for key in keys], np.uint64),
        opponents=np.array([key[1] for key in keys], np.uint64),
        scores=np.array([known[key] for key in keys], np.int8),
    )
    start = known.get(key_of(kind.start(SIZE)))
    print(f"{path.name}: {len(keys):,} positions, {path.stat().st_size:,} bytes; the start: {start}")


def value_of(child, position, known):
    """The value of a child for the side to move in a position; None if it is unknown."""
    if child.is_over:
        return child.scores[position.turn]
    if child.must_pass:
        return known.get(key_of(child.play(PASS)))
    score = known.get(key_of(child))
    return None if score is None else -score


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=KINDS, default="othello")
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--memory", type=int, default=1024, metavar="MB", help="for each process")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)
    if options.write:
        write(options.folder, options.game, options.plies)
        return
    shares = [
        (options.folder, options.game, options.plies, part, options.processes, options.memory)
        for part in range(options.processes)
    ]
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        pool.starmap(solve, shares)


if __name__ == "__main__":
    main()
