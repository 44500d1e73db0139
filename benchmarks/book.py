"""How long a book of a million positions takes to open and to answer: `python -m benchmarks.book [POSITIONS]`.

The positions are those of random games, up to symmetry, and random boards for the rest; what they lead to fills the
other table as a grown book would, so that the file is as large.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from outflank.book.answers import analysis_of, moves_of
from outflank.book.nodes import Key
from outflank.book.sealed import SealedBook, seal
from outflank.book.store import BookStore
from outflank.rules import Position

CHILDREN = 9  # of a position, up to symmetry
KNOWN = 20_000  # positions that can be come to


def played(rng: random.Random) -> Position:
    """A position of a random game."""
    position = Position.start()
    for _ in range(rng.randint(0, 30)):
        if position.is_over:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


def fill(path: Path, n_positions: int, positions: list[Position]) -> None:
    """Make a book of so many positions."""
    rng = np.random.default_rng(1)
    known = {Key.of(position) for position in positions}
    boards = rng.integers(-(2**63), 2**63, (n_positions - len(known), 2)).tolist()
    pairs = [*((key.player, key.opponent) for key in known), *boards]
    signed = [tuple(board - (1 << 64) if board >= 1 << 63 else board for board in pair) for pair in pairs]
    hashes = np.sort(rng.integers(-(2**63), 2**63, CHILDREN * n_positions))
    with BookStore(path, writes=True) as book, book.writing():
        book._database.executemany(
            "INSERT OR IGNORE INTO positions (player, opponent, n_empties, state, leaf, value, lower, upper, cost)"
            " VALUES (?, ?, 40, 2, 19, 1, -64, 64, 1.0)",
            signed,
        )
        parents = rng.integers(1, n_positions, len(hashes))
        for start in range(0, len(hashes), 1_000_000):
            rows = zip(hashes[start : start + 1_000_000].tolist(), parents[start : start + 1_000_000].tolist())  # noqa: B905
            book._database.executemany("INSERT OR IGNORE INTO children VALUES (?, ?)", rows)


def median_and_p99(seconds: list[float]) -> str:
    """Milliseconds, in words."""
    return f"median {1000 * np.median(seconds):.3f} ms, p99 {1000 * np.percentile(seconds, 99):.3f} ms"


def timed(what, arguments) -> list[float]:
    """How long each call takes this thread, without the time in which others had the processor."""
    seconds = []
    for argument in arguments:
        began = time.thread_time()
        what(argument)
        seconds.append(time.thread_time() - began)
    return seconds


def main() -> None:
    n_positions = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    rng = random.Random(1)
    positions = [played(rng) for _ in range(KNOWN)]
    asked = [position for position in rng.sample(positions, 10_000) if not position.is_over]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.db"
        fill(path, n_positions, positions)
        print(f"{path.stat().st_size / 1e6:.0f} MB")
        began = time.perf_counter()
        book = BookStore(path)
        print(f"opened in {1000 * (time.perf_counter() - began):.1f} ms")
        keys = [Key.of(position) for position in asked]
        print("find a position:  ", median_and_p99(timed(book.find, keys)))
        print("all of its moves: ", median_and_p99(timed(lambda each: moves_of(book, each), asked)))
        print("moves and a line: ", median_and_p99(timed(lambda each: analysis_of(book, each), asked[:2000])))
        small = Path(folder) / "small.book"
        seal(((key, entry) for key in keys if (entry := book.find(key))), small)
        began = time.perf_counter()
        sealed = SealedBook(small)
        print(f"sealed, {len(sealed):,}: opened in {1000 * (time.perf_counter() - began):.1f} ms")
        print("all of its moves: ", median_and_p99(timed(lambda each: moves_of(sealed, each), asked)))
        book.close()


if __name__ == "__main__":
    main()
