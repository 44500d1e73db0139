import json
import re

import pytest

from outflank import formats
from outflank.cli.review import WORDS
from outflank.formats import saved
from outflank.formats.files import write_records
from outflank.jit import INTERPRETED
from outflank.play import Setup, kind_of
from outflank.play.record import Record
from outflank.rules import AntiPosition, Game
from outflank.sessions.own_rating import RatedGame
from outflank.sessions.rated_games import RatedGames, usual_ratings

PEOPLE = "f5d6c3d3c4f4e3f6e6c5d7c6b5d8g4g3g5b6c7a4a6f3f7h6"
QUIET = "d3c3c4c5f6f5e6f4d6c6e3e7e8d7g5d2b5b4b6f8g8c8c7a6a3a5c1f3e2f2d8h8b3e1g3h5a4h4"


def test_review_says_what_each_move_lost(outflank):
    done = outflank("review", "f5d6c3d3c4", "--depth", "3")
    assert done.code == 0
    assert done.err == ""
    lines = done.out.splitlines()
    assert lines[0].split() == ["side", "move", "Black's", "view", "lost", "better", "move"]
    assert [line.split()[:3] for line in lines[1:6]] == [
        ["1", "X", "f5"], ["2", "O", "d6"], ["3", "X", "c3"], ["4", "O", "d3"], ["5", "X", "c4"],
    ]  # fmt: skip
    assert "Opening: Tiger." in lines
    assert "Black: " in done.out
    assert "discs lost in 3 moves" in done.out


def test_review_as_json(outflank):
    done = outflank("review", "f5d6", "--depth", "2", "--json")
    answer = json.loads(done.out)
    assert answer["transcript"] == "f5d6"
    assert answer["opening"] == {"en": "Perpendicular", "ja": "縦取り"}
    assert [move["move"] for move in answer["moves"]] == ["f5", "d6"]
    assert answer["complete"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["review"], "expected a game, a folder of games, or --library, got none"),
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
    assert answer["opening"] == {"en": "", "ja": ""}
    assert answer["complete"]
    done = outflank("review", "f5", "--game", "tribolo")
    assert (done.code, done.err.count("\n")) == (2, 1)


FULL = (
    "e6f6g6d6c3h6c6e3f5f4f3d3f7e8c5f2g5c4e2h5b4a3g3h3e7f8d7c8c2c1b3a4g7e1h4d2g4h8h7c7b5a6b6a5f1g1d1h1g8h2g2b1d8b7b8a8a7a2"
    "b2a1"
)


@pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")
@pytest.mark.parametrize("seconds", ["0.000001", "0.01"])
def test_every_move_is_judged_however_little_time_there_is(outflank, seconds):
    """Once, the review ended at the first position without a value, and numbered what it had from 1."""
    lines = outflank("review", FULL, "--time", seconds, "--no-people").out.splitlines()
    assert [line.split()[0] for line in lines[1:61]] == [str(number) for number in range(1, 61)]
    assert lines[-3].startswith("Black: ")


def test_what_was_judged_by_ctrl_c_is_shown_with_its_numbers(outflank, monkeypatch):
    from outflank.analysis import review as module

    judge = module.judge
    judged = []

    def interrupted(*arguments, **options):
        if len(judged) == 2:
            raise KeyboardInterrupt
        judged.append(judge(*arguments, **options))
        return judged[-1]

    monkeypatch.setattr(module, "judge", interrupted)
    done = outflank("review", "f5d6c3d3c4", "--depth", "2")
    assert done.code == 130
    assert [line.split()[:3] for line in done.out.splitlines()[1:3]] == [["4", "O", "d3"], ["5", "X", "c4"]]
    assert "Only the last 2 of 5 moves were judged." in done.out


