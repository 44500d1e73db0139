"""The rules, the end of the game and stability once more, as kernels: as plain as `naive`, but fit for millions.

Nothing is taken from the package but the decorator. Walks go square by square; a board is two bitboards, bit
row × 8 + column; scores are from the point of view of the side to move, empties to the winner.
"""

import numpy as np

from outflank.jit import kernel

NONE, ONE, FULL = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)


@kernel("uint64(int64, int64)")
def bit_at(row, column):
    return ONE << np.uint64(8 * row + column)


@kernel("int64(uint64)")
def count(board):
    n = 0
    for row in range(8):
        for column in range(8):
            if board & bit_at(row, column) != NONE:
                n += 1
    return n


@kernel("boolean(int64, int64)")
def on_board(row, column):
    return 0 <= row < 8 and 0 <= column < 8


# --- moves --------------------------------------------------------------------------------------------------------


@kernel("uint64(int64, uint64, uint64)")
def turned(square, player, opponent):
    """The discs that the player turns over by a disc on an empty square."""
    found = NONE
    for rows in range(-1, 2):
        for columns in range(-1, 2):
            if rows == 0 and columns == 0:
                continue
            row, column, passed = square // 8 + rows, square % 8 + columns, NONE
            while on_board(row, column) and opponent & bit_at(row, column) != NONE:
                passed |= bit_at(row, column)
                row += rows
                column += columns
            if on_board(row, column) and player & bit_at(row, column) != NONE:
                found |= passed
    return found


@kernel("uint64(uint64, uint64)")
def legal(player, opponent):
    """The empty squares where the player turns over something."""
    found = NONE
    for square in range(64):
        bit = bit_at(square // 8, square % 8)
        if (player | opponent) & bit == NONE and turned(square, player, opponent) != NONE:
            found |= bit
    return found


# --- the end of the game ------------------------------------------------------------------------------------------


@kernel("int64(uint64, uint64)")
def final(player, opponent):
    own, others = count(player), count(opponent)
    if own > others:
        return 64 - 2 * others
    return 0 if own == others else 2 * own - 64


@kernel("int64(uint64, uint64)")
def plainest(player, opponent):
    """The score, by minimax without any cut-off."""
    best = -65
    for square in range(64):
        bit = bit_at(square // 8, square % 8)
        if (player | opponent) & bit == NONE:
            flipped = turned(square, player, opponent)
            if flipped != NONE:
                best = max(best, -plainest(opponent ^ flipped, player ^ flipped ^ bit))
    if best > -65:
        return best
    return final(player, opponent) if legal(opponent, player) == NONE else -plainest(opponent, player)


@kernel("int64(uint64, uint64, int64, int64)")
def score(player, opponent, alpha, beta):
    """The score, if it lies between `alpha` and `beta`, by alpha-beta on the moves in the order of their squares."""
    best = -65
    for square in range(64):
        bit = bit_at(square // 8, square % 8)
        if (player | opponent) & bit == NONE:
            flipped = turned(square, player, opponent)
            if flipped != NONE:
                best = max(best, -score(opponent ^ flipped, player ^ flipped ^ bit, -beta, -max(alpha, best)))
                if best >= beta:
                    return best
    if best > -65:
        return best
    return final(player, opponent) if legal(opponent, player) == NONE else -score(opponent, player, -beta, -alpha)


# --- stability ----------------------------------------------------------------------------------------------------


@kernel("uint64(uint64, uint64)")
def ever_turned(player, opponent):
    """The discs on the board that some sequence of placements turns over.

    Either side may place a disc on any empty square at any time, whether or not it turns over anything; the sequences
    of legal moves are among these.
    """
    found = NONE
    for square in range(64):
        bit = bit_at(square // 8, square % 8)
        if (player | opponent) & bit == NONE:
            flipped = turned(square, player, opponent)
            found |= flipped | ever_turned(player ^ flipped ^ bit, opponent ^ flipped)
            flipped = turned(square, opponent, player)
            found |= flipped | ever_turned(player ^ flipped, opponent ^ flipped ^ bit)
    return found & (player | opponent)


@kernel("int64(int64, int64, int64)")
def turned_on_edge(at, own, others):
    """The discs that a disc at one of the eight places of an edge turns over along it."""
    found = 0
    for step in range(-1, 2, 2):
        place, passed = at + step, 0
        while 0 <= place < 8 and others >> place & 1:
            passed |= 1 << place
            place += step
        if 0 <= place < 8 and own >> place & 1:
            found |= passed
    return found


@kernel("int64(int64, int64, int64[:])")
def steady_on_edge(own, others, known):
    """The discs of either side on an edge that no sequence of placements along it turns over.

    `known` holds the answer for 256 × own + others, or -1.
    """
    if known[256 * own + others] < 0:
        steady = own | others
        for at in range(8):
            bit = 1 << at
            if (own | others) & bit == 0:
                flipped = turned_on_edge(at, own, others)
                steady &= ~flipped & steady_on_edge(own ^ flipped ^ bit, others ^ flipped, known)
                flipped = turned_on_edge(at, others, own)
                steady &= ~flipped & steady_on_edge(own ^ flipped, others ^ flipped ^ bit, known)
        known[256 * own + others] = steady
    return known[256 * own + others]


@kernel("uint64(uint64, uint64, int64[:])")
def steady_on_edges(player, opponent, known):
    """The player's discs that are steady on one of the four edges; `known` as above."""
    found = NONE
    for edge in range(4):
        own = others = 0
        for at in range(8):
            bit = bit_at(7 * (edge & 1), at) if edge < 2 else bit_at(at, 7 * (edge & 1))
            if player & bit != NONE:
                own |= 1 << at
            if opponent & bit != NONE:
                others |= 1 << at
        steady = own & steady_on_edge(own, others, known)
        for at in range(8):
            if steady >> at & 1:
                found |= bit_at(7 * (edge & 1), at) if edge < 2 else bit_at(at, 7 * (edge & 1))
    return found


@kernel("boolean(int64, int64, int64, int64, uint64)")
def is_full(row, column, rows, columns, occupied):
    """Whether all squares are occupied on the line through a square in one direction and back."""
    for sign in range(-1, 2, 2):
        y, x = row, column
        while on_board(y, x):
            if occupied & bit_at(y, x) == NONE:
                return False
            y += sign * rows
            x += sign * columns
    return True


@kernel("boolean(int64, int64, uint64)")
def holds(row, column, board):
    """Whether a square, which may lie beyond the board, is one of `board`."""
    return on_board(row, column) and board & bit_at(row, column) != NONE


@kernel("uint64(uint64, uint64, int64[:])")
def steady(player, opponent, known):
    """The player's discs that are steady on an edge, or inside with each of four lines full or beside a steady disc."""
    found = steady_on_edges(player, opponent, known)
    while True:
        before = found
        for row in range(1, 7):
            for column in range(1, 7):
                if player & bit_at(row, column) == NONE:
                    continue
                n_safe = 0
                for axis in range(4):
                    rows, columns = (0, 1) if axis == 0 else (1, axis - 2)
                    if (
                        is_full(row, column, rows, columns, player | opponent)
                        or holds(row + rows, column + columns, found)
                        or holds(row - rows, column - columns, found)
                    ):
                        n_safe += 1
                if n_safe == 4:
                    found |= bit_at(row, column)
        if found == before:
            return found
