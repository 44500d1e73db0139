import pytest

from outflank import BLACK, WHITE, Engine, Game
from outflank.analysis.finding import HARD, findings, share_in_words, strengths
from outflank.analysis.judged import INACCURACY
from outflank.analysis.review import review
from outflank.jit import INTERPRETED
from outflank.people.difficulty import EQUAL, shares
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
    mistakes = {move.ply for move in judged if move.loss >= INACCURACY}
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
            assert each.difficulty.best != move.move
    assert any(each.was_found for each in found.values())


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
