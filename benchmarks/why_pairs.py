"""Choose mistakes at random from reviewed games, and print them with the sentences that explain them.

The games come from files that `benchmarks.review_claims` writes. Each of the first games with a mistake gives one
mistake, chosen at random. With --write, the list in FILE is made again; a judgement stays beside its sentence as long
as the sentence is the same.

    python -m benchmarks.why_pairs CLAIMS… --seed 36 --pairs 40 --write docs/explanation/why.md
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

from outflank import Position
from outflank.analysis.judged import JudgedMove
from outflank.analysis.why import why

_BEGIN, _END = "<!-- pairs -->\n", "<!-- end of pairs -->\n"
_HEAD = "| | position | move, best move | sentence | judgement |\n|---|---|---|---|---|\n"
_LINE = 12  # moves of a line that are shown


def main() -> None:
    """Print the pairs, or write them to a page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("claims", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=36)
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--write", type=Path, metavar="FILE")
    options = parser.parse_args()
    pairs = list(_pairs(options.claims, options.seed, options.pairs))
    if options.write is None:
        for number, (position, judged) in enumerate(pairs, 1):
            print(f"{number}. {position.board_string}\n{position}\n{_sentence(position, judged)}")
            for found in (judged.played, judged.best):
                print(f"   {found.value:+g}: {' '.join(found.pv[:_LINE])}")
        return
    text = options.write.read_text()
    before, rest = text.split(_BEGIN)
    old, after = rest.split(_END)
    known = {cells[4].strip(): cells[5].strip() for line in old.splitlines() if len(cells := line.split("|")) > 5}
    rows = []
    for number, (position, judged) in enumerate(pairs, 1):
        sentence = _sentence(position, judged)
        cells = f"`{position.board_string}`", f"{judged.move}, {judged.best.move}", sentence, known.get(sentence, "?")
        rows.append(f"| {number} | {' | '.join(cells)} |\n")
    options.write.write_text(before + _BEGIN + _HEAD + "".join(rows) + _END + after)


def _pairs(paths: list[Path], seed: int, most: int) -> Iterator[tuple[Position, JudgedMove]]:
    chooser = random.Random(seed)
    games = [json.loads(line) for path in paths for line in path.read_text().splitlines()]
    for game in [each for each in games if each["mistakes"]][:most]:
        fields = chooser.choice(game["mistakes"])
        position = Position.parse(fields["position"])
        yield position, JudgedMove.from_json({**fields, "kinds": [], "why": ""}, position.n_empties)


def _sentence(position: Position, judged: JudgedMove) -> str:
    return str(why(position, judged) or "no sentence")


if __name__ == "__main__":
    main()
