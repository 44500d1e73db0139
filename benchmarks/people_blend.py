"""The blend of the model of people's moves with a search's values: fitted to people's choices, and measured.

`values` searches all moves of choices from a run of `outflank people train`, half of them held out by game; stopped and
called again, it goes on. `fit` fits the constants of `outflank/people/blend.py` to the other half, and measures the
held-out half. Fitting needs PyTorch.

    python benchmarks/people_blend.py values RUN values.npz --depth 8 --exact-from 14 --choices 8000
    python benchmarks/people_blend.py fit RUN values.npz
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

from outflank.board.squares import SQUARES
from outflank.engine.engine import Engine
from outflank.evaluation.evaluate import UNIT
from outflank.formats.binary import position_of
from outflank.people.blend import POWER, WEIGHT, factors_of
from outflank.people.network import MoveNetwork
from outflank.play.limit import Limit
from outflank.rules import BLACK
from outflank.training.people.games import Choices, StoredGlances
from outflank.training.people.report import BANDS, predicted, probabilities
from outflank.training.people.run import CHOICES, GLANCES, NETWORK

ILLEGAL = -(1 << 15)
EVERY = 250  # positions between two saves
MOST_LOSS = 40.0
"""As in `outflank.people.blend`."""


def sample(choices, glances, n, seed=8):
    """Rows of choices, training and held out in turn."""
    rng = np.random.default_rng(seed)
    free = np.bitwise_count(glances.legal) > 1
    halves = [rng.choice(np.flatnonzero((choices.held_out == held) & free), n // 2, replace=False) for held in (0, 1)]
    return np.stack(halves, axis=1).ravel()


def values(options, choices, glances):
    rows = sample(choices, glances, options.choices)
    found = np.full((len(rows), 64), ILLEGAL, np.int16)
    done = 0
    if options.file.exists():
        with np.load(options.file) as old:
            done = len(old["rows"])
            assert (old["rows"] == rows[:done]).all(), "the file holds other choices"
            found[:done] = old["values"]
    engine, limit, began = Engine(32, 1), Limit(options.depth, exact_from=options.exact_from), time.monotonic()
    for n in range(done, len(rows)):
        position = position_of(int(choices.players[rows[n]]), int(choices.opponents[rows[n]]), BLACK)
        for move in engine.analyse(position, limit, top=60).moves:
            found[n, SQUARES[8][move.move]] = round(UNIT * move.value)
        if n % EVERY == EVERY - 1 or n == len(rows) - 1:
            partial = options.file.with_suffix(".tmp.npz")
            np.savez(partial, rows=rows[: n + 1], values=found[: n + 1], held=choices.held_out[rows[: n + 1]])
            partial.replace(options.file)
            print(f"{n + 1:,} positions, {(time.monotonic() - began) / (n + 1 - done):.3f} s each", flush=True)


def fit(options, choices, glances):
    import torch

    with np.load(options.file) as file:
        rows, found, held = file["rows"], file["values"], file["held"] > 0
    network = MoveNetwork.load(options.run / NETWORK)
    shares = probabilities(network, choices, glances, rows)
    legal = found != ILLEGAL
    discs = np.where(legal, found / UNIT, -999)
    losses = np.where(legal, np.minimum(discs.max(axis=1, keepdims=True) - discs, MOST_LOSS), 0)
    squares, ratings = choices.squares[rows], choices.ratings[rows]
    empties = 64 - np.bitwise_count(choices.players[rows] | choices.opponents[rows]).astype(int)

    def tensor(array, rows, kind=torch.float32):
        return torch.tensor(np.asarray(array)[rows], dtype=kind)

    features = factors_of(ratings, empties)
    arrays = np.log(np.maximum(shares, 1e-9)), losses, features
    train = [tensor(each, ~held) for each in arrays]
    is_legal, target = tensor(legal, ~held, torch.bool), tensor(squares, ~held, torch.int64)
    power, weight = torch.tensor(POWER, requires_grad=True), torch.tensor(WEIGHT, requires_grad=True)

    def nats():
        logs, lost, of_weight = train
        scores = power * logs - torch.nn.functional.softplus(of_weight @ weight)[:, None] * lost
        return torch.nn.functional.cross_entropy(scores.masked_fill(~is_legal, -1e9), target)

    optimiser = torch.optim.LBFGS([power, weight], max_iter=200, line_search_fn="strong_wolfe")

    def closure():
        optimiser.zero_grad()
        nats_ = nats()
        nats_.backward()
        return nats_

    optimiser.step(closure)
    fitted = weight.detach().numpy()
    constants = ", ".join(f"{each:.2f}" for each in fitted)
    print(f"POWER = {power.item():.2f}, WEIGHT = ({constants})")

    def blended(power, weight):
        scores = power * arrays[0] - np.logaddexp(0, features @ np.asarray(weight))[:, None] * losses
        powers = np.exp(scores) * legal
        return powers / powers.sum(axis=1, keepdims=True)

    tables = {"model": shares, "blend": blended(power.item(), fitted), "shipped": blended(POWER, WEIGHT)}
    best = np.where(legal, discs, -999).argmax(axis=1) == squares
    groups = [("all", np.ones(len(rows), bool))]
    groups += [(f"{a:+.0f} … {b:+.0f}", (ratings >= a) & (ratings < b)) for a, b in pairwise(BANDS)]
    groups += [(f"{a}–{a + 9} empties", (empties >= a) & (empties < a + 10)) for a in range(0, 60, 10)]
    print(f"| held out | choices | search's best | {' | '.join(f'{name} | nats' for name in tables)} |")
    print("|---" * (3 + 2 * len(tables)) + "|")
    for name, group in groups:
        group = group & held
        cells = [predicted(table[group], squares[group]) for table in tables.values()]
        text = " | ".join(f"{100 * each.share:.1f}% | {each.nats:.3f}" for each in cells)
        print(f"| {name} | {group.sum():,} | {100 * best[group].mean():.1f}% | {text} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["values", "fit"])
    parser.add_argument("run", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--exact-from", type=int, default=14)
    parser.add_argument("--choices", type=int, default=8000)
    options = parser.parse_args()
    choices, glances = Choices.load(options.run / CHOICES), StoredGlances.load(options.run / GLANCES)
    {"values": values, "fit": fit}[options.action](options, choices, glances)


if __name__ == "__main__":
    main()
