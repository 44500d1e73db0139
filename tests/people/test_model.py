import pytest
from hypothesis import given, settings

from outflank import Game, Position
from outflank.errors import OptionError
from outflank.people import RATINGS, chance_within, expected_loss
from outflank.rules import AntiPosition
from tests.people.networks import random_model
from tests.strategies import positions

MODEL = random_model()


@given(positions(sizes=(8,)))
@settings(max_examples=30)
def test_probabilities_of_legal_moves_sum_to_one(position):
    if position.is_over:
        with pytest.raises(OptionError, match="the game is over"):
            MODEL.moves(position, 0)
        return
    found = MODEL.moves(position, 0)
    assert set(found) == set(position.legal_moves)
    assert sum(found.values()) == pytest.approx(1, abs=1e-4)
    assert list(found.values()) == sorted(found.values(), reverse=True)


@given(positions(sizes=(8,)))
@settings(max_examples=20)
def test_symmetric_positions_get_the_same_probabilities(position):
    if position.is_over or position.must_pass:
        return
    shares = sorted(MODEL.moves(position, -100).values())
    for symmetry in range(1, 8):
        turned = sorted(MODEL.moves(position.transformed(symmetry), -100).values())
        assert turned == pytest.approx(shares, abs=1e-6)


def test_a_move_keeps_its_probability_when_the_board_is_turned():
    position = Game(moves="f5d6c3d3").position
    found = MODEL.moves(position, 0)
    for move in position.legal_moves:
        for symmetry in range(8):
            after = position.play(move).transformed(symmetry)
            turned = position.transformed(symmetry)
            [same] = [each for each in turned.legal_moves if turned.play(each) == after]
            assert MODEL.moves(turned, 0)[same] == pytest.approx(found[move], abs=1e-6)


def test_strength_matters_up_to_the_ends_of_the_scale():
    position = Game(moves="f5d6c3d3c4").position
    assert MODEL.moves(position, -300) != MODEL.moves(position, 300)
    assert MODEL.moves(position, 0, rival=300) != MODEL.moves(position, 0, rival=-300)
    assert MODEL.moves(position, 9999) == MODEL.moves(position, RATINGS[1], RATINGS[1])


def test_a_pass_is_certain():
    position = Position.parse("XO" + "-" * 62 + " O")
    assert position.must_pass
    assert MODEL.moves(position, 0) == {"pass": 1.0}


@pytest.mark.parametrize(
    ("position", "message"), [(Position.start(6), "only boards of 8×8"), (AntiPosition.start(), "Othello only")]
)
def test_unknown_boards(position, message):
    with pytest.raises(OptionError, match=message):
        MODEL.moves(position, 0)


def test_losses_and_chances():
    shares, values = {"a": 0.5, "b": 0.3, "c": 0.2}, {"a": 2.0, "b": 4.0, "c": -6.0}
    assert expected_loss(shares, values) == pytest.approx(0.5 * 2 + 0.2 * 10)
    assert chance_within(shares, values) == pytest.approx(0.3)
    assert chance_within(shares, values, 2) == pytest.approx(0.8)
