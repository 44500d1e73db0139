"""A game with people, without any interface: what is done, and the events that come of it."""

from functools import partial

import pytest

from outflank.errors import IllegalMoveError, OptionError, OutflankError
from outflank.play import PERSON, Analysis, Forfeit, Match, MoveValue, TimeControl
from outflank.play.match import PlayedMove
from outflank.rules import Game, Position
from outflank.sessions import playing
from outflank.sessions.playing import (
    GameBegun,
    GameEnded,
    HintGiven,
    LocalPlaySession,
    MovesRedone,
    MovesUndone,
    PlaySession,
    SeatsChanged,
    TurnOf,
)
from outflank.sessions.turn_clock import TurnClock
from outflank.tribolo.kind import TRIBOLO

PASS_AHEAD = "OXX-----" + 48 * "-" + "OX------ O"  # White plays d1, then Black must pass
BLACK_MOVES, WHITE_MOVES = TurnOf(0, PERSON, False), TurnOf(1, "level1", False)


def session(*players, moves="", control=None):
    control = None if control is None else TimeControl.parse(control)
    return PlaySession(Match(Game(moves=moves), players or (PERSON, "level1"), control))


@pytest.fixture
def passes(monkeypatch):
    """Let seconds pass on the clocks of turns."""
    now = [100.0]
    monkeypatch.setattr(playing, "TurnClock", partial(TurnClock, now=lambda: now[0]))

    def let(seconds):
        now[0] += seconds

    return let


# --- step by step: the program's answers come from outside ----------------------------------------------------------


def test_a_move_is_played_and_the_turn_goes_to_the_other_side():
    game = session()
    assert game.begun() == (BLACK_MOVES,)
    played, turn = game.play("F5")
    assert (played.seat, played.move, played.turned, played.is_pass) == (0, "f5", (36,), False)
    assert turn == game.turn == WHITE_MOVES
    assert not turn.is_person


def test_an_answer_from_outside_is_the_programs_move():
    game = session(moves="f5")
    answer = Analysis("d6", (MoveValue("d6", 2.0),), nodes=7, seconds=0.5)
    played, turn = game.take_answer(answer)
    assert (played.move, played.seconds, played.answer) == ("d6", 0.5, answer)
    assert turn == BLACK_MOVES


def test_an_illegal_move_changes_nothing():
    game = session()
    with pytest.raises(IllegalMoveError, match="turns over no disc"):
        game.play("a1")
    assert game.turn == BLACK_MOVES


def test_a_fault_from_outside_ends_the_game():
    game = session(moves="f5")
    (ended,) = game.take_answer(Forfeit(1, "crash", "it broke"))
    assert ended.forfeit == Forfeit(1, "crash", "it broke")
    assert ended.result.winners == (0,)
    assert game.turn is None
    assert game.sit([PERSON, "level2"]) == (SeatsChanged((1,)), TurnOf(1, "level2", False))


def test_a_forced_pass_is_a_turn_of_its_own():
    game = PlaySession(Match(Game(Position.parse(PASS_AHEAD)), (PERSON, PERSON)))
    assert game.play("d1")[-1] == TurnOf(0, PERSON, must_pass=True)
    passed, turn = game.pass_turn()
    assert (passed.seat, passed.is_pass) == (0, True)
    assert turn == TurnOf(1, PERSON, must_pass=False)


def test_who_is_skipped_in_a_game_of_three_is_told_with_the_move():
    start = TRIBOLO.read("BRR./..../GB.. B")
    played, _ = PlaySession(Match(TRIBOLO.new_game(start), (PERSON, PERSON, "tribolo"))).play("d1")
    assert played.skipped == (1,)


def test_moves_are_taken_back_and_played_again():
    game = session(moves="f5d6c3d3")
    assert game.undo() == (MovesUndone(("c3", "d3")), BLACK_MOVES)
    assert game.redo() == (MovesRedone(("c3", "d3")), BLACK_MOVES)
    assert game.restart() == (BLACK_MOVES,)
    with pytest.raises(IllegalMoveError, match="you have no move to take back"):
        game.undo()


def test_resigning_ends_the_game_until_it_is_taken_back():
    game = session(moves="f5d6")
    (ended,) = game.resign()
    assert ended == GameEnded(game.match.result, None)
    assert ended.result.loser == 0
    assert game.begun() == (ended,)
    assert game.sit([PERSON, "level2"]) == (SeatsChanged((1,)),)  # the end is told once
    game.sit([PERSON, "level1"])
    assert game.undo() == (MovesUndone(()), BLACK_MOVES)


def test_programs_wait_while_the_game_is_paused():
    game = session("level1", "level1")
    assert game.pause() == (TurnOf(0, "level1", False),)
    assert game.match.paused
    assert game.resume() == (TurnOf(0, "level1", False),)
    assert not game.match.paused


