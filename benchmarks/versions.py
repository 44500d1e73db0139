"""A match between two versions of the engine, each from its own checkout and in a process of its own.

    python benchmarks/versions.py OLD NEW [--seconds 0.03] [--games 400] [--seed 1] [--elo 0 20]

Every opening (even ones of eight moves) is played twice, with the colours swapped; a move takes `--seconds`, or with
`--clock 10+0.1` what each version makes of its clock. OLD and NEW are folders of checkouts, either of them with a file
of weights after a colon. After every tenth pair comes a line: wins, draws and losses of NEW, its share of the points
with an error of 95 %, the log-likelihood ratio of the two Elo differences (a sequential test ends at ±2.94), nodes a
second of both, and how often each was late. One thread each; nothing else should run.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

from outflank.matches.openings import each_opening
from outflank.matches.statistics import Score, Sprt, error_95
from outflank.rules import Position

WORKER = """
import json, sys
from outflank.engine.engine import Engine
from outflank.engine.player import EnginePlayer
from outflank.play import Limit
from outflank.play.clock import TimeLeft
from outflank.rules import Position
player = EnginePlayer(weights=sys.argv[1] if len(sys.argv) > 1 else None)
engine = player.engine
engine.load()
print("ready", flush=True)
for line in sys.stdin:
    task = json.loads(line)
    if task["new"]:
        engine.clear()
    position = Position.parse(task["position"])
    if "clock" in task:
        answer = player.choose(position, TimeLeft(*task["clock"]))
    else:
        answer = engine.analyse(position, Limit(seconds=task["seconds"]))
    print(json.dumps([answer.move, answer.nodes]), flush=True)
"""


class Version:
    """One version, running."""

    def __init__(self, place):
        folder, _, weights = place.partition(":")
        folder = Path(folder).resolve()
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, *([str(Path(weights).resolve())] if weights else [])],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self.process.stdout.readline() != "ready\n":
            sys.exit(f"versions.py: {place} does not start")
        self.nodes, self.seconds, self.late = 0, 0.0, 0

    def move(self, position, *, new, **limit):
        """Its move, and how long it took."""
        task = {"position": position.board_string, "new": new, **limit}
        began = time.perf_counter()
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()
        move, nodes = json.loads(self.process.stdout.readline())
        seconds = time.perf_counter() - began
        self.nodes, self.seconds = self.nodes + nodes, self.seconds + seconds
        return move, seconds


def play(position, versions, limit, clock):
    """The difference of discs of a game in Black's view; `versions` are Black and White."""
    left, first = [clock[0], clock[0]] if clock else None, [True, True]
    while not position.is_over:
        if position.must_pass:
            position = position.play("pass")
            continue
        side = int(position.turn)
        version = versions[side]
        if clock:
            move, seconds = version.move(position, new=first[side], clock=[left[side], clock[1]])
            left[side] -= seconds
            if left[side] <= 0:
                version.late += 1
            left[side] = max(left[side], 0.0) + clock[1]
        else:
            move, _ = version.move(position, new=first[side], seconds=limit)
        first[side] = False
        position = position.play(move)
    black, white = position.counts
    return black - white


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--seconds", type=float, default=0.03)
    parser.add_argument("--clock")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--elo", type=float, nargs=2, default=(0, 20))
    options = parser.parse_args()
    clock = [float(part) for part in options.clock.split("+")] if options.clock else None
    old, new = Version(options.old), Version(options.new)
    sprt, points, differences = Sprt(*options.elo), [], []
    openings = list(islice(each_opening("even:8", options.seed, Position.start()), options.games // 2))
    for number, opening in enumerate(openings, 1):
        differences.append(play(opening.position, (new, old), options.seconds, clock))
        differences.append(-play(opening.position, (old, new), options.seconds, clock))
        points += [1.0 if difference > 0 else 0.5 if difference == 0 else 0.0 for difference in differences[-2:]]
        if number % 10 and number != len(openings):
            continue
        score = Score.of(points, differences)
        speeds = " and ".join(f"{each.nodes / each.seconds / 1e6:.1f}" for each in (new, old))
        llr = f"LLR of {sprt.elo1:g} to {sprt.elo0:g} Elo {sprt.llr(score.pairs):+.2f}"
        print(
            f"{score.wins}-{score.draws}-{score.losses} of {score.games}: {score.share:.1%} ± "
            f"{50 * (error_95(score.pairs) or 0.0):.1f}, {score.mean_disc_difference:+.2f} discs, {llr}, "
            f"{speeds} million nodes/s, late {new.late} and {old.late}",
            flush=True,
        )


if __name__ == "__main__":
    main()
