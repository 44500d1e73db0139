from hypothesis import given

from outflank.rules import BLACK, Position
from outflank.search.score import HIGHEST, LOWEST, final_score
from tests.strategies import positions


@given(positions((8,)))
def test_the_final_score_is_the_outcome_in_the_mover_s_view(position):
    assert final_score(position.player, position.opponent) == position.scores[position.turn]


@given(positions((8,)))
def test_what_one_side_wins_the_other_loses(position):
    assert final_score(position.player, position.opponent) == -final_score(position.opponent, position.player)


def test_empty_squares_go_to_the_winner():
    wipe_out = Position(0b111, 0, BLACK)
    assert final_score(wipe_out.player, wipe_out.opponent) == HIGHEST == 64
    assert final_score(wipe_out.opponent, wipe_out.player) == LOWEST == -64
    assert final_score(0b11, 0b100) == 62


def test_equal_discs_are_a_draw_whatever_is_empty():
    assert final_score(0b11, 0b1100) == final_score(0, 0) == 0
