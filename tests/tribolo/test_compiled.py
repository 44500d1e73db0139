"""The kernels of the strong player against the readable rules and searches."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board.squares import bits
from outflank.jit import INTERPRETED
from outflank.play.searchers import max_n, paranoid
from outflank.tribolo import TriboloColour, TriboloGame, TriboloPosition
from outflank.tribolo.compiled import evaluate, moves, search
from outflank.tribolo.compiled.evaluate import DISCS, FRONTIER, MOVES, POINT, PROTECTED
from outflank.tribolo.compiled.player import UNIT, WIN, Strong
from outflank.tribolo.compiled.state import (
    BOARD,
    EMPTY,
    N_FEATURES,
    ROWS,
    cell_of,
    new_state,
    protected_axes,
    set_up,
)
from outflank.tribolo.compiled.weights import KNOTS, WEIGHTS, unfolded
from outflank.tribolo.position import names
from tests.strategies import tribolo_positions

TABLE = [[int(weight) for weight in row] for row in unfolded().reshape(-1, N_FEATURES)]
SMALL = ((7, 5), (4, 4), (16, 2), (3, 11))


def move_of(cell, width):
    """The kernels' number of a move in a cell of a position."""
    y, x = divmod(cell, width)
    return y + 1 << 5 | x + 1


def state_of(position):
    state = new_state()
    set_up(state, position)
    return state


def rows(mask, position):
    """A set of cells as the kernels' rows."""
    padded = [0] * ROWS
    for cell in bits(mask):
        y, x = divmod(cell, position.width)
        padded[y + 1] |= 1 << x + 1
    return padded


def board_rows(state, ply, part):
    return [int(row) for row in state.boards[ply * BOARD + part : ply * BOARD + part + ROWS]]


@given(tribolo_positions())
def test_moves_are_those_of_the_readable_rules(position):
    state = state_of(position)
    for colour in TriboloColour:
        mask = position.legal_mask_of(colour)
        assert moves.find_moves(0, int(colour), state) == mask.bit_count()
        assert [int(row) for row in state.legal[:ROWS]] == rows(mask, position)
    assert moves.find_mover(0, state) == position.legal_mask.bit_count()
    listed = [cell_of(int(state.moves[i]), position.width) for i in range(moves.list_moves(0, state))]
    assert listed == list(bits(position.legal_mask))
    for cell in listed:
        name = names(position.width, position.height)[cell]
        taken = moves.play(0, move_of(cell, position.width), state)
        assert taken == sum(flips.bit_count() for flips in position.flips(name))
        after = position.play(name)
        for colour in TriboloColour:
            assert board_rows(state, 1, colour * ROWS) == rows(after.discs[colour], position)
        assert board_rows(state, 1, EMPTY) == rows(after.empties, position)
        assert moves.find_mover(1, state) == after.legal_mask.bit_count()
        if not after.is_over:
            assert state.turns[1] == after.turn


# --- the evaluation ---------------------------------------------------------------------------------------------------


def features(position):
    """The features of each colour, cell by cell."""
    width, height = position.width, position.height
    grid = ["#" * (width + 2), *(f"#{row}#" for row in position.rows), "#" * (width + 2)]

    def around(x, y, dx, dy):
        return grid[y + dy][x + dx], grid[y - dy][x - dx]

    found = [[0] * N_FEATURES for _ in TriboloColour]
    for y in range(1, height + 1):
        for x in range(1, width + 1):
            if grid[y][x] in "BRG":
                axes = [around(x, y, dx, dy) for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))]
                mine = found["BRG".index(grid[y][x])]
                mine[DISCS] += 1
                mine[FRONTIER] += any("." in axis for axis in axes)
                n_protected = sum("#" in axis for axis in axes)
                for level in range(n_protected):
                    mine[PROTECTED + level] += 1
    for colour in TriboloColour:
        found[colour][MOVES] = position.legal_mask_of(colour).bit_count()
    return found


def values(position):
    """The value of a position to each colour: from `evaluate`, from `features`, and in plain Python."""
    found = features(position)
    weights = TABLE[position.empties.bit_count()]
    worth = [sum(map(int.__mul__, each, weights)) for each in found]
    if position.is_over:
        worth = [POINT * each[DISCS] for each in found]
    leads = [3 * each - sum(worth) for each in worth]
    winner = position.standing.winner
    if position.is_over and winner is not None:
        leads = [
            lead + (2 * WIN if colour is winner else -WIN) for lead, colour in zip(leads, TriboloColour, strict=True)
        ]
    return leads


@given(tribolo_positions())
def test_the_evaluation_is_the_readable_one(position):
    player = Strong()
    state = player.state
    set_up(state, position)
    n_empty = evaluate.find_features(0, state)
    assert n_empty == (-1 if position.is_over else position.empties.bit_count())
    assert np.array_equal(np.array(state.features).reshape(3, N_FEATURES), features(position))
    for colour in TriboloColour:
        state.seat = int(colour)
        assert evaluate.evaluate(0, state) == values(position)[colour]
    assert sum(values(position)) == 0


