"""Moves and stability against naive versions, on millions of positions.

Each kernel here looks for the first position with an error, and finds none: -1.
"""

import numpy as np
import pytest

from outflank.board.last_move import last_flips
from outflank.board.moves import flips, legal_moves
from outflank.board.spread import single, spread
from outflank.board.squares import bits, full
from outflank.board.stability import stable_discs, stable_on_edges
from outflank.jit import INTERPRETED, kernel
from tests.board.test_stability import mask, steady_discs, steady_on_edges
from tests.oracles import compiled, naive
from tests.oracles import endgame as oracle
from tests.oracles.drawn import chunks, drawn, one_of

FEW = 10 if INTERPRETED else 5000


def slowly(n):
    return pytest.param(n, marks=[pytest.mark.slow, pytest.mark.skipif(INTERPRETED, reason="takes long")])


HOW_MANY = pytest.mark.parametrize("n", [FEW, slowly(1_000_000)])
PLAYED_ON = pytest.mark.parametrize("n", [FEW, slowly(200_000)])  # as often as time allows; a million passed once


def cells_of(player, opponent):
    return "".join("X" if player >> at & 1 else "O" if opponent >> at & 1 else "-" for at in range(64))


# --- the twins ----------------------------------------------------------------------------------------------------


def test_the_twins_of_moves_equal_plain_python():
    for player, opponent in drawn(min(FEW, 600), 0, 60, 1).tolist():
        children = oracle.children(player, opponent)
        assert list(bits(compiled.legal(player, opponent))) == list(children)
        for square in bits(full(8) & ~(player | opponent)):
            assert compiled.turned(square, player, opponent) == oracle.turned(1 << square, player, opponent)


def test_the_twins_of_stability_equal_plain_python():
    known = np.full(1 << 16, -1)
    for player, opponent in drawn(min(FEW, 400), 0, 40, 2).tolist():
        cells = cells_of(player, opponent)
        assert compiled.steady_on_edges(player, opponent, known) == mask(steady_on_edges(cells, "X"))
        assert compiled.steady(player, opponent, known) == mask(steady_discs(cells, "X"))


def plainly_turned(board):
    """The names of discs that some sequence of placements flips, by the slowest of the oracles."""
    found = set()
    for name in (naive.name_of(row, column) for row in range(8) for column in range(8)):
        for disc in "XO" if board[naive.place_of(name)[0]][naive.place_of(name)[1]] == naive.EMPTY else "":
            found |= naive.turned(board, disc, name) | plainly_turned(naive.play(board, disc, name))
    return found


@pytest.mark.parametrize("n_empties", range(2 if INTERPRETED else 4))
def test_the_twin_that_turns_over_whatever_can_be_equals_plain_python(n_empties):
    for player, opponent in drawn(10, n_empties, n_empties, 3).tolist():
        expected = mask(plainly_turned(naive.from_cells(cells_of(player, opponent))))
        assert compiled.ever_turned(player, opponent) == expected & (player | opponent)


# --- moves --------------------------------------------------------------------------------------------------------


@kernel("int64(uint64[:, :])")
def wrong_moves(boards):
    for i in range(len(boards)):
        player, opponent = boards[i, 0], boards[i, 1]
        own, other = spread(player), spread(opponent)
        legal = compiled.legal(player, opponent)
        if legal_moves(player, opponent) != legal or legal_moves(own, other) != legal:
            return i
        for square in range(64):
            if compiled.holds(square // 8, square % 8, ~(player | opponent)):
                turned = compiled.turned(square, player, opponent)
                if flips(np.uint64(square), player, opponent) != turned:
                    return i
                if single(flips(np.uint64(square), own, other)) != turned:
                    return i
    return -1


@kernel("int64(uint64[:, :])")
def wrong_last_flips(boards):
    for i in range(len(boards)):
        player, opponent = boards[i, 0], boards[i, 1]
        for square in range(64):
            if compiled.holds(square // 8, square % 8, ~(player | opponent)):
                own = compiled.count(compiled.turned(square, player, opponent))
                other = compiled.count(compiled.turned(square, opponent, player))
                if last_flips(np.uint64(square), player) != own + 256 * other:
                    return i
    return -1


@HOW_MANY
def test_legal_moves_and_flips(n):
    for boards in chunks(n, 0, 60, 10):
        wrong = wrong_moves(boards)
        assert wrong == -1, cells_of(*boards[wrong].tolist())


@HOW_MANY
def test_the_last_flips(n):
    for boards in chunks(n, 1, 1, 20):
        wrong = wrong_last_flips(boards)
        assert wrong == -1, cells_of(*boards[wrong].tolist())


# --- stability ----------------------------------------------------------------------------------------------------


@kernel("int64(uint64[:, :], int64[:])")
def wrong_stability(boards, known):
    for i in range(len(boards)):
        player, opponent = boards[i, 0], boards[i, 1]
        if stable_on_edges(player, opponent) != compiled.steady_on_edges(player, opponent, known):
            return i
        if stable_discs(player, opponent) != compiled.steady(player, opponent, known):
            return i
    return -1


@kernel("int64(uint64[:, :])")
def wrong_claims(boards):
    """Compare with every sequence of placements by either side."""
    for i in range(len(boards)):
        player, opponent = boards[i, 0], boards[i, 1]
        claimed = stable_discs(player, opponent) | stable_discs(opponent, player)
        if claimed & compiled.ever_turned(player, opponent) != compiled.NONE:
            return i
    return -1


@kernel("int64(uint64[:, :], uint64[:])")
def wrong_claims_by_chance(boards, seed):
    """Compare with random placements by the two sides in turn, up to the full board."""
    for i in range(len(boards)):
        player, opponent = boards[i, 0], boards[i, 1]
        claimed = stable_discs(player, opponent), stable_discs(opponent, player)
        while player | opponent != compiled.FULL:
            bit = one_of(~(player | opponent), seed)
            for square in range(64):
                if bit == compiled.bit_at(square // 8, square % 8):
                    flipped = compiled.turned(square, player, opponent)
            player, opponent = opponent ^ flipped, player ^ flipped ^ bit
            claimed = claimed[1], claimed[0]
            if claimed[0] & ~player != compiled.NONE or claimed[1] & ~opponent != compiled.NONE:
                return i
    return -1


@HOW_MANY
def test_stable_discs_are_those_of_the_definition(n):
    known = np.full(1 << 16, -1)
    for boards in chunks(n, 0, 30, 30):
        wrong = wrong_stability(boards, known)
        assert wrong == -1, cells_of(*boards[wrong].tolist())


@PLAYED_ON
def test_no_sequence_of_placements_flips_a_stable_disc(n):
    for boards in chunks(n, 1, 2 if INTERPRETED else 4, 40):
        wrong = wrong_claims(boards)
        assert wrong == -1, cells_of(*boards[wrong].tolist())


@PLAYED_ON
def test_no_random_placements_flip_a_stable_disc(n):
    for seed, boards in enumerate(chunks(n, 5, 40, 50)):
        wrong = wrong_claims_by_chance(boards, np.array([seed], np.uint64))
        assert wrong == -1, cells_of(*boards[wrong].tolist())
