"""Bots that do what they must not, among honest ones: what each did and got, and whether the others' results stand.

    python -m benchmarks.bots [--games 2] [--jobs 2] [--time 2/move]

Fifteen honest bots, all deterministic, and sixteen hostile ones of the tests play a round robin; then the honest ones
alone, from the same openings. Every game between honest bots must be the same in both.
"""

import argparse
import ast
import os
import secrets
import tempfile
import time
from collections import Counter
from pathlib import Path

from outflank.matches.api import match_plan, play_match
from outflank.matches.game import GameResult
from outflank.play import TimeControl
from outflank.rules import Position

HOSTILE = Path(__file__).parents[1] / "tests" / "bots" / "hostile"
NAMES = (
    "fork_bomb",
    "memory_shared",
    "endless_loop",
    "sleeper",
    "output_flood",
    "reads_host",
    "reads_others",
    "network",
    "kills_parent",
    "signals_all",
    "writes_outside",
    "illegal_move",
    "crash_at_import",
    "replaces_itself",
    "thinks_on",
    "sets_clock",
)

HONEST = {
    "first": "0",
    "corners": "(move not in CORNERS)",
    "avoids_x": "(move in X_SQUARES)",
    "corners_not_x": "(move not in CORNERS) + 2 * (move in X_SQUARES)",
    "few_flips": "len(position.turned(move))",
    "many_flips": "-len(position.turned(move))",
    "mobility": "len(position.play(move).legal_moves)",
    "mobility_corners": "(move not in CORNERS, len(position.play(move).legal_moves))",
    "mobility_not_x": "(move in X_SQUARES, len(position.play(move).legal_moves))",
    "edges": "(not (move[0] in 'ah' or move[1] in '18'))",
    "middle": "abs(ord(move[0]) - 100.5) + abs(int(move[1]) - 4.5)",
    "outside": "-abs(ord(move[0]) - 100.5) - abs(int(move[1]) - 4.5)",
    "last": "-position.legal_moves.index(move)",
    "evaporation": "(move not in CORNERS, len(position.turned(move)))",
    "by_name": "hash_of(move)",
}
"""What honest bots have least of, by their names."""

_SOURCE = '''"""Plays the move with the least {least}."""
CORNERS, X_SQUARES = {{"a1", "h1", "a8", "h8"}}, {{"b2", "g2", "b7", "g7"}}


def hash_of(move):
    return ord(move[0]) * 7919 % 101 + int(move[1]) * 104729 % 103


def choose(position):
    return min(position.legal_moves, key=lambda move: {least})
'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=TimeControl.parse, default=TimeControl(2, per_move=True))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        planted = secrets.token_hex(8)
        (folder / "outflank-secret.txt").write_text(planted)
        for bot, least in HONEST.items():
            (folder / f"{bot}.py").write_text(_SOURCE.format(least=least))
        for bot in NAMES:
            (folder / f"{bot}.py").write_text((HOSTILE / f"{bot}.py").read_text())
        files = {path: path.read_bytes() for path in folder.iterdir()}
        alone = played(folder, list(HONEST), options)
        among = played(folder, [*HONEST, *NAMES], options)
        assert {path: path.read_bytes() for path in folder.iterdir()} == files, "files were changed"
    print(f"Processes of bots left: {left()}")
    same = sum(games_of(among).get(key) == game for key, game in games_of(alone).items())
    print(f"Games between honest bots that are the same without the hostile ones: {same} of {len(alone)}\n")
    show(among)


def left() -> int:
    """How many processes of bots there are, or of what keeps them."""
    marks = (b"bots/guard.py", b"bots/launcher.py", b"bots/runner.py")
    found = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                found += any(mark in (entry / "cmdline").read_bytes() for mark in marks)
            except OSError:
                continue
    return found


def played(folder: Path, names: list[str], options: argparse.Namespace) -> list[GameResult]:
    players = [f"bot:{folder / name}.py" for name in names]
    plan = match_plan(players, start=Position.start(), games=options.games, seed=1, control=options.time)
    began, results = time.monotonic(), list[GameResult]()

    def progress(result: GameResult) -> None:
        results.append(result)
        if len(results) % 50 == 0:
            print(f"{len(results)} games, {time.monotonic() - began:.0f} s", flush=True)

    play_match(plan, players, jobs=options.jobs, progress=progress)
    print(f"{len(names)} bots: {len(results)} games in {time.monotonic() - began:.0f} s\n", flush=True)
    return results


def games_of(results: list[GameResult]) -> dict[object, object]:
    """What came of each game between honest bots, by players and opening."""
    n = len(HONEST)
    return {(r.pairing.seats, r.pairing.opening): (r.moves, r.points) for r in results if max(r.pairing.seats) < n}


def show(results: list[GameResult]) -> None:
    """A table: each bot, what it does, its points, and its forfeits by what is said of them."""
    names = [*HONEST, *NAMES]
    print("| bot | what it does | points | games | forfeits | of which most |\n|---|---|---|---|---|---|")
    for number, name in enumerate(names):
        mine = [r for r in results if number in r.pairing.seats]
        lost = [r for r in mine if r.forfeited is not None and r.pairing.seats[r.forfeited] == number]
        points = sum(r.of(number)[0] for r in mine)
        reasons = Counter(f"{r.fault}: {r.reason}" for r in lost).most_common(1)
        does = "plays the move with the least " + HONEST[name] if name in HONEST else _does(name)
        print(f"| {name} | {does} | {points:g} | {len(mine)} | {len(lost)} | {reasons[0][0] if reasons else ''} |")


def _does(name: str) -> str:
    return ast.get_docstring(ast.parse((HOSTILE / f"{name}.py").read_text())) or ""


if __name__ == "__main__":
    main()
