"""The blend of the model of people's moves with a search's values: fitted to people's choices, and measured.

`values` searches all moves of choices from a run of `outflank people train`, half of them held out by game; stopped and
called again, it goes on. `fit` fits the constants of `outflank/people/blend.py` to the other half, and measures the
held-out half. Fitting needs PyTorch. `measure` measures the constants as they are, also with the file of
`benchmarks/difficulty.py`, where all choices are held out.

    python benchmarks/people_blend.py values RUN values.npz --depth 8 --exact-from 14 --choices 8000
    python benchmarks/people_blend.py fit RUN values.npz
    python benchmarks/people_blend.py measure RUN values.npz
"""

import argparse
from itertools import pairwise
from pathlib import Path

import numpy as np
from searched import load, search_all

from outflank.people.blend import POWER, WEIGHT, factors_of
from outflank.people.network import MoveNetwork
from outflank.play.limit import Limit
from outflank.training.people.games import Choices, StoredGlances
from outflank.training.people.report import BANDS, predicted, probabilities
from outflank.training.people.run import CHOICES, GLANCES, NETWORK

MOST_LOSS = 40.0
"""As in `outflank.people.blend`."""


def sample(choices, glances, n, seed=8):
    """Rows of choices, training and held out in turn."""
    rng = np.random.default_rng(seed)
    free = np.bitwise_count(glances.legal) > 1
    halves = [rng.choice(np.flatnonzero((choices.held_out == held) & free), n // 2, replace=False) for held in (0, 1)]
    return np.stack(halves, axis=1).ravel()


def values(options, choices, glances):
    limit = Limit(options.depth, exact_from=options.exact_from)
    search_all(options.file, choices, sample(choices, glances, options.choices), limit)


class Sample:
    """Choices, with the model's probabilities and the losses of all moves by a search."""

    def __init__(self, options, choices, glances):
        rows, (values,) = load(options.file)
        rows, values = (each[(~np.isnan(values)).sum(axis=1) > 1] for each in (rows, values))
        self.shares = probabilities(MoveNetwork.load(options.run / NETWORK), choices, glances, rows)
        self.legal = ~np.isnan(values)
        discs = np.where(self.legal, values, -999)
        self.losses = np.where(self.legal, np.minimum(discs.max(axis=1, keepdims=True) - discs, MOST_LOSS), 0)
        self.squares, self.ratings, self.held = (
            each[rows] for each in (choices.squares, choices.ratings, choices.held_out)
        )
        self.empties = 64 - np.bitwise_count(choices.players[rows] | choices.opponents[rows]).astype(int)
        self.factors = factors_of(self.ratings, self.empties)
        self.logs = np.log(np.maximum(self.shares, 1e-9))

    def blended(self, power, weight):
        scores = power * self.logs - np.logaddexp(0, self.factors @ np.asarray(weight))[:, None] * self.losses
        powers = np.exp(scores) * self.legal
        return powers / powers.sum(axis=1, keepdims=True)

    def measure(self, tables):
        """Print how well tables of probabilities predict the choices that were held out, by rating and by phase."""
        best = (self.losses + ~self.legal).argmin(axis=1) == self.squares
        groups = [("all", self.held > 0), ("games", self.held == 1), ("players", self.held == 2)]
        groups += [(f"{a:+.0f} … {b:+.0f}", (self.ratings >= a) & (self.ratings < b)) for a, b in pairwise(BANDS)]
        groups += [(f"{a}–{a + 9} empties", self.empties // 10 == a // 10) for a in range(0, 60, 10)]
        print(f"| held out | choices | search's best | {' | '.join(f'{name} | nats' for name in tables)} |")
        print("|---" * (3 + 2 * len(tables)) + "|")
        for name, group in groups:
            there = group & (self.held > 0)
            if there.any():
                cells = [predicted(table[there], self.squares[there]) for table in tables.values()]
                text = " | ".join(f"{100 * each.share:.1f}% | {each.nats:.3f}" for each in cells)
                print(f"| {name} | {there.sum():,} | {100 * best[there].mean():.1f}% | {text} |")
        for name, table in tables.items():  # symmetric moves have equal probabilities, up to rounding
            own = table[np.arange(len(table)), self.squares]
            same = own >= table.max(axis=1) * (1 - 1e-4)
            print(f"symmetric moves count as one: {name} {100 * same[self.held > 0].mean():.1f}%")


def fit(sample):
    """The power and the constants that make the choices of training likeliest."""
    import torch

    there = sample.held == 0
    logs, lost, factors = (
        torch.tensor(each[there], dtype=torch.float32) for each in (sample.logs, sample.losses, sample.factors)
    )
    is_legal, target = torch.tensor(sample.legal[there]), torch.tensor(sample.squares[there].astype(np.int64))
    power, weight = torch.tensor(POWER, requires_grad=True), torch.tensor(WEIGHT, requires_grad=True)
    optimiser = torch.optim.LBFGS([power, weight], max_iter=200, line_search_fn="strong_wolfe")

    def nats():
        optimiser.zero_grad()
        scores = power * logs - torch.nn.functional.softplus(factors @ weight)[:, None] * lost
        found = torch.nn.functional.cross_entropy(scores.masked_fill(~is_legal, -1e9), target)
        found.backward()
        return found

    optimiser.step(nats)
    return power.item(), weight.detach().numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["values", "fit", "measure"])
    parser.add_argument("run", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--exact-from", type=int, default=14)
    parser.add_argument("--choices", type=int, default=8000)
    options = parser.parse_args()
    choices, glances = Choices.load(options.run / CHOICES), StoredGlances.load(options.run / GLANCES)
    if options.action == "values":
        values(options, choices, glances)
        return
    found = Sample(options, choices, glances)
    tables = {"model": found.shares, "shipped": found.blended(POWER, WEIGHT)}
    if options.action == "fit":
        power, weight = fit(found)
        print(f"POWER = {power:.2f}, WEIGHT = ({', '.join(f'{each:.2f}' for each in weight)})")
        tables["fitted"] = found.blended(power, weight)
    found.measure(tables)


if __name__ == "__main__":
    main()
