import json

import pytest

from outflank.matches import GameResult, Pairing, Placings, rotations, run
from outflank.matches.placings import placement_points
from outflank.matches.statistics import error_95
from outflank.play import TimeControl
from outflank.tribolo import TriboloGame, TriboloPosition


def result(seats, scores, board=0, forfeited=None):
    ranks = [-1 if seat == forfeited else score for seat, score in enumerate(scores)]
    points = tuple((rank == max(ranks)) / ranks.count(max(ranks)) for rank in ranks)
    return GameResult(Pairing(seats, board, (), 0), (), points, scores, forfeited)


@pytest.mark.parametrize(
    ("scores", "forfeited", "points"),
    [
        ((50, 60, 40), None, (1, 2, 0)),
        ((50, 50, 40), None, (1.5, 1.5, 0)),
        ((60, 50, 50), None, (2, 0.5, 0.5)),
        ((50, 50, 50), None, (1, 1, 1)),
        ((90, 50, 20), 0, (0, 2, 1)),
        ((4, -4), None, (1, 0)),
    ],
)
def test_a_point_for_each_player_left_behind_and_half_for_a_tie(scores, forfeited, points):
    assert placement_points(result(tuple(range(len(scores))), scores, forfeited=forfeited)) == points


GAMES = (
    result((0, 1, 2), (80, 50, 30)),
    result((2, 0, 1), (10, 90, 60)),
    result((1, 2, 0), (60, 40, 60)),
    result((0, 1, 2), (20, 70, 70), board=1),
    result((2, 0, 1), (50, 60, 50), board=1),
    result((1, 2, 0), (30, 40, 90), board=1, forfeited=2),
)


def test_the_table_counts_places_and_points_of_each_player_whatever_its_seat():
    best, second, third = Placings(("a", "b", "c"), GAMES).rows()
    assert (best.player, second.player, third.player) == ("a", "b", "c")
    assert (best.games, best.wins, best.ties, best.places) == (6, 3, 1, (4, 0, 2))
    assert best.points == 2 + 2 + 1.5 + 0 + 2 + 0
    assert (second.wins, second.ties, second.places) == (0, 2, (2, 4, 0))
    assert (third.wins, third.ties, third.places) == (1, 1, (2, 1, 3))
    assert best.mean_score == pytest.approx((80 + 90 + 60 + 20 + 60 + 90) / 6)
    assert best.points + second.points + third.points == 3 * len(GAMES)
    assert (best.forfeits, second.forfeits) == (1, 0)
    assert best.win_error_95 == error_95([2 / 3, 1 / 3])


def test_the_table_as_json():
    answer = Placings(("a", "b", "c"), GAMES).to_json()
    assert json.loads(json.dumps(answer)) == answer
    assert answer["games"] == 6
    assert answer["table"][0] == {
        "player": "a",
        "games": 6,
        "points": 7.5,
        "wins": 3,
        "ties": 1,
        "places": [4, 0, 2],
        "mean_score": 66.67,
        "win_share": 0.5,
        "win_share_error_95": answer["table"][0]["win_share_error_95"],
        "forfeits": 1,
    }
    [forfeit] = answer["forfeited_games"]
    assert list(forfeit) == ["player", "opponents", "fault", "reason", "moves"]


def test_values_that_do_not_differ_say_nothing_of_their_error():
    assert error_95([]) is error_95([1]) is error_95([1, 1]) is None
    assert error_95([0, 1]) == pytest.approx(1.959964 * 0.5)


def test_games_of_three_are_run_like_any_other_in_any_number_of_processes():
    players = ("random", "tribolo:depth=1", "random")
    schedule = rotations(3, [TriboloPosition.start(seed) for seed in (1, 2)], 0)
    results = run(players, schedule)
    assert run(players, schedule, jobs=2) == results
    for each in results:
        game = TriboloGame(each.pairing.start, each.moves)
        assert game.is_over
        assert each.scores == game.position.scores
        assert each.of(1)[1] == game.position.scores[each.pairing.seats.index(1)]
    assert Placings(players, tuple(results)).rows()[0].player == "tribolo:depth=1"


def test_a_forfeit_leaves_the_scores_as_they_stood_and_the_last_place(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text("def loops(position):\n    while True:\n        pass\n", encoding="utf-8")
    players = (f"module:{path}:loops", "random", "random")
    results = run(players, rotations(3, [TriboloPosition.start(1)], 0), control=TimeControl(0.05, per_move=True))
    for each in results:
        assert each.forfeited == each.pairing.seats.index(0)
        assert placement_points(each)[each.forfeited] == 0
        assert each.scores == TriboloGame(each.pairing.start, each.moves).position.scores
    assert Placings(players, tuple(results)).rows()[-1].forfeits == 3