# --- the time of a turn -----------------------------------------------------------------------------------------


def test_a_move_is_charged_with_the_time_of_its_turn(passes):
    game = session(PERSON, PERSON, control="40+1")
    game.turn_clock.start()
    passes(15)
    assert game.seconds_left == (25, 40)
    game.play("f5")
    assert game.seconds_left == (26, 40)
    game.turn_clock.start()
    passes(2.5)
    assert game.seconds_left == (26, 37.5)


def test_time_without_a_clock_is_noted_and_costs_nothing(passes):
    game = session()
    game.turn_clock.start()
    passes(3)
    (played, _) = game.play("f5")
    assert (played.seconds, game.seconds_left) == (3, None)


@pytest.mark.parametrize("end", [lambda game: game.run_out(), lambda game: game.play("f5")])
def test_who_is_out_of_time_loses(passes, end):
    game = session(PERSON, PERSON, control="10")
    game.turn_clock.start()
    passes(11)
    assert game.seconds_left == (0, 10)
    (ended,) = end(game)
    assert (ended.result.how, ended.result.winners, ended.forfeit.fault) == ("time", (1,), "time")
    assert game.match.game.moves == ()


def test_another_player_in_the_seat_or_a_resignation_winds_up_no_clock(passes):
    game = session(PERSON, PERSON, control="30")
    game.turn_clock.start()
    passes(8)
    game.sit([PERSON, "level1"])
    game.resign()
    game.undo()
    assert game.seconds_left == (22, 30)
    game.restart()
    assert game.seconds_left == (30, 30)


# --- with programs of this process ------------------------------------------------------------------------------------


def local(*players, moves="", **options):
    return LocalPlaySession(Game(Position.start(4), moves), players or (PERSON, "level1"), **options)


def test_a_whole_game_against_a_program_by_its_turns():
    game = local()
    events = list(game.begun())
    while (turn := game.turn) is not None:
        if turn.must_pass:
            events += game.pass_turn()
        elif turn.is_person:
            events += game.play(game.position.legal_moves[0])
        else:
            events += game.think()
    assert isinstance(events[-1], GameEnded)
    assert [each.move for each in events if isinstance(each, PlayedMove)] == list(game.match.game.moves)
    assert all(each.answer is not None for each in events if isinstance(each, PlayedMove) and each.seat == 1)


def test_a_program_that_fails_forfeits(monkeypatch):
    monkeypatch.setattr("outflank.play.searchers.RandomPlayer.choose", lambda *_: 1 / 0)
    (ended,) = local("random", PERSON).think()
    assert ended.forfeit.reason.startswith("ZeroDivisionError")


def test_a_hint_names_a_move_and_plays_nothing():
    game = local(hinter="level1")
    (hint,) = game.hint()
    assert isinstance(hint, HintGiven)
    assert (hint.player, hint.answer.move in game.position.legal_moves) == ("level1", True)
    assert game.match.game.moves == ()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hinter": "nobody"}, "unknown player 'nobody'"),
        ({"players": (PERSON, "kiki")}, "boards of 8×8, not 4×4"),
        ({"players": (PERSON,)}, "expected 2 players, got 1"),
    ],
)
def test_who_cannot_play_is_refused_before_the_game(options, words):
    with pytest.raises(OptionError, match=words):
        LocalPlaySession(Game(Position.start(4)), **{"players": (PERSON, "level1"), **options})


def test_who_takes_a_seat_is_told_and_who_stays_remembers():
    game = local("level1", "level2")
    game.think()
    stays = game._programs[0]
    assert game.seat(1, "Level3") == (SeatsChanged((1,)), TurnOf(1, "level3", False))
    assert game._programs[0] is stays
    with pytest.raises(OptionError):
        game.seat(1, "nobody")
    assert game.names == ("level1", "level3")


def test_another_game_takes_the_place_of_the_last():
    game = local(PERSON, PERSON, control=TimeControl.parse("10"))
    first = game.match
    game.play(game.position.legal_moves[0])
    begun, turn = game.new("6")
    assert (begun.before, turn) == (first, BLACK_MOVES)
    assert (game.position.width, game.match.control) == (6, first.control)
    with pytest.raises(OutflankError, match="expected a board size"):
        game.new("x")


def test_the_same_game_begins_where_it_began():
    game = local(PERSON, PERSON, moves="b1")
    begun, _ = game.restart()
    assert isinstance(begun, GameBegun)
    game.play(game.position.legal_moves[0])
    game.restart()
    assert game.match.game.moves == ("b1",)


def test_programs_of_one_game_do_not_share_a_seed(monkeypatch):
    seeds = []
    create = playing.create
    monkeypatch.setattr(
        playing, "create", lambda name, **known: seeds.append(known.get("seed")) or create(name, **known)
    )
    local("random", "random", seed=3)
    assert len(set(seeds) - {None}) == 2
