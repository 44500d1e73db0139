import copy
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.squares import NAMES
from outflank.errors import IllegalMoveError, OutflankError
from outflank.rules import BLACK, PASS, WHITE, Game, Outcome, Position
from tests.oracles import known
from tests.strategies import games


def state(game):
    return game.positions, game.moves, game.undone, game.resigned


def test_a_new_game_stands_at_the_start():
    game = Game()
    assert game.position == game.start == Position.start()
    assert state(game) == ((Position.start(),), (), (), None)
    assert (game.transcript, game.is_over, game.outcome) == ("", False, None)


@given(games())
def test_positions_follow_from_the_moves(game):
    assert game.positions[0] == game.start
    assert game.positions[-1] == game.position
    for before, move, after in zip(game.positions, game.moves, game.positions[1:], strict=False):
        assert before.play(move) == after
    assert len(game.positions) == len(game.moves) + 1


@given(games())
def test_undo_after_play_changes_only_the_moves_to_redo(game):
    before = state(game)
    for move in game.position.legal_moves:
        game.push(move)
        assert game.undo() == move
        assert game.undone == (move,)
        assert state(game)[:2] == before[:2]


@given(games(), st.integers(0, 12))
def test_redo_after_undo_is_the_identity(game, n_moves):
    before = state(game)
    n_moves = min(n_moves, len(game.moves))
    undone = [game.undo() for _ in range(n_moves)]
    assert game.undone == tuple(reversed(undone)) == before[1][len(before[1]) - n_moves :]
    assert [game.redo() for _ in range(n_moves)] == undone[::-1]
    assert state(game) == before


@given(games())
def test_the_moves_give_the_same_game_with_and_without_passes(game):
    assert Game(game.start, game.moves) == game
    rebuilt = Game(game.start, [move for move in game.moves if move != PASS])
    if game.moves and game.moves[-1] == PASS:
        rebuilt.push(PASS)
    assert rebuilt == game


@given(games())
def test_repr_evaluates_back(game):
    assert eval(repr(game)) == game


def test_pop_is_undo():
    game = Game(moves=["d3"])
    assert game.pop() == "d3"
    assert game.undone == ("d3",)


def test_a_new_move_forgets_undone_moves():
    game = Game(moves=["d3", "c3"])
    game.undo()
    game.push("c5")
    assert game.undone == ()
    with pytest.raises(IllegalMoveError, match="there is no move to redo"):
        game.redo()


def test_there_is_nothing_to_undo_at_the_start():
    with pytest.raises(IllegalMoveError, match="there is no move to take back"):
        Game().undo()


@given(games())
def test_an_illegal_move_raises_and_changes_nothing(game):
    if game.moves:
        game.undo()
    before = state(game)
    taken = next(name for name in NAMES[game.start.size] if game.position.disc_at(name) is not None)
    for move in ("z9", taken):
        with pytest.raises(IllegalMoveError):
            game.push(move)
    assert state(game) == before


def test_extend_stops_at_the_first_bad_move():
    game = Game()
    with pytest.raises(IllegalMoveError, match="White cannot play d3: the square is taken by Black"):
        game.extend(["d3", "d3", "c5"])
    assert game.moves == ("d3",)


def test_forced_passes_may_be_left_out():
    game = Game(moves=[*known.FORCED_PASS, "b4"])
    assert game.moves == (*known.FORCED_PASS, PASS, "b4")
    assert game == Game(moves=[*known.FORCED_PASS, PASS, "b4"])
    assert game.transcript == "".join([*known.FORCED_PASS, "b4"])


def test_the_shortest_game_ends_after_nine_moves():
    game = Game(moves=known.SHORTEST_GAME)
    assert game.is_over
    assert len(game.moves) == 9
    assert game.outcome == Outcome(13, 0, 51)
    assert game.outcome.winner is BLACK
    assert not Game(moves=known.SHORTEST_GAME[:-1]).is_over


def test_a_resignation_ends_the_game_whatever_stands():
    game = Game(moves=["d3", "c5"])
    game.resign(BLACK)
    assert game.is_over
    assert game.outcome.winner is WHITE
    assert game.outcome.difference == -64
    with pytest.raises(IllegalMoveError, match="d6 is not legal: the game is over, Black resigned"):
        game.push("d6")
    with pytest.raises(IllegalMoveError, match="cannot resign: the game is over"):
        game.resign(WHITE)
    assert game != Game(moves=["d3", "c5"])


def test_undo_takes_a_resignation_back():
    game = Game(moves=["d3", "c5"])
    game.resign(BLACK)
    game.undo()
    assert not game.is_over
    game.redo()
    assert game == Game(moves=["d3", "c5"])


def test_nobody_resigns_a_finished_game():
    with pytest.raises(IllegalMoveError, match="cannot resign: the game is over"):
        Game(moves=known.SHORTEST_GAME).resign(WHITE)


def test_games_are_not_hashable_and_equal_only_games():
    assert Game() != "a game"
    with pytest.raises(TypeError):
        hash(Game())


