"""The rating file: several programs may add games at once, and a process that is killed loses nothing."""

import multiprocessing
import os
import signal
import sqlite3
from contextlib import closing

import pytest

from outflank.errors import OutflankError
from outflank.sessions.own_rating import BEGINNING, RatedGame, ratings_after
from outflank.sessions.rated_games import RatedGames, usual_ratings

GAMES = [RatedGame("momo", 0.0, 0.0, 1.0, 100.0), RatedGame("ben", 1400.0, 160.0, 0.5, 200.0)]
_ALONE = multiprocessing.get_context("spawn")


def add_many(path, score):
    for number in range(25):
        with RatedGames(path) as file:
            file.add(RatedGame("momo", 0.0, 0.0, score, float(number)))


def add_and_die(path):
    with RatedGames(path) as file:
        file.add(GAMES[0])
        with file.writing() as database:
            database.execute("DELETE FROM rated")
            os.kill(os.getpid(), signal.SIGKILL)


def test_games_are_kept_in_the_order_of_their_ends(tmp_path, monkeypatch):
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path / "data"))
    with RatedGames(usual_ratings()) as file:
        assert file.ratings(300.0) == [BEGINNING]
        for game in reversed(GAMES):
            file.add(game)
    with RatedGames(usual_ratings()) as file:
        assert [game for _, game in file.games()] == GAMES
        assert file.ratings(300.0) == ratings_after(GAMES, 300.0)


def test_a_game_with_a_known_id_is_not_added_again():
    with RatedGames(None) as file:
        file.add_all([("one", GAMES[0])])
        file.add_all([("one", GAMES[0]), ("two", GAMES[1])])
        assert file.games() == [("one", GAMES[0]), ("two", GAMES[1])]


def test_several_programs_add_games_at_once(tmp_path):
    path = tmp_path / "ratings.sqlite"
    programs = [_ALONE.Process(target=add_many, args=(path, score)) for score in (0.0, 0.5, 1.0)]
    for each in programs:
        each.start()
    for each in programs:
        each.join(120)
    assert [each.exitcode for each in programs] == [0, 0, 0]
    with RatedGames(path) as file:
        found = [game.score for _, game in file.games()]
    assert sorted(found) == [0.0] * 25 + [0.5] * 25 + [1.0] * 25


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_a_program_that_is_killed_while_writing_loses_nothing(tmp_path):
    path = tmp_path / "ratings.sqlite"
    program = _ALONE.Process(target=add_and_die, args=(path,))
    program.start()
    program.join(120)
    assert program.exitcode == -signal.SIGKILL
    with RatedGames(path) as file:
        assert [game for _, game in file.games()] == GAMES[:1]


def test_a_file_of_a_newer_version_is_not_touched(tmp_path):
    path = tmp_path / "ratings.sqlite"
    RatedGames(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 9")
    before = path.read_bytes()
    with pytest.raises(OutflankError, match=r"the results in .* newer Outflank \(format 9; this one reads up to 1\)"):
        RatedGames(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("numbers", ["1e300, 1, 1", "1000, -1, 1", "1000, 1, 7", "1000, 1, 'x'"])
def test_an_impossible_result_is_told_in_one_line(numbers):
    with RatedGames(None) as file:
        with file.writing() as database:
            database.execute(f"INSERT INTO rated VALUES ('one', 5, 'ben', {numbers})")
        with pytest.raises(OutflankError, match="one of its rows cannot be read"):
            file.ratings(10.0)
