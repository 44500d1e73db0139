import csv
import io
import json
import re
from collections import Counter
from concurrent.futures import Future

import pytest

from outflank.matches.game import GameResult
from outflank.matches.page import as_page
from outflank.matches.reports import game_json, to_json
from outflank.matches.results import results
from outflank.matches.running import Tournament, seated
from outflank.matches.sheets import games_sheet, places_sheet
from outflank.matches.store import Store
from outflank.matches.tables import about, as_markdown, ranking, tables
from outflank.play.moves import PASS
from outflank.rules import Game, Position
from tests.matches.conftest import THREE, HereBoards, text_of
from tests.oracles import elo as oracle

EVIL = ('<script>alert("x")</script>', "=1+1|`a`", "*_[&]_* 名前")


@pytest.fixture
def played(play):
    plan, store = play(text_of(*THREE, top="size = 4\nopenings = 'random:3'\ntime = '5/move'", schedule="games = 12"))
    return results(plan, store), store


@pytest.fixture
def evil(play):
    text = text_of(*(f"{i}" for i in range(3)), players=THREE)
    for number, name in enumerate(EVIL):
        text = text.replace(f"name = '{number}'", f"name = '{name}'")
    plan, store = play(text)
    return results(plan, store), store


def test_the_table_is_what_adding_up_the_games_gives(played):
    found, store = played
    rows = {row["name"]: row for row in to_json(found)["table"]}
    games = list(store.games())
    for number, name in enumerate(THREE):
        of_player = [(game, game.seats.index(number)) for game in games if number in game.seats]
        row = rows[name]
        assert row["games"] == len(of_player) == 24
        assert row["won"] == sum(game.points[seat] == 1 for game, seat in of_player)
        assert row["drawn"] == sum(game.points[seat] == 0.5 for game, seat in of_player)
        assert row["lost"] == sum(game.points[seat] == 0 for game, seat in of_player)
        assert row["points"] == sum(game.points[seat] for game, seat in of_player)
        assert row["mean_score"] == pytest.approx(sum(game.scores[seat] for game, seat in of_player) / 24, abs=0.01)
        seconds = sum(
            used
            for game, seat in of_player
            for mover, move, used in zip(game.movers, game.moves[game.opened :], game.seconds, strict=True)
            if mover == seat and move != PASS
        )
        assert row["seconds"] == pytest.approx(seconds, abs=1e-3)
        assert row["forfeits"] == {}


def test_ratings_are_those_of_the_oracle_and_the_strongest_stands_first(played):
    found, store = played
    pairs, halves = {(0, 1): [], (0, 2): [], (1, 2): []}, {}
    for game in store.games():
        two = tuple(sorted(game.seats))
        points = game.points[game.seats.index(two[0])]
        key = (two, game.fixture.opening)
        if key in halves:
            pairs[two].append(halves[key] + points)
        halves[key] = points
    expected = oracle.best_ratings(pairs, 3)
    rows = to_json(found)["table"]
    assert [row["elo"] for row in rows] == sorted((round(each, 1) for each in expected), reverse=True)
    assert {row["name"]: row["elo"] for row in rows} == {
        name: pytest.approx(each, abs=0.1) for name, each in zip(THREE, expected, strict=True)
    }


def test_the_cross_table_is_the_mirror_of_itself_and_adds_up(played):
    found, store = played
    cross = to_json(found)["cross_table"]
    for i in range(3):
        assert cross[i][i] is None
        for j in range(3):
            if i != j:
                assert (cross[i][j]["won"], cross[i][j]["lost"]) == (cross[j][i]["lost"], cross[j][i]["won"])
                assert cross[i][j]["mean_difference"] == -cross[j][i]["mean_difference"]
                assert cross[i][j]["games"] == 12
    assert sum(each["games"] for row in cross for each in row if each) == 2 * store.n_games()


def test_openings_add_up_and_every_pair_played_them(played):
    found, _ = played
    openings = to_json(found)["openings_played"]
    assert sum(opening["games"] for opening in openings) == 36
    assert all(len(opening["opening"]) == 6 for opening in openings)