# --- moves in the place of a start ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given_",
    ["f5d6c3", "F5D6C3", "f5 d6 c3", "F5 d6 C3 ", ["f5", "d6", "c3"], ("F5", "D6", "C3"), ["f5", " d6", "c3"]],
)
def test_moves_alone_make_a_game(given_):
    assert Game(given_).moves == ("f5", "d6", "c3")
    assert Game(moves=given_) == Game(given_)


def test_a_board_in_text_is_a_start():
    assert Game(Position.start(6).board_string) == Game(Position.start(6))
    assert Game(str(Position.start()), "f5") == Game("f5")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Game("f5d6", "c3"), "expected a position, or moves alone, got 'f5d6' and more moves"),
        (lambda: Game("game.sgf"), "got 'game.sgf': Game.load reads files"),
        (lambda: Game(Path("some/game.sgf")), "Game.load reads files"),
        (lambda: Game(Game()), r"got a game: game.copy\(\) makes a copy"),
        (lambda: Game(5), "expected a position, or moves alone, got 5"),
        (lambda: Game({"f5"}), "expected a position, or moves alone, got {'f5'}"),
        (lambda: Game("hello"), "expected a move such as f5, got 'hello'"),
        (lambda: Game("f5d6a1"), "Black cannot play a1"),
        (lambda: Game(moves=5), "expected moves such as 'f5d6', got 5"),
        (lambda: Game(["f5", 27]), "expected a move such as 'f5', got '27'"),
        (lambda: Game(Position), "expected a position, or moves alone, got <class"),
    ],
)
def test_arguments_that_are_no_game_are_refused_at_once(make, message):
    with pytest.raises(OutflankError, match=message):
        make()


# --- capitals ---------------------------------------------------------------------------------------------------------


@given(games())
def test_capitals_make_no_difference_wherever_a_move_is_taken(game):
    position = game.position
    for move in position.legal_moves:
        for written in (move.upper(), f" {move} ", move.capitalize()):
            assert position.play(written) == position.play(move)
            assert position.is_legal(written)
            assert game.is_legal(written)
            assert position.turned(written) == position.turned(move)
            again = game.copy()
            again.push(written)
            assert again.peek() == again.moves[-1] == move
            assert game.tree().root.main_line[-1].add(written).move == move
    for square in position:
        assert position[square.upper()] is position[square] is position.disc_at(square.upper())
        assert position.is_legal(square.upper()) == (square in position.legal_moves)


def test_an_illegal_move_in_capitals_is_named_as_the_rules_name_it():
    with pytest.raises(IllegalMoveError, match="Black cannot play a1: it turns over no disc"):
        Position.start().play("A1")
    with pytest.raises(IllegalMoveError, match="Black may not pass"):
        Position.start().play("PASS")


# --- words of python-chess --------------------------------------------------------------------------------------------


def test_the_end_of_a_game_is_asked_for_in_both_words():
    over = Game("e6f4e3f6g5d6e7f5c5")
    for thing in (over, over.position):
        assert thing.is_over is thing.is_game_over() is True
        assert thing.outcome == Outcome(13, 0, 51)
    assert Game("f5").is_game_over() is Game("f5").position.is_game_over() is False


def test_there_is_no_outcome_before_the_end_and_a_draw_is_one():
    assert Game("f5").position.outcome is None
    draw = Position.parse("XXXXXXXXOOOOOOOO X")
    assert draw.outcome == Outcome(8, 8)
    assert draw.outcome
    assert draw.outcome.winner is None
    assert Game("f5", resigned=BLACK).outcome.winner is WHITE
    assert Game("f5", resigned=BLACK).position.outcome is None


def test_the_last_move_can_be_looked_at():
    assert Game("f5d6").peek() == "d6"
    with pytest.raises(IllegalMoveError, match="there is no move yet"):
        Game().peek()


def test_nothing_is_legal_once_a_side_has_resigned():
    assert not Game("f5", resigned=BLACK).is_legal("d6")
    assert Game("f5").is_legal("D6")


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (lambda game: game.legal_moves, "'Game' object has no attribute 'legal_moves': its position has"),
        (lambda game: game.fen(), "'Game' object has no attribute 'fen': here it is position.board_string"),
        (lambda game: game.move_stack, "here it is moves"),
        (lambda game: game.position.piece_at("f5"), r"here it is disc_at\(square\), or position\[square\]"),
        (lambda game: game.position.push("f5"), "here it is play"),
        (lambda game: game.position.fen(), "here it is board_string"),
        (lambda game: game.nonsense, "^'Game' object has no attribute 'nonsense'$"),
    ],
)
def test_a_word_of_python_chess_is_answered_with_ours(look, message):
    with pytest.raises(AttributeError, match=message):
        look(Game("f5"))


def test_games_and_positions_can_be_copied_and_pickled():
    game = Game("f5d6")
    for copied in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert copied == game
    assert pickle.loads(pickle.dumps(game.position)) == copy.copy(game.position) == game.position
    assert not hasattr(game, "_repr_html_")
