import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.squares import NAMES
from outflank.errors import IllegalMoveError
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
def test_undo_after_play_changes_nothing_but_what_can_be_redone(game):
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


def test_a_new_move_forgets_what_was_undone():
    game = Game(moves=["d3", "c3"])
    game.undo()
    game.push("c5")
    assert game.undone == ()
    with pytest.raises(IllegalMoveError, match="there is no move to play again"):
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
    with pytest.raises(IllegalMoveError, match="White cannot play d3: the square is taken by black"):
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
    with pytest.raises(IllegalMoveError, match="nobody can resign: the game is over"):
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
    with pytest.raises(IllegalMoveError, match="nobody can resign: the game is over"):
        Game(moves=known.SHORTEST_GAME).resign(WHITE)


def test_games_are_not_hashable_and_equal_only_games():
    assert Game() != "a game"
    with pytest.raises(TypeError):
        hash(Game())
