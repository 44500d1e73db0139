import json

import pytest

from outflank.matches.game import GameResult, Pairing, placement_points
from outflank.matches.reports import match_json
from outflank.matches.statistics import error_95
from outflank.matches.tables import match_tables
from outflank.rules import BLACK, Position
from outflank.tribolo import TriboloGame, TriboloPosition
from tests.matches.conftest import played, results_of

START = Position.start()


def two(black, white, difference, forfeited=None):
    points = 0.5 if difference == 0 else float(difference > 0)
    why = () if forfeited is None else (forfeited, "crash", "why")
    return GameResult(Pairing((black, white), START, (), 0), (), (points, 1 - points), (difference, -difference), *why)


MATCH = [(0, two(0, 1, 10)), (0, two(1, 0, 4)), (1, two(0, 1, 0)), (1, two(1, 0, -64, forfeited=BLACK))]


def test_a_match_is_counted_in_the_first_ones_view():
    score = results_of("ab", MATCH).score(0, 1)
    assert (score.wins, score.draws, score.losses) == (2, 1, 1)
    assert score.differences == (10, -4, 0, 64)
    assert score.pairs == (1, 1.5)


def test_the_other_view_is_the_mirror_image():
    results = results_of("ab", MATCH)
    here, there = results.score(0, 1), results.score(1, 0)
    assert (there.wins, there.draws, there.losses) == (here.losses, here.draws, here.wins)
    assert there.mean_disc_difference == -here.mean_disc_difference
    assert there.elo == pytest.approx(-here.elo)
    assert there.elo_error_95 == pytest.approx(here.elo_error_95)


def test_lone_games_of_different_openings_make_no_pair():
    assert results_of("ab", [(0, two(0, 1, 4)), (1, two(1, 0, 4))]).score(0, 1).pairs == ()


def test_a_match_whose_pairs_are_all_alike_has_no_margin_and_says_so():
    results = results_of("ab", [(0, two(0, 1, 10)), (0, two(1, 0, 4)), (1, two(0, 1, 2)), (1, two(1, 0, 8))])
    assert results.score(0, 1).pairs == (1, 1)
    table = match_tables(results)[0]
    assert dict(zip(table.headings, table.rows[0], strict=True))["Elo (95 %)"] == "+0, margin unknown"
    answer = match_json(results)
    assert (answer["elo"], answer["elo_error_95"]) == (0, None)


def test_a_match_as_json():
    answer = match_json(results_of("ab", MATCH))
    assert answer == {
        "players": ["a", "b"],
        "games": 4,
        "wins": [2, 1],
        "draws": 1,
        "mean_disc_difference": 17.5,
        "elo": 88.7,
        "elo_error_95": answer["elo_error_95"],
        "forfeits": [0, 1],
        "forfeited_games": [{"player": "b", "opponent": "a", "fault": "crash", "reason": "why", "moves": []}],
    }
    assert json.loads(json.dumps(answer)) == answer


def test_a_tournament_as_json_ranks_the_players():
    games = [
        (0, two(*seats, difference))
        for a, b, differences in ((0, 1, (-2, 2)), (0, 2, (-4, 0)), (1, 2, (6, -6)))
        for seats, difference in zip(((a, b), (b, a)), differences, strict=True)
    ]
    answer = match_json(results_of(("worst", "best", "middle"), games))
    assert [row["player"] for row in answer["table"]] == ["best", "middle", "worst"]
    assert [row["games"] for row in answer["table"]] == [4, 4, 4]
    assert [(row["wins"], row["draws"], row["losses"]) for row in answer["table"]] == [(4, 0, 0), (1, 1, 2), (0, 1, 3)]
    assert answer["table"][0]["mean_disc_difference"] == 4
    assert [match["players"] for match in answer["matches"]] == [
        ["best", "middle"],
        ["best", "worst"],
        ["middle", "worst"],
    ]
    assert answer["games"] == 6


# --- games of three ---------------------------------------------------------------------------------------------------


def result(seats, scores, board=0, forfeited=None):
    ranks = [-1 if seat == forfeited else score for seat, score in enumerate(scores)]
    points = tuple((rank == max(ranks)) / ranks.count(max(ranks)) for rank in ranks)
    fault = () if forfeited is None else (forfeited, "crash", "why")
    return board, GameResult(Pairing(seats, TriboloPosition.start(board), (), 0), (), points, scores, *fault)


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
    assert placement_points(scores, forfeited) == points


GAMES = (
    result((0, 1, 2), (80, 50, 30)),
    result((2, 0, 1), (10, 90, 60)),
    result((1, 2, 0), (60, 40, 60)),
    result((0, 1, 2), (20, 70, 70), board=1),
    result((2, 0, 1), (50, 60, 50), board=1),
    result((1, 2, 0), (30, 40, 90), board=1, forfeited=2),
)


def test_the_table_counts_places_and_points_of_each_player_whatever_its_seat():
    results = results_of("abc", GAMES)
    assert results.order == [0, 1, 2]
    best, second, third = (results.standings[number] for number in results.order)
    assert (best.games, best.won, best.tied, best.places) == (6, 3, 1, [4, 0, 2])
    assert best.points == 2 + 2 + 1.5 + 0 + 2 + 0
    assert (second.won, second.tied, second.places) == (0, 2, [2, 4, 0])
    assert (third.won, third.tied, third.places) == (1, 1, [2, 1, 3])
    assert best.mean_score == pytest.approx((80 + 90 + 60 + 20 + 60 + 90) / 6)
    assert best.points + second.points + third.points == 3 * len(GAMES)
    assert (best.forfeits.total(), second.forfeits.total()) == (1, 0)
    assert best.win_error_95 == error_95([2 / 3, 1 / 3])


def test_the_table_as_json():
    answer = match_json(results_of("abc", GAMES))
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


def test_who_has_not_played_is_not_in_the_table():
    assert [row["player"] for row in match_json(results_of("abcd", GAMES))["table"]] == ["a", "b", "c"]


def test_values_that_do_not_differ_say_nothing_of_their_error():
    assert error_95([]) is error_95([1]) is error_95([1, 1]) is None
    assert error_95([0, 1]) == pytest.approx(1.959964 * 0.5)


@pytest.mark.slow
def test_games_of_three_are_run_like_any_other_in_any_number_of_processes():
    players = ("random", "tribolo:depth=1", "random")
    games = played(*players, start=TriboloPosition.start(0), games=6)
    assert played(*players, start=TriboloPosition.start(0), games=6, jobs=2) == games
    for each in games:
        game = TriboloGame(each.pairing.start, each.moves)
        assert game.is_over
        assert each.scores == game.position.scores
        assert each.of(1)[1] == game.position.scores[each.pairing.seats.index(1)]
    assert results_of(players, [(number // 3, each) for number, each in enumerate(games)]).order[0] == 1


def test_a_forfeit_leaves_the_scores_as_they_stood_and_the_last_place(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text("def gives_up(position):\n    raise ValueError\n", encoding="utf-8")
    players = (f"module:{path}:gives_up", "random", "random")
    games = played(*players, start=TriboloPosition.start(0), games=3)
    for each in games:
        assert each.forfeited == each.pairing.seats.index(0)
        assert placement_points(each.scores, each.forfeited)[each.forfeited] == 0
        assert each.scores == TriboloGame(each.pairing.start, each.moves).position.scores
    results = results_of(players, [(0, each) for each in games])
    assert results.standings[results.order[-1]].forfeits.total() == 3
