"""Plain minimax to the end of the game, on plain integers: the moves by walking, nothing from the package.

A board is two bitboards, bit row × 8 + column. Scores are from the point of view of the side to move, and empty squares
count for the winner.
"""

FULL = 2**64 - 1


def _rays_from(square):
    """The squares in each direction, nearest first, as bits; only rays on which something can be turned over."""
    rays = []
    for rows in (-1, 0, 1):
        for columns in (-1, 0, 1):
            row, column, ray = square // 8 + rows, square % 8 + columns, []
            while (rows or columns) and 0 <= row < 8 and 0 <= column < 8:
                ray.append(1 << 8 * row + column)
                row, column = row + rows, column + columns
            if len(ray) > 1:
                rays.append(ray)
    return rays


RAYS = {1 << square: _rays_from(square) for square in range(64)}


def turned(bit, player, opponent):
    turned = 0
    for ray in RAYS[bit]:
        if not ray[0] & opponent:
            continue
        passed = 0
        for each in ray:
            if each & opponent:
                passed |= each
            else:
                if each & player:
                    turned |= passed
                break
    return turned


def children(player, opponent):
    """The boards after each move, seen by the side that moves next, by the square of the move."""
    found, empty = {}, ~(player | opponent) & FULL
    while empty:
        bit = empty & -empty
        empty ^= bit
        flipped = turned(bit, player, opponent)
        if flipped:
            found[bit.bit_length() - 1] = opponent ^ flipped, player ^ flipped ^ bit
    return found


def final(player, opponent):
    difference, empties = player.bit_count() - opponent.bit_count(), 64 - (player | opponent).bit_count()
    return difference + empties * ((difference > 0) - (difference < 0))


def score(player, opponent, alpha=-64, beta=64):
    """The score, if it lies between `alpha` and `beta`."""
    moves = children(player, opponent)
    if not moves:
        return -score(opponent, player, -beta, -alpha) if children(opponent, player) else final(player, opponent)
    best = -64
    for child in moves.values():
        best = max(best, -score(*child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def plainest(player, opponent):
    """The score again, without any cut-off."""
    moves = children(player, opponent)
    if moves:
        return max(-plainest(*child) for child in moves.values())
    return -plainest(opponent, player) if children(opponent, player) else final(player, opponent)


def move_scores(player, opponent):
    """The score of each move, by its square."""
    return {square: -score(*child) for square, child in children(player, opponent).items()}
