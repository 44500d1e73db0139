"""Kinds of mistake: what a move that lost discs did that the best one would not have done, seen from the board.

Every kind is a comparison of three positions: the one before the move, the one after it, and the one after the best
move. A mistake can be of several kinds, or of none. What is proven of the score decides about those that name a result.
"""

from collections.abc import Callable
from functools import cache

from outflank.analysis.judged import JudgedMove
from outflank.board.squares import SQUARES, bits, column, corners, full
from outflank.rules import PASS, Position

OPENING_FROM, ENDGAME_FROM = 41, 20
"""Empty squares before a move: the opening is from 60 to 41 of them, the midgame to 21, the endgame from 20 to none."""

CHOICES, FRONTIER, FLIPS = 4, 3, 3
"""How much worse than after the best move something must be, to be a mistake of mobility, frontier or discs."""

KINDS: dict[str, str] = {
    "corner given": "the opponent can now take a corner, and could not after the best move",
    "corner missed": "the best move took a corner, this one did not",
    "X-square": "a move diagonally beside an empty corner, where the best move was none",
    "C-square": "a move on the edge beside an empty corner, where the best move was none",
    "mobility": f"at least {CHOICES} choices fewer than after the best move, one's own less the opponent's; with more "
    f"than {ENDGAME_FROM} empty squares",
    "frontier": f"at least {FRONTIER} more of one's discs touch an empty square than after the best move; with more "
    f"than {ENDGAME_FROM} empty squares",
    "discs": f"at least {FLIPS} more discs turned over than by the best move; in the opening",
    "parity": "a move in a region of an even number of empty squares, the best one in an odd region; from "
    f"{ENDGAME_FROM} empty squares on",
    "pass missed": "the best move left the opponent without a move, this one did not",
    "pass allowed": "the opponent can now leave one without a move, which the best move did not allow",
    "wipe-out missed": "the best move is proven to leave the opponent without a disc in the end, this one is not",
    "wipe-out allowed": "this move, and not the best one, is proven to leave one without a disc in the end",
    "win thrown away": "the best move was proven to win, this one is proven not to",
    "draw thrown away": "the best move was proven to draw, this one is proven to lose",
    "count": "a proven loss of discs that changed nothing in who wins",
}
"""The names of all kinds, and what each means. New ones go to the end: reviews of old libraries know them by place."""


def kinds_of(position: Position, judged: JudgedMove) -> tuple[str, ...]:
    """The kinds of mistake of a move in a position.

    None if the move is no mistake: it lost less than `judged.INACCURACY` discs, and no proven win or draw.
    """
    if not judged.badge.sign or PASS in (judged.move, judged.best.move):
        return ()
    change = _Change(position, judged)
    return tuple(name for name, holds in _TESTS.items() if holds(change))


class _Change:
    """A move and the best one, with the positions before and after them."""

    def __init__(self, before: Position, judged: JudgedMove):
        self.before, self.played, self.best = before, judged.played, judged.best
        self.is_proven = judged.is_proven
        self.after, self.instead = before.play(judged.move), before.play(judged.best.move)
        self.square, self.best_square = (SQUARES[before.size][move] for move in (judged.move, judged.best.move))

    @property
    def is_late(self) -> bool:
        """Whether it is the endgame."""
        return self.before.n_empties <= ENDGAME_FROM


# --- corners ----------------------------------------------------------------------------------------------------------


def _gives_corner(change: _Change) -> bool:
    here = _corners(change.before.size)
    return bool(change.after.legal_mask & here & ~change.instead.legal_mask)


def _misses_corner(change: _Change) -> bool:
    here = _corners(change.before.size)
    return bool(1 << change.best_square & here) and not 1 << change.square & here


def _is_x_square(change: _Change) -> bool:
    beside = _beside(change.before, diagonally=True)
    return bool(1 << change.square & beside) and not 1 << change.best_square & beside


def _is_c_square(change: _Change) -> bool:
    beside = _beside(change.before, diagonally=False)
    return bool(1 << change.square & beside) and not 1 << change.best_square & beside


@cache
def _corners(size: int) -> int:
    return sum(1 << corner for corner in corners(size))


