from dataclasses import replace

import pytest

from outflank import BLACK, WHITE, Engine, Game
from outflank.analysis.finding import HARD, HardMove, _values, findings, ratings_in, share_in_words, strengths
from outflank.analysis.judged import INACCURACY
from outflank.analysis.review import judge, review
from outflank.jit import INTERPRETED
from outflank.people.difficulty import EQUAL, Difficulty, Trap, shares
from outflank.play import Limit
from tests.people.networks import random_model

if INTERPRETED:
    pytest.skip("searches", allow_module_level=True)

GAME = Game(moves="f5d6c3d3c4f4e3f6e6c5d7c6b5d8g4g3g5b6c7a4a6f3f7h6")
RATINGS = {BLACK: -200.0, WHITE: 100.0}


@pytest.fixture(scope="module")
def engine():
    return Engine(16)


@pytest.fixture(scope="module")
def judged(engine):
    return review(GAME, engine, Limit(depth=4)).moves


def test_every_mistake_and_every_hard_move_that_was_found_is_told(engine, judged):
    found = {each.ply: each for each in findings(GAME, judged, RATINGS, engine)}
    mistakes = {move.ply for move in judged if move.is_mistake}
    assert mistakes
    assert mistakes == {ply for ply, each in found.items() if not each.was_found}
    for move in judged:
        if move.ply not in found:
            continue
        each = found[move.ply]
        assert (each.side, each.played) == (move.side, move.move)
        assert each.difficulty.rating == RATINGS[move.side]
        if each.was_found:
            assert not move.loss
            assert each.difficulty.finds <= HARD
        else:
            assert move.move not in (each.best, *each.also)
        assert each.best == move.best.move
        assert {each.best, *each.also} == set(each.difficulty.bests)
    assert any(each.was_found for each in found.values())


def test_a_loss_within_its_doubt_is_no_mistake(engine, judged):
    [worst] = sorted((move for move in judged if move.is_mistake), key=lambda move: -move.loss)[:1]
    value = worst.best.value - worst.doubt + 0.1
    doubtful = replace(worst, played=replace(worst.played, value=value, kind="heuristic", selectivity=73))
    assert INACCURACY <= doubtful.loss <= doubtful.doubt
    assert not doubtful.is_mistake
    assert list(findings(GAME, [doubtful], RATINGS, engine)) == []


def test_the_values_of_the_review_count_for_its_two_moves(engine, judged):
    [worst] = sorted(judged, key=lambda move: -move.loss)[:1]
    [found] = findings(GAME, [worst], RATINGS, engine, model=random_model())
    position = GAME.positions[worst.ply]
    chosen = shares(position, {**dict.fromkeys(position.legal_moves, -99.0), worst.move: 0.0}, 0, model=random_model())
    assert set(chosen) == set(position.legal_moves)
    if found.difficulty.trap is not None and found.difficulty.trap.move == worst.move:
        assert found.difficulty.trap.loss == pytest.approx(worst.loss)
    assert found.difficulty.loss <= max(worst.loss, 64)
    assert worst.loss > EQUAL


def test_it_can_be_stopped(engine, judged):
    assert list(findings(GAME, judged, RATINGS, engine, is_stopped=lambda: True)) == []


def test_strengths_come_from_each_side_s_own_moves():
    game = Game(moves=GAME.moves[:8])
    found = strengths(game)
    assert (found[BLACK].moves, found[WHITE].moves) == (4, 4)
    assert found[BLACK] != found[WHITE]


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.0, "hardly any players"),
        (0.21, "about one in five players"),
        (0.5, "about half of the players"),
        (0.66, "about two in three players"),
        (1.0, "nearly all players"),
    ],
)
def test_a_share_is_said_as_a_simple_fraction(share, words):
    assert share_in_words(share) == words


def test_a_finding_is_a_sentence(engine, judged):
    for each in findings(GAME, judged, RATINGS, engine):
        assert "of this strength find " in each.words
        assert each.words.startswith("a hard move: ") == each.was_found
        assert ("is a trap" in each.words) == (each.difficulty.trap is not None and not each.was_found)
        assert each.to_json()["finds"] == round(each.difficulty.finds, 3)
        assert f"find {each.best}" in each.words
        assert f"{each.words};".partition(" find ")[2].startswith(
            tuple(f"{each.best}{end}" for end in (";", ",", " or"))
        )


@pytest.mark.parametrize("moves", ["c4c3d3c5f6", "e6f6f5"])
def test_no_first_move_is_hard(moves):
    """All are equal by symmetry, although the table of the search knows a deeper value of one of them."""
    game, engine = Game(moves=moves), Engine(16)
    deeper = review(game, engine, Limit(depth=8)).moves
    assert [each.ply for each in findings(game, deeper, RATINGS, engine) if each.ply == 0] == []


def told(also=(), trap=None, **fields):
    found = Difficulty(0, ("e3", *also), 0.8, 0.9, 1.0, trap)
    return HardMove(
        **{"ply": 5, "side": WHITE, "played": "f5", "was_found": False, "best": "e2", **fields}, difficulty=found
    )


def test_the_review_s_best_move_comes_first_and_others_count_too():
    one = "about four in five players of this strength find "
    assert told(["e2"]).words == f"{one}e2 or e3"
    assert told(["g4", "e2"]).words == f"{one}e2, e3 or g4"
    assert told(["g4", "a1", "e2"]).words == f"{one}e2 or one of 3 other moves"
    assert told(best="e3").words == f"{one}e3"
    assert told(["e2"]).to_json()["best"] == "e2"
    assert told(["e2"]).to_json()["also"] == ["e3"]


def test_the_loss_of_a_trap_is_proven_or_about():
    trap = Trap("c2", 0.27, 9.0)
    assert told(trap=trap, best="e3").words.endswith("c2 is a trap: 27% play it, and it loses about 9")
    assert told(trap=trap, best="e3", is_proven=True).words.endswith("27% play it, and it loses 9")


def test_the_losses_of_traps_in_a_solved_endgame_are_proven(engine):
    game = Game(
        moves="d3c3c4c5f6f5e6f4d6c6e3e7e8d7g5d2b5b4b6f8g8c8c7a6a3a5c1f3e2f2d8h8b3e1g3h5a4h4g4g7f7g6a7h3c2b8h6h7"
    )
    position, limit = game.position, Limit(depth=4, exact_from=14)
    late = [each for move in position.legal_moves if (each := judge(position, move, engine, limit)).loss]
    assert late
    for each in late:
        values, proven = _values(position, each, engine)
        exact = {
            found.move: found.value for found in engine.analyse(position, Limit(depth=8, exact_from=20), top=99).moves
        }
        assert each.is_proven
        assert proven == set(position.legal_moves)
        assert values == exact
        _, unproven = _values(position, replace(each, played=replace(each.played, kind="heuristic")), engine)
        assert not unproven


def test_ratings_are_as_told_or_else_estimated_from_the_moves():
    found = strengths(GAME)
    estimated = {side: each.rating for side, each in found.items()}
    assert ratings_in((None, None), found) == estimated
    assert ratings_in((-200, None), found) == {**estimated, BLACK: -200.0}
    assert ratings_in((-9999, 9999), found) == {BLACK: -600.0, WHITE: 500.0}  # the closest that the model knows
