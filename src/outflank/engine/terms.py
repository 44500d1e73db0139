"""The effects of a move in terms that players use: mobility, corners, stable discs, frontier, parity and evaluation.

Each effect is a count on the board before or after the move, or a sum of weights. No search is involved. `explain`
turns the terms into sentences.
"""

from dataclasses import dataclass

from outflank.board.masks import ALL, CORNERS, NOT_A, NOT_H
from outflank.board.squares import NAMES, SQUARES, bits
from outflank.board.stability import stable_discs
from outflank.evaluation.evaluate import UNIT, features_of
from outflank.evaluation.patterns import FEATURES, phase_of
from outflank.evaluation.weights import Weights
from outflank.rules import Position

_BESIDE = {  # the squares next to each corner: its X-square, then its two C-squares
    "a1": ("b2", "b1", "a2"),
    "h1": ("g2", "g1", "h2"),
    "a8": ("b7", "b8", "a7"),
    "h8": ("g7", "g8", "h7"),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """The effects of a move on the side that makes it (*own*) and on the opponent (*their*).

    Squares are listed by name, in board order. Moves *before* are the moves available to a side in the position before
    the move, as if it were that side's turn. Moves *after* are the opponent's replies, or the moves that the mover
    would have if it could move a second time.
    """

    move: str
    turned: int  # discs that the move flips
    replies_before: int
    replies: int  # the opponent's moves after it
    ends: bool  # True if neither side can move after it
    own_moves_before: int
    own_moves: int
    own_frontier_before: int  # own discs next to an empty square
    own_frontier: int
    own_stable_before: tuple[str, ...]
    own_stable: tuple[str, ...]
    their_stable_before: tuple[str, ...]
    their_stable: tuple[str, ...]
    takes_corner: bool
    their_corners_before: tuple[str, ...]  # corners that the opponent could take
    their_corners: tuple[str, ...]
    own_corners_before: tuple[str, ...]
    own_corners: tuple[str, ...]
    x_square_of: str | None  # the empty corner next to this X-square
    c_square_of: str | None  # the empty corner next to this C-square
    region: int  # empty squares in the move's region before the move, including the move's own square
    n_empties: int  # after the move
    sight: dict[str, float]  # the mover's evaluation after the move, by pattern; {} if the game is over

    @property
    def evaluation(self) -> float:
        """The evaluation after the move in discs, from the mover's point of view."""
        return sum(self.sight.values())


def terms_of(position: Position, move: str, weights: Weights) -> Terms:
    """Compute the terms of a legal move on the 8×8 board. The move must not be a pass."""
    after = position.play(move)
    own, theirs = position.player, position.opponent
    own_after, theirs_after = after.opponent, after.player
    empties = ~position.occupied & ALL
    replies, own_next = after.legal_mask, after.switched().legal_mask
    their_moves = position.switched().legal_mask
    kind, corner = beside_empty_corner(position, move)
    return Terms(
        move=move,
        turned=position.flips(move).bit_count(),
        replies_before=their_moves.bit_count(),
        replies=replies.bit_count(),
        ends=after.is_over,
        own_moves_before=position.legal_mask.bit_count(),
        own_moves=own_next.bit_count(),
        own_frontier_before=(own & neighbours(empties)).bit_count(),
        own_frontier=(own_after & neighbours(~after.occupied & ALL)).bit_count(),
        own_stable_before=_names(stable_discs(own, theirs)),
        own_stable=_names(stable_discs(own_after, theirs_after)),
        their_stable_before=_names(stable_discs(theirs, own)),
        their_stable=_names(stable_discs(theirs_after, own_after)),
        takes_corner=bool(CORNERS >> SQUARES[8][move] & 1),
        their_corners_before=_names(their_moves & CORNERS),
        their_corners=_names(replies & CORNERS),
        own_corners_before=_names(position.legal_mask & CORNERS),
        own_corners=_names(own_next & CORNERS),
        x_square_of=corner if kind == "X" else None,
        c_square_of=corner if kind == "C" else None,
        region=region_of(1 << SQUARES[8][move], empties).bit_count(),
        n_empties=after.n_empties,
        sight={} if after.is_over else seen(after, weights),
    )


def beside_empty_corner(position: Position, move: str) -> tuple[str, str | None]:
    """The type of the square, ``"X"`` or ``"C"``, and the empty corner beside it; ``""`` and None for other squares."""
    for corner, near in _BESIDE.items():
        if move in near and position.disc_at(corner) is None:
            return "X" if move == near[0] else "C", corner
    return "", None


def seen(position: Position, weights: Weights) -> dict[str, float]:
    """The evaluation in discs for the side that is *not* to move, divided among the patterns and a constant.

    The values add up to the evaluation, except where it is limited to ±63 discs.
    """
    row = weights.table[phase_of(position.n_empties)]
    sums = {"constant": -int(row[position.n_empties & 1])}
    for (pattern, _), index in zip(FEATURES, features_of(position.player, position.opponent), strict=False):
        sums[pattern.name] = sums.get(pattern.name, 0) - int(row[pattern.centre + int(index)])
    return {name: total / UNIT for name, total in sums.items()}


def neighbours(squares: int) -> int:
    """Add all adjacent squares to a mask, including diagonally adjacent ones."""
    wide = squares | (squares & NOT_H) << 1 | (squares & NOT_A) >> 1
    return (wide | wide << 8 | wide >> 8) & ALL


def region_of(square: int, empties: int) -> int:
    """The region of empty squares connected to `square` (a single bit) horizontally, vertically or diagonally."""
    region = square
    while (grown := neighbours(region) & empties) != region:
        region = grown
    return region


def _names(squares: int) -> tuple[str, ...]:
    return tuple(NAMES[8][square] for square in bits(squares))
