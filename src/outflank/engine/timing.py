"""Time management: each move gets a share of the clock, and important moves get a larger share.

The engine never loses on time.
"""

from dataclasses import dataclass

from outflank.play.clock import TimeLeft

_LAG = 0.03  # seconds that a move takes in addition to the search, on a busy machine
_LAG_SHARE = 0.5  # at most this share of the time left is set aside for the lag
_END = 20  # from this many empty squares on, a single search settles the rest of the game
_AT_ONCE = 0.15  # with fewer seconds left, there is only time for a glance


@dataclass(frozen=True, slots=True)
class Allowance:
    """Time for a move, in seconds. A deeper search only starts if it is expected to finish within `soft`.

    Every search ends at `hard`.
    """

    soft: float
    hard: float

    @property
    def is_nothing(self) -> bool:
        """True if there is no time left for any search."""
        return self.hard <= 0


def allowance(left: TimeLeft, n_empties: int) -> Allowance:
    """The time to spend on a move when `n_empties` squares are empty."""
    usable = max(left.seconds - min(_LAG, _LAG_SHARE * left.seconds), 0.0)
    if left.per_move:
        return Allowance(0.95 * usable, 0.95 * usable)
    if left.seconds < _AT_ONCE:
        return Allowance(0.0, min(usable / 4, 0.2 * usable + left.increment / 2))
    own_moves = max((n_empties - _END) / 2, 0) + 2.5  # moves until the end is in sight, and a few for solving it
    share = usable / own_moves + 0.8 * left.increment
    hard = min(3 * share, 0.4 * usable)
    return Allowance(min(share, hard), hard)
