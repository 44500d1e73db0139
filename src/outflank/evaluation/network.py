"""The network: the memory layout of its parameters for kernels, and its fixed-point scales.

Each weight in `patterns` has an *embedding* of `WIDTH` numbers. The embeddings of a position's features are added up
and clipped to the range from −1 to 1. The inputs are these sums, their squares and a dozen counts from the position.
They pass through two dense layers of `UNITS` leaky units each, and are also connected directly to the output. The game
is divided into `SETS` stages, each with a separate *set* of embeddings, and into `STACKS` stages, each with a separate
*stack* of all other parameters.
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
"""Each set of embeddings except the first is used below one of these numbers of empty squares."""
SETS = len(LATER) + 1

N_COUNTS = 13
"""Number of inputs in addition to the embeddings. The first of them is the weight sum."""
INPUTS = 2 * WIDTH + 16

# Left shifts that turn fractions into integers.
EMBEDDING_BITS, INPUT_BITS, WEIGHT_BITS, OUTPUT_BITS = 10, 9, 10, 20
DISCS_BITS = 4  # sixteen discs correspond to 1.0 in the float network
ESTIMATE_SHIFT = 2  # a right shift, applied to the weight sum
# Factors that scale counts to about the same size as the clipped sums of embeddings.
DISC, MOVE, CORNER, ODD_SQUARE, ODD = 16, 64, 512, 16, 512
CLIP = (1 << EMBEDDING_BITS) - 1
CLIP_SHIFT = EMBEDDING_BITS - INPUT_BITS
LEAK_SHIFT = 4  # a leaky unit divides negative values by sixteen
FIRST_SHIFT = INPUT_BITS  # leaves the outputs of the first layer with WEIGHT_BITS
SECOND_SHIFT = WEIGHT_BITS
OUTPUT_SHIFT = OUTPUT_BITS - DISCS_BITS - (UNIT.bit_length() - 1)

# Byte offsets of the parts of a stack.
BIAS = 0  # added to the sum of embeddings
FIRST_BIAS = BIAS + 2 * WIDTH
FIRST = FIRST_BIAS + 4 * UNITS  # [pair of inputs, unit, input of the pair]
SECOND_BIAS = FIRST + 2 * UNITS * INPUTS
SECOND = SECOND_BIAS + 4 * UNITS
OUTPUT = SECOND + 2 * UNITS * UNITS
SKIP = OUTPUT + 4 * UNITS  # weights that lead directly from the inputs to the output
OUTPUT_BIAS = SKIP + 2 * INPUTS
STACK_BYTES = -(-(OUTPUT_BIAS + 4) // 64) * 64

# Byte offsets of the parts of the network.
SCALE, OFFSET, MARGIN, TEMPO, SCALE_BYTES = 0, 8, 16, 24, 32  # in the row for a number of empty squares; see `judge`
SCALE_BITS = 12
_SCALES = SCALE_BYTES // 8
FIRST_STACK = -(-65 * SCALE_BYTES // 64) * 64
EMBEDDINGS = FIRST_STACK + STACKS * STACK_BYTES
SET_BYTES = WIDTH * N_WEIGHTS
_BYTES = EMBEDDINGS + SETS * SET_BYTES


@dataclass(frozen=True, eq=False)
class Network:
    """The parameters of a network, in the layout that kernels expect.

    `scales` is int16 [65, 4], with one row for each number of empty squares: a factor and an offset that calibrate the
    weight sum, the margin beyond which the network is skipped, and the tempo bonus in a search. All except the factor
    are in 1/`UNIT` disc. `stacks` is int8 [STACKS, STACK_BYTES], and `embeddings` is int8 [SETS, classes, WIDTH]. Both
    start with the early game.
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
        """Length of the output of `to_bytes`."""
        return 2 * 65 * _SCALES + STACKS * STACK_BYTES + SETS * classes()[1] * WIDTH

    def to_bytes(self) -> bytes:
        """Serialise the scales, stacks and embeddings, in this order."""
        return b"".join([self.scales.astype("<i2").tobytes(), self.stacks.tobytes(), self.embeddings.tobytes()])

    @classmethod
    def from_bytes(cls, content: bytes) -> "Network":
        """Create a network from the output of `to_bytes`."""
        stacks, embeddings = 2 * 65 * _SCALES, 2 * 65 * _SCALES + STACKS * STACK_BYTES
        return cls(
            np.frombuffer(content[:stacks], "<i2").reshape(65, _SCALES),
            np.frombuffer(content[stacks:embeddings], np.int8).reshape(STACKS, STACK_BYTES),
            np.frombuffer(content[embeddings:], np.int8).reshape(SETS, -1, WIDTH),
        )

    # --- memory ---------------------------------------------------------------------------------------------------

    @property
    def address(self) -> int:
        """Memory address of the network, for kernels."""
        memory: Any = self._memory  # type: ignore[attr-defined]
        return int(memory.ctypes.data)


@cache
def network_digest() -> str:
    """A digest of the network's layout and of its scales."""
    sizes = WIDTH, LATER, UNITS, STACKS, N_COUNTS, INPUTS, _SCALES
    bits = EMBEDDING_BITS, INPUT_BITS, WEIGHT_BITS, OUTPUT_BITS, DISCS_BITS, LEAK_SHIFT, SCALE_BITS, ESTIMATE_SHIFT
    numbers = *sizes, *bits, DISC, MOVE, CORNER, ODD_SQUARE, ODD
    return hashlib.sha256(repr(numbers).encode()).hexdigest()[:16]


def whole(values: Any, bits: int, kind: Any) -> Any:
    """Multiply numbers by 2 ** `bits`, round them to integers of type `kind`, and clip those that are out of range."""
    limits = np.iinfo(kind)
    return np.clip(np.rint(np.asarray(values, float) * (1 << bits)), limits.min, limits.max).astype(kind)
