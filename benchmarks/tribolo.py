"""A match of Tribolo that is kept game by game: stopped and called again, it goes on where it was.

Each board is played in three seatings. The file holds a line of JSON for each game; the table of all games in it is
printed at the end.

    python benchmarks/tribolo.py games.jsonl tribolo:max_n,time=0.5 tribolo tribolo --games 90
"""

import argparse
import json
from pathlib import Path

from outflank.cli.tables import print_placings
from outflank.matches import CEILING, Placings, rotations
from outflank.matches.game import GameResult, play_pairing
from outflank.tribolo import TriboloPosition


def result_of(line, schedule):
    """The number of a game in the schedule, and its result, from a line of the file."""
    number, moves, points, scores, *forfeit = json.loads(line)
    return number, GameResult(schedule[number], tuple(moves), tuple(points), tuple(scores), *forfeit)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("players", nargs=3)
    parser.add_argument("--games", type=int, default=90)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    boards = [TriboloPosition.start(options.seed * 1_000_003 + number) for number in range(options.games // 3)]
    schedule = rotations(3, boards, options.seed)
    done = {}
    if options.file.exists():
        done = dict(result_of(line, schedule) for line in options.file.read_text(encoding="utf-8").splitlines())
    with options.file.open("a", encoding="utf-8") as file:
        for number, pairing in enumerate(schedule):
            if number not in done:
                result = done[number] = play_pairing(options.players, pairing, CEILING)
                forfeit = result.forfeited, result.fault, result.reason
                kept = number, result.moves, result.points, result.scores, *forfeit
                print(json.dumps(kept), file=file, flush=True)
    print_placings(Placings(tuple(options.players), tuple(done[number] for number in sorted(done))), markdown=True)


if __name__ == "__main__":
    main()
