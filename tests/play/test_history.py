import pytest

from outflank.errors import IllegalMoveError
from outflank.play.game import History, chooses
from tests.contracts.games import Nim


def test_a_history_knows_its_moves_and_positions():
    game = History(Nim(9, 3), ["1", "2"])
    assert (game.start, game.position) == (Nim(9, 3), Nim(6, 3, 2, 1))
    assert game.moves == ("1", "2")
    assert [position.matches for position in game.positions] == [9, 8, 6]
    assert not game.is_over
    game.extend(["3", "3"])
    assert game.is_over


def test_an_illegal_move_changes_nothing():
    game = History(Nim(2))
    with pytest.raises(IllegalMoveError):
        game.push("3")
    assert game == History(Nim(2))
    with pytest.raises(IllegalMoveError):
        History(Nim(5), ["3", "3"])


def test_undo_and_redo():
    game = History(Nim(9), ["1", "2", "3"])
    assert (game.undo(), game.pop()) == ("3", "2")
    assert game.undone == ("2", "3")
    assert game.redo() == "2"
    game.push("1")  # another way: what was undone is forgotten
    with pytest.raises(IllegalMoveError, match="no move to redo"):
        game.redo()
    assert game == History(Nim(9), ["1", "2", "1"]) != History(Nim(9), ["1", "2"])
    assert game != History(Nim(8), ["1", "2", "1"])
    assert game != "a game"
    assert repr(game).startswith("History(Nim(matches=9")
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        History(Nim(9)).undo()


@pytest.mark.parametrize(
    ("n_moves", "seats", "left"),
    [(1, {0}, 0), (2, {0}, 0), (3, {0}, 0), (4, {0}, 3), (6, {0}, 3), (5, {1}, 4), (5, {0, 1}, 4), (4, {0, 1}, 3)],
)
def test_undo_to_goes_back_to_the_last_turn_of_those_who_ask(n_moves, seats, left):
    game = History(Nim(20, 3), ["1"] * n_moves)
    assert game.undo_to(seats) == ("1",) * (n_moves - left)
    assert len(game.moves) == left
    assert game.position.turn in seats
    game.redo_to(seats)
    assert game.position.turn in seats or not game.undone


@pytest.mark.parametrize(("n_moves", "seats"), [(0, {0, 1, 2}), (1, {2}), (2, {2}), (5, set())])
def test_where_nobody_who_asks_has_moved_there_is_nothing_to_take_back(n_moves, seats):
    game = History(Nim(20, 3), ["1"] * n_moves)
    with pytest.raises(IllegalMoveError, match="you have no move to take back"):
        game.undo_to(seats)
    assert len(game.moves) == n_moves


def test_a_forced_pass_and_a_game_that_is_over_leave_no_choice():
    class MustPass(Nim):
        must_pass = True

    assert chooses(Nim(5), {0})
    assert not chooses(Nim(5), {1})
    assert not chooses(Nim(0), {0})
    assert not chooses(MustPass(5), {0})
