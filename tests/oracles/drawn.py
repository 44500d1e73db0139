"""Positions by the million, drawn by kernels: from random games, with any discs, and awkward ones on purpose."""

import numpy as np

from outflank.jit import kernel
from tests.oracles.compiled import FULL, NONE, ONE, bit_at, count, legal, on_board, turned

CORNERS, EDGES = np.uint64(0x8100000000000081), np.uint64(0xFF818181818181FF)
CHECKERS = np.uint64(0xAA55AA55AA55AA55)
STEP, MIX_1, MIX_2 = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_11, _27, _30, _31 = (np.uint64(n) for n in (11, 27, 30, 31))
BLACK, WHITE = np.uint64(0x0000000810000000), np.uint64(0x0000001008000000)

CHUNK = 10_000

KINDS = (
    "any discs",
    "nearly all discs of one side",
    "one side with two discs, one or none",
    "corners of one side",
    "edges full",
    "checkers, with a few that do not fit",
    "rows, or columns, of one side each",
    "empty squares that lie together",
    "from a random game",
    "the side to move must pass",
)
GAME, PASS = KINDS.index("from a random game"), KINDS.index("the side to move must pass")


@kernel("uint64(uint64[:])")
def number(seed):
    """The next random number: SplitMix64 (Steele, Lea and Flood 2014)."""
    seed[0] += STEP
    mixed = (seed[0] ^ seed[0] >> _30) * MIX_1
    mixed = (mixed ^ mixed >> _27) * MIX_2
    return mixed ^ mixed >> _31


@kernel("int64(int64, uint64[:])")
def below(n, seed):
    """A random number from 0 to n - 1."""
    return np.int64(number(seed) >> _11) % n


@kernel("uint64(uint64, uint64[:])")
def one_of(squares, seed):
    """One of the squares of a bitboard that is not empty."""
    left = below(count(squares), seed)
    for square in range(64):
        bit = bit_at(square // 8, square % 8)
        if squares & bit != NONE:
            if left == 0:
                return bit
            left -= 1
    return NONE


@kernel("uint64(int64, uint64, uint64[:])")
def some_of(n, squares, seed):
    """So many of the squares of a bitboard, or all of them."""
    found = NONE
    for _ in range(min(n, count(squares))):
        found |= one_of(squares & ~found, seed)
    return found


@kernel("uint64(uint64)")
def beside(squares):
    """The squares next to those of a bitboard, in eight directions."""
    found = NONE
    for square in range(64):
        for near in range(9):
            row, column = square // 8 + near // 3 - 1, square % 8 + near % 3 - 1
            if squares & bit_at(square // 8, square % 8) != NONE and on_board(row, column):
                found |= bit_at(row, column)
    return found & ~squares


@kernel("UniTuple(uint64, 2)(int64, uint64[:])")
def from_game(n_empties, seed):
    """The position with so many empty squares in a random game that gets so far."""
    while True:
        player, opponent = BLACK, WHITE
        while 64 - count(player | opponent) > n_empties:
            moves = legal(player, opponent)
            if moves == NONE:
                player, opponent = opponent, player
                moves = legal(player, opponent)
                if moves == NONE:
                    break
            bit = one_of(moves, seed)
            for square in range(64):
                if bit == bit_at(square // 8, square % 8):
                    flipped = turned(square, player, opponent)
            player, opponent = opponent ^ flipped, player ^ flipped ^ bit
        if 64 - count(player | opponent) == n_empties:
            return player, opponent


@kernel("UniTuple(uint64, 2)(int64, int64, uint64[:])")
def set_up(kind, n_empties, seed):
    """A position of a kind, by its place in KINDS, other than those from games and of passes."""
    discs, where = number(seed), FULL
    if kind == 1:
        discs &= number(seed) & number(seed)
    elif kind == 2:
        discs = some_of(below(3, seed), FULL, seed)
    elif kind == 3:
        discs |= CORNERS
        where = ~CORNERS
    elif kind == 4:
        if below(2, seed) == 0:
            discs |= EDGES
        where = ~EDGES
    elif kind == 5:
        discs = CHECKERS ^ some_of(below(7, seed), FULL, seed)
    elif kind == 6:
        of_rows, lines = below(2, seed), discs
        discs = NONE
        for square in range(64):
            line = square // 8 if of_rows else square % 8
            if lines >> np.uint64(line) & ONE != NONE:
                discs |= bit_at(square // 8, square % 8)
    empties = NONE
    if kind == 7:
        for _ in range(n_empties):
            near = beside(empties)
            empties |= one_of(near if near != NONE else FULL & ~empties, seed)
    else:
        empties = some_of(n_empties, where, seed)
        empties |= some_of(n_empties - count(empties), ~empties, seed)
    player, opponent = discs & ~empties, ~(discs | empties)
    return (player, opponent) if below(2, seed) == 0 else (opponent, player)


@kernel("UniTuple(uint64, 2)(int64, int64, uint64[:])")
def draw(kind, n_empties, seed):
    """A position of a kind, by its place in KINDS, with so many empty squares."""
    if kind == GAME:
        return from_game(n_empties, seed)
    if kind != PASS:
        return set_up(kind, n_empties, seed)
    player, opponent = set_up(below(GAME, seed), n_empties, seed)
    for _ in range(100):  # and if all these can move, or nobody can, so be it
        if legal(player, opponent) == NONE and legal(opponent, player) != NONE:
            break
        player, opponent = set_up(below(GAME, seed), n_empties, seed)
    return player, opponent


@kernel("void(uint64[:, :], int64, int64, uint64[:])")
def fill(boards, least, most, seed):
    """Draw positions of all kinds in turn, each with between `least` and `most` empty squares."""
    for i in range(len(boards)):
        boards[i, 0], boards[i, 1] = draw(i % len(KINDS), least + below(most - least + 1, seed), seed)


def drawn(n, least, most, seed):
    """So many positions as an array of the discs of the side to move and of the other."""
    boards = np.zeros((n, 2), np.uint64)
    fill(boards, least, most, np.array([seed], np.uint64))
    return boards


def chunks(n, least, most, seed):
    """The same for many positions, in arrays of at most CHUNK."""
    for done in range(0, n, CHUNK):
        yield drawn(min(CHUNK, n - done), least, most, seed + (done << 16))