def test_a_file_says_which_game_it_is(outflank, home):
    """Once, a saved game of anti-Othello was judged as Othello."""
    game = Game(AntiPosition.start(4), ["a2", "a1", "b1"])
    (home / "anti.txt").write_text(saved.write(Record.of(game)), encoding="utf-8")
    as_it_says, as_told, otherwise = (
        outflank("review", "anti.txt", "--depth", "4", *options).out
        for options in ((), ("--game", "anti-othello"), ("--game", "othello"))
    )
    assert as_it_says == as_told != otherwise
    assert outflank("review", "-", "--depth", "4", stdin=(home / "anti.txt").read_bytes()).out == as_told


def test_a_game_of_three_is_refused_in_one_line(outflank, home):
    kind = kind_of("tribolo")
    game = kind.new_game(kind.start(Setup(seed=1)))
    game.push(game.position.legal_moves[0])
    (home / "tri.txt").write_text(formats.write([Record.of(game)], "saved-tribolo"), encoding="utf-8")
    done = outflank("review", "tri.txt")
    assert (done.code, done.err) == (
        2,
        "outflank: Tribolo cannot be reviewed: the engine knows only Othello and its variants\n",
    )
    assert "--tribolo" not in outflank("review", "-h").out


@pytest.mark.skipif(INTERPRETED, reason="searches")
def test_words_in_the_reasons_are_explained_once(outflank):
    lines = outflank("review", QUIET, "--depth", "6", "--no-people").out.splitlines()
    reasons = [line for line in lines if " loses " in line and ": " in line]
    for word, meaning in WORDS.items():
        assert lines.count(meaning) == any(word in line for line in reasons)
    assert any(" quiet " in line for line in reasons)


def reviewed_people(outflank, home, *arguments, black="human"):
    write_records(home / "game.ggf", [Record.of(Game(moves=PEOPLE), (black, "ben"))])
    done = outflank("review", "game.ggf", "--depth", "2", *arguments)
    assert done.code == 0, done.err
    return done


def rate(rating):
    with RatedGames(usual_ratings()) as file:
        for number in range(40):
            file.add(RatedGame("ben", rating, 20.0, number % 2, 1e9 + number))


@pytest.mark.skipif(INTERPRETED, reason="searches")
def test_ones_own_rating_counts_for_the_difficulty_of_ones_own_moves(outflank, home):
    assert "Your ladder rating" not in reviewed_people(outflank, home).out  # no game is rated yet
    rate(1400.0)
    own = r"Your ladder rating \(Black\) is 1[34]\d\d, which is an archive rating of"
    assert re.search(own, reviewed_people(outflank, home).out)
    assert "Your ladder rating" not in reviewed_people(outflank, home, black="Ann").out
    black, white = json.loads(reviewed_people(outflank, home, "--json").out)["people"]["ratings"]
    assert (-100 < black < 100, white) == (True, None)
    done = reviewed_people(outflank, home, "--black-rating", "200", "--white-rating", "9999")
    assert "Black's archive rating is taken as +200." in done.out
    assert "White's archive rating is taken as +500; +9999 is not among those that the model knows." in done.out
    assert "Your ladder rating" not in done.out
    usual_ratings().unlink()
    rate(100.0)
    assert "; the closest known archive rating is -600." in reviewed_people(outflank, home).out
    usual_ratings().write_bytes(b"rubbish" * 500)
    done = reviewed_people(outflank, home)
    assert "damaged" in done.err
    assert "How many players of the same strength" in done.out


def test_ratings_need_a_single_game_and_people(outflank, home):
    home.joinpath("games").mkdir()
    for arguments in (["f5d6", "--no-people"], ["games"]):
        for rating in ("100", "0"):
            done = outflank("review", *arguments, "--white-rating", rating)
            assert (done.code, len(done.err.splitlines())) == (2, 1)
            assert "--white-rating" in done.err
    assert "expected a rating" in outflank("review", "f5d6", "--black-rating", "strong").err


def test_ratings_without_people_are_refused_before_the_review(outflank, monkeypatch):
    def review(*_arguments, **_options):
        raise AssertionError("the review began")

    monkeypatch.setattr("outflank.analysis.review.review", review)
    assert outflank("review", "f5d6", "--no-people", "--black-rating", "100").code == 2
