import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.squares import SQUARES
from outflank.board.symmetry import transformed
from outflank.evaluation.weights import Weights
from outflank.rules import Position
from outflank.training.dataset import GAME, NO_PLY, RANDOM, UNKNOWN
from outflank.training.labels import POSITION, positions_of, search_lines, unique
from outflank.training.selfplay import SelfPlay
from tests.oracles.endgame import score
from tests.training.small import RANDOM as RANDOM_SETTINGS
from tests.training.small import SEARCHED


def game(moves, values, score):
    found = np.zeros(1, GAME)
    found["moves"], found["values"], found["score"] = NO_PLY, UNKNOWN, score
    found["moves"][0, : len(moves)] = moves
    found["values"][0, : len(values)] = values
    return found


def opening(*names):
    return [SQUARES[8][name] for name in names]


def test_labels_before_the_end_are_means_of_later_searches():
    searched = game(opening("f5", "d6", "c3"), [4, -2, 8], 10)
    labels = sorted(positions_of(searched, 0, 0.5)["label"].tolist())
    third = 0.5 * 8 + 0.5 * 10  # the game's own score comes last
    second = -(0.5 * 2 + 0.5 * third)  # White is to move
    first = 0.5 * 4 + 0.5 * -second
    assert labels == sorted([first, second, third])


def test_solved_positions_stand_for_themselves():
    positions = positions_of(game(opening("f5", "d6", "c3"), [4, -2, 8], 0), 60, 0.9)
    assert sorted(positions["label"].tolist()) == [-2, 4, 8]
    assert positions["exact"].all()


def test_what_follows_a_random_move_does_not_count():
    moves = opening("f5", "d6", "c3")
    moves[1] += RANDOM
    assert sorted(positions_of(game(moves, [4, -2, 8], 10), 0, 1.0)["label"].tolist()) == [-2, 2, 10]


def test_searches_are_corrected_by_their_lines_and_exact_scores_are_not():
    searched = game(opening("f5", "d6", "c3"), [4, -2, 8], 8)
    lines = np.full((61, 2), (1.0, 0.0))
    lines[[60, 59, 58]] = (2, 3), (0.5, -5), (7, 100)
    second = -0.5 * (0.5 * -2 - 5) + 0.5 * 8  # in Black's view
    first = 0.5 * (2 * 4 + 3) + 0.5 * second
    labels = sorted(positions_of(searched, 58, 0.5, lines)["label"].tolist())
    assert labels == sorted([first, -second, 8])


def test_lines_make_searches_right_on_average():
    games = np.repeat(game(opening("f5", "d6", "c3"), [4, 2, 8], 8), 3000)
    lines = search_lines(games, 58)
    assert lines[60].tolist() == pytest.approx([1, (8 - 4) * 3000 / 4000])
    assert lines[59].tolist() == pytest.approx([1, (-8 - 2) * 3000 / 4000])
    assert np.count_nonzero(lines != (1, 0)) == 2


def test_lines_make_searches_that_see_too_little_of_a_lead_see_it_whole():
    leads = [-6, -2, 0, 4, 8]
    games = np.concatenate([game(opening("f5", "d6", "c3"), [lead, 0, 3 * lead], 3 * lead) for lead in leads])
    lines = search_lines(np.repeat(games, 800), 58)
    sure = 4000 / 5000  # of four thousand positions: a thousand speak for values as they are
    slope = 1 + sure * (3 - 1)
    assert lines[60].tolist() == pytest.approx([slope, sure * (3 - slope) * np.mean(leads)])
    assert lines[59].tolist() == pytest.approx([1, sure * -3 * np.mean(leads)])  # all values alike have no slope


def test_lines_of_few_games_are_near_those_of_values_as_they_are():
    games = np.concatenate([game(opening("f5", "d6", "c3"), [lead, 0, 3 * lead], 3 * lead) for lead in (-5, 5)])
    assert search_lines(games, 58).ravel() == pytest.approx(np.tile((1, 0), 61), abs=0.01)


def test_what_follows_a_random_move_is_no_outcome():
    moves = opening("f5", "d6", "c3")
    moves[1] += RANDOM
    games = np.repeat(game(moves, [4, 2, 8], 8), 3000)
    assert (search_lines(games, 58) == (1, 0)).all()
    assert np.isnan(positions_of(games[:1], 58, 0.9)["outcome"]).sum() == 2


def test_positions_that_were_not_searched_have_a_label_only_if_asked_for():
    moves = [move + RANDOM for move in opening("f5", "d6", "c3")]
    unsearched = game(moves, [], 10)
    assert len(positions_of(unsearched, 0, 1.0)) == 0
    assert positions_of(unsearched, 0, 1.0, from_random=True)["label"].tolist() == [10, -10, 10]


def test_no_games_have_no_positions():
    assert len(positions_of(np.zeros(0, GAME), 10, 1.0)) == 0


@pytest.mark.parametrize("settings", [RANDOM_SETTINGS, SEARCHED])
def test_exact_labels_are_the_scores_of_plain_minimax(settings):
    play = SelfPlay(Weights.zero(), settings, 1)
    games = np.concatenate([play.game(number, 1) for number in range(5)])
    positions = positions_of(games, settings.solve_from, 0.8)
    exact = positions[positions["exact"] == 1]
    assert len(exact)
    for position in exact:
        assert position["label"] == score(int(position["player"]), int(position["opponent"]))


def test_a_game_is_played_by_the_rules():
    record = SelfPlay(Weights.zero(), SEARCHED, 1).game(7, 2)[0]
    position = Position.start()
    for move in record["moves"]:
        if move == NO_PLY:
            break
        if position.must_pass:
            position = position.play("pass")
        square = int(move) & 63
        position = position.play("abcdefgh"[square % 8] + str(square // 8 + 1))
    if position.must_pass:
        position = position.play("pass")
    assert position.is_over
    assert record["score"] == position.scores[0]


def test_a_game_depends_on_its_number_and_seed_alone():
    play = SelfPlay(Weights.zero(), SEARCHED, 1)
    one = play.game(3, 5)
    play.game(4, 5)
    assert np.array_equal(play.game(3, 5), one)
    assert not np.array_equal(play.game(3, 6)["moves"], one["moves"])


@given(st.integers(0, 2**32 - 1))
def test_symmetric_positions_become_one_with_the_mean_label(seed):
    generator = np.random.default_rng(seed)
    positions = np.zeros(8, POSITION)
    player, opponent = (int(n) for n in generator.integers(0, 2**63, 2))
    positions["player"], positions["opponent"] = player, opponent & ~player
    positions["label"] = generator.integers(-64, 65, 8)
    merged, counts = unique(positions)
    assert counts.tolist() == [8]
    assert merged["label"][0] == pytest.approx(positions["label"].mean())


def test_positions_come_in_their_canonical_form():
    play = SelfPlay(Weights.zero(), RANDOM_SETTINGS, 1)
    for position in positions_of(play.game(1, 1), 5, 1.0, from_random=True)[::7]:
        board = int(position["player"]), int(position["opponent"])
        assert board == min((transformed(board[0], s), transformed(board[1], s)) for s in range(8))
