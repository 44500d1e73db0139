"""Shapes and counts on the board that players have words for: regions, edges, wedges, safe and quiet moves, traps.

Everything is plain Python and works on every board size. `after` is always a position after a move, so its opponent is
the side that has just moved.
"""

from collections.abc import Iterator

from outflank.board.squares import NAMES, bits, column, corners, full, row
from outflank.rules import PASS, Position


def spread(board: int, size: int) -> int:
    """Return the squares on a bitboard and all squares that touch them, including diagonally."""
    sideways = board | (board & ~column(size - 1, size)) << 1 | (board & ~column(0, size)) >> 1
    return (sideways | sideways << size | sideways >> size) & full(size)


def regions_of(position: Position) -> list[int]:
    """Return the regions of empty squares as bitboards; squares that touch, even at a corner, share a region."""
    left, found = empties_of(position), []
    while left:
        region = left & -left
        while (wider := spread(region, position.size) & left) != region:
            region = wider
        found.append(region)
        left &= ~region
    return found


def empties_of(position: Position) -> int:
    """Return the empty squares."""
    return full(position.size) & ~position.occupied


def corners_of(position: Position) -> int:
    """Return the four corners."""
    return sum(1 << corner for corner in corners(position.size))


def beside_corners(position: Position, *, diagonally: bool) -> int:
    """Return the X-squares next to empty corners if `diagonally` is true, or else the C-squares."""
    size, found = position.size, 0
    for corner in corners(size):
        if not position.occupied >> corner & 1:
            for square in bits(spread(1 << corner, size) & ~(1 << corner)):
                if (square // size != corner // size and square % size != corner % size) == diagonally:
                    found |= 1 << square
    return found


def _edges(size: int) -> list[tuple[int, ...]]:
    """Return the squares of each edge, in order from corner to corner."""
    masks = row(0, size), row(size - 1, size), column(0, size), column(size - 1, size)
    return [tuple(bits(mask)) for mask in masks]


def unbalanced_edges(after: Position) -> int:
    """Return the edges that the side that has just moved holds with all but one of the squares between empty corners.

    The empty square is at one end, so the side's discs, five on an 8×8 board, stand in a row.
    """
    found = 0
    for edge in _edges(after.size):
        between = edge[1:-1]
        for row_of_discs in (between[1:], between[:-1]):
            taken = sum(1 << square for square in row_of_discs)
            whole = sum(1 << square for square in edge)
            if after.occupied & whole == taken and after.opponent & taken == taken:
                found |= whole
    return found


def wedges(position: Position) -> int:
    """Return the edge squares where the side to move can wedge.

    A wedge is a move between two of the opponent's discs on an edge that flips neither of them.
    """
    found = 0
    for edge in _edges(position.size):
        for before, square, behind in zip(edge, edge[1:], edge[2:], strict=False):
            beside = 1 << before | 1 << behind
            is_between = position.legal_mask >> square & 1 and position.opponent & beside == beside
            if is_between and not position.flips(NAMES[position.size][square]) & beside:
                found |= 1 << square
    return found


def safe_moves(position: Position) -> int:
    """Return the number of moves that do not let the opponent take a corner that he cannot take anyway."""
    known = position.switched().legal_mask
    return sum(
        not position.play(move).legal_mask & corners_of(position) & ~known
        for move in position.legal_moves
        if move != PASS
    )


def own_squares(after: Position) -> int:
    """Return the number of squares that only the side that has just moved can play, minus those only the other can.

    Squares beside an empty corner do not count.
    """
    near = beside_corners(after, diagonally=True) | beside_corners(after, diagonally=False)
    own, theirs = after.switched().legal_mask & ~near, after.legal_mask & ~near
    return (own & ~theirs).bit_count() - (theirs & ~own).bit_count()


def is_quiet(position: Position, move: str) -> bool:
    """Return True if a move flips no disc that touches an empty square after it."""
    after = position.play(move)
    return not position.flips(move) & spread(empties_of(after), after.size)


def open_odd_regions(after: Position) -> int:
    """Return the number of regions with an odd number of empty squares that the side to move can play in."""
    return sum(region.bit_count() % 2 == 1 and bool(region & after.legal_mask) for region in regions_of(after))


def choices(after: Position) -> int:
    """Return the lead in mobility of the side that has just moved.

    This is the number of legal moves that the side would have if it could move again, minus the opponent's number of
    legal moves.
    """
    return after.switched().legal_mask.bit_count() - after.legal_mask.bit_count()


def frontier(after: Position) -> int:
    """Return the number of discs that belong to the side that has just moved and touch an empty square."""
    return (after.opponent & spread(empties_of(after), after.size)).bit_count()


def stoner_traps(after: Position) -> int:
    """Return the X-squares with which the side to move traps the other side's edge, as Stoner did.

    After the move on the X-square, the other side cannot take the corner beside it. On an edge at that corner, it holds
    the C-square, and the next square is empty. A move there threatens the corner, and whatever the answer to it, the
    trapper can take a corner.
    """
    found = 0
    for x_square, corner, c_square, a_square in _traps(after.size):
        is_weak = not after.occupied & (1 << corner | 1 << a_square) and after.opponent >> c_square & 1
        if is_weak and after.legal_mask >> x_square & 1 and _is_sprung(after, x_square, corner, a_square):
            found |= 1 << x_square
    return found


def _traps(size: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the X-square, the corner, the C-square and the square next to it for both edges at each corner."""
    for corner in corners(size):
        along, across = (1 if corner % size == 0 else -1), (size if corner < size else -size)
        for step in (along, across):
            yield corner + along + across, corner, corner + step, corner + 2 * step


def _is_sprung(position: Position, x_square: int, corner: int, a_square: int) -> bool:
    names, taken = NAMES[position.size], corners_of(position)
    trapped = position.play(names[x_square])
    if trapped.legal_mask >> corner & 1:
        return False
    attacking = trapped.switched()
    if not attacking.legal_mask >> a_square & 1 or attacking.legal_mask & taken:
        return False
    attacked = attacking.play(names[a_square])
    return all(attacked.play(answer).legal_mask & taken for answer in attacked.legal_moves)
