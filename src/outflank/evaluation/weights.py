"""The weights of the evaluation: in memory as the search wants them, and in a file with where they come from.

A file is a line that names format and version, a line of JSON (the *provenance*), and the weights, compressed:

    outflank weights 1
    {"sha256": …, "phases": 30, "classes": …, "patterns": …, "probcut": […], "training": {…}}
    LZMA of int16, little endian [phases, classes]: first all low bytes, then all high bytes

`sha256` is that of what is compressed, `patterns` a digest of the shapes that the weights are for.
"""

import hashlib
import json
import lzma
import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import WeightsError
from outflank.evaluation.evaluate import STRIDE, aligned
from outflank.evaluation.patterns import N_WEIGHTS, PATTERNS, PHASES, classes

_MAGIC = b"outflank weights "
_VERSION = b"1"

UNFITTED_PROBCUT = (0.5, 1.0, -0.5, -0.5, 1.8, 0.0)
"""Cautious parameters of `search.probcut` for weights whose searches have not been measured."""


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of all phases, the errors of searches with them, and how they came about.

    `table` is int16 [PHASES, STRIDE], in 1/`UNIT` disc; `probcut` the parameters of `search.probcut`; `training` what
    the trainer wrote down, for people.
    """

    table: Any
    probcut: tuple[float, ...] = UNFITTED_PROBCUT
    training: Mapping[str, Any] = field(default_factory=dict)

    @property
    def address(self) -> int:
        """Where the table lies in memory, for kernels."""
        return int(self.table.ctypes.data)

    @classmethod
    def zero(cls) -> "Weights":
        """Weights that know nothing."""
        return cls(aligned((PHASES, STRIDE)))

    @classmethod
    def of_classes(cls, values: Any, probcut: Sequence[float], training: Mapping[str, Any]) -> "Weights":
        """Weights given once for each class of mirrored indices: int16 [PHASES, classes]."""
        table = aligned((PHASES, STRIDE))
        np.take(values, classes()[0], axis=1, out=table[:, :N_WEIGHTS])
        return cls(table, tuple(probcut), dict(training))

    def by_class(self) -> Any:
        """The weights once for each class: int16 [PHASES, classes]."""
        numbers, n_classes = classes()
        values = np.zeros((PHASES, n_classes), np.int16)
        values[:, numbers] = self.table[:, :N_WEIGHTS]
        return values

    # --- files ----------------------------------------------------------------------------------------------------

    def save(self, path: Path | str, preset: int = 6) -> None:
        """Write a file; it appears under its name only when it is whole.

        `preset` is that of LZMA: 1 takes a tenth of the time, eight seconds, for a file that is a quarter larger.
        """
        path = Path(path)
        body = _split(self.by_class())
        header = {
            "sha256": hashlib.sha256(body).hexdigest(),
            "phases": PHASES,
            "classes": classes()[1],
            "patterns": pattern_digest(),
            "probcut": list(self.probcut),
            "training": dict(self.training),
        }
        content = _MAGIC + _VERSION + b"\n" + json.dumps(header).encode() + b"\n" + lzma.compress(body, preset=preset)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", delete=False) as file:
            file.write(content)
        Path(file.name).chmod(0o644)
        Path(file.name).replace(path)

    @classmethod
    def load(cls, path: Path | str) -> "Weights":
        """Read a file. Raises WeightsError, which names it, if it is missing, damaged or of another version."""
        try:
            return cls.parse(Path(path).read_bytes(), str(path))
        except OSError as error:
            raise WeightsError(f"cannot read weights: {error.strerror} ({path})") from None

    @classmethod
    def parse(cls, content: bytes, source: str) -> "Weights":
        """Read the content of a file. Raises WeightsError, which names the source, if anything is wrong with it."""
        try:
            return cls._parse(content)
        except ValueError as error:
            raise WeightsError(f"{error} ({source})") from None

    @classmethod
    def _parse(cls, content: bytes) -> "Weights":
        magic, _, rest = content.partition(b"\n")
        if not magic.startswith(_MAGIC):
            raise ValueError("expected a file of weights, which begins with 'outflank weights'")
        if magic != _MAGIC + _VERSION:
            version = magic[len(_MAGIC) :][:20].decode("ascii", "replace")
            raise ValueError(f"expected weights of version {_VERSION.decode()}, got version {version}")
        line, _, compressed = rest.partition(b"\n")
        try:
            header = json.loads(line)
            digest, probcut = header["sha256"], tuple(float(value) for value in header["probcut"])
            decompressor = lzma.LZMADecompressor()
            body = decompressor.decompress(compressed)
            if not decompressor.eof or decompressor.unused_data:
                raise ValueError("too few bytes, or too many")
            if len(probcut) != len(UNFITTED_PROBCUT) or not all(map(math.isfinite, probcut)):
                raise ValueError(probcut)
        except (ValueError, KeyError, TypeError, lzma.LZMAError, EOFError):
            raise ValueError("the weights are damaged or cut short") from None
        if hashlib.sha256(body).hexdigest() != digest:
            raise ValueError("the weights are damaged: their checksum is wrong")
        if header.get("patterns") != pattern_digest() or len(body) != 2 * PHASES * classes()[1]:
            raise ValueError("the weights are for other patterns than this version's")
        return cls.of_classes(_joined(body), probcut, header.get("training", {}))


def _split(values: Any) -> bytes:
    """Low bytes, then high bytes: half the size when compressed."""
    return bytes(np.ascontiguousarray(values, "<i2").view(np.uint8).reshape(-1, 2).T.tobytes())


def _joined(body: bytes) -> Any:
    pairs = np.frombuffer(body, np.uint8).reshape(2, -1).T
    return np.ascontiguousarray(pairs).view("<i2").reshape(PHASES, -1)


@cache
def pattern_digest() -> str:
    """A name for the shapes, their order and the phases."""
    text = repr([(pattern.name, pattern.features, pattern.mirrors) for pattern in PATTERNS]) + str(PHASES)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def shipped() -> Weights:
    """The weights that come with the package. Raises WeightsError if they are missing or damaged."""
    return Weights.load(str(files("outflank.evaluation") / "shipped.weights"))
