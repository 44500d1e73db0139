"""Kinds of mistake, which describe visible differences between a move that loses discs and the best move.

Most kinds compare three positions: the one before the move, the one after it, and the one after the best move. Some
compare the positions at the ends of both lines. A mistake may have several kinds or none. Kinds that mention a result
require proven scores.
"""

from collections.abc import Callable
from functools import cache

from outflank.analysis.judged import JudgedMove, winner
from outflank.analysis.shapes import (
    beside_corners,
    choices,
    corners_of,
    frontier,
    is_quiet,
    open_odd_regions,
    own_squares,
    regions_of,
    safe_moves,
    stoner_traps,
    unbalanced_edges,
    wedges,
)
from outflank.board.squares import SQUARES
from outflank.book.answers import SHIPPED, Book, moves_of, open_book
from outflank.play import MoveValue
from outflank.rules import PASS, Position

OPENING_FROM, ENDGAME_FROM = 41, 20
"""Bounds of the opening and the endgame, as numbers of empties before a move.

The opening has 60 to 41 empties, the midgame 40 to 21, and the endgame 20 to 0.
"""

CHOICES, FRONTIER, FLIPS, OWN, EXPOSED = 4, 3, 3, 3, 4
"""Minimum differences from the best move that count as mistakes.

They apply to mobility, frontier discs, flipped discs, squares that only one side can play, and, at the end of the
lines, frontier discs of both sides.
"""

LATER = 8
"""Number of moves after which two lines are compared."""

FEWEST_MOVES = 3
"""Lines with fewer moves are not compared."""


def kinds_of(position: Position, judged: JudgedMove) -> tuple[str, ...]:
    """Return the kinds of mistake that a move makes.

    The result is empty unless the move loses at least `judged.INACCURACY` discs or throws away a proven win or draw.
    """
    if not judged.is_mistake or PASS in (judged.move, judged.best.move):
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

    @property
    def answer(self) -> str:
        """The opponent's best answer to the move played; empty if it is unknown or a pass."""
        return _answer(self.judged.played)

    @property
    def answer_to_best(self) -> str:
        """The opponent's best answer to the best move; empty if it is unknown or a pass."""
        return _answer(self.judged.best)

    def enters(self, squares: int) -> bool:
        """Return True if the move played is on one of `squares` and the best move is not."""
        return bool(squares >> self.square & 1) and not squares >> self.best_square & 1

    def opens(self, squares: Callable[[Position], int]) -> bool:
        """Return True if `squares` finds a square after the move played that it does not find after the best move."""
        return bool(squares(self.after) & ~squares(self.instead))

    def later_fewer(self, count: Callable[[Position], int]) -> int:
        """Return a count at the end of the best line minus the same count at the end of the line played.

        Both lines are followed for the same number of moves, up to `LATER`; lines of fewer than `FEWEST_MOVES` are
        not compared. The count sees the position as if the opponent had the move.
        """
        lines = self.judged.best.pv, self.judged.played.pv
        n_moves = min(LATER, *map(len, lines))
        if n_moves < FEWEST_MOVES:
            return 0
        best, played = (count(self._reached(line[:n_moves])) for line in lines)
        return best - played

    def _reached(self, line: tuple[str, ...]) -> Position:
        position = self.before
        for move in line:
            position = position.play(move)
        return position if position.turn != self.before.turn else position.switched()

    def fewer(self, count: Callable[[Position], int]) -> int:
        """Return a count after the best move minus the same count after the move played."""
        return count(self.instead) - count(self.after)


def _answer(found: MoveValue) -> str:
    answer = found.pv[1] if len(found.pv) > 1 else ""
    return "" if answer == PASS else answer