def test_superiority_of_one_over_the_other_is_the_rest_of_the_reverse(played):
    likely = to_json(played[0])["superiority"]
    for i in range(3):
        for j in range(3):
            if i != j:
                assert likely[i][j] + likely[j][i] == pytest.approx(1, abs=2e-4)
    assert likely[0][2] >= 0.5


def test_games_worth_a_look_are_what_they_are_called(play):
    plan, store = play(text_of(*THREE, top="size = 6\nopenings = 'random:3'", schedule="games = 24"))
    found = results(plan, store)
    by_why = {}
    for each in found.remarkable:
        by_why.setdefault(each.why, []).append(each)
    leads = sorted(abs(game.scores[0]) for game in store.games())
    close, one_sided = [lead for lead in leads if lead <= 2], [lead for lead in leads[::-1] if lead >= 18]
    assert close
    assert one_sided
    assert [each.by for each in by_why["close"]] == close[:5]
    assert [each.by for each in by_why["one-sided"]] == one_sided[:5]
    elo = dict(zip(found.order, found.strengths.elo, strict=True))
    gaps = []
    for game in store.games():
        if 1 in game.points:
            winner = game.seats[game.points.index(1)]
            (loser,) = set(game.seats) - {winner}
            gaps.append(elo[loser] - elo[winner])
    upsets = sorted((gap for gap in gaps if gap >= 100), reverse=True)[:5]
    assert upsets
    assert [each.by for each in by_why["upset"]] == pytest.approx(upsets)


BOTS = "def passes(position):\n    return 'pass'\n\ndef raises(position):\n    raise ValueError('no <b>idea</b>')\n"


def test_forfeits_are_counted_by_player_and_reason(play, tmp_path):
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    players = ("random", f"module:{tmp_path}/bots.py:passes", f"module:{tmp_path}/bots.py:raises")
    plan, store = play(text_of("random", "passes", "raises", players=players))
    found = results(plan, store)
    rows = {row["name"]: row["forfeits"] for row in to_json(found)["table"]}
    assert rows["random"] == {}
    assert Counter(rows["passes"]).keys() == {"illegal move"}
    assert Counter(rows["raises"]).keys() == {"crash"}
    assert len(to_json(found)["forfeits"]) == 12
    (by_reason,) = [part for part in tables(found) if part.title == "Forfeits by reason"]
    assert by_reason.headings == ("player", "crash", "illegal move", "all")
    assert "no &lt;b&gt;idea&lt;/b&gt;" in as_page(found, store, 10)


def test_three_are_placed_by_their_points(play):
    text = text_of("a", "b", "c", players=("random", "random", "tribolo"), top="game = 'tribolo'", schedule="games = 6")
    plan, store = play(text)
    found = results(plan, store)
    data = to_json(found)
    assert sum(row["points"] for row in data["table"]) == 3 * 6
    assert [row["points"] for row in data["table"]] == sorted((row["points"] for row in data["table"]), reverse=True)
    assert all(each["games"] == 6 for row in data["cross_table"] for each in row if each)
    assert "Tribolo, round-robin, 6 games" in about(found)
    assert '"symbols":["B","R","G"]' in as_page(found, store, 3)


def test_in_swiss_the_most_points_stand_first_and_who_sat_out_has_some_for_it(play):
    plan, store = play(text_of(*THREE, schedule="kind = 'swiss'\nrounds = 3\ngames = 2"))
    found = results(plan, store)
    byes = Counter(bye for _, sat_out in store.rounds() for bye in sat_out)
    points = [found.points(number) for number in found.order]
    assert points == sorted(points, reverse=True)
    assert points == [row["points"] for row in to_json(found)["table"]]
    assert sum(byes.values()) == 3
    for number in found.order:
        assert found.points(number) == found.standings[number].points + 2 * byes[number]
    assert [part.title for part in tables(found) if part.title.startswith("Round")] == ["Round 1", "Round 2", "Round 3"]


