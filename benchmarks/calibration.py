"""How near the engine's values are to the truth, and how often the side that is ahead wins.

    python benchmarks/calibration.py FILE --games 300 --seconds 0.5    # play and analyse; goes on where it was stopped
    python benchmarks/calibration.py FILE --docs                       # benchmarks/evaluation.md and its plot

The engine plays against itself after ten random moves, `--move` seconds a move. Each game gives six positions, which
are analysed afresh for `--seconds`. The truth is the exact score with up to 22 empty squares, and before that the score
of the game, which such strong play rarely misses by much. FILE has a line of JSON for each game.
"""

import argparse
import itertools
import json
import random
from pathlib import Path

import numpy as np
from problems import fail
from recording import DOCS, write_section

from outflank.engine.engine import Engine
from outflank.matches.openings import each_opening
from outflank.play import Limit, MoveValue
from outflank.plots import line_chart
from outflank.rules import BLACK, Position

POSITIONS = 6  # of each game
EXACT_FROM = 22  # empty squares
FEWEST, MOST = 8, 51  # empty squares
BINS = ((51, 45), (44, 38), (37, 31), (30, 27), (26, 23), (22, 19), (18, 15), (14, 8))
FEWEST_OF_BIN = 20  # positions
STEPS = (-20, -14, -10, -6, -3, -1, 1, 3, 6, 10, 14, 20)  # discs, in the plot
COLUMNS = ("empties", "value", "spread", "depth", "selectivity", "truth")


def played(engine: Engine, opening: Position, seconds: float) -> tuple[list[Position], int]:
    """The positions of a game of the engine against itself, and its score for Black."""
    position, positions = opening.after_pass, []
    engine.clear()
    while not position.is_over:
        positions.append(position)
        move = engine.analyse(position, Limit(seconds=seconds)).move
        assert move is not None
        position = position.play(move).after_pass
    return positions, position.scores[BLACK]


def looked_at(engine: Engine, position: Position, score: int, seconds: float) -> list[float]:
    """A row of COLUMNS: the analysis of a position of a game with `score` for Black, and the truth."""
    engine.clear()
    chosen = engine.analyse(position, Limit(seconds=seconds)).chosen
    truth = score if position.turn is BLACK else -score
    if position.n_empties <= EXACT_FROM:
        truth = int(engine.analyse(position, Limit(exact=True)).value or 0)
    assert chosen.value is not None
    return [position.n_empties, chosen.value, chosen.spread or 0.0, chosen.depth, chosen.selectivity, truth]


def measure(path: Path, n_games: int, move_seconds: float, seconds: float, seed: int) -> None:
    """Append a line for each game that the file does not have."""
    n_done = len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
    engine = Engine(64, 1)
    openings = each_opening("random:10", seed, Position.start())
    with path.open("a", encoding="utf-8") as file:
        for number, opening in enumerate(itertools.islice(openings, n_done, n_games), n_done):
            positions, score = played(engine, opening.position, move_seconds)
            right = [position for position in positions if FEWEST <= position.n_empties <= MOST]
            chosen = random.Random(number).sample(right, min(POSITIONS, len(right)))
            rows = [looked_at(engine, position, score, seconds) for position in chosen]
            print(json.dumps({"move": move_seconds, "seconds": seconds, "rows": rows}), file=file, flush=True)


def rows_of(path: Path) -> dict[str, np.ndarray]:
    """The columns of a file."""
    rows = [row for line in path.read_text(encoding="utf-8").splitlines() for row in json.loads(line)["rows"]]
    if not rows:
        fail("the file has no games: give --games")
    return dict(zip(COLUMNS, np.array(rows, float).T, strict=True))


def tables(rows: dict[str, np.ndarray]) -> list[str]:
    """The figures for each range of empty squares, and the winning chances, as tables in Markdown."""
    lines = [
        "| empty squares | positions | slope | bias | odd − even | error | claimed | within 2 discs | within 4 |",
        "|---" * 9 + "|",
    ]
    for most, least in (*BINS, (MOST, FEWEST)):
        here = (rows["empties"] <= most) & (rows["empties"] >= least)
        values, truths, spreads = (rows[name][here] for name in ("value", "truth", "spread"))
        errors = truths - values
        if len(values) < FEWEST_OF_BIN:
            continue
        close = np.abs(values) <= 20
        slope = np.polyfit(values[close], truths[close], 1)[0]
        odd = rows["depth"][here] % 2 == 1
        apart = errors[~odd].mean() - errors[odd].mean() if odd.any() and (~odd).any() else np.nan
        cells = [f"{most}–{least}", f"{len(values):,}", f"{slope:.2f}", f"{errors.mean():+.2f}"]
        cells += ["" if np.isnan(apart) else f"{apart:+.2f}"]
        cells += [f"{np.sqrt((each**2).mean()):.2f}" for each in (errors, spreads)]
        cells += [f"{(np.abs(errors) <= discs).mean():.0%}" for discs in (2, 4)]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        "| winning chance claimed | positions | claimed, mean | won (a draw counts half) |",
        "|---|---|---|---|",
    ]
    chances, won = outcomes(rows)
    for low in range(0, 100, 10):
        here = (chances >= low / 100) & (chances < low / 100 + 0.1 + (low == 90))
        if here.any():
            means = f"{chances[here].mean():.1%} | {won[here].mean():.1%}"
            lines.append(f"| {low}–{low + 10} % | {here.sum():,} | {means} |")
    return lines


def outcomes(rows: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The chance that each analysis gives the side to move, and what became of it: 1, 0.5 or 0."""
    chances = [
        MoveValue("a1", value=value, spread=spread).chance
        for value, spread in zip(rows["value"].tolist(), rows["spread"].tolist(), strict=True)
    ]
    return np.array(chances, float), 0.5 + 0.5 * np.sign(rows["truth"])


def chart(rows: dict[str, np.ndarray]) -> str:
    """The mean score and the middle half of all scores, against the value."""
    names = "right", "mean score", "a quarter is above", "a quarter is below"
    series: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for low, high in itertools.pairwise(STEPS):
        here = (rows["value"] >= low) & (rows["value"] < high) & (rows["empties"] > EXACT_FROM)
        if here.sum() < FEWEST_OF_BIN:
            continue
        value, truths = float(rows["value"][here].mean()), rows["truth"][here]
        heights = value, truths.mean(), np.quantile(truths, 0.75), np.quantile(truths, 0.25)
        for name, height in zip(names, heights, strict=True):
            series[name].append((value, float(height)))
    return line_chart("Values and what became of them", "value, in discs", "score of the game", series)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=0, help="play until the file has so many")
    parser.add_argument("--move", type=float, default=0.05, help="seconds for each move of the games")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each analysis")
    parser.add_argument("--seed", type=int, default=390)
    parser.add_argument("--docs", action="store_true", help="write benchmarks/evaluation.md and its plot")
    options = parser.parse_args()
    measure(options.file, options.games, options.move, options.seconds, options.seed)
    rows = rows_of(options.file)
    lines = tables(rows)
    print("\n".join(lines))
    if options.docs:
        (DOCS / "images" / "calibration.svg").write_text(chart(rows), encoding="utf-8")
        write_section(
            "evaluation.md", "calibration", [*lines, "", "![values and scores](../docs/images/calibration.svg)"]
        )


if __name__ == "__main__":
    main()
