import random

import pytest

from outflank.analysis.checks import checked, lines_meet
from outflank.analysis.judged import JudgedMove
from outflank.analysis.review import review
from outflank.engine.engine import Engine
from outflank.play import Limit, MoveValue
from outflank.rules import Game, Position
from tests.oracles import endgame as oracle
from tests.search.positions import played

ENGINE = Engine(4)
LIMIT = Limit(4, exact_from=8)


def claimed(position, move, best, loss=20.0, depth=4):
    """The claim of a shallow search that `move` loses discs compared with `best`."""
    values = (MoveValue(each, value, depth=depth) for each, value in ((best, loss), (move, 0.0)))
    return JudgedMove(0, position.turn, position.n_empties, *values)


def true_loss(position, move):
    after = position.play(move)
    return oracle.score(position.player, position.opponent) + oracle.score(after.player, after.opponent)


@pytest.mark.parametrize("seed", range(8))
def test_a_claim_near_the_end_becomes_exact_or_is_no_mistake(seed):
    position = played(seed, 10)  # two more than the review solves
    draw = random.Random(seed)
    if len(position.legal_moves) < 2:
        return
    move, best = draw.sample(position.legal_moves, 2)
    ENGINE.clear()
    found = checked(position, claimed(position, move, best), ENGINE, LIMIT)
    assert found.move == move
    assert found.is_proven or not found.badge.sign
    if found.is_proven:
        assert found.loss == true_loss(position, move)
    else:
        assert true_loss(position, move) <= 2


def test_a_proven_loss_is_not_searched_again():
    position = played(1, 10)
    move, best = position.legal_moves[:2]
    proven = JudgedMove(
        0, position.turn, 10, MoveValue(best, 20, kind="exact"), MoveValue(move, 0, kind="exact"), ("count",)
    )
    assert checked(position, proven, ENGINE, LIMIT) is proven


def test_a_claim_far_from_the_end_is_searched_two_plies_further():
    game = Game(moves="f5d6c3d3c4f4")
    position = game.position
    move, best = position.legal_moves[-1], position.legal_moves[0]
    found = checked(position, claimed(position, move, best), ENGINE, LIMIT)
    assert {found.best.depth, found.played.depth} == {6}
    assert not found.is_proven


def test_other_boards_keep_their_claims():
    position = Position.start(6)
    move, best = position.legal_moves[:2]
    found = claimed(position, move, best)
    assert checked(position, found, ENGINE, LIMIT) is found


def lines(position, best, played):
    values = (MoveValue(line[:2], value, depth=9, pv=tuple(line[i : i + 2] for i in range(0, len(line), 2)))
              for line, value in ((best, 3.0), (played, 0.0)))  # fmt: skip
    return JudgedMove(0, position.turn, position.n_empties, *values)


@pytest.mark.parametrize(
    ("best", "played", "is_same"),
    [
        ("f5d6", "f5d6", True),
        ("f5d6", "d3c5", True),  # mirror images at once
        ("f5f6e6", "f5f4e3", True),
        ("f5f6", "f5d6", True),  # they share f5
    ],
)
def test_lines_that_meet(best, played, is_same):
    assert lines_meet(Position.start(), lines(Position.start(), best, played)) is is_same


def test_another_order_of_the_same_moves_is_not_better():
    position = Game(moves="f5d6c3d3c4f4").position
    found = lines(position, "c2e3g4", "g4e3c2")
    assert lines_meet(position, found)
    assert not lines_meet(position, lines(position, "c2e3g4", "g4e3"))
    assert checked(position, found, ENGINE, LIMIT).best.move == "g4"
    assert checked(position, found, ENGINE, LIMIT).loss == 0


@pytest.mark.parametrize("seed", range(3))
def test_every_claim_of_a_review_two_squares_from_its_solved_ones_is_proven(seed):
    draw, game = random.Random(seed), Game(played(seed, 13))
    while not game.is_over:
        game.push(draw.choice(game.position.legal_moves))
    ENGINE.clear()
    for judged in review(game, ENGINE, Limit(4, exact_from=9)).moves:
        if judged.badge.sign and judged.n_empties <= 12:
            assert judged.is_proven
