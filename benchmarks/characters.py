"""How strong the characters of the ladder are, by matches between those that stand near each other.

Each plays those one and two steps above it. Openings are random ones of eight plies in which the engine sees no side
ahead, each played with both colours. The file holds a line of JSON for each game: stopped and called again, the match
goes on where it was. Opponents of characters are the players that they stand for, so a character may get another name.
Without --play the games in the file are only counted; --write puts the ratings into the package.

    python benchmarks/characters.py games.jsonl --play --write
"""

import argparse
import json
import zlib
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path

from outflank.characters import LADDER
from outflank.characters.ratings import FILE
from outflank.matches.game import Pairing, play_pairing
from outflank.matches.openings import each_opening
from outflank.matches.statistics import Score, strengths
from outflank.rules import Position

OPENINGS = "even:8"
REACH = 2  # steps of the ladder, over which is played
SLOW = "engine:time="  # a player that takes a second a move plays fewer games


def pairs(players):
    """Who plays whom: numbers of players, the weaker one first."""
    return [(a, b) for a in range(len(players)) for b in range(a + 1, min(a + REACH + 1, len(players)))]


def games(players, options, found):
    """The games to be played, Black first, and their openings; round by round, those of slow players last."""
    slow = {pair for pair in pairs(players) if any(players[a].startswith(SLOW) for a in pair)}
    for which, n_games in ((set(pairs(players)) - slow, options.games), (slow, options.slow)):
        for opening in found[: n_games // 2]:
            for a, b in sorted(which):
                yield players[a], players[b], opening
                yield players[b], players[a], opening


def play(path, players, options):
    done = set(results(path))
    n_openings = max(options.games, options.slow) // 2
    found = ["".join(game.moves) for game in islice(each_opening(OPENINGS, options.seed, Position.start()), n_openings)]
    with path.open("a", encoding="utf-8") as file:
        for black, white, opening in games(players, options, found):
            if (black, white, opening) not in done:
                moves = tuple(opening[i : i + 2] for i in range(0, len(opening), 2))
                pairing = Pairing((0, 1), Position.start(), moves, zlib.crc32(f"{black} {white} {opening}".encode()))
                result = play_pairing((black, white), pairing)
                assert result.forfeited is None, result.reason
                print(json.dumps([black, white, opening, result.points[0], result.scores[0]]), file=file, flush=True)


def results(path):
    """Black's points and disc difference in each game that was played, by the players and the opening."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {(black, white, opening): (points, discs) for black, white, opening, points, discs in map(json.loads, lines)}


def score(played, a, b):
    """The match of two players in the first one's view; openings that were played with one colour only do not count."""
    points, differences = [], []
    for black, white, opening in played:
        if (black, white) == (a, b) and (b, a, opening) in played:
            (first, lead), (second, behind) = played[a, b, opening], played[b, a, opening]
            points += [first, 1 - second]
            differences += [lead, -behind]
    return Score.of(points, differences)


def measured(path, players):
    """For each player its rating, its error, its error beside the player below and its games; and the matches."""
    played = results(path)
    matches = {pair: score(played, players[pair[0]], players[pair[1]]) for pair in pairs(players)}
    everyone = range(len(players))
    found = strengths({pair: Counter(match.pairs) for pair, match in matches.items()}, len(players))
    counts = [sum(match.games for pair, match in matches.items() if a in pair) for a in everyone]
    rows = [
        (
            round(found.elo[a] - found.elo[0]),
            round(found.difference_error_95(a, 0)),
            round(found.difference_error_95(a, max(a - 1, 0))),
            counts[a],
        )
        for a in everyone
    ]
    return rows, matches


def table(names, players, rows, matches):
    print(
        "| character | plays as | rating | ± | ± beside the one below | games | points against the next character"
        " | against the one after |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for a, (name, player, (elo, error, step, n)) in enumerate(zip(names, players, rows, strict=True)):
        taken = [f"{matches[a, b].share:.0%}" if (a, b) in matches else "" for b in (a + 1, a + 2)]
        errors = f"{error} | {step}" if a else " | "
        print(f"| {name} | `{player}` | {elo} | {errors} | {n} | {' | '.join(taken)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--games", type=int, default=200, help="of each pair")
    parser.add_argument("--slow", type=int, default=40, help="of each pair with one that takes a second a move")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--players", nargs="+", help="others than those of the ladder, weakest first, to try them out")
    options = parser.parse_args()
    players = options.players or [character.plays for character in LADDER]
    names = options.players or [character.label for character in LADDER]
    if options.play:
        play(options.file, players, options)
    rows, matches = measured(options.file, players)
    table(names, players, rows, matches)
    if any(upper[0] <= lower[0] for lower, upper in pairwise(rows)):
        raise SystemExit("the ladder does not rise")
    if options.write and not options.players:
        given = [
            {"name": character.name, "plays": player, "rating": elo, "error_95": error, "games": n}
            for character, player, (elo, error, _, n) in zip(LADDER, players, rows, strict=True)
        ]
        FILE.write_text(json.dumps(given, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
