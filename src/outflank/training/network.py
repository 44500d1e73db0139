"""Train the network to correct the sum of weights, on the same positions to which the weights are fitted.

The network's output is added to the sum of weights, which is first calibrated for the number of empties. All embeddings
start at zero. Several threads work on each batch in two steps. In the first step, they compute the gradients of the
batch's positions. In the second step, each thread updates its share of the embeddings. As a result, the network does
not depend on the number of threads.
"""

import io
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.evaluation import network as network_layout
from outflank.evaluation.evaluate import UNIT, aligned
from outflank.evaluation.network import (
    EMBEDDING_BITS,
    INPUT_BITS,
    OUTPUT_BITS,
    SCALE_BITS,
    SETS,
    STACK_BYTES,
    STACKS,
    UNITS,
    WEIGHT_BITS,
    WIDTH,
    Network,
    whole,
)
from outflank.evaluation.patterns import classes
from outflank.files import write_whole
from outflank.training.gradients import (
    DISCS,
    FIRST,
    FIRST_BIAS,
    INPUTS,
    N_PARAMETERS,
    OUTPUT,
    OUTPUT_BIAS,
    ROWS,
    SECOND,
    SECOND_BIAS,
    SKIP,
    adapt,
    backward,
    descend,
    embeddings_of,
    predict,
)
from outflank.training.plan import Learning

_ENOUGH = 1000  # fewest positions for statistics of one number of empties
_PARTS = 4  # fixed number of parts when adding a batch's gradients, since float sums depend on their order
_BLOCK = 100_000  # positions to evaluate at a time


@dataclass(frozen=True, slots=True)
class Calibration:
    """For each number of empties, a linear correction that makes sums of weights right on average."""

    factors: Any
    """Factor for each number of empties."""

    summands: Any
    """Summand for each number of empties, in discs."""

    @classmethod
    def of(cls, n_empties: Any, sums: Any, labels: Any) -> "Calibration":
        """Fit a calibration by least squares. There is no correction for numbers of empties with few positions."""
        factors, summands = np.ones(65), np.zeros(65)
        for n in np.unique(n_empties):
            chosen = n_empties == n
            if np.count_nonzero(chosen) >= _ENOUGH and np.ptp(sums[chosen]) > 0:
                factors[n], summands[n] = np.polyfit(sums[chosen].astype(float), labels[chosen].astype(float), 1)
        return cls(np.clip(factors, 0.5, 2), np.clip(summands, -10, 10))

    def bases(self, n_empties: Any, sums: Any) -> Any:
        """Correct sums of weights. The result is float32."""
        return (sums * self.factors[n_empties] + self.summands[n_empties]).astype(np.float32)


def margins_of(n_empties: Any, bases: Any, values: Any, share: float) -> Any:
    """For each number of empties, compute the distance in discs that covers a given `share` of cases.

    It is the distance between the network's value and the base.
    """
    margins = np.full(65, DISCS / 2)
    for n in np.unique(n_empties):
        chosen = n_empties == n
        if np.count_nonzero(chosen) >= _ENOUGH:
            margins[n] = np.quantile(np.abs(values[chosen] - bases[chosen]), share)
    return margins


