"""The network that predicts people's moves: its inputs, its arithmetic in NumPy, and its file.

The inputs are the board and the glances at its moves, and a few numbers: the ratings of both players and the phase of
the game. Layers of the same width follow, each added to the one before (residual connections, He et al. 2016). The
output is one number for each square; the softmax over the legal squares is the probability of each move. The drop in
value from the best-looking move also acts on the output directly, with a factor that depends on the numbers: that is a
logistic choice among the moves, which the layers correct.

The file is an NPZ archive of float16 arrays with a JSON text about where the network comes from.
"""

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from outflank.board import canonical
from outflank.errors import WeightsError, quoted_path
from outflank.evaluation.evaluate import UNIT
from outflank.files import write_whole
from outflank.people.dense import add_products
from outflank.people.glances import Boards, Glances

Floats = npt.NDArray[np.float32]

N_SQUARES = 64
DROP = slice(3 * N_SQUARES, 4 * N_SQUARES)
"""The inputs with the drop in value from the best-looking move, in units of `_VALUE_SCALE` discs, at most `_MOST`."""

N_NUMBERS = 9
N_INPUTS = 5 * N_SQUARES + N_NUMBERS
"""Own discs, other discs, legal squares, drops and replies by square, then the numbers."""

RATING_SCALE = 400.0
"""Elo points per unit of a rating among the inputs."""

MOST_RATING = 1.8 * RATING_SCALE
"""Ratings further from zero are limited to this."""

_VALUE_SCALE, _MOST = 8.0, 4.0
_REPLIES_SCALE = 8.0
DROP_FACTOR = 4.0
"""Scale of the drop's factor, which makes it as large as other weights at the start of training."""

IMAGES = np.array(canonical.IMAGES, np.int64)
"""For each symmetry, the square that each square becomes."""

_AT_ONCE = 16  # rows of inputs, eight times: sums that fit into a core's own cache
_VERSION = 1
_MIN = np.float32(-1e9)


def inputs_of(players: Boards, opponents: Boards, glances: Glances, ratings: Any, rivals: Any) -> Floats:
    """The network's inputs, float32 [n, N_INPUTS].

    `ratings` are those of the players to move and `rivals` those of their opponents, in Elo points on the archive's
    scale: numbers, or arrays of length n.
    """
    n = len(players)
    legal = bits_of(glances.legal)
    planes = np.empty((n, 5, N_SQUARES), np.float32)
    planes[:, 0], planes[:, 1], planes[:, 2] = bits_of(players), bits_of(opponents), legal
    values = np.where(legal, glances.values.astype(np.float32) / (_VALUE_SCALE * UNIT), np.float32(-99))
    best = values.max(axis=1)
    planes[:, 3] = np.where(legal, np.maximum(values - best[:, None], -_MOST), 0)
    planes[:, 4] = glances.replies * np.float32(1 / _REPLIES_SCALE) * legal
    empties = N_SQUARES - planes[:, :2].sum(axis=(1, 2))
    rating, rival = (_limited(each, n) for each in (ratings, rivals))
    phase = empties / 30 - 1
    numbers = (
        rating,
        rating * phase,
        rating * rating,
        phase,
        phase * phase,
        rival,
        rating - rival,
        empties % 2 - 0.5,
        np.clip(best, -_MOST, _MOST),
    )
    return np.concatenate([planes.reshape(n, -1), np.stack(numbers, axis=1).astype(np.float32)], axis=1)


