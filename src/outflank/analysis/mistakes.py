"""Kinds of mistake: what a move that lost discs did that the best one would not have done, seen from the board.

Every kind is a comparison of three positions: the one before the move, the one after it, and the one after the best
move. A mistake can be of several kinds, or of none. What is proven of the score decides about those that name a result.
"""

from collections.abc import Callable

from outflank.analysis.judged import JudgedMove, winner
from outflank.board.squares import SQUARES, bits, column, corners, full
from outflank.rules import PASS, Position

OPENING_FROM, ENDGAME_FROM = 41, 20
"""Empty squares before a move: the opening is from 60 to 41 of them, the midgame to 21, the endgame from 20 to none."""

CHOICES, FRONTIER, FLIPS = 4, 3, 3
"""Differences from the best move that make a mistake of mobility, frontier or discs."""


def kinds_of(position: Position, judged: JudgedMove) -> tuple[str, ...]:
    """The kinds of mistake of a move in a position.

    None if the move is no mistake: it lost less than `judged.INACCURACY` discs, and no proven win or draw.
    """
    if not judged.badge.sign or PASS in (judged.move, judged.best.move):
        return ()
    change = _Change(position, judged)
    return tuple(name for name, (_, holds) in _KINDS.items() if holds(change))


class _Change:
    """A move and the best one, with the positions before and after them."""

    def __init__(self, before: Position, judged: JudgedMove):
        self.before, self.judged = before, judged
        self.after, self.instead = before.play(judged.move), before.play(judged.best.move)
        self.square, self.best_square = (SQUARES[before.size][move] for move in (judged.move, judged.best.move))
        self.value, self.best_value = judged.played.value or 0, judged.best.value or 0
        self.is_late = before.n_empties <= ENDGAME_FROM

    def enters(self, squares: int) -> bool:
        """Tells whether the move is on one of some squares, and the best one is not."""
        return bool(squares >> self.square & 1) and not squares >> self.best_square & 1

    def fewer(self, count: Callable[[Position], int]) -> int:
        """The count after the best move, less the count after this one."""
        return count(self.instead) - count(self.after)


_KINDS: dict[str, tuple[str, Callable[[_Change], bool]]] = {
    "corner given": (
        "the opponent can now take a corner, and could not after the best move",
        lambda move: bool(move.after.legal_mask & _corners(move.before) & ~move.instead.legal_mask),
    ),
    "corner missed": (
        "the best move took a corner, this one did not",
        lambda move: move.enters(~_corners(move.before)),
    ),
    "X-square": (
        "a move diagonally beside an empty corner, where the best move was none",
        lambda move: move.enters(_beside_corners(move.before, diagonally=True)),
    ),
    "C-square": (
        "a move on the edge beside an empty corner, where the best move was none",
        lambda move: move.enters(_beside_corners(move.before, diagonally=False)),
    ),
    "mobility": (
        f"at least {CHOICES} choices fewer than after the best move, one's own less the opponent's; with more "
        f"than {ENDGAME_FROM} empty squares",
        lambda move: not move.is_late and move.fewer(_choices) >= CHOICES,
    ),
    "frontier": (
        f"at least {FRONTIER} more of one's discs touch an empty square than after the best move; with more "
        f"than {ENDGAME_FROM} empty squares",
        lambda move: not move.is_late and -move.fewer(_frontier) >= FRONTIER,
    ),
    "discs": (
        f"at least {FLIPS} more discs turned over than by the best move; in the opening",
        lambda move: move.before.n_empties >= OPENING_FROM and -move.fewer(_own_discs) >= FLIPS,
    ),
    "parity": (
        "a move in a region of an even number of empty squares, the best one in an odd region; from "
        f"{ENDGAME_FROM} empty squares on",
        lambda move: move.is_late and move.enters(_even_regions(move.before)),
    ),
    "pass missed": (
        "the best move left the opponent without a move, this one did not",
        lambda move: move.instead.must_pass and not move.after.must_pass,
    ),
    "pass allowed": (
        "the opponent can now leave one without a move, which the best move did not allow",
        lambda move: _can_force_pass(move.after) and not _can_force_pass(move.instead),
    ),
    "wipe-out missed": (
        "the best move is proven to leave the opponent without a disc in the end, this one is not",
        lambda move: move.judged.best.is_proven and move.best_value == move.before.size**2,
    ),
    "wipe-out allowed": (
        "this move, and not the best one, is proven to leave one without a disc in the end",
        lambda move: move.judged.played.is_proven and move.value == -(move.before.size**2),
    ),
    "win thrown away": (
        "the best move was proven to win, this one is proven not to",
        lambda move: move.judged.is_proven and move.best_value > 0 >= move.value,
    ),
    "draw thrown away": (
        "the best move was proven to draw, this one is proven to lose",
        lambda move: move.judged.is_proven and move.best_value == 0,
    ),
    "count": (
        "a proven loss of discs that changed nothing in who wins",
        lambda move: move.judged.is_proven and winner(move.best_value) == winner(move.value),
    ),
}

KINDS = {name: meaning for name, (meaning, _) in _KINDS.items()}
"""The names of all kinds, and what each means. New ones go to the end: reviews of old libraries know them by place."""


def _corners(position: Position) -> int:
    return sum(1 << corner for corner in corners(position.size))


def _beside_corners(position: Position, *, diagonally: bool) -> int:
    """The squares beside the corners that are empty: the X-squares, or the C-squares."""
    size, found = position.size, 0
    for corner in corners(size):
        if not position.occupied >> corner & 1:
            for square in bits(spread(1 << corner, size) & ~(1 << corner)):
                if (square // size != corner // size and square % size != corner % size) == diagonally:
                    found |= 1 << square
    return found


def _choices(after: Position) -> int:
    """Moves that the side that has just moved would have, less those of the opponent."""
    return after.switched().legal_mask.bit_count() - after.legal_mask.bit_count()


def _frontier(after: Position) -> int:
    """Discs of the side that has just moved that touch an empty square."""
    return (after.opponent & spread(full(after.size) & ~after.occupied, after.size)).bit_count()


def _own_discs(after: Position) -> int:
    """Discs of the side that has just moved."""
    return after.opponent.bit_count()


def _even_regions(position: Position) -> int:
    return sum(region for region in regions_of(position) if region.bit_count() % 2 == 0)


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


def _can_force_pass(position: Position) -> bool:
    """Tells whether the side to move has a move after which the other side must pass."""
    return any(position.play(move).must_pass for move in position.legal_moves if move != PASS)


def spread(board: int, size: int) -> int:
    """Some squares with all that touch them, at a corner too."""
    sideways = board | (board & ~column(size - 1, size)) << 1 | (board & ~column(0, size)) >> 1
    return (sideways | sideways << size | sideways >> size) & full(size)