def _beside(position: Position, *, diagonally: bool) -> int:
    """The squares beside the corners that are empty: the X-squares, or the C-squares."""
    size, found = position.size, 0
    for corner in corners(size):
        if not position.occupied >> corner & 1:
            for square in bits(spread(1 << corner, size) & ~(1 << corner)):
                if (square // size != corner // size and square % size != corner % size) == diagonally:
                    found |= 1 << square
    return found


# --- choices and discs ------------------------------------------------------------------------------------------------


def _loses_choices(change: _Change) -> bool:
    return not change.is_late and _choices(change.instead) - _choices(change.after) >= CHOICES


def _choices(after: Position) -> int:
    """How many moves whoever has just moved would have, less those that the opponent has."""
    return after.switched().legal_mask.bit_count() - after.legal_mask.bit_count()


def _widens_frontier(change: _Change) -> bool:
    return not change.is_late and _frontier(change.after) - _frontier(change.instead) >= FRONTIER


def _frontier(after: Position) -> int:
    """How many discs of whoever has just moved touch an empty square."""
    return (after.opponent & spread(full(after.size) & ~after.occupied, after.size)).bit_count()


def _turns_many(change: _Change) -> bool:
    turned, least = (change.before.flips(found.move).bit_count() for found in (change.played, change.best))
    return change.before.n_empties >= OPENING_FROM and turned - least >= FLIPS


# --- regions and passes -----------------------------------------------------------------------------------------------


def _errs_in_parity(change: _Change) -> bool:
    if not change.is_late:
        return False
    regions = regions_of(change.before)
    here, there = (_region(regions, square) for square in (change.square, change.best_square))
    return here.bit_count() % 2 == 0 and there.bit_count() % 2 == 1


def regions_of(position: Position) -> list[int]:
    """The regions of empty squares, as bitboards: squares that touch, at a corner too, are of one region."""
    left, found = full(position.size) & ~position.occupied, []
    while left:
        region = left & -left
        while (wider := spread(region, position.size) & left) != region:
            region = wider
        found.append(region)
        left &= ~region
    return found


def _region(regions: list[int], square: int) -> int:
    return next(region for region in regions if region >> square & 1)


def _misses_pass(change: _Change) -> bool:
    return change.instead.must_pass and not change.after.must_pass


def _allows_pass(change: _Change) -> bool:
    return _can_force_pass(change.after) and not _can_force_pass(change.instead)


def _can_force_pass(position: Position) -> bool:
    """Whether the side to move has a move after which the other side must pass."""
    return any(position.play(move).must_pass for move in position.legal_moves if move != PASS)


# --- results ----------------------------------------------------------------------------------------------------------


def _misses_wipe_out(change: _Change) -> bool:
    return change.best.is_proven and change.best.value == change.before.size**2


def _allows_wipe_out(change: _Change) -> bool:
    return change.played.is_proven and change.played.value == -(change.before.size**2)


def _throws_win_away(change: _Change) -> bool:
    return change.is_proven and (change.best.value or 0) > 0 >= (change.played.value or 0)


def _throws_draw_away(change: _Change) -> bool:
    return change.is_proven and change.best.value == 0


def _miscounts(change: _Change) -> bool:
    best, played = change.best.value or 0, change.played.value or 0
    return change.is_proven and (best > 0) == (played > 0) and (best < 0) == (played < 0)


def spread(board: int, size: int) -> int:
    """Some squares with all that touch them, at a corner too."""
    sideways = board | (board & ~column(size - 1, size)) << 1 | (board & ~column(0, size)) >> 1
    return (sideways | sideways << size | sideways >> size) & full(size)


_TESTS: dict[str, Callable[[_Change], bool]] = {
    "corner given": _gives_corner,
    "corner missed": _misses_corner,
    "X-square": _is_x_square,
    "C-square": _is_c_square,
    "mobility": _loses_choices,
    "frontier": _widens_frontier,
    "discs": _turns_many,
    "parity": _errs_in_parity,
    "pass missed": _misses_pass,
    "pass allowed": _allows_pass,
    "wipe-out missed": _misses_wipe_out,
    "wipe-out allowed": _allows_wipe_out,
    "win thrown away": _throws_win_away,
    "draw thrown away": _throws_draw_away,
    "count": _miscounts,
}
