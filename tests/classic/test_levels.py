import pytest
from hypothesis import given, settings

from outflank.classic.levels import WEIGHTS, Level1, Level2, Level3, evaluate, win_value
from outflank.classic.weights import table
from outflank.rules import BLACK, Game, Position
from tests.strategies import positions

LEVELS = (Level1, Level2, Level3)

# The handout's table, row by row, written out independently of the quadrant that the player keeps.
ROWS = [
    [200, -70, 30, 25, 25, 30, -70, 200],
    [-70, -100, -10, -10, -10, -10, -100, -70],
    [30, -10, 2, 2, 2, 2, -10, 30],
    [25, -10, 2, 2, 2, 2, -10, 25],
    [25, -10, 2, 2, 2, 2, -10, 25],
    [30, -10, 2, 2, 2, 2, -10, 30],
    [-70, -100, -10, -10, -10, -10, -100, -70],
    [200, -70, 30, 25, 25, 30, -70, 200],
]


def test_the_table_is_the_handouts():
    assert table(WEIGHTS, 8) == tuple(weight for row in ROWS for weight in row)
    assert win_value(8) == 2392 + 1


def values(player, position):
    return [found.value for found in player().choose(position).moves]


@pytest.mark.parametrize(("player", "value"), [(Level1, 6), (Level2, 0), (Level3, 6)])
def test_values_from_the_start(player, value):
    assert values(player, Position.start()) == [value] * 4


@pytest.mark.parametrize(
    ("player", "expected"),
    [(Level1, [6, 6, 6, 6, -6]), (Level2, [0, 0, -4, -4, -12]), (Level3, [6, 6, 6, 6, -2])],
)
def test_values_after_f5_d6(player, expected):
    position = Game(moves=["f5", "d6"]).position
    assert position.legal_moves == ("c3", "c4", "c5", "c6", "c7")
    assert values(player, position) == expected


def test_the_last_of_equal_moves_wins():
    assert [player().choose(Position.start()).move for player in LEVELS] == ["e6"] * 3


def test_not_deterministic_means_any_of_the_equal_moves_and_a_seed_repeats_it():
    position = Game(moves=["f5", "d6"]).position
    drawn = [Level1(deterministic=False, seed=seed).choose(position).move for seed in range(60)]
    assert set(drawn) == {"c3", "c4", "c5", "c6"}
    assert drawn == [Level1(deterministic=False, seed=seed).choose(position).move for seed in range(60)]


def test_level_1_sees_an_immediate_win():
    position = Game(moves=["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"]).position
    winning = [move for move in position.legal_moves if position.play(move).is_over]
    assert winning == ["c5"]
    decision = Level1().choose(position)
    assert decision.move in winning
    assert decision.value == 2393
    assert decision.chosen.kind == "wld"


def test_a_pass_at_the_last_ply_is_evaluated_like_any_position():
    start = Game(moves=["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8"])
    position = start.position.play("f8")
    assert position.must_pass
    decision = Level1().choose(start.position)
    found = next(found for found in decision.moves if found.move == "f8")
    assert abs(found.value) < 2393
    assert found.value == -evaluate(position)


def test_a_pass_costs_a_ply():
    position = Game(
        moves=["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8"]
    )
    decision = Level2().choose(position.position)
    assert decision.move == "pass"
    assert decision.nodes == 1 + 3
    assert len(decision.chosen.pv) == 2


def naive_negamax(position, depth):
    """The handout's algorithm once more, on the table as it was printed."""
    if position.is_over:
        black, white = position.count(0), position.count(1)
        own, others = (black, white) if position.turn is BLACK else (white, black)
        return 2393 if own > others else -2393 if own < others else 0
    if depth == 0:
        value = 0
        for square in range(64):
            weight = ROWS[square // 8][square % 8]
            value += weight * ((position.player >> square & 1) - (position.opponent >> square & 1))
        return value
    return max(-naive_negamax(position.play(move), depth - 1) for move in position.legal_moves)


@settings(max_examples=25)
@given(positions(sizes=(8,)).filter(lambda position: not position.is_over))
def test_levels_equal_a_naive_negamax(position):
    for level, player in enumerate(LEVELS[:2], 1):
        expected = {move: -naive_negamax(position.play(move), level - 1) for move in position.legal_moves}
        decision = player().choose(position)
        assert {found.move: found.value for found in decision.moves} == expected
        assert decision.depth == level
