"""Trains the network of people's moves with PyTorch (extra `gpu`), on the processor.

Each step takes a batch of choices at random, each in a random symmetry, and lowers the cross-entropy of the chosen
moves (AdamW, Loshchilov and Hutter 2019; the rate rises for a moment and then falls along a cosine). The state is
saved every minute or so, and training continues from there.
"""

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from outflank.files import opened_whole
from outflank.people.network import (
    DROP,
    DROP_FACTOR,
    IMAGES,
    N_INPUTS,
    N_NUMBERS,
    N_SQUARES,
    MoveNetwork,
    inputs_of,
    turned,
)
from outflank.training.people.games import Choices, StoredGlances

_WARM_UP = 500  # steps
_LAST_RATE = 2e-6
_DECAY = 1e-4
_SAVED_EVERY = 60.0  # seconds
_AHEAD = 4  # batches that are prepared while the network learns
_SMOOTHING = 0.99  # of the loss in reports


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """Size of the network and length of its training."""

    width: int = 512
    """Units in a layer."""

    depth: int = 3
    """Layers."""

    steps: int = 12_000
    """Batches to learn from."""

    batch: int = 4096
    """Choices in a batch."""

    rate: float = 2e-3
    """The highest learning rate."""

    seed: int = 1


class _Network(nn.Module):
    """The same arithmetic as in `MoveNetwork`."""

    def __init__(self, settings: NetworkSettings):
        super().__init__()
        widths = [N_INPUTS] + [settings.width] * settings.depth
        self.layers = nn.ModuleList(nn.Linear(*pair) for pair in pairwise(widths))
        self.output = nn.Linear(settings.width, N_SQUARES)
        self.scale = nn.Linear(N_NUMBERS, 1)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        first, *others = self.layers
        hidden = torch.relu(first(inputs))
        for layer in others:
            hidden = hidden + torch.relu(layer(hidden))
        factor = nn.functional.softplus(self.scale(inputs[:, -N_NUMBERS:])) * DROP_FACTOR
        scores = self.output(hidden) + factor * inputs[:, DROP]
        return scores.masked_fill(inputs[:, 2 * N_SQUARES : 3 * N_SQUARES] == 0, -1e9)

    def to_numpy(self, training: dict[str, Any]) -> MoveNetwork:
        """The network for use without PyTorch."""

        def pair(layer: Any) -> tuple[Any, Any]:
            weights, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
            return np.ascontiguousarray(weights.T), bias.copy()

        return MoveNetwork(tuple(map(pair, self.layers)), pair(self.output), pair(self.scale), training)


class MoveLearner:
    """Learns from choices, and saves its state in a file now and then."""

    def __init__(self, choices: Choices, glances: StoredGlances, settings: NetworkSettings, path: Path):
        self._choices, self._glances, self.settings, self._path = choices, glances, settings, path
        self._starts = glances.starts
        has_choice = np.bitwise_count(glances.legal) > 1
        self.rows = np.flatnonzero((choices.held_out == 0) & has_choice)
        torch.manual_seed(settings.seed)
        self._network = _Network(settings)
        self._optimiser = torch.optim.AdamW(self._network.parameters(), lr=settings.rate, weight_decay=_DECAY)
        self.step = 0
        self.loss = math.nan
        if path.exists():
            self._resume()

    def _resume(self) -> None:
        state = torch.load(self._path, weights_only=True)
        if state["settings"] == asdict(self.settings):
            self._network.load_state_dict(state["network"])
            self._optimiser.load_state_dict(state["optimiser"])
            self.step, self.loss = state["step"], state["loss"]

    def run(self, report: Callable[["MoveLearner"], None] | None = None) -> MoveNetwork:
        """Learn until the last step; `report` is called after each step."""
        saved = time.monotonic()
        with ThreadPoolExecutor(1) as preparing:
            batches = self._batches()
            waiting = [preparing.submit(next, batches) for _ in range(_AHEAD)]
            while self.step < self.settings.steps:
                inputs, targets = waiting.pop(0).result()
                waiting.append(preparing.submit(next, batches))
                for group in self._optimiser.param_groups:
                    group["lr"] = self._rate()
                loss = nn.functional.cross_entropy(self._network(inputs), targets)
                self._optimiser.zero_grad()
                loss.backward()
                self._optimiser.step()
                self.step += 1
                latest = loss.item()
                self.loss = latest if math.isnan(self.loss) else _SMOOTHING * self.loss + (1 - _SMOOTHING) * latest
                if time.monotonic() - saved > _SAVED_EVERY or self.step == self.settings.steps:
                    self._save()
                    saved = time.monotonic()
                if report is not None:
                    report(self)
        return self.network()

    def network(self) -> MoveNetwork:
        """The network as learned so far."""
        about = {**asdict(self.settings), "steps": self.step, "choices": len(self.rows), "loss": round(self.loss, 4)}
        return self._network.to_numpy(about)

    def _rate(self) -> float:
        done = min(1.0, self.step / self.settings.steps)
        warmth = min(1.0, (self.step + 1) / min(_WARM_UP, self.settings.steps))
        return self.settings.rate * warmth * 0.5 * (1 + math.cos(math.pi * done)) + _LAST_RATE

    def _save(self) -> None:
        state = {
            "settings": asdict(self.settings),
            "network": self._network.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "step": self.step,
            "loss": self.loss,
        }
        with opened_whole(self._path) as file:
            torch.save(state, file)

    def _batches(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Yield batches from the current step on; a batch depends only on the seed and its step."""
        step = self.step
        while True:
            random = np.random.default_rng((self.settings.seed, step))
            rows = np.sort(random.choice(self.rows, self.settings.batch))
            yield self._batch(rows, int(random.integers(8)))
            step += 1

    def _batch(self, rows: Any, symmetry: int) -> tuple[torch.Tensor, torch.Tensor]:
        choices = self._choices
        glances = self._glances.at(rows, self._starts)
        inputs = inputs_of(
            choices.players[rows], choices.opponents[rows], glances, choices.ratings[rows], choices.rivals[rows]
        )
        targets = IMAGES[symmetry][choices.squares[rows]]
        return torch.from_numpy(turned(inputs, symmetry)), torch.from_numpy(targets)
