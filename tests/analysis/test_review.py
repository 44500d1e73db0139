import random

import pytest

from outflank.analysis.mistakes import kinds_of
from outflank.analysis.review import review
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.play import Limit
from outflank.rules import BLACK, PASS, WHITE, AntiPosition, Game, Position
from tests.oracles import endgame as oracle
from tests.search.positions import played

ENGINE = Engine(4)


def ending(seed, n_empties=9):
    """A random game from a late position on."""
    draw, game = random.Random(seed), Game(played(seed, n_empties))
    while not game.is_over:
        game.push(draw.choice(game.position.legal_moves))
    return game


@pytest.mark.parametrize("seed", range(4))
def test_losses_in_an_ending_are_those_of_plain_minimax(seed):
    game = ending(seed)
    judged = review(game, ENGINE, Limit(seconds=5))
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
    judged = review(ending(seed), ENGINE, Limit(seconds=5))
    for side, summary in zip((BLACK, WHITE), judged.summaries, strict=True):
        own = [move for move in judged.moves if move.side is side]
        assert summary.side is side
        assert summary.n_moves == len(own) == sum(summary.histogram)
        assert summary.total_loss == sum(move.loss for move in own)
        assert summary.grades["blunder"] == sum(move.badge.sign == "??" for move in own)


def test_estimates_look_equally_far_at_both_moves_and_never_lose_less_than_nothing():
    game = Game(moves=["f5", "d6", "c3", "d3", "c4"])
    judged = review(game, ENGINE, Limit(4))
    for move in judged.moves:
        assert move.loss >= 0
        assert move.best.depth == move.played.depth == 4
        assert not move.badge.proven


@pytest.mark.parametrize("move", ["c4", "d3", "e6", "f5"])
def test_moves_that_mirror_the_best_one_lose_nothing(move):
    judged = review(Game(moves=[move]), ENGINE, Limit(3))
    assert judged.moves[0].loss == 0
    assert judged.moves[0].played.move == move
    assert judged.moves[0].best.move == move  # nothing is better than its own mirror image


@pytest.mark.parametrize("seed", range(4))
def test_no_move_is_called_better_than_one_that_loses_nothing(seed):
    """Among moves with one proven score, none is better than another."""
    judged = review(ending(seed), ENGINE, Limit(seconds=5))
    assert all((move.best.move == move.move) == (move.loss == 0) for move in judged.moves)
    assert any(move.loss == 0 for move in judged.moves)


def test_each_move_is_told_as_it_is_judged():
    told = []
    review(Game(moves=["f5", "d6", "c3"]), ENGINE, Limit(2), watch=lambda *what: told.append(what))
    assert [(move.move, done, total) for move, done, total in told] == [("c3", 1, 3), ("d6", 2, 3), ("f5", 3, 3)]


def test_stopped_review_holds_what_was_judged():
    told = []
    judged = review(
        Game(moves=["f5", "d6", "c3"]),
        ENGINE,
        Limit(2),
        watch=lambda move, *_: told.append(move),
        is_stopped=lambda: bool(told),
    )
    assert [move.move for move in judged.moves] == ["c3"]
    assert not judged.complete


def test_games_of_other_kinds_and_sizes_are_judged_by_their_own_rules():
    for start in (AntiPosition.start(4), Position.start(6)):
        game = Game(start)
        while not game.is_over:
            game.push(game.position.legal_moves[0])
        judged = review(game, ENGINE, Limit(2))
        assert judged.complete
        assert [move.move for move in judged.moves] == [move for move in game.moves if move != PASS]
        assert judged.moves[-1].played.kind == "exact"


def test_values_and_better_moves_are_written_into_the_tree():
    game = Game(moves=["f5", "f6", "e6", "f4", "g5"])
    tree, judged = game.tree(), review(game, ENGINE, Limit(4))
    judged.annotate(tree)
    nodes = list(tree)
    for move in judged.moves:
        assert nodes[move.ply + 1].value == move.played
        if move.best.move != move.move:
            assert any(child.move == move.best.move and child.value == move.best for child in nodes[move.ply].children)


def test_game_without_a_move_is_refused():
    with pytest.raises(OutflankError, match="no move to review"):
        review(Game(), ENGINE)


def test_limits_may_differ_from_position_to_position():
    game = ending(1)
    judged = review(game, ENGINE, Limit(1, exact_from=6))
    for move in judged.moves:
        if move.n_empties <= 6:
            assert move.is_proven
    assert not judged.moves[0].is_proven


def test_mistakes_have_their_kinds():
    game = ending(3)
    for judged in review(game, ENGINE, Limit(seconds=5)).moves:
        assert judged.kinds == kinds_of(game.positions[judged.ply], judged)
        assert bool(judged.badge.sign) == bool(judged.kinds)  # as all is proven here: a result, or the count


def test_json_holds_what_a_program_needs():
    judged = review(Game(moves=["f5"]), ENGINE, Limit(2)).to_json()
    assert judged["moves"][0].keys() == {
        "ply", "number", "side", "move", "loss", "badge", "grade", "proven", "doubt", "kinds", "why",
        "value_for_black", "best", "played",
    }  # fmt: skip
    assert judged["summary"][0]["grades"] == {"inaccuracy": 0, "mistake": 0, "blunder": 0}
