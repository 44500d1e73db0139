"""Turn games into labelled positions for training.

If a position was solved, or came after a solved one, its label is its exact score. Otherwise, the label is a mean of
the values from this search and later ones, which are more accurate. The values are corrected for the average error of
searches. Symmetric positions are merged.
"""

from typing import Any

import numba
import numpy as np

from outflank.board.bits import ONE, ZERO, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.board.symmetry import canonical
from outflank.jit import kernel
from outflank.training.dataset import GAME, NO_PLY, RANDOM, UNKNOWN
from outflank.training.random_moves import START

POSITION = np.dtype(
    [
        ("player", "<u8"),
        ("opponent", "<u8"),
        ("label", "<f4"),  # expected score in discs, from the mover's point of view
        ("outcome", "<f4"),  # exact score if no random move follows, otherwise NaN
        ("n_empties", "u1"),
        ("exact", "u1"),
    ]
)
"""Data type of a labelled position."""

_DOUBT = 1000
"""Weight of the assumption that searches make no errors, as a number of outcomes. It keeps corrections cautious."""

_types = numba.types
_Moves, _Values = _types.Array(_types.uint8, 1, "A"), _types.Array(_types.int8, 1, "A")
_Positions = _types.Array(numba.from_dtype(POSITION), 1, "C")
_Games = _types.Array(numba.from_dtype(GAME), 1, "C")
_ByEmpties = _types.Array(_types.float64, 1, "C")
_Lines = _types.Array(_types.float64, 2, "C")


@kernel(_types.int64(_Moves, _Values, _types.int64, _types.int64, _ByEmpties, _Lines, _types.boolean, _Positions))
def label_positions(
    moves: Any, values: Any, score: int, solve_from: int, trust: Any, lines: Any, from_random: bool, positions: Any
) -> int:
    """Label the positions of a game, write them to the end of `positions`, and return their number.

    At `solve_from` empties or fewer, the label is the exact score. Before that, it is a mean of the values that
    searches found for the position and its successors, up to the next random move (a λ-return, Sutton 1988). Each later
    value has `trust` times the weight of the previous one. Each value is first corrected by a line from `lines`, which
    consists of a slope and an offset. `trust` and `lines` contain one entry per number of empties. If `from_random` is
    set, positions before random moves that were not searched are labelled with the score that followed.
    """
    player, opponent = START
    sign, n_empties = 1, 60
    signs = np.empty(60, np.int64)
    n = 0
    for ply in range(60):
        if moves[ply] == NO_PLY:
            break
        if legal_moves(player, opponent) == ZERO:
            player, opponent, sign = opponent, player, -sign
        positions[ply]["player"], positions[ply]["opponent"], positions[ply]["n_empties"] = player, opponent, n_empties
        signs[ply] = sign
        square = unsigned(moves[ply] & 63)
        flipped = flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
        sign, n_empties, n = -sign, n_empties - 1, n + 1
    result = outcome = float(score)  # from Black's point of view
    known = True
    n_labelled = 60
    for ply in range(n - 1, -1, -1):
        is_exact = positions[ply]["n_empties"] <= solve_from
        if values[ply] != UNKNOWN:
            line = lines[positions[ply]["n_empties"]]
            value = signs[ply] * (values[ply] if is_exact else line[0] * values[ply] + line[1])
            stands_alone = is_exact or moves[ply] >= RANDOM or not known
            weight = 0.0 if stands_alone else trust[positions[ply]["n_empties"]]
            result = (1 - weight) * value + weight * result
            known = True
        elif not from_random:
            known = False
        if is_exact:
            outcome = result
        elif moves[ply] >= RANDOM:
            outcome = np.nan
        if known:
            n_labelled -= 1
            positions[n_labelled] = positions[ply]
            positions[n_labelled]["exact"] = is_exact
            positions[n_labelled]["label"] = signs[ply] * result
            positions[n_labelled]["outcome"] = signs[ply] * outcome
    return 60 - n_labelled


@kernel(_types.int64(_Games, _types.int64, _ByEmpties, _Lines, _types.boolean, _Positions))
def label_games(games: Any, solve_from: int, trust: Any, lines: Any, from_random: bool, positions: Any) -> int:
    """Label the positions of all games, convert each to its canonical symmetry, and return their number."""
    n = 0
    game_positions = np.empty_like(positions[:60])
    for i in range(len(games)):
        moves, values = games[i]["moves"], games[i]["values"]
        score = games[i]["score"]
        count = label_positions(moves, values, score, solve_from, trust, lines, from_random, game_positions)
        for k in range(60 - count, 60):
            source = game_positions[k]
            player, opponent = canonical(source["player"], source["opponent"])
            positions[n] = source
            positions[n]["player"], positions[n]["opponent"] = player, opponent
            n += 1
    return n


def positions_of(games: Any, solve_from: int, trust: Any, lines: Any = (1.0, 0.0), *, from_random: bool = False) -> Any:
    """Label the positions of an array of GAME, and return them as an array of POSITION.

    Each position is converted to its canonical symmetry. For `trust` and `lines`, see `label_positions`; here, a single
    value applies to every number of empties. Labelling two million games takes 3 GB of memory and half a minute.
    """
    by_empties = np.full(61, trust, np.float64), np.full((61, 2), lines, np.float64)
    found = np.zeros(60 * max(len(games), 1), POSITION)
    return found[: label_games(np.ascontiguousarray(games), solve_from, *by_empties, from_random, found)]


def search_lines(games: Any, solve_from: int) -> Any:
    """Fit lines that correct search values, on average, to the outcomes of their games.

    The result is float64 [61, 2], with a slope and an offset for each number of empties. Searches use the weights of
    the previous generation. Without this correction, the next generation would inherit the average error of those
    weights, reduced only by the few plies of look-ahead. Outcomes do not contain this error: each of them is noisy, but
    their mean is not. If there are few outcomes, a line stays close to the identity.
    """
    positions = positions_of(games, solve_from, 0.0)
    known = positions[(positions["exact"] == 0) & ~np.isnan(positions["outcome"])]
    n_empties, values, outcomes = (known[name] for name in ("n_empties", "label", "outcome"))
    counts = np.bincount(n_empties, minlength=61)
    sure, each = counts / (counts + _DOUBT), np.maximum(counts, 1)
    apart = values - (np.bincount(n_empties, values, 61) / each)[n_empties]
    spreads = np.bincount(n_empties, apart**2, 61)
    slopes = np.divide(np.bincount(n_empties, apart * outcomes, 61), spreads, out=np.ones(61), where=spreads > 0)
    slopes = 1 + sure * (slopes - 1)
    offsets = sure * np.bincount(n_empties, outcomes - slopes[n_empties] * values, 61) / each
    return np.stack([slopes, offsets], axis=1)


def unique(positions: Any) -> tuple[Any, Any]:
    """Merge equal positions.

    Return the distinct positions, labelled with their mean, and the number of times each occurs.
    """
    order = np.lexsort((positions["opponent"], positions["player"]))
    ordered = positions[order]
    new = np.ones(len(ordered), bool)
    new[1:] = (ordered["player"][1:] != ordered["player"][:-1]) | (ordered["opponent"][1:] != ordered["opponent"][:-1])
    starts = np.flatnonzero(new)
    counts = np.diff(np.append(starts, len(ordered)))
    merged = ordered[starts].copy()
    merged["label"] = np.add.reduceat(ordered["label"].astype(np.float64), starts) / counts if len(starts) else 0
    return merged, counts
