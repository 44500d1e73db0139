import sys
import threading
import time

import pytest

from outflank.errors import EndedError, LateError, LimitError, OptionError, OutflankError, ProgramError
from outflank.play import Analysis, Clock, MoveValue, TimeControl, as_player, play_game, referee
from outflank.play.referee import ForfeitError, consult, take_turn
from outflank.rules import PASS, Game, Position
from tests.contracts.games import Nim

first = as_player(lambda position: position.legal_moves[0])


def play(player, control=None):
    return play_game(Position.start(), (player, first), control)


def test_a_game_is_played_to_its_end():
    record = play(first)
    assert record.position.is_over
    assert record.forfeit is None
    assert Game(moves=record.game.moves).position == record.position
    assert all(played.seconds >= 0 for played in record.played)


def test_watch_sees_every_move_with_the_positions_around_it():
    seen = []
    record = play_game(Position.start(4), (first, first), watch=lambda *event: seen.append(event))
    assert [answer for _, answer, _ in seen] == [played.answer for played in record.played]
    assert all(before.play(answer.move) == after for before, answer, after in seen)


def test_the_winner_takes_the_point_and_equals_share_it():
    assert play_game(Nim(1), (first, first)).points == (1, 0)
    assert play_game(Nim(3, 3), (first, first, first)).points == (0, 0, 1)
    drawn = Position.parse("XXXXXXXXOOOOOOOO X")
    assert play_game(drawn, (first, first)).points == (0.5, 0.5)


def test_a_forced_pass_is_made_without_asking():
    before = Game(
        moves=["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8"]
    )

    def never(position):
        raise AssertionError("asked for a forced pass")

    assert take_turn(before.position, as_player(never)).move == PASS


class Follower:
    """Knows how each position came about."""

    def __init__(self):
        self.heard = []

    def follow(self, start, moves):
        self.heard.append((start, moves))

    def choose(self, position, time_left=None):
        start, moves = self.heard[-1]
        assert Game(start, moves).position == position
        return Analysis(position.legal_moves[0])


@pytest.mark.parametrize("control", [None, TimeControl(60)])
@pytest.mark.parametrize("wrap", [lambda player: player, as_player])
def test_a_player_may_follow_the_game(control, wrap):
    follower = Follower()
    opened = Game(moves="f5d6")
    assert play_game(opened, (first, wrap(follower)), control).forfeit is None
    assert follower.heard[0] == (opened.start, ("f5", "d6"))
    assert all(heard[0] == opened.start for heard in follower.heard)


def test_what_goes_wrong_before_the_first_move_is_a_forfeit(monkeypatch):
    monkeypatch.setattr(referee, "_PREPARING", 0.1)

    class Slow(Follower):
        def follow(self, start, moves):
            while True:
                time.sleep(0.01)

    class Broken(Follower):
        def follow(self, start, moves):
            raise EndedError("ended (exit code 1)")

    match = play_game(Position.start(), (first, Slow()))
    assert (match.forfeit.seat, str(match.forfeit)) == (1, "time: not ready to play after 0.1 s")
    assert match.game.moves == ()
    match = play_game(Position.start(), (first, Broken()))
    assert (match.forfeit.seat, str(match.forfeit)) == (1, "crash: it ended (exit code 1)")


@pytest.mark.parametrize(
    ("error", "fault"),
    [(ProgramError, "crash"), (EndedError, "crash"), (LateError, "time"), (LimitError, "limits")],
)
def test_what_another_program_did_wrong_is_said_in_its_own_words(error, fault):
    def fail(position):
        raise error("did so")

    assert str(play(as_player(fail)).forfeit) == f"{fault}: it did so"


def crash(position):
    raise ValueError("no idea\nat all")


def leave(position):
    sys.exit(3)


def recurse(position):
    return recurse(position)


def stop_generating(position):
    raise GeneratorExit


class MuteError(Exception):
    def __str__(self):
        raise RuntimeError


def mute(position):
    raise MuteError


@pytest.mark.parametrize("control", [None, TimeControl(20)])
@pytest.mark.parametrize(
    ("choose", "fault", "reason"),
    [
        (crash, "crash", "ValueError: 'no idea\\\\nat all' (test_referee.py:LINE)"),
        (leave, "crash", "sys.exit"),
        (stop_generating, "crash", "GeneratorExit"),
        (mute, "crash", "MuteError: without a message"),
        (lambda position: Analysis("d3", (MoveValue("d3", "high"),)), "crash", "each with a number or None"),
        (lambda position: Analysis("d3", ("d3",)), "crash", "whose moves are MoveValues"),
        (recurse, "crash", "RecursionError"),
        (lambda position: "a1", "illegal move", "Black cannot play a1: it turns over no disc"),
        (lambda position: "e4", "illegal move", "taken by Black"),
        (lambda position: "pass", "illegal move", "may not pass"),
        (lambda position: "z9", "illegal move", "expected a square from a1 to h8, got 'z9'"),
        (lambda position: None, "illegal move", "expected a move such as 'd3', got None"),
        (lambda position: ["d3"], "illegal move", "expected a move such as 'd3'"),
        (lambda position: 37, "illegal move", "got 37"),
    ],
)
def test_every_fault_is_a_stated_forfeit(choose, fault, reason, control):
    record = play(as_player(choose), control)
    assert record.forfeit.seat == 0
    assert record.forfeit.fault == fault
    reason = reason.replace("LINE", str(crash.__code__.co_firstlineno + 1))
    assert reason.replace("\\\\", "\\") in str(record.forfeit)
    assert "\n" not in str(record.forfeit)
    assert record.points == (0, 1)
    assert record.game.moves == ()


