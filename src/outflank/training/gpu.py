"""Train the same network many times faster, on a graphics card with PyTorch (extra `gpu`).

Batches are large, because a card works on thousands of positions at the same time, so all parameters are updated by
Adam (Kingma and Ba 2015). In addition, every step pulls embeddings towards zero (decoupled weight decay, Loshchilov and
Hutter 2019), so that a rare pattern, which occurs in few positions, counts for little. A card does not add floats in a
fixed order, so two runs lead to slightly different networks.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn.functional import embedding_bag, huber_loss, leaky_relu

from outflank.errors import OutflankError
from outflank.evaluation.judge import set_of, stack_of
from outflank.evaluation.network import EMBEDDING_BITS, LEAK_SHIFT, N_COUNTS, STACKS, UNITS
from outflank.evaluation.patterns import FEATURES, N_FEATURES, classes, increments
from outflank.training.fit import discount
from outflank.training.gradients import (
    DISCS,
    FIRST,
    FIRST_BIAS,
    OUTPUT,
    OUTPUT_BIAS,
    SECOND,
    SECOND_BIAS,
    SKIP,
    fill_counts,
)
from outflank.training.network import Learner
from outflank.training.plan import Learning

_DECAY = 1.0  # how fast embeddings are pulled towards zero, relative to the learning rate
_WARM_UP = 500  # steps with a growing rate (at most a tenth of all steps), because Adam knows little at first
_LARGEST = 127 / (1 << EMBEDDING_BITS)  # largest embedding that fits into 8 bits
_LEAK = 1 / (1 << LEAK_SHIFT)
_BLOCK = 1 << 20  # positions to prepare at a time


def card() -> str:
    """Return PyTorch's name for the graphics card. Raises OutflankError if there is none."""
    if not torch.cuda.is_available():
        raise OutflankError("PyTorch finds no graphics card: leave out --gpu")
    return "cuda"


class GpuLearner(Learner):
    """A network that learns on a graphics card, where each position takes up 60 bytes of memory."""

    def __init__(self, seed: int = 0, threads: int = 2, device: str | None = None):
        super().__init__(seed, threads)
        self._device = device or card()

    @contextmanager
    def _working(self, positions: Any, bases: Any, settings: Learning) -> Iterator[Any]:
        torch.manual_seed(self._seed)
        work = _OnCard(self, positions, bases, settings, self._device, self._threads)
        yield work
        self.embeddings[:] = work.embeddings.detach().cpu().numpy()
        self.stacks[:] = work.stacks.detach().cpu().numpy()

    def _order(self, n: int) -> Any:
        return torch.randperm(n, device=self._device)

    def _step(self, work: Any, chosen: Any, slowed: float, number: int) -> Any:
        return work.step(chosen, slowed * min(1, number / work.warm_up))

    def _save(self, path: Path) -> None:
        """Do nothing: training is so fast that its state need not be saved."""

    def _load(self, path: Path) -> None:
        """Do nothing, because no state has been saved."""