def bits_of(boards: Boards) -> npt.NDArray[np.bool_]:
    """Unpack masks into one boolean for each square: bool [n, 64]."""
    bytes_ = np.ascontiguousarray(boards, "<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(bytes_, axis=1, bitorder="little").astype(np.bool_)


def turned(inputs: Floats, symmetry: int) -> Floats:
    """Transform inputs by a symmetry."""
    planes = inputs[:, :-N_NUMBERS].reshape(len(inputs), -1, N_SQUARES)
    found = np.empty_like(inputs)
    found[:, :-N_NUMBERS].reshape(planes.shape)[:, :, IMAGES[symmetry]] = planes
    found[:, -N_NUMBERS:] = inputs[:, -N_NUMBERS:]
    return found


def _layer(inputs: Floats, layer: tuple[Floats, Floats]) -> Floats:
    weights, bias = layer
    sums = np.empty((len(inputs), len(bias)), np.float32)
    add_products(inputs, weights, bias, sums)
    return sums


def _limited(rating: Any, n: int) -> Floats:
    limited = np.clip(np.asarray(rating, np.float32), -MOST_RATING, MOST_RATING) / np.float32(RATING_SCALE)
    return np.broadcast_to(limited, n)


@dataclass(frozen=True, eq=False)
class MoveNetwork:
    """A network's parameters, float32, and notes about its training.

    `layers` are pairs of weights [inputs, outputs] and biases; `output` is such a pair with 64 outputs. `scale` is a
    pair with one output: the factor of the drop, through a softplus, from the last `N_NUMBERS` inputs.
    """

    layers: tuple[tuple[Floats, Floats], ...]
    output: tuple[Floats, Floats]
    scale: tuple[Floats, Floats]
    training: Mapping[str, Any]

    def probabilities(self, inputs: Floats) -> Floats:
        """The probability of a move to each square, 0 where no move is legal: float32 [n, 64]."""
        first, *others = self.layers
        hidden = np.maximum(_layer(inputs, first), 0)
        for layer in others:
            hidden += np.maximum(_layer(hidden, layer), 0)
        factor = np.logaddexp(0, _layer(np.ascontiguousarray(inputs[:, -N_NUMBERS:]), self.scale))
        scores = _layer(hidden, self.output) + factor * np.float32(DROP_FACTOR) * inputs[:, DROP]
        legal = inputs[:, 2 * N_SQUARES : 3 * N_SQUARES] > 0
        scores = np.where(legal, scores, _MIN)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True)) * legal
        total = powers.sum(axis=1, keepdims=True)
        shares: Floats = np.divide(powers, total, out=np.zeros_like(powers), where=total > 0).astype(np.float32)
        return shares

    def averaged(self, inputs: Floats) -> Floats:
        """The mean of the probabilities in all eight symmetric positions: float32 [n, 64].

        The network learned from positions in random symmetries, and its errors differ between them. The mean predicts
        2% more of people's moves.
        """
        found = np.empty((len(inputs), N_SQUARES), np.float32)
        for start in range(0, len(inputs), _AT_ONCE):
            these = inputs[start : start + _AT_ONCE]
            images = np.concatenate([turned(these, symmetry) for symmetry in range(len(IMAGES))])
            shares = self.probabilities(images).reshape(len(IMAGES), len(these), N_SQUARES)
            found[start : start + _AT_ONCE] = np.take_along_axis(shares, IMAGES[:, None, :], axis=2).mean(axis=0)
        return found

    # --- files ----------------------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write the network to a file, which appears under its name only once it is complete."""
        arrays = {f"layer{n}.{name}": array for n, pair in enumerate(self.layers) for name, array in _named(pair)}
        arrays |= {f"output.{name}": array for name, array in _named(self.output)}
        arrays |= {f"scale.{name}": array for name, array in _named(self.scale)}
        about = json.dumps({"version": _VERSION, "inputs": N_INPUTS, "training": dict(self.training)})
        buffer = BytesIO()
        halves: dict[str, Any] = {name: array.astype(np.float16) for name, array in arrays.items()}
        np.savez_compressed(buffer, about=np.frombuffer(about.encode(), np.uint8), **halves)
        write_whole(Path(path), buffer.getvalue())

    @classmethod
    def load(cls, path: Path | str) -> "MoveNetwork":
        """Read a network from a file. Raises WeightsError if it is missing, damaged or of another version."""
        try:
            with np.load(BytesIO(Path(path).read_bytes()), allow_pickle=False) as file:
                about = json.loads(file["about"].tobytes())
                arrays = {name: file[name].astype(np.float32) for name in file.files if name != "about"}
        except FileNotFoundError:
            raise WeightsError(f"cannot read the network: no such file ({quoted_path(path)})") from None
        except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise WeightsError(f"cannot read the network: {error} ({quoted_path(path)})") from None
        try:
            if about["version"] != _VERSION or about["inputs"] != N_INPUTS:
                raise WeightsError(f"cannot read the network: made for another version ({quoted_path(path)})")
            n_layers = sum(name.endswith(".weights") for name in arrays if name.startswith("layer"))
            layers = tuple(_pair(arrays, f"layer{n}") for n in range(n_layers))
            return cls(layers, _pair(arrays, "output"), _pair(arrays, "scale"), about["training"])
        except (KeyError, TypeError) as error:
            raise WeightsError(f"cannot read the network: {error} is missing ({quoted_path(path)})") from None


def _named(pair: tuple[Floats, Floats]) -> tuple[tuple[str, Floats], ...]:
    return ("weights", pair[0]), ("bias", pair[1])


def _pair(arrays: Mapping[str, Floats], name: str) -> tuple[Floats, Floats]:
    return arrays[f"{name}.weights"], arrays[f"{name}.bias"]


@cache
def shipped_network() -> MoveNetwork:
    """The network that comes with the package."""
    with as_file(files("outflank.people") / "moves.npz") as path:
        return MoveNetwork.load(path)
