import json

import pytest


def test_review_says_what_each_move_lost(outflank):
    done = outflank("review", "f5d6c3d3c4", "--depth", "3")
    assert done.code == 0
    assert done.err == ""
    lines = done.out.splitlines()
    assert lines[0].split() == ["side", "move", "Black's", "view", "lost", "better", "was"]
    assert [line.split()[:3] for line in lines[1:6]] == [
        ["1", "X", "f5"], ["2", "O", "d6"], ["3", "X", "c3"], ["4", "O", "d3"], ["5", "X", "c4"],
    ]  # fmt: skip
    assert "Black: " in done.out
    assert "discs lost in 3 moves" in done.out


def test_review_as_json(outflank):
    done = outflank("review", "f5d6", "--depth", "2", "--json")
    answer = json.loads(done.out)
    assert answer["transcript"] == "f5d6"
    assert [move["move"] for move in answer["moves"]] == ["f5", "d6"]
    assert answer["complete"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["review"], "required: GAME"),
        (["review", "start"], "no move to review"),
        (["review", "f5f5"], "the square is taken"),
        (["review", "f5", "--time", "0"], "positive number of seconds"),
        (["review", "f5", "--depth", "0"], "number from 1 to 60"),
    ],
)
def test_bad_input_takes_one_line(outflank, arguments, complaint):
    done = outflank(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert complaint in done.err


def test_other_games_are_reviewed_too(outflank):
    answer = json.loads(outflank("review", "f5d6c3", "--game", "anti-othello", "--depth", "2", "--json").out)
    assert [move["move"] for move in answer["moves"]] == ["f5", "d6", "c3"]
    assert answer["complete"]
    done = outflank("review", "f5", "--game", "tribolo")
    assert (done.code, done.err.count("\n")) == (2, 1)
