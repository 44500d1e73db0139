"""The evaluation's weights and their provenance: the memory layout for the search, and the file format.

A file contains a line with the format and version, a checksum, a line of JSON, and the compressed weights:

    outflank weights 3
    SHA-256 of everything after this line, in hexadecimal
    {"phases": 30, "classes": …, "patterns": …, "network": …, "probcut": […], "training": {…}}
    DEFLATE of the weights, then of the network's scales, stacks and embeddings

The weights are stored as differences from one phase to the next, int16 [phases, classes], with the sign in the lowest
bit. All low bytes come first, followed by all high bytes. Numbers are little-endian. `patterns` is a digest of the
shapes. `network` is a digest of the network's layout, or null if there is no network. `training` documents how the
weights were trained.
"""

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import WeightsError, quoted_path
from outflank.evaluation.evaluate import STRIDE, aligned
from outflank.evaluation.network import Network, network_digest
from outflank.evaluation.patterns import N_WEIGHTS, PATTERNS, PHASES, classes
from outflank.files import write_whole

_MAGIC = b"outflank weights "
_VERSION = b"3"
_LONGEST = 100_000_000  # bytes in a file: four times the size of the uncompressed weights
_LEVEL = 9  # DEFLATE level
_LONGEST_HEADER = 1_000_000  # bytes; the header of the shipped weights takes two thousand
_STEEPEST = 100.0  # the parameters of `search.probcut` never exceed this

UNFITTED_PROBCUT = (0.5, 1.0, -0.5, -0.5, 1.8, 0.0)
"""Conservative parameters for `search.probcut`, used until searches with the weights have been measured."""


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights for all phases, the typical errors of searches that use them, and their provenance.

    `table` is int16 [PHASES, STRIDE], in 1/`UNIT` disc. `probcut` contains the parameters for `search.probcut`, and
    `training` contains the trainer's notes for human readers. `network` corrects the weight sum, and may be None.
    """

    table: Any
    probcut: tuple[float, ...] = UNFITTED_PROBCUT
    training: Mapping[str, Any] = field(default_factory=dict)
    network: Network | None = None

    @property
    def address(self) -> int:
        """Memory address of the table, for kernels."""
        return int(self.table.ctypes.data)

    @classmethod
    def zero(cls) -> "Weights":
        """Create weights that are all zero."""
        return cls(aligned((PHASES, STRIDE)))

    @classmethod
    def of_classes(cls, values: Any, probcut: Sequence[float], training: Mapping[str, Any]) -> "Weights":
        """Create weights from one value per class of mirrored indices: int16 [PHASES, classes]."""
        table = aligned((PHASES, STRIDE))
        np.take(values, classes()[0], axis=1, out=table[:, :N_WEIGHTS])
        return cls(table, tuple(probcut), dict(training))

    def by_class(self) -> Any:
        """The weights as one value per class: int16 [PHASES, classes]."""
        numbers, n_classes = classes()
        values = np.zeros((PHASES, n_classes), np.int16)
        values[:, numbers] = self.table[:, :N_WEIGHTS]
        return values

    # --- files ----------------------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write the weights to a file. The file does not appear under its name until it is complete."""
        header = {
            "phases": PHASES,
            "classes": classes()[1],
            "patterns": pattern_digest(),
            "network": None if self.network is None else network_digest(),
            "probcut": list(self.probcut),
            "training": dict(self.training),
        }
        body = split(self.by_class()) + (b"" if self.network is None else self.network.to_bytes())
        content = json.dumps(header).encode() + b"\n" + zlib.compress(body, _LEVEL)
        checksum = hashlib.sha256(content).hexdigest().encode()
        write_whole(Path(path), b"\n".join([_MAGIC + _VERSION, checksum, content]))

    @classmethod
    def load(cls, path: Path | str) -> "Weights":
        """Load weights from a file.

        Raises WeightsError, which includes the file name, if the file is missing, damaged or of a different version.
        """
        path = Path(path)
        try:
            if path.exists() and not path.is_file():  # reading a pipe would block
                raise WeightsError(f"cannot read weights: not a file ({path})")
            with path.open("rb") as file:
                content = file.read(_LONGEST)
        except OSError as error:
            raise WeightsError(f"cannot read weights: {error.strerror} ({path})") from None
        except ValueError as error:  # for example, a zero byte in the name
            raise WeightsError(f"cannot read weights: {error} ({quoted_path(path)})") from None
        return cls.parse(content, str(path))

    @classmethod
    def parse(cls, content: bytes, source: str) -> "Weights":
        """Parse the content of a weights file.

        Raises WeightsError, which includes the source, if the content is invalid.
        """
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
        checksum, _, rest = rest.partition(b"\n")
        if hashlib.sha256(rest).hexdigest().encode() != checksum:
            raise ValueError("the weights are damaged or truncated: their checksum is wrong")
        line, _, compressed = rest.partition(b"\n")
        n_bytes = n_weights = 2 * PHASES * classes()[1]
        try:
            if len(line) > _LONGEST_HEADER:
                raise ValueError(len(line))
            header = json.loads(line)
            probcut, training = tuple(float(value) for value in header["probcut"]), dict(header["training"])
            if len(probcut) != len(UNFITTED_PROBCUT) or not all(abs(value) <= _STEEPEST for value in probcut):
                raise ValueError(probcut)
            patterns, network = header["patterns"], header["network"]
            if network is not None:
                n_bytes += Network.n_bytes()
            body = _unpacked(compressed, n_bytes)
        except (ValueError, KeyError, TypeError, RecursionError, zlib.error):
            raise ValueError("the weights are damaged") from None
        if patterns != pattern_digest() or network not in (None, network_digest()) or len(body) != n_bytes:
            raise ValueError("the weights are for other patterns or another network than this version's")
        found = cls.of_classes(joined(body[:n_weights], PHASES), probcut, training)
        return found if network is None else replace(found, network=Network.from_bytes(body[n_weights:]))


