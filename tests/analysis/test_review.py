import random

import pytest

from outflank.analysis import Analyst, review
from outflank.errors import OutflankError
from outflank.rules import BLACK, PASS, WHITE, Game
from tests.oracles import endgame as oracle
from tests.search.positions import played


def ending(seed, n_empties=9):
    """A random game from a late position on."""
    draw, game = random.Random(seed), Game(played(seed, n_empties))
    while not game.is_over:
        game.push(draw.choice(game.position.legal_moves))
    return game


@pytest.mark.parametrize("seed", range(4))
def test_losses_in_an_ending_are_those_of_plain_minimax(seed):
    game = ending(seed)
    judged = review(game, Analyst(), seconds=5)
    assert judged.complete
    assert [move.move for move in judged.moves] == [move for move in game.moves if move != PASS]
    for move in judged.moves:
        position = game.positions[move.ply]
        best = oracle.score(position.player, position.opponent)
        after = position.play(move.move)
        value = -oracle.score(after.player, after.opponent)
        assert (move.best.value, move.played.value, move.loss) == (best, value, best - value)
        assert move.badge.proven
        assert (move.badge.sign == "??") == (best - value >= 8 or (value > 0) - (value < 0) < (best > 0) - (best < 0))


@pytest.mark.parametrize("seed", range(2))
def test_summaries_add_up(seed):
    judged = review(ending(seed), Analyst(), seconds=5)
    for side, summary in zip((BLACK, WHITE), judged.summaries, strict=True):
        own = [move for move in judged.moves if move.side is side]
        assert summary.side is side
        assert summary.n_moves == len(own) == sum(summary.histogram)
        assert summary.total_loss == sum(move.loss for move in own)
        assert summary.grades["blunder"] == sum(move.badge.sign == "??" for move in own)


def test_estimates_look_equally_far_at_both_moves_and_never_lose_less_than_nothing():
    game = Game(moves=["f5", "d6", "c3", "d3", "c4"])
    judged = review(game, Analyst(), seconds=None, depth=4)
    for move in judged.moves:
        assert move.loss >= 0
        assert move.best.depth == move.played.depth == 4
        assert not move.badge.proven


@pytest.mark.parametrize("move", ["c4", "d3", "e6", "f5"])
def test_moves_that_mirror_the_best_one_lose_nothing(move):
    judged = review(Game(moves=[move]), Analyst(), seconds=None, depth=3)
    assert judged.moves[0].loss == 0
    assert judged.moves[0].played.move == move


def test_each_move_is_told_as_it_is_judged():
    told = []
    review(Game(moves=["f5", "d6", "c3"]), Analyst(), seconds=None, depth=2, watch=lambda *what: told.append(what))
    assert [(move.move, done, total) for move, done, total in told] == [("c3", 1, 3), ("d6", 2, 3), ("f5", 3, 3)]


def test_stopped_review_holds_what_was_judged():
    analyst = Analyst()
    judged = review(Game(moves=["f5", "d6", "c3"]), analyst, seconds=None, depth=2, watch=lambda *_: analyst.stop())
    assert [move.move for move in judged.moves] == ["c3"]
    assert not judged.complete


def test_game_without_a_move_is_refused():
    with pytest.raises(OutflankError, match="no move to review"):
        review(Game(), Analyst())


def test_json_holds_what_a_program_needs():
    judged = review(Game(moves=["f5"]), Analyst(), seconds=None, depth=2).to_json()
    assert judged["moves"][0].keys() == {
        "ply", "side", "move", "loss", "badge", "grade", "proven", "value_for_black", "best", "played",
    }  # fmt: skip
    assert judged["summary"][0]["grades"] == {"inaccuracy": 0, "mistake": 0, "blunder": 0}
