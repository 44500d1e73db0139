"""Measure perfect play on 6×6: seconds to the exact score of random positions, and games against other players.

    python benchmarks/perfect_play.py positions FILE --threads 2
    python benchmarks/perfect_play.py games FILE
    python benchmarks/perfect_play.py report FILE...

The first two commands append a line of JSON for each position or game, so they can be interrupted at any time and go on
later. The last one prints their tables. Positions come from random games and have 1 to 32 empty squares, each number
equally often on average; the table is empty before each but for the scores that come with the package.
"""

import argparse
import json
import os
import random
import threading
import time
from collections import defaultdict
from pathlib import Path

from outflank.engine.player import EnginePlayer
from outflank.play import Limit, create
from outflank.rules import BLACK, WHITE, Position
from outflank.variants.root import VariantRoot
from outflank.variants.solved import solved

POSITIONS, GAMES = 1000, 20  # games against each player with each colour
OPPONENTS = ("random", "greedy", "level3", "lookahead:depth=4", "engine:level=5")
VALUE = {BLACK: -4, WHITE: 4}


def position_of(number):
    """A position of a random game with a random number of empty squares."""
    generator = random.Random(number)
    n_empties = generator.randint(1, 32)
    while True:
        position = Position.start(6)
        while not position.is_over and position.n_empties > n_empties:
            position = position.play(generator.choice(position.legal_moves))
        if position.n_empties == n_empties and not position.is_over:
            return position.after_pass


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def append(path, **fields):
    with path.open("a") as file:
        print(json.dumps(fields | {"load": round(os.getloadavg()[0], 1)}), file=file, flush=True)


def measure_positions(path, threads, megabytes):
    root, known = VariantRoot(Position, 6, megabytes, threads), {line["position"] for line in lines_of(path)}
    for number in range(POSITIONS):
        if number in known:
            continue
        position = position_of(number)
        root.table.clear()
        root.store(solved(Position, 6))
        began, worked = time.perf_counter(), time.process_time()
        with root.search(Limit(), threading.Event()):
            score = root.score(position)
        seconds, work = time.perf_counter() - began, time.process_time() - worked
        fields = {"empties": position.n_empties, "score": score, "nodes": root.nodes, "threads": threads}
        append(path, position=number, **fields, seconds=round(seconds, 6), processor=round(work, 6))


def play_games(path, threads, megabytes):
    known = {(line["opponent"], line["colour"], line["game"]) for line in lines_of(path)}
    perfect = EnginePlayer(level=30, threads=threads, memory=megabytes)
    for game in range(GAMES):
        for opponent in OPPONENTS:
            for colour in BLACK, WHITE:
                if (opponent, colour.title, game) not in known:
                    result, slowest = play(perfect, create(opponent, seed=game), colour)
                    fields = {"opponent": opponent, "colour": colour.title, "game": game}
                    append(path, **fields, result=result, slowest=round(slowest, 3))


def play(perfect, other, colour):
    """The result of a game for the perfect player, and the seconds of the slowest of its moves."""
    position, slowest = Position.start(6), 0.0
    while not position.is_over:
        began = time.perf_counter()
        answer = (perfect if position.turn is colour else other).choose(position)
        if position.turn is colour:
            slowest = max(slowest, time.perf_counter() - began)
        position = position.play(answer.move)
    return position.scores[colour], slowest


def percentile(values, percent):
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def report(lines):
    positions, games = [line for line in lines if "position" in line], [line for line in lines if "game" in line]
    print("| empty squares | positions | p50 | p90 | p99 | max | processor, mean |\n|---|---|---|---|---|---|---|")
    for first, last in ((1, 16), (17, 20), (21, 23), (24, 26), (27, 32), (1, 32)):
        some = [line for line in positions if first <= line["empties"] <= last]
        if some:
            seconds = [line["seconds"] for line in some]
            shares = " | ".join(f"{percentile(seconds, percent):.3f} s" for percent in (50, 90, 99, 100))
            mean = sum(line["processor"] for line in some) / len(some)
            print(f"| {first}–{last} | {len(some)} | {shares} | {mean:.3f} s |")
    pairs = defaultdict(list)
    for line in games:
        pairs[line["opponent"], line["colour"]].append(line["result"])
    print("\n| opponent | perfect play as | games | worst | mean | best |\n|---|---|---|---|---|---|")
    for (opponent, colour), results in pairs.items():
        mean = sum(results) / len(results)
        print(f"| {opponent} | {colour} | {len(results)} | {min(results):+d} | {mean:+.1f} | {max(results):+d} |")
    below = [line for line in games if line["result"] < VALUE[BLACK if line["colour"] == "Black" else WHITE]]
    print(f"\n{len(games)} games, {len(below)} below the value of the start")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("positions", "games", "report"))
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=512, metavar="MB")
    options = parser.parse_args()
    if options.what == "report":
        report([line for path in options.files for line in lines_of(path)])
    else:
        work = measure_positions if options.what == "positions" else play_games
        work(options.files[0], options.threads, options.memory)


if __name__ == "__main__":
    main()