def test_corners_and_cells_beside_walls_are_protected():
    position = TriboloPosition.parse("...../.BRG./.#..R")
    assert protected_axes(position) == [
        4, 3, 3, 3, 4,
        3, 1, 1, 0, 3,
        4, 3, 4, 3, 4,
    ]  # fmt: skip


def test_weights_are_interpolated_between_knots():
    table = unfolded().reshape(-1, N_FEATURES)
    for knot, row in zip(KNOTS, WEIGHTS, strict=True):
        assert tuple(table[knot]) == row
    assert tuple(table[176]) == WEIGHTS[-1]
    middle = (np.array(WEIGHTS[0]) + np.array(WEIGHTS[1])) / 2
    assert np.abs(table[8] - middle).max() <= 0.5


# --- the searches -----------------------------------------------------------------------------------------------------


def some_positions(n, seed):
    """Positions from random games on boards of all sizes, each with a choice of moves."""
    source = random.Random(seed)
    found = []
    while len(found) < n:
        if len(found) % 2:
            game = TriboloGame(TriboloPosition.start(source.randrange(2**32)))
        else:
            width, height = source.choice(SMALL)
            cells = ["".join(source.choice("BRG...#") for _ in range(width)) for _ in range(height)]
            game = TriboloGame(TriboloPosition.parse("/".join([*cells, source.choice("BRG")])))
        for _ in range(source.randrange(1 + game.start.empties.bit_count())):
            if not game.is_over:
                game.push(source.choice(game.position.legal_moves))
        if len(game.position.legal_moves) > 1:
            found.append(game.position)
    return found


def readable_values(position, depth, everyone):
    """The value of each move for the side to move, by the readable searches of `outflank.play`."""
    seat = position.turn
    children = {move: position.play(move) for move in position.legal_moves}
    if everyone:
        return {move: max_n(child, depth - 1, values)[seat] for move, child in children.items()}
    return {move: paranoid(child, depth - 1, seat, values) for move, child in children.items()}


@pytest.mark.slow
@pytest.mark.parametrize("everyone", [True, False], ids=["max_n", "paranoid"])
def test_the_readable_minimax_and_the_compiled_one_choose_moves_of_equal_value_on_200_positions(everyone):
    for number, position in enumerate(some_positions(10 if INTERPRETED else 200, seed=1)):
        depth = 2 if len(position.legal_moves) > 6 or INTERPRETED else 3 if number % 4 else 4
        depth = min(depth, position.empties.bit_count())
        expected = readable_values(position, depth, everyone)
        decision = Strong(everyone, depth, 600.0).choose(position)
        assert decision.depth == depth
        assert expected[decision.move] == max(expected.values())
        assert decision.value == max(expected.values()) / UNIT
        for found in decision.moves:
            exact = expected[found.move] / UNIT
            assert found.value == exact if found.bound == "exact" else found.value >= exact


@settings(max_examples=10 if INTERPRETED else 30)
@given(
    tribolo_positions(sizes=((6, 4), (5, 5))),
    st.sampled_from(TriboloColour),
    st.integers(0, 3),
    st.integers(-30, 30),
    st.integers(1, 30),
)
def test_paranoid_keeps_its_contract_in_any_window(position, seat, depth, alpha, width):
    """On scores alone, as the players for any game search."""
    state = state_of(position)
    state.seat = int(seat)
    state.weights[DISCS::N_FEATURES] = POINT
    alpha, beta = POINT * alpha, POINT * (alpha + width)
    value = POINT * paranoid(position, depth, seat)
    result = search.paranoid(0, depth, alpha, beta, state)
    if result <= alpha:
        assert value <= result
    elif result >= beta:
        assert value >= result
    else:
        assert result == value


@settings(max_examples=10 if INTERPRETED else 30)
@given(tribolo_positions(sizes=((6, 4), (5, 5))), st.integers(0, 3))
def test_max_n_on_scores_is_that_of_the_players_for_any_game(position, depth):
    state = state_of(position)
    state.weights[DISCS::N_FEATURES] = POINT
    search.max_n(0, depth, state)
    assert tuple(int(value) for value in state.values[:3]) == tuple(POINT * n for n in max_n(position, depth))


@pytest.mark.parametrize("everyone", [True, False], ids=["max_n", "paranoid"])
def test_the_end_of_the_game_is_searched_out(everyone):
    game = TriboloGame(TriboloPosition.start(4))
    source = random.Random(4)
    while game.position.empties.bit_count() > 6 and not game.is_over:
        game.push(source.choice(game.position.legal_moves))
    position = game.position
    assert not position.is_over
    decision = Strong(everyone, time=600.0).choose(position)
    assert decision.value * UNIT == max(readable_values(position, 6, everyone).values())


def test_a_search_stops_when_asked():
    state = state_of(TriboloPosition.start(1))
    state.stop = 1
    moves.find_mover(0, state)
    n_moves = moves.list_moves(0, state)
    assert search.search_root(100, n_moves, 0, state) == 0
    assert search.search_root(100, n_moves, 1, state) == 0