def split(values: Any) -> bytes:
    """Convert values to differences between phases, and separate low and high bytes.

    This reduces the compressed size to a quarter.
    """
    added = np.diff(values, axis=0, prepend=np.zeros_like(values[:1]))
    signed = (added << 1 ^ added >> 15).astype("<u2")
    return bytes(np.ascontiguousarray(signed).view(np.uint8).reshape(-1, 2).T.tobytes())


def joined(body: bytes, n_phases: int) -> Any:
    """The values, int16 [phases, classes], from the result of `split`."""
    low, high = np.frombuffer(body, np.uint8).reshape(2, -1)
    signed = low.astype(np.uint16) | high.astype(np.uint16) << 8
    added = (signed >> 1 ^ -(signed & 1)).view(np.int16)
    return np.cumsum(added.reshape(n_phases, -1), axis=0, dtype=np.int16)


def _unpacked(compressed: bytes, most: int) -> bytes:
    """Decompress data, up to one byte beyond `most`. Raises ValueError or zlib.error if the data is damaged."""
    unpacker = zlib.decompressobj()
    body = unpacker.decompress(compressed, most + 1)
    if len(body) <= most and (not unpacker.eof or unpacker.unused_data):
        raise ValueError("truncated, or followed by other data")
    return body


@cache
def pattern_digest() -> str:
    """A digest of the patterns, including their order, and of the number of phases."""
    text = repr([(pattern.name, pattern.features, pattern.mirrors) for pattern in PATTERNS]) + str(PHASES)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def shipped() -> Weights:
    """Load the weights shipped with the package. Raises WeightsError if they are missing or damaged."""
    return Weights.load(_shipped_file())


@cache
def shipped_digest() -> str:
    """The first digits of the checksum of the shipped weights. Raises WeightsError if the file cannot be read."""
    try:
        with _shipped_file().open("rb") as file:
            return file.read(1000).split(b"\n")[1][:8].decode()
    except (OSError, IndexError, ValueError) as error:
        raise WeightsError(f"cannot read weights: {error}") from None


def _shipped_file() -> Path:
    return Path(str(files("outflank.evaluation") / "shipped.weights"))
