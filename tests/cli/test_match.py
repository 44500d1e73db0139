import contextlib
import json
import re

import pytest

from outflank.cli.main import main
from outflank.jit import INTERPRETED
from outflank.rules import Game, Position

FAST = ("--games", "4", "--size", "6", "--seed", "1")


def test_json_is_one_object_with_the_result(outflank):
    done = outflank("match", "level2", "first", *FAST, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\n") == 1
    answer = json.loads(done.out)
    assert list(answer) == [
        "players", "games", "wins", "draws", "mean_disc_difference", "elo", "elo_error_95", "forfeits",
        "forfeited_games", "jobs",
    ]  # fmt: skip
    assert answer["players"] == ["level2", "first"]
    assert sum(answer["wins"]) + answer["draws"] == answer["games"] == 4
    assert answer["forfeits"] == [0, 0]
    assert answer["forfeited_games"] == []


def test_a_match_can_be_repeated_in_any_number_of_processes(outflank):
    match = "match", "random", "level1", "--json"
    alone = outflank(*match, *FAST, "--jobs", "1")
    assert outflank(*match, *FAST, "--jobs", "1") == alone
    assert outflank(*match, *FAST, "--jobs", "2").out == alone.out.replace('"jobs": 1', '"jobs": 2')
    assert outflank(*match, *FAST[:-1], "2", "--jobs", "1") != alone


@pytest.mark.parametrize(("games", "jobs"), [("4", 3), ("2", 2)])
def test_a_match_plays_as_many_games_at_a_time_as_cores_are_free(outflank, monkeypatch, games, jobs):
    monkeypatch.setattr("outflank.cli.match.free_cores", lambda: 3)
    done = outflank("match", "random", "greedy", *FAST[2:], "--games", games, "--json")
    assert json.loads(done.out)["jobs"] == jobs


@pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")
def test_players_with_several_threads_play_fewer_games_at_a_time(outflank, monkeypatch):
    monkeypatch.setattr("outflank.cli.match.free_cores", lambda: 3)
    done = outflank("match", "engine:level=1,threads=2", "random", "--games", "4", "--json")
    assert json.loads(done.out)["jobs"] == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_that_is_interrupted_shows_what_was_played(outflank, monkeypatch, jobs):
    from outflank.cli import match

    played = []

    @contextlib.contextmanager
    def interrupting(_doing, _n_games):
        def show(n_done):
            played.append(n_done)
            if len(played) == 11:
                raise KeyboardInterrupt

        yield show

    monkeypatch.setattr(match, "bar", interrupting)
    done = outflank(
        "match", "random", "first", "--games", "40", "--size", "4", "--openings", "random:2", "--jobs", jobs, "--json"
    )
    assert done.code == 130
    games = json.loads(done.out)["games"]
    lone = "; 1 more ended, but not in every seating of their opening" if games == 10 else ""
    assert done.err.splitlines()[-1].startswith(f"interrupted; results of {games} of 40 games{lone}")
    assert games == 10 if jobs == "1" else games % 2 == 0


def test_the_table_of_a_match(outflank):
    done = outflank("match", "level2", "first", *FAST)
    headings, row = done.out.splitlines()[:2]
    assert headings.split()[:5] == ["players", "games", "won", "drawn", "lost"]
    assert row.split()[:4] == ["level2", "–", "first", "4"]


def test_the_tables_of_a_tournament(outflank):
    done = outflank("match", "first", "level2", "random", *FAST, "--markdown")
    ranking, cross = (
        [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
        for table in done.out.strip().split("\n\n")
    )
    assert [row[0] for row in ranking[2:]] == ["1", "2", "3"]
    order = [row[1] for row in ranking[2:]]
    assert sorted(order) == ["first", "level2", "random"]
    assert cross[0][1:] == [row[0] for row in cross[2:]] == order
    cells = [row[1:] for row in cross[2:]]
    assert [cells[i][i] for i in range(3)] == ["", "", ""]
    for i, j in ((0, 1), (0, 2), (1, 2)):
        result = cells[i][j].split("–")
        assert sum(map(int, result)) == 4
        assert cells[j][i].split("–") == result[::-1]


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_forfeited_game_is_reported_with_exit_code_1(outflank, jobs):
    done = outflank("match", "module:bots.py:raises", "first", "--games", "2", "--jobs", jobs)
    assert done.code == 1
    assert done.err == ""
    faults = [line for line in done.out.splitlines() if line.startswith("forfeit by module:bots.py:raises: crash")]
    assert len(faults) == 2
    assert "ValueError" in faults[0]


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_ends_its_process_is_named_and_the_match_goes_on(outflank, jobs):
    players = ("module:bots.py:leaves", "first", "level1")
    done = outflank("match", *players, "--games", "2", "--size", "4", "--openings", "random:1", "--jobs", jobs)
    assert (done.code, done.err) == (1, "")
    lines = [line for line in done.out.splitlines() if line.startswith("forfeit by ")]
    why = "it killed the process in which it was playing (exit code 3)"
    assert len(lines) == 4
    assert all(line.startswith(f"forfeit by module:bots.py:leaves: crash: {why} (against ") for line in lines)


@pytest.mark.usefixtures("bots")
def test_forfeits_in_json_say_who_why_and_after_which_moves(outflank):
    answer = json.loads(outflank("match", "module:bots.py:raises", "first", *FAST[:-2], "--json").out)
    assert answer["forfeits"] == [4, 0]
    for forfeit in answer["forfeited_games"]:
        assert (forfeit["player"], forfeit["opponent"]) == ("module:bots.py:raises", "first")
        assert forfeit["fault"] == "crash"
        assert re.fullmatch(r"ValueError: 'no\\+nidea' \(bots.py:\d+\)", forfeit["reason"])
        assert not Game(Position.start(6), forfeit["moves"]).is_over
    assert len({tuple(forfeit["moves"]) for forfeit in answer["forfeited_games"]}) == 4


@pytest.mark.usefixtures("bots")
def test_forfeits_of_three_in_json_name_both_opponents(outflank):
    players = ("--tribolo", "module:bots.py:leaves", "random", "random")
    answer = json.loads(outflank("match", *players, "--games", "3", "--json").out)
    assert [forfeit["player"] for forfeit in answer["forfeited_games"]] == ["module:bots.py:leaves"] * 3
    assert [forfeit["opponents"] for forfeit in answer["forfeited_games"]] == [["random", "random"]] * 3


@pytest.mark.usefixtures("bots")
def test_a_clock_ends_endless_thinking(outflank):
    done = outflank("match", "module:bots.py:loops", "first", "--games", "2", "--time", "1/move", "--json")
    assert done.code == 1
    assert json.loads(done.out)["forfeits"] == [2, 0]


@pytest.mark.usefixtures("bots")
def test_what_players_print_does_not_get_into_the_answer(capfd):
    options = ("--games", "2", "--size", "4", "--openings", "random:1", "--json")
    assert main(["match", "module:bots.py:prints", "first", *options]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["games"] == 2
    assert set(err.split()) == {"rubbish"}


def test_openings_that_do_not_suffice_are_mentioned(outflank):
    done = outflank("match", "level1", "first", "--games", "6", "--openings", "random:1", "--json")
    assert done.err == "only 1 opening in random:1: games will repeat openings\n"
    assert json.loads(done.out)["games"] == 6


def test_openings_come_from_a_file(outflank, home):
    (home / "two.moves").write_text("f5d6\nf5f4\n", encoding="utf-8")
    done = outflank("match", "level1", "first", "--games", "4", "--openings", "two.moves", "--json")
    assert (done.code, done.err) == (0, "")


@pytest.mark.usefixtures("bots")
def test_a_match_begins_where_it_is_told(outflank):
    start = Position.start(4).play("a2")
    options = ("--games", "2", "--openings", "random:0", "--start", f"{start.cells} O")
    done = outflank("match", "module:bots.py:raises", "first", *options)
    assert re.findall(r"\(against (.*), after (.*)\)", done.out) == [
        ("first", "a1"),
        ("first", "no move"),
    ]  # it has Black, then White


# --- Tribolo ----------------------------------------------------------------------------------------------------------

THREE = ("match", "--tribolo", "random", "tribolo:depth=1", "random", "--games", "6", "--seed", "1")


def test_a_match_of_three_is_a_table_of_places(outflank):
    done = outflank(*THREE)
    assert (done.code, done.err) == (0, "")
    headings, first, *rest = (line.split() for line in done.out.splitlines())
    assert headings[:6] == ["player", "points", "games", "won", "tied", "second"]
    assert first[:2] == ["1", "tribolo:depth=1"]
    assert len(rest) == 2
    points, counts = [float(row[2]) for row in (first, *rest)], [list(map(int, row[3:8])) for row in (first, *rest)]
    assert sum(points) == 3 * 6
    for games, *places in counts:
        assert games == sum(places) == 6


@pytest.mark.slow
def test_a_match_of_three_as_json_is_one_object_and_can_be_repeated(outflank):
    done = outflank(*THREE, "--json")
    answer = json.loads(done.out)
    assert answer["players"] == ["random", "tribolo:depth=1", "random"]
    assert answer["games"] == 6
    assert [row["games"] for row in answer["table"]] == [6, 6, 6]
    assert answer["table"][0]["player"] == "tribolo:depth=1"
    assert outflank(*THREE, "--json", "--jobs", "2").out == done.out
    assert outflank(*THREE[:-1], "2", "--json").out != done.out


def test_a_match_of_three_in_markdown_and_its_forfeits(outflank, bots):
    done = outflank("match", "--tribolo", "module:bots.py:raises", "random", "random", "--games", "3", "--markdown")
    assert done.code == 1
    assert done.out.splitlines()[1] == "|---" * 11 + "|"
    assert done.out.count("forfeit by module:bots.py:raises: crash: ValueError") == 3
