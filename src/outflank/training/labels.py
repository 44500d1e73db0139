"""Positions to learn from: what games say about the positions they went through.

From the first solved position on, the label of a position is its exact score. Before that it is a mean of what searches
found then and later, as later ones know more, corrected for what searches are wrong by on average. Positions that are
symmetric to each other become one.
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
        ("label", "<f4"),  # the score that is expected of it, in discs, in the view of the side to move
        ("outcome", "<f4"),  # the exact score that play without random moves came to; NaN if there were any
        ("n_empties", "u1"),
        ("exact", "u1"),
    ]
)
"""A position to learn from."""

_DOUBT = 1000
"""How many outcomes without an error are added to those that are known: what makes an offset cautious."""

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
    """Write the positions of a game that have a label; how many there are.

    From `solve_from` empty squares on the label is the exact score. Before, it is a mean of the values that searches
    gave to the position and to those that followed, each later one with `trust` of the weight of the one before, up to
    the next random move (a λ-return, Sutton 1988). The value of a search is first corrected by the straight line of
    `lines`, a slope and an offset. Both `trust` and `lines` are given for each number of empty squares. With
    `from_random`, positions before random moves that were not searched take what came of them.
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
    result = outcome = float(score)  # in Black's view
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
    """Write the labelled positions of all games, in their canonical symmetry; how many there are."""
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
    """The labelled positions of an array of GAME, in their canonical symmetry: an array of POSITION.

    `trust` and `lines` are those of `label_positions`; one of them means the same for all numbers of empty squares. Two
    million games take 3 GB and half a minute.
    """
    by_empties = np.full(61, trust, np.float64), np.full((61, 2), lines, np.float64)
    found = np.zeros(60 * max(len(games), 1), POSITION)
    return found[: label_games(np.ascontiguousarray(games), solve_from, *by_empties, from_random, found)]


def search_lines(games: Any, solve_from: int) -> Any:
    """The straight lines by which the values of the searches of games become what came of them, on average.

    float64 [61, 2], slopes and offsets by empty squares. Searches use the weights of the generation before, and what
    those are wrong by on average would be passed on to the next one, less only what looking a few plies ahead corrects.
    Outcomes are free of it: each is noisy, but their mean is not. Where few are known, the line is near that of values
    as they are.
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
    """The different positions, with the mean of their labels, and how often each occurred."""
    order = np.lexsort((positions["opponent"], positions["player"]))
    ordered = positions[order]
    new = np.ones(len(ordered), bool)
    new[1:] = (ordered["player"][1:] != ordered["player"][:-1]) | (ordered["opponent"][1:] != ordered["opponent"][:-1])
    starts = np.flatnonzero(new)
    counts = np.diff(np.append(starts, len(ordered)))
    merged = ordered[starts].copy()
    merged["label"] = np.add.reduceat(ordered["label"].astype(np.float64), starts) / counts if len(starts) else 0
    return merged, counts
