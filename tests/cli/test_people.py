import json

import pytest

from outflank.jit import INTERPRETED

GAME = "f5d6c3d3c4f4e3f6e6c5d7c6b5d8g4g3"


@pytest.mark.parametrize("game", ["start", "f5", GAME[:28]])
def test_a_short_game_says_nothing_about_strength(outflank, game):
    done = outflank("people", "strength", game)
    assert done.code == 1
    assert done.out == "Too few moves to tell the strength: at least 8 with a choice are needed of a player.\n"


def test_a_player_with_too_few_moves_is_left_out(outflank):
    done = outflank("people", "strength", GAME[:-2])
    assert done.code == 0
    assert done.out.startswith("Black: archive rating about ")
    assert done.out.endswith(" 0 is the average of a tournament game; the web app shows these ratings 1400 higher.\n")
    assert "White: too few moves to tell (7; at least 8 with a choice are needed)\n" in done.out


def test_strength_as_json_tells_the_number_of_moves(outflank):
    assert json.loads(outflank("people", "strength", "f5d6c3", "--json").out)["black"]["moves"] == 2


@pytest.mark.skipif(INTERPRETED, reason="searches")
@pytest.mark.parametrize(("n_moves", "told"), [(3, ""), (15, "Black"), (16, "Black and White")])
def test_a_review_tells_the_strength_only_from_enough_moves(outflank, n_moves, told):
    done = outflank("review", GAME[: 2 * n_moves], "--depth", "2")
    assert [name for name in ("Black", "White") if f"{name} plays like an archive rating of " in done.out] == [
        name for name in told.split(" and ") if name
    ]
    few = [name for name in ("Black", "White") if name not in told]
    sentence = f"{' and '.join(few)} made too few moves to tell the strength, so that of an average player is assumed."
    assert (sentence in done.out.splitlines()) == bool(few)
