"""The weights of the learned evaluation of 6×6: the memory layout for the search, and the file format.

A file contains the digest of the patterns, then the DEFLATE of the weights: a value for each class of mirrored indices,
as differences from one phase to the next, with all low bytes before all high bytes.
"""

import hashlib
import zlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import WeightsError
from outflank.evaluation.evaluate import aligned
from outflank.evaluation.weights import joined, split
from outflank.files import write_whole
from outflank.variants.evaluate import STRIDE
from outflank.variants.patterns import N_WEIGHTS, PATTERNS, PHASES, classes

_DIGEST_BYTES = 16


def table_of(by_class: Any) -> Any:
    """The weights as kernels read them, int16 [PHASES, STRIDE], from int16 [PHASES, classes]."""
    table = aligned((PHASES, STRIDE))
    np.take(by_class, classes()[0], axis=1, out=table[:, :N_WEIGHTS])
    return table


def save(by_class: Any, path: Path) -> None:
    """Write weights, int16 [PHASES, classes], to a file."""
    write_whole(path, _digest() + zlib.compress(split(by_class), 9))


def parse(content: bytes, source: str) -> Any:
    """The weights in a file, int16 [PHASES, classes]. Raises WeightsError if its content is invalid."""
    if not content.startswith(_digest()):
        raise WeightsError(f"expected weights for the patterns of this version ({source})")
    try:
        return joined(zlib.decompress(content[_DIGEST_BYTES:]), PHASES)
    except (ValueError, zlib.error):
        raise WeightsError(f"the weights are damaged ({source})") from None


@cache
def shipped(game: str) -> Any:
    """The table of the shipped weights for `othello` or `anti-othello`. Raises WeightsError if they are damaged."""
    file = files("outflank.variants") / f"{game}.weights"
    return table_of(parse(file.read_bytes(), file.name))


@cache
def _digest() -> bytes:
    """A digest of the patterns and of the number of phases."""
    text = repr([(pattern.name, pattern.features, pattern.mirrors) for pattern in PATTERNS]) + str(PHASES)
    return hashlib.sha256(text.encode()).digest()[:_DIGEST_BYTES]
