"""The puzzles that come with the package: chosen from a deck, and checked again at twice the depth.

    outflank practice make wthor/*.wtb --missed --deck pool.sqlite
    python -m benchmarks.puzzles choose pool.sqlite > src/outflank/practice/puzzles.tsv
    python -m benchmarks.puzzles remake > puzzles.tsv
    python -m benchmarks.puzzles rate > puzzles.tsv
    python -m benchmarks.puzzles recheck --count 100 --seed 1

`choose` takes as many of each level, and of each level those first whose themes are rare among those taken before.
`remake` makes each anew, with today's weights, and leaves out what is no puzzle any more. `rate` rates each anew,
with today's model of people's moves, and leaves the rest as it is. `recheck` draws puzzles by
chance and searches each to twice the depth it was made with; those that are exact are solved again by another search,
of all moves after another. A puzzle still has one best move if that is the same and better than every other; it is
still clear if it is better by as much as the search of a puzzle asks for.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from outflank.engine.engine import Engine
from outflank.play import Limit
from outflank.practice.deck import Deck
from outflank.practice.maker import Maker, curve_of
from outflank.practice.puzzles import LEVELS, MARGIN, Puzzle, shipped


def choose(pool: list[Puzzle], per_level: int, seed: int) -> list[Puzzle]:
    source = random.Random(seed)
    chosen: list[Puzzle] = []
    themes: Counter[str] = Counter()
    for level in LEVELS:
        left = [puzzle for puzzle in pool if puzzle.level == level]
        source.shuffle(left)
        for _ in range(min(per_level, len(left))):
            rarest = min(left, key=lambda puzzle: min((themes[theme] for theme in puzzle.themes), default=themes[""]))
            left.remove(rarest)
            themes.update(rarest.themes or ("",))
            chosen.append(rarest)
    return chosen


def remake(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    maker = Maker()
    for puzzle in puzzles:
        if (made := maker.puzzle_at(puzzle.position)) is not None:
            yield made


def rate(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    for puzzle in puzzles:
        yield replace(puzzle, curve=curve_of(puzzle.position, puzzle.choices))


def recheck(puzzles: list[Puzzle]) -> None:
    engine = Engine(256)
    totals: Counter[str] = Counter()
    began = time.perf_counter()
    for puzzle in puzzles:
        engine.clear()
        if puzzle.depth is None:
            scores = {
                each.move: -(engine.analyse(puzzle.position.play(each.move), Limit(exact=True)).score or 0)
                if not puzzle.position.play(each.move).must_pass
                else engine.analyse(puzzle.position.play(each.move).switched(), Limit(exact=True)).score or 0
                for each in puzzle.choices
                if not puzzle.position.play(each.move).is_over
            }
            ranked = sorted(scores.items(), key=lambda item: -item[1])
            (best, value), (_, second) = ranked[:2]
            what = "exact"
        else:
            found = engine.analyse(puzzle.position, Limit(depth=2 * puzzle.depth), top=2).ranked()
            best, value, second = found[0].move, found[0].value or 0, found[1].value or 0
            what = "searched"
        margin = value - second
        outcome = "clear" if margin >= MARGIN else "best" if margin > 0 else "even"
        outcome = outcome if best == puzzle.best.move else "another"
        totals[f"{what}: {outcome}"] += 1
        print(
            f"{what} {puzzle.position.n_empties:2} {puzzle.best.move} {puzzle.margin} -> {best} {margin:g}", flush=True
        )
    print(dict(totals), f"{time.perf_counter() - began:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(required=True)
    choosing = actions.add_parser("choose")
    choosing.add_argument("deck", type=Path)
    choosing.add_argument("--per-level", type=int, default=160)
    choosing.add_argument("--seed", type=int, default=1)
    actions.add_parser("remake").set_defaults(make=remake)
    actions.add_parser("rate").set_defaults(make=rate)
    checking = actions.add_parser("recheck")
    checking.add_argument("--count", type=int, default=100)
    checking.add_argument("--seed", type=int, default=1)
    checking.add_argument("--searched", action="store_true", help="only puzzles that are not exact")
    options = parser.parse_args()
    if "deck" in options:
        with Deck(options.deck) as deck:
            for puzzle in choose(deck.puzzles(), options.per_level, options.seed):
                print(puzzle.to_line())
        return
    if "make" in options:
        for puzzle in options.make(shipped()):
            print(puzzle.to_line())
        return
    puzzles = [puzzle for puzzle in shipped() if not (options.searched and puzzle.is_proven)]
    recheck(random.Random(options.seed).sample(puzzles, options.count))


if __name__ == "__main__":
    sys.exit(main())
