"""The compiled engine of 10×10 against the plain search: games, nodes a second, and seconds of exact endgames.

    python benchmarks/boards_10x10.py games --pairs 50 --seconds 0.05
    python benchmarks/boards_10x10.py nodes
    python benchmarks/boards_10x10.py endgames --at 12 14 16 [--anti]

In the games, both sides search as many nodes a move as they visit in `--seconds` of processor time, measured first, so
that a busy machine does not matter. Every opening of ten random moves is played twice, with the colours swapped. All
times are processor time of one thread.
"""

import argparse
import statistics
import threading
import time

from positions import played

from outflank.engine.engine import Engine
from outflank.engine.plain import PlainSearch
from outflank.play.limit import Limit
from outflank.rules import BLACK, PASS, Position
from outflank.rules.anti import AntiPosition

OPENING = 10  # random moves


def compiled(engine, position, limit):
    """An analysis by the compiled engine."""
    return engine.analyse(position, limit)


def plain(_engine, position, limit):
    """An analysis by the plain search."""
    return PlainSearch().run(position, limit, 1, threading.Event(), None)


def speed(search, engine, nodes):
    """Nodes per second of processor time, in positions of all phases."""
    visited, began = 0, time.process_time()
    for n_empties in (85, 70, 55, 40, 25):
        visited += search(engine, played(Position, 10, n_empties, 1), Limit(nodes=nodes)).nodes
    return visited / (time.process_time() - began)


def game(engine, black, white, limits, seed):
    """The score for Black, in discs."""
    position = played(Position, 10, 96 - OPENING, seed)
    while not position.is_over:
        if position.must_pass:
            position = position.play(PASS)
            continue
        search = black if position.turn == BLACK else white
        position = position.play(search(engine, position, limits[search]).move)
    return position.scores[BLACK]


def games(engine, options):
    """Play the pairs of games, and print the result after each."""
    limits = {
        compiled: Limit(nodes=round(options.seconds * options.share * speed(compiled, engine, 1_000_000))),
        plain: Limit(nodes=round(options.seconds * speed(plain, engine, 2_000))),
    }
    print(f"compiled {limits[compiled].nodes:,} nodes a move, plain {limits[plain].nodes:,}", flush=True)
    results = []
    for pair in range(options.pairs):
        seed = options.seed + pair
        results.append(game(engine, compiled, plain, limits, seed))
        results.append(-game(engine, plain, compiled, limits, seed))
        won, lost = sum(each > 0 for each in results), sum(each < 0 for each in results)
        mean, n = statistics.mean(results), len(results)
        print(f"{n} games: {won} won, {n - won - lost} drawn, {lost} lost, {mean:+.1f} discs", flush=True)


def endgames(engine, options):
    """Solve random positions, each with an empty table."""
    for n_empties in options.at:
        seconds, nodes = [], []
        for seed in range(20):
            position = played(AntiPosition if options.anti else Position, 10, n_empties, seed)
            engine.clear()
            began = time.process_time()
            nodes.append(engine.analyse(position, Limit(exact=True)).nodes)
            seconds.append(time.process_time() - began)
        speed = sum(nodes) / max(sum(seconds), 1e-9) / 1e6
        print(
            f"{n_empties} empties: median {statistics.median(seconds):.3f} s, mean {statistics.mean(seconds):.3f}, "
            f"longest {max(seconds):.3f}; {statistics.mean(nodes):,.0f} nodes, {speed:.1f} million a second",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["games", "nodes", "endgames"])
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.05, help="of processor time a move")
    parser.add_argument("--share", type=float, default=1.0, help="of the compiled engine in that time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", type=int, nargs="+", default=[12, 14, 16], help="empty squares")
    parser.add_argument("--anti", action="store_true")
    options, engine = parser.parse_args(), Engine(64)
    engine.prepare(Position.start(10))
    if options.what == "games":
        games(engine, options)
    elif options.what == "endgames":
        endgames(engine, options)
    else:
        for search, nodes in ((compiled, 2_000_000), (plain, 5_000)):
            print(f"{search.__name__}: {speed(search, engine, nodes):,.0f} nodes a second")


if __name__ == "__main__":
    main()
