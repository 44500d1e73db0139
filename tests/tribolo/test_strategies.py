import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.tribolo import BLUE, GREEN, RED, TriboloColour, TriboloPosition
from outflank.tribolo.strategies import allied, choose_strategy, own_choices, own_score, search
from tests.oracles import tribolo as naive
from tests.strategies import tribolo_positions

ORACLE_BOARD = ".RB.../.GR.B./B.GR.#/..BG.."
ORACLE = {
    RED: {(0, 1): (2, 7, 3), (1, 2): (3, 7, 2), (3, 0): (3, 12, 3), (5, 0): (2, 9, 3)},
    GREEN: {(1, 3): (4, 9, 2), (3, 1): (3, 6, 2), (4, 2): (2, 7, 2)},
}


@pytest.mark.parametrize("me", ORACLE)
def test_the_published_tables_of_values(me):
    """For each legal cell the values by own score, allied and own choices."""
    position = TriboloPosition.parse(f"{ORACLE_BOARD} {me.symbol}")
    assert position.scores == (4, 3, 3)
    assert set(position.legal_moves) == {naive.name(*cell) for cell in ORACLE[me]}
    for cell, values in ORACLE[me].items():
        after = position.play(naive.name(*cell))
        strategies = own_score(me), allied(BLUE), own_choices(me)
        assert tuple(search(after, 1, strategy) for strategy in strategies) == values


@given(
    tribolo_positions(sizes=((6, 4), (5, 5), (9, 2))),
    st.sampled_from(TriboloColour),
    st.sampled_from(TriboloColour),
    st.integers(0, 2),
)
def test_every_strategy_values_positions_as_the_naive_one_does(position, me, person, depth):
    grid = naive.board("/".join(position.rows))
    mover = None if position.is_over else position.turn.symbol
    for name, strategy in (("own", own_score(me)), ("allied", allied(person)), ("choices", own_choices(me))):
        expected = naive.value(grid, mover, me.symbol, name, person.symbol, depth)
        assert search(position, depth, strategy) == expected


# --- which strategy ---------------------------------------------------------------------------------------------------


def with_scores(blue, red, green, walls=0, turn="R"):
    """A random 16×11 position with given numbers of cells of each kind, in which all colours have moves."""
    cells = ["B"] * blue + ["R"] * red + ["G"] * green + ["#"] * walls
    cells += ["."] * (176 - len(cells))
    random.Random(1).shuffle(cells)
    discs = tuple(sum(1 << i for i, cell in enumerate(cells) if cell == symbol) for symbol in "BRG")
    wall = sum(1 << i for i, cell in enumerate(cells) if cell == "#")
    return TriboloPosition(discs, wall, TriboloColour("BRG".index(turn)))


@pytest.mark.parametrize(
    ("scores", "percent", "expected"),
    [
        ((50, 54, 54), 110, "allied"),
        ((50, 55, 20), 110, "other"),  # 10·55 = 11·50: not less, whatever floating point makes of it
        ((50, 20, 55), 110, "other"),
        ((50, 49, 49), 100, "allied"),
        ((50, 50, 49), 100, "other"),
        ((50, 59, 59), 120, "allied"),
        ((50, 60, 10), 120, "other"),
        ((90, 10, 10), None, "other"),
    ],
)
def test_the_others_ally_against_a_person_unless_one_of_them_is_well_ahead_of_it(scores, percent, expected):
    position = with_scores(*scores)
    strategy = choose_strategy(position, percent, BLUE)
    assert (strategy.name == "allied") == (expected == "allied")
    assert choose_strategy(position, percent, None).name != "allied"
    assert choose_strategy(position, percent, RED).name != "allied"  # nobody allies against itself


def test_the_other_two_ally_against_any_person():
    position = with_scores(20, 50, 20, turn="B")
    assert choose_strategy(position, 110, RED).name == "allied"
    assert choose_strategy(position, 110, GREEN).name != "allied"
    maximises = allied(RED).maximises
    assert [maximises(with_scores(20, 50, 20, turn=turn)) for turn in "BRG"] == [True, False, True]


def test_near_the_end_cells_count():
    for n, expected in ((157, "own score"), (156, "own choices")):
        assert choose_strategy(with_scores(n, 0, 0, walls=0), 110, None).name == expected  # 176 − n of 19, of 20
    walled = with_scores(150, 3, 4, walls=19)
    assert choose_strategy(walled, 110, None).name == "own score"  # walls count as cells to come, as published


def test_few_moves_are_minded():
    few, many = TriboloPosition.parse("BRRRRR.R B"), TriboloPosition.start(1)
    assert len(many.legal_moves) >= 5
    assert choose_strategy(many).name == "own score"
    few = TriboloPosition.parse("/".join(["BRRRRR." + "." * 9, *["." * 16] * 10]))
    assert len(few.legal_moves) < 5
    assert choose_strategy(few).name == "own choices"