def test_a_player_that_returns_no_analysis_forfeits():
    class Odd:
        def choose(self, position, time_left=None):
            return "f5"

    with pytest.raises(ForfeitError, match="expected an Analysis, got str"):
        take_turn(Position.start(), Odd())


def test_players_may_be_named_and_games_gone_on_with():
    game = Game(moves="f5d6c3")
    match = play_game(game, ("first", lambda position: position.legal_moves[0]))
    assert match.game.moves[:3] == game.moves == ("f5", "d6", "c3")
    assert match.is_over
    with pytest.raises(OptionError, match="it plays Othello, not nim"):
        play_game(Nim(5), ("level1", "first"))


def test_a_move_that_cannot_even_be_compared_is_illegal():
    class Nasty(str):
        def __eq__(self, other):
            raise RuntimeError

        __hash__ = str.__hash__

    forfeit = play(as_player(lambda position: Nasty("d3"))).forfeit
    assert str(forfeit) == "illegal move: the answer cannot be read: RuntimeError"


def test_a_player_that_thinks_too_long_loses_on_time_and_is_stopped():
    stopped = threading.Event()

    def loop(position):
        try:
            while True:
                pass
        finally:
            stopped.set()

    began = time.perf_counter()
    record = play(as_player(loop), TimeControl(0.2, per_move=True))
    assert record.forfeit.fault == "time"
    assert "0.2/move" in record.forfeit.reason
    assert time.perf_counter() - began < 30
    assert stopped.wait(60), "the loop must not run on"


def test_a_player_that_answers_just_too_late_loses_on_time():
    def slow(position):
        time.sleep(0.15)
        return position.legal_moves[0]

    def moves_in_time():
        record = play(as_player(slow), TimeControl(0.4))
        assert record.forfeit.fault == "time"
        n_moves = len([played for played in record.played if played.seat == 0])
        assert n_moves <= 2
        return n_moves

    assert any(moves_in_time() for _ in range(40)), "a busy machine lets one of many games begin in time"


class Silent:
    why_late = "it waits\nfor a person"

    def choose(self, position, time_left=None):
        time.sleep(0.5)
        return Analysis(position.legal_moves[0])


class Mute(Silent):
    @property
    def why_late(self):
        raise RuntimeError("no words")


def test_a_player_may_say_why_it_was_late():
    record = play(Silent(), TimeControl(0.1))
    assert record.forfeit.fault == "time"
    assert record.forfeit.reason.endswith(" s (0.1+0): it waits for a person")
    assert play(Mute(), TimeControl(0.1)).forfeit.reason.endswith(" s (0.1+0)")


def test_a_clock_is_kept_for_each_seat():
    clock = Clock(TimeControl(10), 2)
    position = Position.start()
    assert 0 < take_turn(position, first, clock).seconds < 10
    assert clock.seconds == (10, 10), "whoever keeps the match books the time"
    match = play_game(Position.start(4), (first, first), TimeControl(10))
    assert all(0 < seconds < 10 for seconds in match.clock.seconds)


def test_interrupting_the_program_is_not_the_players_fault():
    def interrupt(position):
        raise KeyboardInterrupt

    for control in (None, TimeControl(5)):
        with pytest.raises(KeyboardInterrupt):
            play(as_player(interrupt), control)


def test_forfeit_error_reads_as_its_forfeit():
    with pytest.raises(ForfeitError, match="illegal move: Black cannot play a1"):
        take_turn(Position.start(), as_player(lambda position: "a1"))


def test_three_players_and_a_forfeit_rank_the_others():
    bad = as_player(lambda position: "9")
    record = play_game(Nim(7, 3), (first, bad, first))
    assert record.forfeit.seat == 1
    assert record.points == (1, 0, 0)


def test_a_game_without_an_explanation_for_illegal_moves_is_refereed_too():
    class Lenient(Nim):
        def play(self, move):
            return self

    record = play_game(Lenient(5), (as_player(lambda position: "9"), first))
    assert record.forfeit.reason == "9 is not among the legal moves"


def test_the_number_of_players_must_fit():
    with pytest.raises(ValueError, match="expected 2 players, got 1"):
        play_game(Position.start(), (first,))


def test_a_move_may_be_named_in_capitals():
    match = play_game(Position.start(4), (lambda position: position.legal_moves[0].upper(), "first"))
    assert match.forfeit is None


def test_what_is_no_position_to_begin_with_is_said():
    with pytest.raises(OptionError, match="expected a position or game to start from, got 'first'"):
        play_game("first", "random")


@pytest.mark.parametrize(
    ("body", "template", "values"),
    [
        ("raise ValueError('no idea')", "{player} failed: {kind}: {error}", {"kind": "ValueError", "error": "no idea"}),
        ("return 'a1'", "{player} answered with an illegal move: {move}", {"move": "'a1'"}),
    ],
    ids=["fails", "illegal"],
)
def test_advice_that_fails_is_said_in_words_that_can_be_translated(tmp_path, body, template, values):
    (tmp_path / "bot.py").write_text(f"def advise(position):\n    {body}\n")
    with pytest.raises(OutflankError) as caught:
        consult(f"module:{tmp_path / 'bot.py'}:advise", Position.start())
    assert caught.value.message.template == template
    assert values.items() <= caught.value.message.values.items()
