"""The counts and values that come with the package: `src/outflank/library/archive.npz`, made from a library.

    outflank library import wthor/*.wtb --database wthor.sqlite
    python -m benchmarks.archive values wthor.sqlite values.sqlite --depth 14
    python -m benchmarks.archive values wthor.sqlite values.sqlite --depth 16 --least 500
    python -m benchmarks.archive write wthor.sqlite values.sqlite src/outflank/library/archive.npz

`values` searches all moves of each position that at least `--least` games share, the most frequent positions first. It
can be stopped at any time: it skips positions whose values are known at that depth. `write` counts the games and adds
the deepest known values; the value of a move may come from the position that it leads to.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outflank.engine.engine import Engine
from outflank.library import Library, ValueStore, archive, known_values, summaries
from outflank.library.archive import LEAST_GAMES, ArchiveMove
from outflank.library.boards import Board, canonical
from outflank.library.lookup import Sums, moves_by_square
from outflank.play import Limit
from outflank.rules import BLACK, Position

SOURCE = "WTHOR archive of the Fédération Française d'Othello, {first}–{last}"


def counted(library: Path, least: int) -> dict[Board, dict[int, Sums]]:
    """Totals by canonical board and square, the most frequent positions first."""
    found: dict[Board, dict[int, Sums]] = {}
    with Library.open(library, create=False, read_only=True) as opened:
        for player, opponent, square, *sums, _choosers in summaries.shared(opened, least):
            board = player & (1 << 64) - 1, opponent & (1 << 64) - 1
            found.setdefault(board, {})[square] = Sums(*sums)
    games = {board: sum(each.games for each in sums.values()) for board, sums in found.items()}
    return dict(sorted(found.items(), key=lambda each: -games[each[0]]))


def search(library: Path, values: Path, depth: int, least: int, megabytes: int) -> None:
    engine, done, began = Engine(megabytes), 0, time.perf_counter()
    positions = list(_to_move(counted(library, least)))
    with ValueStore(values, patience=60) as store:
        for position in positions:
            known = store.find(position)
            enough = min(depth, position.n_empties)
            n_moves = len(position.legal_moves)
            if known and sum(each.depth >= enough for each in known.moves) == n_moves:
                continue
            store.keep(position, engine.analyse(position, Limit(depth=depth), top=n_moves))
            done += 1
            if done % 100 == 0:
                print(f"{done:,} of at most {len(positions):,}, {time.perf_counter() - began:,.0f} s", flush=True)


def _to_move(boards: dict[Board, Any]) -> Iterator[Position]:
    for player, opponent in boards:
        position = Position(player, opponent, BLACK)
        if not position.is_over:  # a board after a pass has moves
            yield position


def write(library: Path, values: Path, output: Path) -> None:
    positions: dict[Board, list[ArchiveMove]] = {}
    depths: Counter[int] = Counter()
    counts = counted(library, LEAST_GAMES)
    with Library.open(library, create=False, read_only=True) as opened:
        n_games, years = len(opened), opened.overview().years
    assert years is not None
    with ValueStore(values, patience=60) as store:
        for board, sums in counts.items():
            position = Position(*board, BLACK)
            known = {} if position.is_over else known_values(position, store)
            alike = moves_by_square(position, canonical(*board)) if known else {}
            found = {square: known[moves[0]] for square, moves in alike.items() if moves[0] in known}
            for value in found.values():
                depths[value.depth] += 1
            squares = sums.keys() | found.keys()
            positions[board] = [ArchiveMove(each, sums.get(each, Sums()), found.get(each)) for each in squares]
    archive.save(output, positions, source=SOURCE.format(first=years[0], last=years[1]), n_games=n_games)
    n_values = sum(depths.values())
    print(f"{len(positions):,} positions, {n_values:,} values, {output.stat().st_size:,} bytes")
    print("depths:", ", ".join(f"{depth}: {n:,}" for depth, n in sorted(depths.items())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("values", "write"))
    parser.add_argument("library", type=Path)
    parser.add_argument("values", type=Path)
    parser.add_argument("output", type=Path, nargs="?")
    parser.add_argument("--depth", type=int, default=14)
    parser.add_argument("--least", type=int, default=LEAST_GAMES)
    parser.add_argument("--megabytes", type=int, default=192)
    options = parser.parse_args()
    if options.action == "values":
        search(options.library, options.values, options.depth, options.least, options.megabytes)
    elif options.output is None:
        parser.error("write needs an output file")
    else:
        write(options.library, options.values, options.output)


if __name__ == "__main__":
    main()