def test_of_three_who_sits_out_has_half_of_what_can_be_won(play):
    names = ("a", "b", "c", "d", "e")
    top, schedule = "game = 'tribolo'", "kind = 'swiss'\nrounds = 1\ngames = 3"
    plan, store = play(text_of(*names, players=("random",) * 5, top=top, schedule=schedule))
    found = results(plan, store)
    sat_out = store.rounds()[0][1]
    assert len(sat_out) == 2
    assert [found.points(number) for number in sat_out] == [3, 3]
    assert "counts 3 points." in tables(found)[0].note


def test_points_of_games_add_up_to_those_of_the_table(play):
    for text in (
        text_of("a", "b", "c", players=("random", "random", "tribolo"), top="game = 'tribolo'", schedule="games = 3"),
        text_of(*THREE),
    ):
        plan, store = play(text)
        found = results(plan, store)
        sums = Counter()
        for game in store.games():
            told = game_json(found, game)
            sums.update(dict(zip(told["players"], told["points"], strict=True)))
        assert sums == {row["name"]: row["points"] for row in to_json(found)["table"]}


def test_equals_stand_in_the_order_of_their_discs_and_then_of_the_file(plan_of):
    leads = {0: 2, 1: 6, 2: 4, 3: 2}  # of whoever begins, who always wins

    class Boards(HereBoards):
        def submit(self, _number, pairing):
            lead, future = leads[pairing.seats[0]], Future()
            future.set_result(GameResult(pairing, tuple(pairing.opening), (1.0, 0.0), (lead, -lead)))
            return future

    plan = plan_of(text_of("a", "b", "c", "d", players=("first",) * 4, schedule="games = 2"))
    with Store(None) as store:
        store.agree(plan)
        Tournament(plan, store).play(Boards(seated(plan, store), plan))
        rows = to_json(results(plan, store))["table"]
    assert {row["elo"] for row in rows} == {0}
    assert [row["name"] for row in rows] == ["b", "c", "a", "d"]


def test_when_it_is_over_all_that_was_to_be_played_was(play):
    test = "[sprt]\nelo0 = 0\nelo1 = 300\nalpha = 0.2\nbeta = 0.2"
    plan, store = play(text_of("level1", "random", top="size = 6", schedule="games = 200", more=test))
    data = to_json(results(plan, store))
    assert data["over"] is True
    assert data["total"] == data["games"] < 200


def test_who_wins_a_knock_out_stands_first(play):
    plan, store = play(text_of(*THREE, "level1", schedule="kind = 'knock-out'\ngames = 2"))
    found = results(plan, store)
    final = store.rounds()[-1][0][0]
    assert set(found.order[:2]) == set(final)


def test_a_tournament_under_way_says_how_far_it_is(play):
    plan, store = play(text_of(*THREE), most=5)
    found = results(plan, store)
    assert (to_json(found)["games"], to_json(found)["total"], to_json(found)["over"]) == (5, 12, False)
    assert about(found).endswith("5 of 12 games played.")


def test_a_tournament_without_a_game_has_a_table_too(play):
    plan, store = play(text_of(*THREE), most=0)
    found = results(plan, store)
    assert [row["elo"] for row in to_json(found)["table"]] == [0, 0, 0]
    as_page(found, store, 10)
    assert places_sheet(found).count("\n") == 4


# --- published --------------------------------------------------------------------------------------------------------


def games_on(page):
    return json.loads(re.search(r'<script type="application/json" id="games">(.*?)</script>', page, re.DOTALL)[1])


def test_whatever_players_are_called_they_are_only_names_on_the_page(evil):
    page = as_page(*evil, 100)
    assert "<script>alert" not in page
    assert page.count("<script") == 2
    assert "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;" in page
    assert EVIL[0] in games_on(page)["games"][0]["players"] + games_on(page)["games"][1]["players"]
    assert page.count("</script>") == 2


def test_the_page_asks_for_nothing_from_anywhere(played):
    page = as_page(*played, 100)
    assert "default-src 'none'" in page
    assert not re.search(r"(src|href)=|url\(|@import|https?://(?!www\.w3\.org)", page)


