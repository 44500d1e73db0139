"""The learned evaluation of the 6×6 board, which predicts the final score of a position."""

from llvmlite import ir

from outflank.board.bits import unsigned
from outflank.board.ir import I1, I16, I64
from outflank.evaluation.evaluate import aligned
from outflank.evaluation.features import ROW_BYTES, emit_sum, lanes, sum_of
from outflank.evaluation.patterns import N_LANES
from outflank.jit import intrinsic, kernel
from outflank.variants.patterns import FEATURES, FEWEST, N_WEIGHTS, SIZE, increments

UNIT = 16
"""Units per disc in the weights and in the result of `evaluate`."""

MOST = (SIZE * SIZE - 1) * UNIT
"""The highest value that the evaluation returns. Only a wipe-out has a higher score."""

STRIDE = -(-N_WEIGHTS // 32) * 32
"""Distance between the weights of one phase and the next, rounded up so that each phase starts on a cache line."""

INCREMENTS = aligned((64, N_LANES))
"""A copy of the table `patterns.increments` for kernels."""
INCREMENTS[:] = increments()

_PHASE_BYTES = 2 * STRIDE
_CENTRES = tuple(pattern.centre for pattern, _ in FEATURES)
_LANES = ir.VectorType(I16, N_LANES)


def _emit_placed(
    b: ir.IRBuilder, player: ir.Value, opponent: ir.Value, increments: ir.Value, target: ir.Value
) -> ir.Value:
    """Emit a loop over the discs of both sides that keeps the sum in registers."""
    entry, discs = b.block, b.or_(player, opponent)
    loop, body, end = (b.append_basic_block(name) for name in ("discs", "disc", "placed"))
    b.branch(loop)
    b.position_at_end(loop)
    left, total = b.phi(I64), b.phi(_LANES)
    b.cbranch(b.icmp_unsigned("!=", left, I64(0)), body, end)
    b.position_at_end(body)
    square = b.cttz(left, I1(1))
    address = b.add(increments, b.mul(square, I64(ROW_BYTES)))
    row = b.load(b.inttoptr(address, _LANES.as_pointer()), align=64)
    is_own = b.trunc(b.lshr(player, square), I1)
    new_total = b.select(is_own, b.add(total, row), b.sub(total, row))
    left.add_incoming(discs, entry)
    left.add_incoming(b.and_(left, b.sub(left, I64(1))), body)
    total.add_incoming(ir.Constant(_LANES, None), entry)
    total.add_incoming(new_total, body)
    b.branch(loop)
    b.position_at_end(end)
    b.store(total, b.inttoptr(target, _LANES.as_pointer()), align=64)
    return target


@intrinsic("uint64(uint64, uint64, uint64, uint64)", _emit_placed)
def placed(player: int, opponent: int, increments: int, target: int) -> int:
    """Compute a position's features from scratch, write them to `target`, and return it.

    `increments` is the address of INCREMENTS.
    """
    lanes(target)[:] = 0
    for board, sign in ((player, 1), (opponent, -1)):
        for square in range(64):
            if board >> square & 1:
                lanes(target)[:] += sign * lanes(increments + ROW_BYTES * square)
    return target


@intrinsic("int64(uint64, uint64, int64)", lambda b, *at: emit_sum(b, at, _CENTRES))
def _weighed(features: int, weights: int, constant: int) -> int:
    return sum_of(features, weights, constant, _CENTRES)


@kernel("int64(int64)")
def phase_of(n_empties: int) -> int:
    """The phase of a position, counted from the end of the game."""
    return n_empties - FEWEST >> 1


@kernel("int64(uint64, int64, uint64)")
def evaluate(features: int, n_empties: int, weights: int) -> int:
    """Predict the final score from the mover's point of view, in 1/`UNIT` disc, limited to ±35 discs.

    `features` is the address of the position's features, and `weights` is the address of the weights for all phases.
    At least FEWEST squares must be empty.
    """
    value = _weighed(features, weights + unsigned(phase_of(n_empties) * _PHASE_BYTES), n_empties & 1)
    return min(max(value, -MOST), MOST)
