"""Kinds of mistake, which describe visible differences between a move that loses discs and the best move.

Every kind compares three positions: the one before the move, the one after it, and the one after the best move. A
mistake may have several kinds or none. Kinds that mention a result require proven scores.
"""

from collections.abc import Callable

from outflank.analysis.judged import JudgedMove, winner
from outflank.board.squares import SQUARES, bits, column, corners, full
from outflank.rules import PASS, Position

OPENING_FROM, ENDGAME_FROM = 41, 20
"""Bounds of the opening and the endgame, as numbers of empties before a move.

The opening has 60 to 41 empties, the midgame 40 to 21, and the endgame 20 to 0.
"""

CHOICES, FRONTIER, FLIPS = 4, 3, 3
"""Minimum differences from the best move that count as mistakes in mobility, frontier discs and flipped discs."""


def kinds_of(position: Position, judged: JudgedMove) -> tuple[str, ...]:
    """Return the kinds of mistake that a move makes.

    The result is empty unless the move loses at least `judged.INACCURACY` discs or throws away a proven win or draw.
    """
    if not judged.badge.sign or PASS in (judged.move, judged.best.move):
        return ()
    change = _Change(position, judged)
    return tuple(name for name, (_, holds) in _KINDS.items() if holds(change))


class _Change:
    """The move played and the best move, with the position before them and the position after each."""

    def __init__(self, before: Position, judged: JudgedMove):
        self.before, self.judged = before, judged
        self.after, self.instead = before.play(judged.move), before.play(judged.best.move)
        self.square, self.best_square = (SQUARES[before.size][move] for move in (judged.move, judged.best.move))
        self.value, self.best_value = judged.played.value or 0, judged.best.value or 0
        self.is_late = before.n_empties <= ENDGAME_FROM

    def enters(self, squares: int) -> bool:
        """Return True if the move played is on one of `squares` and the best move is not."""
        return bool(squares >> self.square & 1) and not squares >> self.best_square & 1

    def fewer(self, count: Callable[[Position], int]) -> int:
        """Return a count after the best move minus the same count after the move played."""
        return count(self.instead) - count(self.after)


_KINDS: dict[str, tuple[str, Callable[[_Change], bool]]] = {
    "corner given": (
        "the opponent can now take a corner, which the best move does not allow",
        lambda move: bool(move.after.legal_mask & _corners(move.before) & ~move.instead.legal_mask),
    ),
    "corner missed": (
        "the best move takes a corner, and this one does not",
        lambda move: move.enters(~_corners(move.before)),
    ),
    "X-square": (
        "a move diagonally next to an empty corner, unlike the best move",
        lambda move: move.enters(_beside_corners(move.before, diagonally=True)),
    ),
    "C-square": (
        "a move on the edge next to an empty corner, unlike the best move",
        lambda move: move.enters(_beside_corners(move.before, diagonally=False)),
    ),
    "mobility": (
        f"own moves minus the opponent's are at least {CHOICES} fewer than after the best move; only with more "
        f"than {ENDGAME_FROM} empty squares",
        lambda move: not move.is_late and move.fewer(_choices) >= CHOICES,
    ),
    "frontier": (
        f"at least {FRONTIER} more own discs next to empty squares than after the best move; "
        f"only with more than {ENDGAME_FROM} empty squares",
        lambda move: not move.is_late and -move.fewer(_frontier) >= FRONTIER,
    ),
    "discs": (
        f"at least {FLIPS} more discs flipped than by the best move; only in the opening",
        lambda move: move.before.n_empties >= OPENING_FROM and -move.fewer(_own_discs) >= FLIPS,
    ),
    "parity": (
        "a move in a region with an even number of empty squares, while the best move is in an odd one; "
        f"only with at most {ENDGAME_FROM} empty squares",
        lambda move: move.is_late and move.enters(_even_regions(move.before)),
    ),
    "pass missed": (
        "the best move leaves the opponent without a move, and this one does not",
        lambda move: move.instead.must_pass and not move.after.must_pass,
    ),
    "pass allowed": (
        "the opponent can now leave this side without a move, which the best move does not allow",
        lambda move: _can_force_pass(move.after) and not _can_force_pass(move.instead),
    ),
    "wipe-out missed": (
        "the best move is proven to leave the opponent without discs at the end, and this one is not",
        lambda move: move.judged.best.is_proven and move.best_value == move.before.size**2,
    ),
    "wipe-out allowed": (
        "the move is proven to leave this side without discs at the end, unlike the best move",
        lambda move: move.judged.played.is_proven and move.value == -(move.before.size**2),
    ),
    "win thrown away": (
        "the best move is proven to win, and this one is proven not to",
        lambda move: move.judged.is_proven and move.best_value > 0 >= move.value,
    ),
    "draw thrown away": (
        "the best move is proven to draw, and this one is proven to lose",
        lambda move: move.judged.is_proven and move.best_value == 0,
    ),
    "count": (
        "a proven loss of discs that does not change the winner",
        lambda move: move.judged.is_proven and winner(move.best_value) == winner(move.value),
    ),
}

KINDS = {name: meaning for name, (meaning, _) in _KINDS.items()}
"""Descriptions of all kinds, by name.

Add new kinds at the end, because old libraries refer to kinds by their positions in this list.
"""


def _corners(position: Position) -> int:
    return sum(1 << corner for corner in corners(position.size))


def _beside_corners(position: Position, *, diagonally: bool) -> int:
    """Return the X-squares next to empty corners if `diagonally` is true, or else the C-squares."""
    size, found = position.size, 0
    for corner in corners(size):
        if not position.occupied >> corner & 1:
            for square in bits(spread(1 << corner, size) & ~(1 << corner)):
                if (square // size != corner // size and square % size != corner % size) == diagonally:
                    found |= 1 << square
    return found


def _choices(after: Position) -> int:
    """Return the lead in mobility of the side that has just moved.

    This is the number of legal moves that the side would have if it could move again, minus the opponent's number of
    legal moves.
    """
    return after.switched().legal_mask.bit_count() - after.legal_mask.bit_count()


def _frontier(after: Position) -> int:
    """Return the number of discs that belong to the side that has just moved and touch an empty square."""
    return (after.opponent & spread(full(after.size) & ~after.occupied, after.size)).bit_count()


def _own_discs(after: Position) -> int:
    """Return the number of discs that belong to the side that has just moved."""
    return after.opponent.bit_count()


def _even_regions(position: Position) -> int:
    return sum(region for region in regions_of(position) if region.bit_count() % 2 == 0)


def regions_of(position: Position) -> list[int]:
    """Return the regions of empty squares as bitboards; squares that touch, even at a corner, share a region."""
    left, found = full(position.size) & ~position.occupied, []
    while left:
        region = left & -left
        while (wider := spread(region, position.size) & left) != region:
            region = wider
        found.append(region)
        left &= ~region
    return found


def _can_force_pass(position: Position) -> bool:
    """Return True if the side to move can force the opponent to pass."""
    return any(position.play(move).must_pass for move in position.legal_moves if move != PASS)


def spread(board: int, size: int) -> int:
    """Return the squares on a bitboard and all squares that touch them, including diagonally."""
    sideways = board | (board & ~column(size - 1, size)) << 1 | (board & ~column(0, size)) >> 1
    return (sideways | sideways << size | sideways >> size) & full(size)