def test_games_on_the_page_are_replayed_to_the_boards_that_they_led_to(played):
    found, store = played
    games = games_on(as_page(found, store, 100))["games"]
    assert len(games) == 36
    by_number = {game.number: game for game in store.games()}
    for shown in games:
        cells = list(shown["cells"])
        for _, _, changes in shown["moves"]:
            for piece, places in changes:
                for place in places:
                    cells[place] = piece
        assert "".join(cells) == Game(Position.start(4), by_number[shown["number"]].moves).position.cells


@pytest.mark.parametrize("most", [0, 3, 20])
def test_no_more_games_are_on_the_page_than_asked_for(played, most):
    found, store = played
    games = games_on(as_page(found, store, most))["games"]
    assert len(games) == most
    assert [game["number"] for game in games[:3]] == [each.game.number for each in found.remarkable][: min(3, most)]


def test_markdown_shows_names_as_they_are(evil):
    found, _ = evil
    text = as_markdown(found.plan.title, about(found), tables(found))
    assert "&lt;script&gt;" in text
    assert "=1+1\\|\\`a\\`" in text
    assert "<script>" not in text
    for line in text.splitlines():
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", line)) in {3, 5, 6, 7, 13}


def test_spreadsheets_calculate_nothing(evil):
    found, store = evil
    rows = list(csv.DictReader(io.StringIO(places_sheet(found))))
    assert {row["name"] for row in rows} == {EVIL[0], f"'{EVIL[1]}", EVIL[2]}
    games = list(csv.DictReader(io.StringIO(games_sheet(found, store))))
    assert len(games) == 12
    assert {game["Black"] for game in games} == {row["name"] for row in rows}
    assert games[0]["moves"].split() == list(next(iter(store.games())).moves)
    assert all(len(game["clocks"].split()) == len(game["seconds"].split()) for game in games)


def test_a_test_is_told_with_its_bounds_and_how_it_went(play):
    plan, store = play(text_of("random", "first", schedule="games = 20", more="[sprt]\nelo1 = 50"))
    found = results(plan, store)
    test = to_json(found)["sprt"]
    assert test["llr"] == pytest.approx(oracle.llr(test["outcomes"], 0, 50), abs=1e-3)
    assert sum(test["outcomes"]) == test["pairs"] == 10
    assert test["bounds"] == [pytest.approx(-2.9444, abs=1e-3), pytest.approx(2.9444, abs=1e-3)]
    page = as_page(found, store, 0)
    assert "The sequential test, as a plot" in page
    share = sum(n * points for n, points in zip(test["outcomes"], (0, 0.25, 0.5, 0.75, 1), strict=True)) / 10
    against = to_json(found)["cross_table"][0][1]
    first = (against["won"] + against["drawn"] / 2) / 20
    assert share in (pytest.approx(first), pytest.approx(1 - first))


def test_a_knock_out_has_no_ratings_where_their_errors_make_them_meaningless(play):
    plan, store = play(text_of(*THREE, "level1", schedule="kind = 'knock-out'\ngames = 2"))
    found = results(plan, store)
    errors = [found.strengths.error_95(place) for place in range(4)]
    assert max(errors) > 300
    rows, words = to_json(found)["table"], ranking(found)
    for error, row, cells in zip(errors, rows, words.rows, strict=True):
        is_shown = error <= 300
        assert (row["elo"] is not None, row["elo_error_95"] is not None) == (is_shown, is_shown)
        assert (cells[2] != "–", cells[3] != "") == (is_shown, is_shown)
    assert "wider than ± 300" in words.note
    as_page(found, store, 10)


def test_who_comes_when_the_last_round_has_begun_is_named(play, tmp_path):
    schedule = "kind = 'swiss'\nrounds = 2\ngames = 2"
    play(text_of(*THREE, schedule=schedule), path=tmp_path / "games.sqlite")
    plan, store = play(text_of(*THREE, "level1", schedule=schedule), path=tmp_path / "games.sqlite")
    found = results(plan, store)
    assert found.late == to_json(found)["late"] == ["level1"]
    assert "Joined too late to play, after the last round had started: level1" in ranking(found).note
    more = schedule.replace("rounds = 2", "rounds = 4")
    plan, store = play(text_of(*THREE, "level1", schedule=more), path=tmp_path / "games.sqlite")
    assert results(plan, store).late == []