_KINDS: dict[str, tuple[str, Callable[[_Change], bool]]] = {
    "corner given": (
        "the opponent can now take a corner, which the best move does not allow",
        lambda move: bool(move.after.legal_mask & corners_of(move.before) & ~move.instead.legal_mask),
    ),
    "corner missed": (
        "the best move takes a corner, and this one does not",
        lambda move: move.enters(~corners_of(move.before)),
    ),
    "X-square": (
        "a move diagonally next to an empty corner, unlike the best move",
        lambda move: move.enters(beside_corners(move.before, diagonally=True)),
    ),
    "C-square": (
        "a move on the edge next to an empty corner, unlike the best move",
        lambda move: move.enters(beside_corners(move.before, diagonally=False)),
    ),
    "mobility": (
        f"own moves minus the opponent's are at least {CHOICES} fewer than after the best move; only with more "
        f"than {ENDGAME_FROM} empty squares",
        lambda move: not move.is_late and move.fewer(choices) >= CHOICES,
    ),
    "frontier": (
        f"at least {FRONTIER} more own discs next to empty squares than after the best move; "
        f"only with more than {ENDGAME_FROM} empty squares",
        lambda move: not move.is_late and -move.fewer(frontier) >= FRONTIER,
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
    "unbalanced edge": (
        "this side now holds all but one of the squares between two empty corners, in a row, unlike after the best one",
        lambda move: move.opens(unbalanced_edges),
    ),
    "wedge allowed": (
        "the opponent can now play between two discs of an edge and flip neither, which the best move does not allow",
        lambda move: move.opens(wedges),
    ),
    "wedge missed": (
        "the best move is between two of the opponent's discs of an edge and flips neither; this one is no such move",
        lambda move: move.enters(~wedges(move.before)),
    ),
    "Stoner trap": (
        "the opponent can now trap an edge by a move on an X-square that wins a corner, which the best move prevents",
        lambda move: move.opens(stoner_traps),
    ),
    "own squares": (
        f"squares that only this side can play minus those that only the opponent can are at least {OWN} fewer than "
        "after the best move; squares beside an empty corner do not count",
        lambda move: move.fewer(own_squares) >= OWN,
    ),
    "tempo": (
        "the best move leaves the opponent without a safe move, and this one does not; or this one leaves this side "
        "without a safe move to follow, and the best move does not; a safe move gives away no corner",
        lambda move: _wins_tempo(move),
    ),
    "parity given away": (
        "the opponent can now play in a region with an odd number of empty squares, but nowhere after the best move; "
        f"only with at most {ENDGAME_FROM} empty squares",
        lambda move: move.is_late and open_odd_regions(move.after) > 0 == open_odd_regions(move.instead),
    ),
    "sacrifice missed": (
        "the best move lets the opponent take a corner, and this one does not",
        lambda move: bool(move.instead.legal_mask & corners_of(move.before) & ~move.after.legal_mask),
    ),
    "quiet move missed": (
        "the best move flips no disc that touches an empty square, and this one does",
        lambda move: is_quiet(move.before, move.judged.best.move) and not is_quiet(move.before, move.judged.move),
    ),
    "quiet answer": (
        "the opponent's best answer flips no disc that touches an empty square, unlike that to the best move",
        lambda move: (
            bool(move.answer and move.answer_to_best)
            and is_quiet(move.after, move.answer)
            and not is_quiet(move.instead, move.answer_to_best)
        ),
    ),
    "square left": (
        "the opponent's best answer is on the square of the best move",
        lambda move: move.answer == move.judged.best.move,
    ),
    "corners later": (
        f"in the best line, this side has more corners compared with the opponent after {LATER} moves than in the line "
        "of the move played",
        lambda move: move.later_fewer(_corner_lead) >= 1,
    ),
    "mobility later": (
        f"own moves minus the opponent's are at least {CHOICES} fewer after {LATER} moves than in the best line",
        lambda move: move.later_fewer(choices) >= CHOICES,
    ),
    "frontier later": (
        f"own discs next to empty squares minus the opponent's are at least {EXPOSED} more after {LATER} moves than in "
        "the best line",
        lambda move: -move.later_fewer(_frontier_lead) >= EXPOSED,
    ),
    "left the book": (
        "the built-in opening book knows the best move, but not this one; only in the opening",
        lambda move: _leaves_book(move),
    ),
}

KINDS = {name: meaning for name, (meaning, _) in _KINDS.items()}
"""Descriptions of all kinds, by name.

Add new kinds at the end, because old libraries refer to kinds by their positions in this list.
"""


def _wins_tempo(move: _Change) -> bool:
    """Return True if the best move leaves the opponent without a safe move, or this side with one, unlike this one."""
    if move.after.must_pass or move.instead.must_pass:
        return False
    is_theirs = safe_moves(move.after) > 0 == safe_moves(move.instead)
    own, own_instead = (safe_moves(after.switched()) for after in (move.after, move.instead))
    return is_theirs or own == 0 < own_instead


def _corner_lead(after: Position) -> int:
    """Return the corners of the side that has just moved minus those of the opponent."""
    taken = corners_of(after)
    return (after.opponent & taken).bit_count() - (after.player & taken).bit_count()


def _frontier_lead(after: Position) -> int:
    """Return the frontier discs of the side that has just moved minus those of the opponent."""
    return frontier(after) - frontier(after.switched())


def _own_discs(after: Position) -> int:
    """Return the number of discs that belong to the side that has just moved."""
    return after.opponent.bit_count()


def _even_regions(position: Position) -> int:
    return sum(region for region in regions_of(position) if region.bit_count() % 2 == 0)


def _can_force_pass(position: Position) -> bool:
    """Return True if the side to move can force the opponent to pass."""
    return any(position.play(move).must_pass for move in position.legal_moves if move != PASS)


def _leaves_book(move: _Change) -> bool:
    """Return True if the built-in book knows the best move, but not the move played."""
    if move.before.size != 8 or move.before.n_empties < OPENING_FROM:
        return False
    known = {each.move for each in moves_of(_book(), move.before) if each.value is not None}
    return move.judged.best.move in known and move.judged.move not in known


@cache
def _book() -> Book:
    return open_book(SHIPPED)
