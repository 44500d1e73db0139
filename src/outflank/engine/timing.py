"""Time management: a share of the clock for each move, more where it matters, and never a loss on time."""

from dataclasses import dataclass

from outflank.play.clock import TimeLeft

_LAG = 0.03  # seconds that a move takes besides the search, on a busy machine
_LAG_SHARE = 0.5  # the share of very little time that may be set aside for the lag
_END = 20  # one search settles the rest of the game from here on
_AT_ONCE = 0.15  # seconds left below which there is time only for a glance


@dataclass(frozen=True, slots=True)
class Allowance:
    """Seconds for a move: after `soft`, no deeper search begins that could not finish; `hard` ends any search."""

    soft: float
    hard: float

    @property
    def is_nothing(self) -> bool:
        """True if there is no time to search at all."""
        return self.hard <= 0


def allowance(left: TimeLeft, n_empties: int) -> Allowance:
    """The time for a move in a position with `n_empties` empty squares."""
    usable = max(left.seconds - min(_LAG, _LAG_SHARE * left.seconds), 0.0)
    if left.per_move:
        return Allowance(0.95 * usable, 0.95 * usable)
    if left.seconds < _AT_ONCE:
        return Allowance(0.0, min(usable / 4, 0.2 * usable + left.increment / 2))
    own_moves = max((n_empties - _END) / 2, 0) + 2.5  # moves until the end is in sight, and a few for solving it
    share = usable / own_moves + 0.8 * left.increment
    hard = min(3 * share, 0.4 * usable)
    return Allowance(min(share, hard), hard)
