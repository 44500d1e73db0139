"""The network: its parameters in memory, as kernels read them, and the scales at which numbers become whole.

Beside each weight of `patterns` there is an *embedding*, `WIDTH` numbers. Those of a position's features are added up
and clipped to between −1 and 1. These sums, their squares and a dozen counts of the position are the inputs of two
dense layers of `UNITS` leaky units each, and of the output. Of embeddings there is a *set* for each of `SETS` parts of
the game; of all else there is a *stack* for each of `STACKS` parts of it.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from outflank.evaluation.evaluate import UNIT, aligned
from outflank.evaluation.patterns import N_WEIGHTS, classes

WIDTH, UNITS, STACKS = 16, 16, 10
LATER = 45, 30, 18
"""At fewer empty squares than each of these the next set of embeddings begins."""
SETS = len(LATER) + 1

N_COUNTS = 13
"""Inputs beside the embeddings, the sum of weights first."""
INPUTS = 2 * WIDTH + 16

# How far numbers are shifted to the left to be whole.
EMBEDDING_BITS, INPUT_BITS, WEIGHT_BITS, OUTPUT_BITS = 10, 9, 10, 20
DISCS_BITS = 4  # sixteen discs are one in the float network
ESTIMATE_SHIFT = 2  # of the sum of weights, to the right
# What counts are multiplied by, so that they are about as large as clipped sums of embeddings.
DISC, MOVE, CORNER, ODD_SQUARE, ODD = 16, 64, 512, 16, 512
CLIP = (1 << EMBEDDING_BITS) - 1
CLIP_SHIFT = EMBEDDING_BITS - INPUT_BITS
LEAK_SHIFT = 4  # a leaky unit passes on a sixteenth of what is below zero
FIRST_SHIFT = INPUT_BITS  # the first layer's outputs have WEIGHT_BITS
SECOND_SHIFT = WEIGHT_BITS
OUTPUT_SHIFT = OUTPUT_BITS - DISCS_BITS - (UNIT.bit_length() - 1)

# Where the parts of a stack begin, in bytes.
BIAS = 0  # of the sum of embeddings
FIRST_BIAS = BIAS + 2 * WIDTH
FIRST = FIRST_BIAS + 4 * UNITS  # [pair of inputs, unit, which of the pair]
SECOND_BIAS = FIRST + 2 * UNITS * INPUTS
SECOND = SECOND_BIAS + 4 * UNITS
OUTPUT = SECOND + 2 * UNITS * UNITS
SKIP = OUTPUT + 4 * UNITS  # weights of the inputs in the output
OUTPUT_BIAS = SKIP + 2 * INPUTS
STACK_BYTES = -(-(OUTPUT_BIAS + 4) // 64) * 64

# And those of the network.
SCALE, OFFSET, MARGIN, TEMPO, SCALE_BYTES = 0, 8, 16, 24, 32  # for each number of empty squares; see `judge`
SCALE_BITS = 12
_SCALES = SCALE_BYTES // 8
FIRST_STACK = -(-65 * SCALE_BYTES // 64) * 64
EMBEDDINGS = FIRST_STACK + STACKS * STACK_BYTES
SET_BYTES = WIDTH * N_WEIGHTS
_BYTES = EMBEDDINGS + SETS * SET_BYTES


@dataclass(frozen=True, eq=False)
class Network:
    """Parameters of a network, ready for kernels.

    `scales` is int16 [65, 4]: for each number of empty squares the factor and the summand that make a sum of weights
    right on average, how far the network is likely to be from that, and what it is worth to be to move in a search, all
    but the factor in 1/`UNIT` disc. `stacks` is int8 [STACKS, STACK_BYTES], and `embeddings` int8 [SETS, classes,
    WIDTH], those of the early game first.
    """

    scales: Any
    stacks: Any
    embeddings: Any

    def __post_init__(self) -> None:
        memory = aligned((_BYTES,), np.int8)
        memory[: 65 * SCALE_BYTES].view(np.int64).reshape(65, _SCALES)[:] = self.scales
        memory[FIRST_STACK:EMBEDDINGS] = self.stacks.ravel()
        np.take(self.embeddings, classes()[0], axis=1, out=memory[EMBEDDINGS:].reshape(SETS, N_WEIGHTS, WIDTH))
        object.__setattr__(self, "_memory", memory)

    # --- files ----------------------------------------------------------------------------------------------------

    @staticmethod
    def n_bytes() -> int:
        """How many bytes `to_bytes` returns."""
        return 2 * 65 * _SCALES + STACKS * STACK_BYTES + SETS * classes()[1] * WIDTH

    def to_bytes(self) -> bytes:
        """Scales, stacks and embeddings, one after another."""
        return b"".join([self.scales.astype("<i2").tobytes(), self.stacks.tobytes(), self.embeddings.tobytes()])

    @classmethod
    def from_bytes(cls, content: bytes) -> "Network":
        """What `to_bytes` wrote."""
        stacks, embeddings = 2 * 65 * _SCALES, 2 * 65 * _SCALES + STACKS * STACK_BYTES
        return cls(
            np.frombuffer(content[:stacks], "<i2").reshape(65, _SCALES),
            np.frombuffer(content[stacks:embeddings], np.int8).reshape(STACKS, STACK_BYTES),
            np.frombuffer(content[embeddings:], np.int8).reshape(SETS, -1, WIDTH),
        )

    # --- memory ---------------------------------------------------------------------------------------------------

    @property
    def address(self) -> int:
        """Where the network lies in memory, for kernels."""
        memory: Any = self._memory  # type: ignore[attr-defined]
        return int(memory.ctypes.data)


@cache
def network_digest() -> str:
    """A name for the layout and the scales of a network."""
    sizes = WIDTH, LATER, UNITS, STACKS, N_COUNTS, INPUTS, _SCALES
    bits = EMBEDDING_BITS, INPUT_BITS, WEIGHT_BITS, OUTPUT_BITS, DISCS_BITS, LEAK_SHIFT, SCALE_BITS, ESTIMATE_SHIFT
    numbers = *sizes, *bits, DISC, MOVE, CORNER, ODD_SQUARE, ODD
    return hashlib.sha256(repr(numbers).encode()).hexdigest()[:16]


def whole(values: Any, bits: int, kind: Any) -> Any:
    """Numbers as whole ones of a type, shifted by `bits`; those that are too large become the largest."""
    limits = np.iinfo(kind)
    return np.clip(np.rint(np.asarray(values, float) * (1 << bits)), limits.min, limits.max).astype(kind)
