import pytest

from outflank.errors import OutflankError
from outflank.matches import boards
from outflank.matches.game import Pairing
from outflank.matches.playing import GameTerms
from outflank.matches.results import results
from outflank.matches.store import alone
from outflank.play import TimeControl
from outflank.rules import Position
from tests.matches.conftest import text_of

START = Position.start(4)


@pytest.mark.slow
def test_a_game_that_fails_on_a_worker_leaves_nothing_for_the_next_one(monkeypatch):
    terms = GameTerms(("first", "random"), TimeControl(60))
    after = Pairing((1, 0), START, (), 2)
    try:
        monkeypatch.setattr("outflank.workers.pool._PATIENCE", 0)
        with pytest.raises(OutflankError, match="keep ending"):
            boards.play_there(terms, START, "topic", 0, Pairing((0, 1), START, (), 1))
        assert boards._own.pool is None
        monkeypatch.undo()
        assert boards.play_there(terms, START, "topic", 1, after).result.pairing == after
    finally:
        boards._own.close()


def test_who_only_sat_out_cannot_be_taken_out(play, tmp_path):
    schedule = "kind = 'swiss'\nrounds = 2\ngames = 2"
    names = ("random", "first", "greedy")
    _, store = play(text_of(*names, schedule=schedule), most=1, path=tmp_path / "k")
    gone = names[store.rounds()[0][1][0]]
    store.close()
    left = [n for n in names if n != gone]
    with pytest.raises(OutflankError, match="is missing now"):
        play(text_of(*left, schedule=schedule), path=tmp_path / "k")


def test_rounds_without_a_game_are_drawn_anew(play, tmp_path):
    names = ("random", "first", "greedy", "level1")
    _, store = play(text_of(*names, schedule="kind = 'swiss'\nrounds = 2\ngames = 2"), path=tmp_path / "k", most=1)
    with store.writing() as connection:
        connection.execute("DELETE FROM games")
    store.close()
    more = text_of(*names, schedule="kind = 'swiss'\nrounds = 3\ngames = 4")
    assert play(more, path=tmp_path / "k")[1].rounds() == play(more)[1].rounds()


def test_results_of_another_plan_are_refused(play, plan_of):
    _, store = play(text_of("random", "first"), most=1)
    other = plan_of(text_of("random", "first", "greedy", more="[sprt]\nplayers = ['random', 'greedy']"))
    with pytest.raises(OutflankError, match="sprt was not set"):
        results(other, store)


def test_an_error_within_is_no_error_of_the_lock(tmp_path):
    with pytest.raises(OSError, match="mine"), alone(tmp_path / "x"):
        raise OSError(24, "mine")


@pytest.mark.parametrize("text", ["seed = " + "9" * 5000, "x = " + "[" * 5000])
def test_odd_toml_is_refused_in_a_line(plan_of, text):
    with pytest.raises(OutflankError, match="expected TOML"):
        plan_of(text)