class Learner:
    """A floating-point network in training. The same seed, positions and settings lead to the same network."""

    def __init__(self, seed: int = 0, threads: int = 2):
        random = np.random.default_rng(seed)
        self.embeddings = aligned((SETS * classes()[1], WIDTH), np.float32)  # zero, so unseen patterns have no effect
        stack = np.zeros(N_PARAMETERS)
        stack[:WIDTH] = random.uniform(-0.6, 0.6, WIDTH)
        stack[FIRST:FIRST_BIAS] = random.normal(0, np.sqrt(2 / INPUTS), INPUTS * UNITS)
        stack[SECOND:SECOND_BIAS] = random.normal(0, np.sqrt(2 / UNITS), UNITS * UNITS)
        stack[OUTPUT:SKIP] = random.normal(0, np.sqrt(1 / (4 * UNITS)), UNITS)
        self.stacks = np.tile(stack, (STACKS, 1)).astype(np.float32)
        self._squares = np.full(len(self.embeddings), 1e-8, np.float32)
        self._seen = np.zeros(len(self.embeddings), np.int32)  # the last batch in which each embedding occurred
        self._means, self._second = np.zeros_like(self.stacks), np.zeros_like(self.stacks)
        self._steps = np.zeros(STACKS, np.int64)
        self._seed, self._threads = seed, threads
        self._epochs_done = 0
        self._pool = ThreadPoolExecutor(threads)

    @property
    def _address(self) -> int:
        return int(self.embeddings.ctypes.data)

    # --- learning -------------------------------------------------------------------------------------------------

    def learn(
        self,
        positions: Any,
        bases: Any,
        settings: Learning,
        watch: Callable[[int, int, float], object] = lambda *_: None,
        *,
        elapsed: Callable[[], float] = lambda: 0.0,
        kept: Path | None = None,
    ) -> None:
        """Learn from the positions, passing through all of them `settings.epochs` times.

        Learning stops early when `elapsed`, the share of the available time, reaches 1. At intervals, `watch` is called
        with the number of batches done, the total number of batches, and the mean loss since the previous call, in
        squared discs. Each pass saves the state to the file `kept`. If that file already exists, learning resumes from
        it.
        """
        if kept is not None and kept.exists():
            self._load(kept)
        n_batches = -(-len(positions) // settings.batch)
        total, done = settings.epochs * n_batches, self._epochs_done * n_batches
        loss: Any = 0.0
        heard = 0
        with self._working(positions, bases, settings) as work:
            while self._epochs_done < settings.epochs:
                order = self._order(len(positions))
                for start in range(0, len(positions), settings.batch):
                    share = max(done / total, elapsed())
                    if share >= 1:
                        return
                    chosen = order[start : start + settings.batch]
                    loss += self._step(work, chosen, max(1 - share, settings.last), done + 1)
                    done, heard = done + 1, heard + len(chosen)
                    if done % max(total // 100, 1) == 0 or done == total:
                        watch(done, total, float(loss) / heard)
                        loss, heard = 0.0, 0
                self._epochs_done += 1
                if kept is not None:
                    self._save(kept)

    @contextmanager
    def _working(self, positions: Any, bases: Any, settings: Learning) -> Iterator[Any]:
        """Allocate the memory that `_step` uses inside the `with` block.

        The learner contains the result after the block.
        """
        yield _BatchMemory(positions, bases, settings)

    def _order(self, n: int) -> Any:
        """Shuffle the indices of `n` positions for this pass."""
        return np.random.default_rng((self._seed, self._epochs_done)).permutation(n)

    def _step(self, work: Any, chosen: Any, slowed: float, number: int) -> Any:
        """Learn from the chosen positions, as batch `number`. Return the loss.

        `slowed` multiplies the learning rates.
        """
        settings, positions, bases = work.settings, work.positions[chosen], work.bases[chosen]
        bounds = np.linspace(0, len(positions), _PARTS + 1).astype(int)

        def look_back(part: int) -> float:
            these = slice(bounds[part], bounds[part + 1])
            if these.start == these.stop:
                return 0.0
            embeddings_of(positions[these], work.indices[these])
            return backward(
                positions[these],
                bases[these],
                work.indices[these],
                self.embeddings,
                self._address,
                self.stacks,
                settings.close,
                settings.clip / DISCS,
                work.slopes[these],
                work.gradients[part],
                work.counts[part],
            )

        def move(part: int) -> None:
            descend(
                work.indices[: len(positions)],
                work.slopes[: len(positions)],
                self.embeddings,
                self._address,
                self._squares,
                self._seen,
                number,
                work.ridge,
                settings.rate * slowed,
                part,
                self._threads,
            )

        losses = list(self._pool.map(look_back, range(_PARTS)))
        moving = self._pool.map(move, range(self._threads))
        gradients, counts = work.gradients.sum(axis=0), work.counts.sum(axis=0)
        work.gradients[:], work.counts[:] = 0, 0
        adapt(self.stacks, gradients, self._means, self._second, counts, self._steps, settings.dense_rate * slowed)
        list(moving)
        return sum(losses)

    def _save(self, path: Path) -> None:
        content = io.BytesIO()
        np.savez(content, epochs=self._epochs_done, **{name: getattr(self, name) for name in _KEPT})
        write_whole(path, content.getvalue())

    def _load(self, path: Path) -> None:
        try:
            with np.load(io.BytesIO(path.read_bytes())) as found:
                for name in _KEPT:
                    getattr(self, name)[:] = found[name]
                self._epochs_done = int(found["epochs"])
        except Exception as error:  # archives fail in many ways
            raise OutflankError(f"damaged file: delete it to make it again ({path})") from error

    def start_from(self, network: Network) -> None:
        """Take over a network of the engine, to learn on from it. `network` converts it back without a change."""
        self.embeddings[:] = network.embeddings.reshape(-1, WIDTH) / np.float32(1 << EMBEDDING_BITS)

        def taken(place: int, count: int, bits: int, kind: type) -> Any:
            content = np.ascontiguousarray(network.stacks[:, place : place + count * np.dtype(kind).itemsize])
            return content.view(kind).astype(np.float32) / np.float32(1 << bits)

        def unpaired(weights: Any) -> Any:
            return weights.reshape(STACKS, -1, UNITS, 2).transpose(0, 1, 3, 2).reshape(STACKS, -1)

        stacks = self.stacks
        stacks[:, :WIDTH] = taken(network_layout.BIAS, WIDTH, EMBEDDING_BITS, np.int16)
        first = unpaired(taken(network_layout.FIRST, network_layout.INPUTS * UNITS, WEIGHT_BITS, np.int16))
        stacks[:, FIRST:FIRST_BIAS] = first[:, : INPUTS * UNITS]
        stacks[:, FIRST_BIAS:SECOND] = taken(network_layout.FIRST_BIAS, UNITS, INPUT_BITS + WEIGHT_BITS, np.int32)
        second = taken(network_layout.SECOND, UNITS * UNITS, WEIGHT_BITS, np.int16)
        stacks[:, SECOND:SECOND_BIAS] = unpaired(second)
        stacks[:, SECOND_BIAS:OUTPUT] = taken(network_layout.SECOND_BIAS, UNITS, 2 * WEIGHT_BITS, np.int32)
        stacks[:, OUTPUT:SKIP] = taken(network_layout.OUTPUT, UNITS, OUTPUT_BITS - WEIGHT_BITS, np.int32)
        stacks[:, SKIP:OUTPUT_BIAS] = taken(network_layout.SKIP, INPUTS, OUTPUT_BITS - INPUT_BITS, np.int16)
        stacks[:, OUTPUT_BIAS:] = taken(network_layout.OUTPUT_BIAS, 1, OUTPUT_BITS, np.int32)

    # --- results --------------------------------------------------------------------------------------------------

    def values(self, positions: Any, bases: Any) -> Any:
        """Compute the values of positions, in discs. The result is float32."""
        values = np.zeros(len(positions), np.float32)

        def look(start: int) -> None:
            these = slice(start, start + _BLOCK)
            rows = positions[these]
            indices = np.empty((len(rows), ROWS), np.int32)
            embeddings_of(rows, indices)
            predict(rows, bases[these], indices, self.embeddings, self._address, self.stacks, values[these])

        list(self._pool.map(look, range(0, len(positions), _BLOCK)))
        return values

    def network(self, calibration: Calibration, margins: Any, tempo: Any = 0.0) -> Network:
        """Convert the network to whole numbers for the engine.

        `margins` are computed by `margins_of`, and `tempo` by `tempo_of`.
        """
        stacks = np.zeros((STACKS, STACK_BYTES), np.int8)
        padding = np.zeros((network_layout.INPUTS - INPUTS, UNITS))

        def put(number: int, place: int, values: Any, bits: int, kind: type) -> None:
            numbers = whole(values, bits, kind).ravel()
            stacks[number, place : place + numbers.nbytes] = numbers.view(np.int8)

        def paired(weights: Any) -> Any:
            return weights.reshape(-1, 2, UNITS).transpose(0, 2, 1)

        for number, stack in enumerate(self.stacks):
            first = np.concatenate([stack[FIRST:FIRST_BIAS].reshape(-1, UNITS), padding])
            put(number, network_layout.BIAS, stack[:WIDTH], EMBEDDING_BITS, np.int16)
            put(number, network_layout.FIRST, paired(first), WEIGHT_BITS, np.int16)
            put(number, network_layout.FIRST_BIAS, stack[FIRST_BIAS:SECOND], INPUT_BITS + WEIGHT_BITS, np.int32)
            put(number, network_layout.SECOND, paired(stack[SECOND:SECOND_BIAS]), WEIGHT_BITS, np.int16)
            put(number, network_layout.SECOND_BIAS, stack[SECOND_BIAS:OUTPUT], 2 * WEIGHT_BITS, np.int32)
            put(number, network_layout.OUTPUT, stack[OUTPUT:SKIP], OUTPUT_BITS - WEIGHT_BITS, np.int32)
            put(number, network_layout.SKIP, stack[SKIP:OUTPUT_BIAS], OUTPUT_BITS - INPUT_BITS, np.int16)
            put(number, network_layout.OUTPUT_BIAS, stack[OUTPUT_BIAS:], OUTPUT_BITS, np.int32)
        scales = np.stack(
            [
                whole(calibration.factors, SCALE_BITS, np.int16),
                whole(calibration.summands * UNIT, 0, np.int16),
                whole(margins * UNIT, 0, np.int16),
                whole(np.broadcast_to(tempo, 65) * UNIT, 0, np.int16),
            ],
            axis=1,
        )
        return Network(scales, stacks, whole(self.embeddings, EMBEDDING_BITS, np.int8).reshape(SETS, -1, WIDTH))


_KEPT = ("embeddings", "stacks", "_squares", "_seen", "_means", "_second", "_steps")


class _BatchMemory:
    """The training positions, and buffers that are reused for every batch."""

    def __init__(self, positions: Any, bases: Any, settings: Learning):
        self.positions, self.bases, self.settings = positions, bases, settings
        self.ridge = settings.ridge / max(-(-len(positions) // settings.batch), 1)  # for each batch
        self.indices = np.empty((settings.batch, ROWS), np.int32)
        self.slopes = np.empty((settings.batch, WIDTH), np.float32)
        self.gradients = np.zeros((_PARTS, STACKS, N_PARAMETERS), np.float32)
        self.counts = np.zeros((_PARTS, STACKS), np.int64)
