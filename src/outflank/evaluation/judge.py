"""The evaluation with its neural network, which is more accurate than the sum of weights alone, but slower."""

from outflank.board.atomics import load
from outflank.board.bits import ZERO, bitboard, popcount, signed, unsigned
from outflank.board.masks import CORNERS
from outflank.board.moves import legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.potential_mobility import potential_moves
from outflank.evaluation.correction import correction
from outflank.evaluation.evaluate import MOST, evaluate
from outflank.evaluation.network import (
    CORNER,
    DISC,
    EMBEDDINGS,
    ESTIMATE_SHIFT,
    FIRST_STACK,
    LATER,
    MARGIN,
    MOVE,
    N_COUNTS,
    ODD,
    ODD_SQUARE,
    OFFSET,
    SCALE,
    SCALE_BITS,
    SCALE_BYTES,
    SET_BYTES,
    STACK_BYTES,
    STACKS,
    TEMPO,
)
from outflank.jit import kernel

_CORNERS = bitboard(CORNERS)


@kernel("int64(int64, int64, uint64)")
def calibrated(value: int, n_empties: int, network: int) -> int:
    """Rescale a weight sum so that it is correct on average for the number of empty squares."""
    row = network + unsigned(SCALE_BYTES * n_empties)
    scaled = value * signed(load(row + unsigned(SCALE))) >> SCALE_BITS
    return scaled + signed(load(row + unsigned(OFFSET)))


@kernel("int64(int64)")
def stack_of(n_empties: int) -> int:
    """The index of the stack that applies to a number of empty squares."""
    return min(max((60 - n_empties) * STACKS // 60, 0), STACKS - 1)


@kernel("int64(int64)")
def set_of(n_empties: int) -> int:
    """The index of the embedding set that applies to a number of empty squares."""
    number = 0
    for bound in LATER:
        number += n_empties < bound
    return number


@kernel(f"UniTuple(int64, {N_COUNTS - 1})(uint64, uint64)")
def counts_of(player: int, opponent: int) -> tuple[int, ...]:
    """All of the network's input counts except the weight sum, in units of 2 ^ -INPUT_BITS."""
    empties = ~(player | opponent)
    own, other = legal_moves(player, opponent), legal_moves(opponent, player)
    return (
        MOVE * popcount(own),
        MOVE * popcount(other),
        MOVE * popcount(potential_moves(player, opponent)),
        MOVE * popcount(potential_moves(opponent, player)),
        DISC * popcount(player),
        DISC * popcount(opponent),
        CORNER * popcount(own & _CORNERS),
        CORNER * popcount(other & _CORNERS),
        ODD_SQUARE * popcount(odd_quarters(empties)),
        MOVE * popcount(own & ~other),
        MOVE * popcount(other & ~own),
        ODD * (popcount(empties) & 1),
    )


@kernel("int64(uint64, uint64, uint64, int64, int64, uint64)")
def judged(features: int, player: int, opponent: int, estimate: int, n_empties: int, network: int) -> int:
    """The network's value of a position. `estimate` is the calibrated weight sum."""
    return estimate + correction(
        features,
        network + unsigned(EMBEDDINGS + set_of(n_empties) * SET_BYTES),
        network + unsigned(FIRST_STACK + stack_of(n_empties) * STACK_BYTES),
        estimate >> ESTIMATE_SHIFT,
        counts_of(player, opponent),
    )


@kernel("int64(uint64, uint64, uint64, int64, int64, int64, uint64, uint64)")
def value_within(
    features: int, player: int, opponent: int, alpha: int, beta: int, n_empties: int, weights: int, network: int
) -> int:
    """The value of a position. Outside the window from `alpha` to `beta`, it may be only a bound.

    The network is skipped at about half of the leaves, where the weight sum is so far outside the window that the
    network is unlikely to change the outcome. A `network` of 0 means that there is none.

    The side that moves last in a search picks the highest of several inaccurate values, so its result tends to be too
    high. A tempo bonus at the leaves compensates for this. Without it, odd and even depths would disagree.
    """
    value = evaluate(features, n_empties, weights)
    if network == ZERO:
        return value
    row = network + unsigned(SCALE_BYTES * n_empties)
    margin, tempo = signed(load(row + unsigned(MARGIN))), signed(load(row + unsigned(TEMPO)))
    estimate = min(max(calibrated(value, n_empties, network), -MOST), MOST)
    value = estimate + tempo
    if value - margin < beta and value + margin > alpha:
        value = judged(features, player, opponent, estimate, n_empties, network) + tempo
    return min(max(value, -MOST), MOST)