class _OnCard:
    """The network and its training positions, stored on the card."""

    def __init__(self, learner: Learner, positions: Any, bases: Any, settings: Learning, device: str, threads: int):
        self.embeddings, self.stacks = (
            torch.tensor(each, device=device, requires_grad=True) for each in (learner.embeddings, learner.stacks)
        )
        self._positions, self._settings = _Positions(positions, bases, settings, device, threads), settings
        self._moving = torch.optim.Adam([{"params": [self.embeddings]}, {"params": [self.stacks]}])
        self.warm_up = min(_WARM_UP, settings.epochs * -(-len(positions) // settings.batch) / 10)

    def step(self, chosen: Any, slowed: float) -> Any:
        """Learn from the chosen positions, and return their loss."""
        settings, positions = self._settings, self._positions
        rates = settings.rate * slowed, settings.dense_rate * slowed
        for group, rate in zip(self._moving.param_groups, rates, strict=True):
            group["lr"] = rate
        errors = _values(self.embeddings, self.stacks, positions, chosen) - positions.labels[chosen]
        importances = positions.importances[chosen]
        clipped = huber_loss(errors, torch.zeros_like(errors), reduction="none", delta=settings.clip / DISCS)
        self._moving.zero_grad()
        (importances * clipped).mean().backward()
        self._moving.step()
        with torch.no_grad():
            self.embeddings.mul_(1 - _DECAY * rates[0]).clamp_(-_LARGEST, _LARGEST)
            return DISCS * DISCS * (importances * errors**2).sum()


class _Positions:
    """Positions on the card. The inputs of the network that take much memory are computed from them for each batch."""

    def __init__(self, positions: Any, bases: Any, settings: Learning, device: str, threads: int):
        n = len(positions)
        self.players, self.opponents = (
            torch.from_numpy(np.ascontiguousarray(positions[side]).view(np.int64)).to(device)
            for side in ("player", "opponent")
        )
        self.counts = torch.empty((n, N_COUNTS - 1), dtype=torch.float16, device=device)

        def count(start: int) -> None:
            block = np.ascontiguousarray(positions[start : start + _BLOCK])
            counts = np.empty((len(block), N_COUNTS - 1), np.float32)
            fill_counts(block, counts)
            self.counts[start : start + len(block)] = torch.from_numpy(counts).to(device)  # exact in 16 bits

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(count, range(0, n, _BLOCK)))
        of_empties = np.arange(65)
        stacks = np.array([stack_of(n_empties) for n_empties in of_empties.tolist()], np.uint8)
        sets = np.array([set_of(n_empties) for n_empties in of_empties.tolist()], np.int64)
        self.stacks = torch.from_numpy(stacks[positions["n_empties"]]).to(device)
        self.sets = torch.from_numpy(sets[positions["n_empties"]].astype(np.uint8)).to(device)
        bases = np.asarray(bases, np.float32)
        self.bases = torch.from_numpy(bases / DISCS).to(device)
        self.labels = torch.from_numpy(positions["label"] / np.float32(DISCS)).to(device)
        self.importances = torch.from_numpy(1 / discount(bases, settings.close)).to(device)
        numbers, self._n_classes = classes()
        self._classes = torch.from_numpy(numbers).to(device)
        self._increments = torch.from_numpy(increments()[:, :N_FEATURES].astype(np.float32)).to(device)
        self._centres = torch.tensor([pattern.centre for pattern, _ in FEATURES], device=device)
        self._squares = torch.arange(64, device=device)

    def indices(self, chosen: Any) -> Any:
        """Compute the indices of the embeddings of some positions, as `gradients.embeddings_of` does."""
        own, other = (side[chosen][:, None] >> self._squares & 1 for side in (self.players, self.opponents))
        indices = ((own - other).float() @ self._increments).long()  # whole numbers below 2^24, so nothing is rounded
        return self._classes[indices + self._centres].long() + self.sets[chosen].long()[:, None] * self._n_classes


def _values(embeddings: Any, stacks: Any, work: _Positions, chosen: Any) -> Any:
    """Compute the values of the chosen positions, in units of `DISCS` discs.

    For a single position, `gradients.forward` computes the same value.
    """
    numbers = work.stacks[chosen].long()
    # Select each position's stack by a product: a look-up would make the backward pass slow.
    of_stacks = torch.nn.functional.one_hot(numbers, STACKS).float()

    def picked(start: int, end: int) -> Any:
        return of_stacks @ stacks[:, start:end]

    def layer(inputs: Any, start: int, end: int) -> Any:
        weights = stacks[:, start:end].reshape(STACKS, -1, UNITS)
        of_all = inputs @ weights.permute(1, 0, 2).reshape(-1, STACKS * UNITS)
        return of_all.view(-1, STACKS, UNITS).gather(1, numbers[:, None, None].expand(-1, 1, UNITS)).squeeze(1)

    sums = embedding_bag(work.indices(chosen), embeddings, mode="sum") + picked(0, FIRST)
    clipped = sums.clamp(-1, 1)
    bases = work.bases[chosen]
    inputs = torch.cat([clipped, clipped * clipped, bases[:, None], work.counts[chosen].float()], dim=1)
    first = leaky_relu(layer(inputs, FIRST, FIRST_BIAS) + picked(FIRST_BIAS, SECOND), _LEAK)
    second = leaky_relu(layer(first, SECOND, SECOND_BIAS) + picked(SECOND_BIAS, OUTPUT), _LEAK)
    outputs = (second * picked(OUTPUT, SKIP)).sum(1) + (inputs * picked(SKIP, OUTPUT_BIAS)).sum(1)
    return bases + outputs + picked(OUTPUT_BIAS, OUTPUT_BIAS + 1)[:, 0]
