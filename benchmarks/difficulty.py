"""The difficulty of positions for people: predicted against actual shares of players who find the best move.

    python benchmarks/difficulty.py values choices.npz values.npz --count 6000
    python benchmarks/difficulty.py compare choices.npz values.npz --chart docs/images/difficulty.svg

`choices.npz` is a file of `outflank people train`. `values` draws choices that were held out, half of them from games
and half from players whom the model has never seen, and searches all their moves; it goes on where it stopped.
`compare` predicts for each choice how likely this player finds a best move, and one at most two discs worse, sorts the
choices into ten bins by this chance, and counts how many did. Moves at most
half a disc worse than the best one are best moves too.
"""

import argparse
import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from searched import load, position_at, search_all

from outflank.board.squares import SQUARES
from outflank.people import PeopleModel
from outflank.people.blend import blended
from outflank.people.difficulty import EQUAL, NEAR
from outflank.play import Limit
from outflank.plots import line_chart
from outflank.training.people.games import Choices

LIMIT = Limit(8, exact_from=14)
N_BINS = 10
BANDS = (-math.inf, -300, -100, 100, 300, math.inf)


def drawn(choices: Choices, count: int) -> Any:
    """Rows of held-out choices, drawn by chance: those of games and of players by turns."""
    source = np.random.default_rng(36)
    parts = [source.permutation(np.flatnonzero(choices.held_out == held))[: count // 2] for held in (1, 2)]
    return np.stack([part[: min(map(len, parts))] for part in parts], axis=1).ravel()


def compare(choices: Choices, path: Path, chart: Path | None) -> None:
    rows, (values,) = load(path)
    many = (~np.isnan(values)).sum(axis=1) > 1
    rows, values = rows[many], values[many]
    positions = [position_at(choices, row) for row in rows]
    ratings = choices.ratings[rows]
    predictions = PeopleModel.shipped().many(positions, ratings, choices.rivals[rows])
    finds, near, alone, found, was_near, lost, cost = (np.zeros(len(rows)) for _ in range(7))
    for at, position in enumerate(positions):
        shares = {move: float(predictions[at, SQUARES[8][move]]) for move in position.legal_moves}
        own = {move: float(values[at, SQUARES[8][move]]) for move in shares}
        best = max(own.values())
        mixed = blended(shares, own, float(ratings[at]), position.n_empties)
        finds[at] = sum(share for move, share in mixed.items() if own[move] >= best - EQUAL)
        near[at] = sum(share for move, share in mixed.items() if own[move] >= best - NEAR)
        alone[at] = sum(share for move, share in shares.items() if own[move] >= best - EQUAL)
        cost[at] = sum(share * (best - own[move]) for move, share in mixed.items())
        chosen = float(values[at, choices.squares[rows[at]]])
        found[at], was_near[at], lost[at] = chosen >= best - EQUAL, chosen >= best - NEAR, best - chosen
    held = choices.held_out[rows]
    print(f"{len(rows):,} choices, {(held == 1).sum():,} of held-out games, {(held == 2).sum():,} of held-out players")
    named = (
        ("best move", finds, found),
        ("best move, the model alone", alone, found),
        ("at most two discs worse", near, was_near),
    )
    lines = {}
    for name, predicted, actual in named:
        print(f"\n{name}: predicted {predicted.mean():.1%}, actual {actual.mean():.1%}")
        lines[name] = bins(predicted, actual)
    print(f"\ndiscs lost on average: predicted {cost.mean():.2f}, actual {lost.mean():.2f}")
    print("\n     rating  choices  predicted  actual   two discs: predicted  actual   discs lost: predicted  actual")
    for low, high in pairwise(BANDS):
        here = (ratings >= low) & (ratings < high)
        print(
            f"{low:+5.0f} … {high:+5.0f}  {here.sum():6,}  {finds[here].mean():8.1%}  {found[here].mean():7.1%}"
            f"   {near[here].mean():19.1%}  {was_near[here].mean():7.1%}"
            f"   {cost[here].mean():20.2f}  {lost[here].mean():6.2f}"
        )
    if chart is not None:
        perfect = [(0.0, 0.0), (100.0, 100.0)]
        shown = {"best move": lines["best move"], "within two discs": lines["at most two discs worse"]}
        title = f"People who find a good move, {len(rows):,} choices held out"
        chart.write_text(
            line_chart(title, "predicted, %", "actual, %", {**shown, "perfect": perfect}), encoding="utf-8"
        )


def bins(predicted: Any, actual: Any) -> list[tuple[float, float]]:
    """Print the shares in each bin, and return them as points in percent."""
    which = np.minimum((predicted * N_BINS).astype(int), N_BINS - 1)
    points, error = [], 0.0
    print("    bin      choices  predicted  actual  ± (95 %)")
    for number in range(N_BINS):
        here = which == number
        if n := int(here.sum()):
            expected, seen = predicted[here].mean(), actual[here].mean()
            doubt = 1.96 * math.sqrt(max(seen * (1 - seen), 1e-9) / n)
            error += n * abs(expected - seen) / len(predicted)
            points.append((100 * expected, 100 * seen))
            share = f"{number * 100 // N_BINS:3}–{(number + 1) * 100 // N_BINS:3}%"
            print(f"{share}  {n:9,}  {expected:9.1%}  {seen:6.1%}  {doubt:7.1%}")
    print(f"mean distance, weighted by choices: {error:.1%}")
    return points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(required=True)
    searching = actions.add_parser("values")
    comparing = actions.add_parser("compare")
    for each in (searching, comparing):
        each.add_argument("choices", type=Path)
        each.add_argument("values", type=Path)
    searching.add_argument("--count", type=int, default=6000)
    comparing.add_argument("--chart", type=Path)
    options = parser.parse_args()
    choices = Choices.load(options.choices)
    if "count" in options:
        search_all(options.values, choices, drawn(choices, options.count), LIMIT)
    else:
        compare(choices, options.values, options.chart)


if __name__ == "__main__":
    main()
